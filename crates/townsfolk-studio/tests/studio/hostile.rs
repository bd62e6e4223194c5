//! Clients that mean no good.

use crate::support::{
    free, get, get_with, open, paused, try_watch, village, wait_for, watch, wish,
};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use townsfolk::SingleThread;
use townsfolk_studio::{Options, Studio};
use tungstenite::Message;

#[test]
fn pages_of_others_are_refused() {
    let studio = paused();
    let at = studio.address();
    let status = |path: &str, headers: &str| get_with(at, path, headers).0;
    for path in ["/", "/api/town", "/api/digest", "/live", "/nothing"] {
        assert_eq!(status(path, "Host: evil.example\r\n"), 403, "{path}");
        assert_eq!(
            status(path, &format!("Host: evil.example:{}\r\n", at.port())),
            403,
            "{path}"
        );
        let foreign = format!("Host: {at}\r\nOrigin: http://evil.example\r\n");
        assert_eq!(status(path, &foreign), 403, "{path}");
        let sandboxed = format!("Host: {at}\r\nOrigin: null\r\n");
        assert_eq!(status(path, &sandboxed), 403, "{path}");
    }
    let own = format!("Host: {at}\r\nOrigin: http://{at}\r\n");
    assert_eq!(status("/", &own), 200);
    studio.close().unwrap();
}

#[test]
fn there_are_no_files_but_the_page() {
    let studio = paused();
    let at = studio.address();
    assert_eq!(get(at, "/studio.js").0, 200);
    let paths = [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/studio.js/../../Cargo.toml",
        "/page/index.html",
        "/api/person/../town",
        "/api/person/-1",
        "/api/person/1e9",
        "/api/person/99999999999999999999",
        "/api/location/%00",
        "/api/",
        "/index.html%00.css",
    ];
    for path in paths {
        let status = get(at, path).0;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    studio.close().unwrap();
}

#[test]
fn nonsense_hurts_only_whoever_talks_it() {
    let studio = paused();
    let at = studio.address();
    let mut good = watch(at);
    good.read().unwrap();

    let mut garbage = watch(at);
    for n in 0..40_u8 {
        // It is hung up on before the end.
        let _ = garbage.send(Message::binary(vec![n; 100]));
        let _ = garbage.send(Message::text("{\"wish\":\"step\",\"ticks\":-1}"));
    }
    assert!(
        (0..200).any(|_| garbage.read().is_err()),
        "it is still listened to"
    );

    let mut large = watch(at);
    let _ = large.send(Message::text("x".repeat(1 << 20)));
    assert!(
        (0..200).any(|_| large.read().is_err()),
        "it is still listened to"
    );

    let mut raw = TcpStream::connect(at).unwrap();
    raw.write_all(&[0xff; 4096]).unwrap();
    let mut half = TcpStream::connect(at).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: 127.0").unwrap();

    wish(&mut good, r#"{"wish":"step","ticks":1}"#);
    assert!(good.read().is_ok());
    assert_eq!(get(at, "/api/people").0, 200);
    studio.close().unwrap();
}

#[test]
fn wishes_out_of_range_are_harmless() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    for text in [
        r#"{"wish":"speed","times":-5}"#,
        r#"{"wish":"speed","times":1e308}"#,
        r#"{"wish":"speed","times":0}"#,
        r#"{"wish":"view","west":1e300,"south":-1e300,"east":-1e300,"north":1e300}"#,
        r#"{"wish":"follow","who":4294967295}"#,
    ] {
        wish(&mut page, text);
    }
    wish(&mut page, r#"{"wish":"pause","on":false}"#);
    wish(&mut page, r#"{"wish":"pause","on":true}"#);
    assert_eq!(get(at, "/api/people").0, 200);
    studio.close().unwrap();
}

#[test]
fn a_thousand_connections_do_not_matter() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    page.read().unwrap();
    let connect = || TcpStream::connect_timeout(&at, Duration::from_secs(5)).ok();
    // As many as this process may hold; those beyond what the studio takes are closed at once.
    let mut idle: Vec<TcpStream> = vec![];
    for n in 0..1_000 {
        if idle.len() >= 450 {
            idle.remove(0);
        }
        let Some(mut stream) = connect() else {
            continue;
        };
        if n % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0");
        }
        idle.push(stream);
    }
    wish(&mut page, r#"{"wish":"step","ticks":1}"#);
    assert!(page.read().is_ok(), "who was there first is still served");
    drop(idle);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(wait_for(at, 2)["tick"], 2);
    studio.close().unwrap();
}

#[test]
fn who_takes_a_seat_and_says_nothing_is_shown_out() {
    let studio = paused();
    let at = studio.address();
    let mut silent = TcpStream::connect(at).unwrap();
    let mut slow = TcpStream::connect(at).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: 127.0").unwrap();
    let mut done = TcpStream::connect(at).unwrap();
    let request = format!("GET /api/digest HTTP/1.1\r\nHost: {at}\r\n\r\n");
    done.write_all(request.as_bytes()).unwrap();
    for stream in [&mut silent, &mut slow, &mut done] {
        let limit = Some(Duration::from_secs(30));
        stream.set_read_timeout(limit).unwrap();
        let mut all = vec![];
        let ended = std::io::Read::read_to_end(stream, &mut all);
        assert!(ended.is_ok(), "{ended:?}");
    }
    // A page that only watches, and a town that stands still, are no reason.
    let mut page = watch(at);
    page.read().unwrap();
    std::thread::sleep(Duration::from_secs(12));
    wish(&mut page, r#"{"wish":"step","ticks":1}"#);
    assert!(page.read().is_ok());
    studio.close().unwrap();
}

#[test]
fn pages_that_never_read_give_their_seats_to_others() {
    let studio = paused();
    let at = studio.address();
    let mut deaf = vec![];
    while let Some(page) = try_watch(at) {
        deaf.push(page);
    }
    assert!(deaf.len() < 64, "one address cannot hold all seats");
    // A few seconds later they are known not to read.
    let mut page = loop {
        match try_watch(at) {
            Some(page) => break page,
            None => std::thread::sleep(Duration::from_millis(200)),
        }
    };
    wish(&mut page, r#"{"wish":"step","ticks":1}"#);
    assert!(page.read().is_ok());
    studio.close().unwrap();
}

#[test]
fn elsewhere_a_token_is_needed() {
    let anywhere = Options {
        host: "0.0.0.0".parse().unwrap(),
        ..free()
    };
    assert!(Studio::open(village(), None, &anywhere, Box::new(SingleThread)).is_err());
    let studio = open(&Options {
        token: Some("hazelnut".to_owned()),
        paused: true,
        ..free()
    });
    let at = studio.address();
    assert_eq!(get(at, "/").0, 401);
    assert_eq!(get(at, "/api/town").0, 401);
    assert_eq!(get(at, "/?token=walnut").0, 401);
    assert_eq!(get(at, "/?token=hazelnut").0, 200);
    let cookie = format!("Host: {at}\r\nCookie: a=b; townsfolk_token=hazelnut\r\n");
    assert_eq!(get_with(at, "/api/town", &cookie).0, 200);
    studio.close().unwrap();
}
