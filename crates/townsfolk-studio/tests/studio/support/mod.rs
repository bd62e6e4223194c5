//! A small town with a studio, and plain clients of it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use townsfolk::SingleThread;
use townsfolk_core::Seed;
use townsfolk_lang::project::Project;
use townsfolk_studio::{Options, Studio};
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;
use tungstenite::{Message, WebSocket};

/// The village, as its day begins.
pub(crate) fn village() -> Living {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let text = std::fs::read_to_string(format!("{root}/village/village.folk")).unwrap();
    let mut project = Project::of_files([("village.folk", text.as_str())]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    let plan = Plan::derive(&module, &symbols);
    let content = Content::new(Arc::new(module), symbols, plan).unwrap();
    Living::begin(content, Seed(7), Opening::default())
}

/// An example with a plan, as its day goes on at some hour.
pub(crate) fn example(folders: &[&str], hour: i32) -> Living {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut files = vec![];
    for folder in folders {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ext| ext == "folk") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                files.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    let files = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let mut project = Project::of_files(files);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    let plan = match checked.ground() {
        Some(ground) => Plan::lay(ground, &module, &symbols),
        None => Plan::derive(&module, &symbols),
    };
    let content = Content::new(Arc::new(module), symbols, plan).unwrap();
    let opening = Opening {
        seconds: hour * 3600,
        ..Opening::default()
    };
    Living::begin(content, Seed(7), opening)
}

/// A studio on a free port in which time stands still at first.
pub(crate) fn paused() -> Studio {
    open(&Options {
        paused: true,
        ..free()
    })
}

pub(crate) fn free() -> Options {
    Options {
        port: 0,
        ..Options::default()
    }
}

pub(crate) fn open(options: &Options) -> Studio {
    Studio::open(village(), None, options, Box::new(SingleThread)).unwrap()
}

/// The status and the body of an answer.
pub(crate) fn get(at: SocketAddr, path: &str) -> (u16, String) {
    get_with(at, path, &format!("Host: {at}\r\n"))
}

pub(crate) fn get_with(at: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    send(
        at,
        &format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"),
    )
}

/// Sends a request as it is.
pub(crate) fn send(at: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(at).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = vec![];
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.unwrap_or(0), body.to_owned())
}

pub(crate) fn json(at: SocketAddr, path: &str) -> serde_json::Value {
    let (status, body) = get(at, path);
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

pub(crate) type Page = WebSocket<TcpStream>;

/// A page that watches.
pub(crate) fn watch(at: SocketAddr) -> Page {
    try_watch(at).unwrap()
}

/// A page that watches, if there is room for one.
pub(crate) fn try_watch(at: SocketAddr) -> Option<Page> {
    let stream = TcpStream::connect(at).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let connected = tungstenite::client(format!("ws://{at}/live"), stream);
    connected.ok().map(|(page, _)| page)
}

/// The next frame; words and pings are passed over.
pub(crate) fn next_frame(page: &mut Page) -> Vec<u8> {
    loop {
        if let Message::Binary(frame) = page.read().unwrap() {
            return frame.to_vec();
        }
    }
}

/// The next words of the feed.
pub(crate) fn told(page: &mut Page) -> serde_json::Value {
    loop {
        if let Message::Text(words) = page.read().unwrap() {
            return serde_json::from_str(&words).unwrap();
        }
    }
}

pub(crate) fn wish(page: &mut Page, text: &str) {
    page.send(Message::text(text)).unwrap();
}

/// Waits until a tick is over, by asking.
pub(crate) fn wait_for(at: SocketAddr, tick: i64) -> serde_json::Value {
    let begun = Instant::now();
    loop {
        let answer = json(at, "/api/digest");
        if answer["tick"].as_i64() >= Some(tick) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
