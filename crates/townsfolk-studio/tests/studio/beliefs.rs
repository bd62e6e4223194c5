//! Beliefs and the game over HTTP: answers, refusals, and hostile input.

use crate::support::{example, free, get, json, paused, send, watch};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use townsfolk::SingleThread;
use townsfolk_studio::{Options, Studio};
use tungstenite::Message;

fn played() -> Studio {
    let options = Options {
        paused: true,
        ..free()
    };
    let town = example(&["inheritance"], 8);
    Studio::open(town, None, &options, Box::new(SingleThread)).unwrap()
}

/// The status and the answer of a move.
fn make(at: SocketAddr, made: &str) -> (u16, String) {
    let length = made.len();
    send(
        at,
        &format!(
            "POST /api/game HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nContent-Type: \
             application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{made}"
        ),
    )
}

/// Waits until an answer is as expected.
fn until(
    at: SocketAddr,
    path: &str,
    fits: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    let begun = Instant::now();
    loop {
        let answer = json(at, path);
        if fits(&answer) {
            return answer;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "{path}: {answer}"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn done_19_4_a_false_flag_is_shown_beside_its_true_source() {
    let studio = played();
    let at = studio.address();
    assert_eq!(json(at, "/api/game")["refused"], serde_json::Value::Null);
    let begin = r#"{"move":"begin","side":"lover","days":1}"#;
    assert_eq!(make(at, begin).0, 200);
    let game = until(at, "/api/game", |answer| {
        let looks = answer["game"]["player"]["looks"].as_object();
        looks.is_some_and(|looks| !looks.is_empty())
    });
    let game = &game["game"];
    let visitor = game["visitor"].as_u64().unwrap();
    let people = game["people"].as_array().unwrap();
    let knows = |id: &serde_json::Value| {
        let known = json(at, &format!("/api/person/{id}/knows"));
        let known = known.as_array().unwrap().clone();
        known
            .iter()
            .any(|one| one["key"] == format!("person {visitor}"))
    };
    let unaware: Vec<&serde_json::Value> = people
        .iter()
        .filter(|one| one["name"] != "You" && !knows(&one["id"]))
        .take(2)
        .collect();
    let [to, named] = unaware[..] else {
        panic!("everybody knows the visitor")
    };
    let said = format!(
        "{} told me that the visitor has a tattoo.",
        named["name"].as_str().unwrap()
    );
    let said = format!(r#"{{"move":"say","to":{},"text":"{said}"}}"#, to["id"]);
    assert_eq!(make(at, &said).0, 200);
    let model = format!("/api/person/{}/model?of=person+{visitor}", to["id"]);
    let begun = Instant::now();
    while get(at, &model).1.contains("\"facets\":[]") {
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
    let model = json(at, &model);
    let tattoo = &model["facets"][0];
    assert_eq!(
        (&tattoo["facet"], &tattoo["value"]),
        (&"tattoo".into(), &"yes".into())
    );
    let piece = &tattoo["evidence"][0];
    assert_eq!(piece["from"]["name"], "You", "the true source: {piece}");
    assert_eq!(
        piece["claimed"]["who"]["name"], named["name"],
        "the named one"
    );
    let key = tattoo["key"].as_str().unwrap().replace(' ', "+");
    let rumour = json(
        at,
        &format!("/api/rumour?of=person+{visitor}&facet=tattoo&value={key}"),
    );
    assert_eq!(rumour["tellings"][0]["to"], to["id"]);
    // Whoever says it without believing anything else begins to believe it.
    assert_eq!(rumour["holders"], 2);
    let believers = json(
        at,
        &format!("/api/believers?of=person+{visitor}&facet=tattoo"),
    );
    let values = believers["values"].as_array().unwrap();
    assert!(values.iter().any(|one| one["people"][0]["id"] == to["id"]));
    studio.close().unwrap();
}

#[test]
fn a_refused_move_says_why_and_what_would_be_understood() {
    let studio = played();
    let at = studio.address();
    let (status, why) = make(at, r#"{"move":"end_turn"}"#);
    assert_eq!(status, 409);
    assert!(why.contains("No game is being played"), "{why}");
    assert_eq!(
        make(at, r#"{"move":"begin","side":"heir","days":1}"#).0,
        200
    );
    let game = until(at, "/api/game", |answer| answer["game"].is_object());
    let to = &game["game"]["people"][0]["id"];
    let (status, why) = make(
        at,
        &format!(r#"{{"move":"say","to":{to},"text":"Fine weather."}}"#),
    );
    assert_eq!(status, 409);
    let why: serde_json::Value = serde_json::from_str(&why).unwrap();
    assert!(!why["suggestions"].as_array().unwrap().is_empty(), "{why}");
    studio.close().unwrap();
}

/// Going back before the game and forth again makes the same moves.
#[test]
fn a_game_is_part_of_the_past() {
    let studio = played();
    let at = studio.address();
    let mut page = watch(at);
    let digest = |tick: i64| {
        let answer = until(at, "/api/digest", |answer| answer["tick"] == tick);
        answer["digest"].clone()
    };
    let start = json(at, "/api/digest")["tick"].as_i64().unwrap();
    assert_eq!(
        make(at, r#"{"move":"begin","side":"heir","days":1}"#).0,
        200
    );
    digest(start + 2);
    let game = json(at, "/api/game");
    let to = &game["game"]["people"][3]["id"];
    let said = r#""text":"What do you know about the visitor?""#;
    let said = format!(r#"{{"move":"say","to":{to},{said}}}"#);
    assert_eq!(make(at, &said).0, 200);
    let before = digest(start + 4);
    let mut go = |tick: i64| {
        let wish = format!(r#"{{"wish":"go","tick":{tick}}}"#);
        page.send(Message::Text(wish.into())).unwrap();
    };
    go(start);
    // The begin is a move of this tick, and its reports count from the next on.
    digest(start);
    assert_eq!(
        json(at, "/api/game")["game"]["transcript"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    go(start + 4);
    assert_eq!(digest(start + 4), before);
    assert_eq!(
        json(at, "/api/game")["game"]["transcript"]
            .as_array()
            .map(Vec::len),
        Some(3)
    );
    studio.close().unwrap();
}

#[test]
fn garbage_about_beliefs_and_games_is_refused() {
    let studio = paused();
    let at = studio.address();
    for made in [
        "",
        "{}",
        "[]",
        r#"{"move":"fly"}"#,
        r#"{"move":"begin","side":"cat","days":1}"#,
    ] {
        assert_eq!(make(at, made).0, 400, "{made}");
    }
    assert_eq!(make(at, &"x".repeat(5_000)).0, 413);
    // The village has no facets.
    let (status, why) = make(at, r#"{"move":"begin","side":"heir","days":1}"#);
    assert_eq!(status, 409);
    assert!(why.contains("cannot be played"), "{why}");
    for path in [
        "/api/person/999999/knows",
        "/api/person/1/model?of=person+1",
        "/api/person/1/model?of=king+1",
        "/api/rumour?of=person+1&facet=hair&value=symbol+1",
        "/api/rumour?of=&facet=&value=",
    ] {
        assert_eq!(get(at, path).0, 404, "{path}");
    }
    assert_eq!(get(at, "/api/rumour").0, 400);
    assert_eq!(json(at, "/api/believers")["minds"], 0);
    assert_eq!(json(at, "/api/game")["game"], serde_json::Value::Null);
    studio.close().unwrap();
}
