//! Watching a town: what one sees, and that the town does not notice.

use crate::support::{
    Page, free, get, json, next_frame, open, paused, told, village, wait_for, watch, wish,
};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use townsfolk::SingleThread;
use townsfolk_studio::Options;
use townsfolk_studio::frame::{EACH, HEADER};

const TICKS: i64 = 2_400;

/// The digest of the village after so many ticks, with nobody watching.
fn unwatched(ticks: i64) -> u64 {
    let mut town = village();
    for _ in 0..ticks {
        town.step(&SingleThread);
    }
    town.digest()
}

/// Lets so many ticks pass.
fn live(at: SocketAddr, page: &mut Page, ticks: i64) {
    let now = json(at, "/api/digest")["tick"].as_i64().unwrap();
    wish(page, &format!(r#"{{"wish":"step","ticks":{ticks}}}"#));
    wait_for(at, now + ticks);
}

#[test]
fn the_town_is_the_same_whether_or_not_somebody_watches_and_asks() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    // One that asks for everything and never listens, and one that talks nonsense.
    let mut deaf = watch(at);
    wish(
        &mut deaf,
        r#"{"wish":"view","west":-1e9,"south":-1e9,"east":1e9,"north":1e9}"#,
    );
    let mut mad = watch(at);
    wish(&mut mad, r#"{"wish":"fly"}"#);
    wish(&mut page, r#"{"wish":"follow","who":2}"#);
    wish(&mut page, r#"{"wish":"speed","times":null}"#);
    // The first tick is part of opening.
    let step = |ticks| format!(r#"{{"wish":"step","ticks":{ticks}}}"#);
    wish(&mut page, &step(TICKS / 2 - 1));
    wait_for(at, TICKS / 2);
    // Scrubbing: somewhere in the past, and back to the present.
    for tick in [100, TICKS / 4, TICKS / 2] {
        wish(&mut page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
        while json(at, "/api/digest")["tick"] != tick {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    assert_eq!(get(at, "/api/clip?from=100&to=300").0, 200);
    wish(&mut page, &step(TICKS / 2));
    for id in 1..=5 {
        json(at, &format!("/api/mind/{id}"));
        for group in json(at, &format!("/api/person/{id}/could"))
            .as_array()
            .unwrap()
        {
            let query = group["options"][0]["query"].as_str().unwrap();
            let lines = json(at, &format!("/api/person/{id}/why-not?{query}"));
            assert!(
                lines.as_array().is_some_and(|lines| !lines.is_empty()),
                "{query}"
            );
        }
        json(at, "/api/timeline");
        json(at, "/api/everybody");
        json(at, "/api/player");
        json(at, &format!("/api/person/{id}"));
        json(at, &format!("/api/location/{id}"));
        json(at, "/api/people");
        json(at, "/api/find?q=inn");
        json(at, "/api/survey");
        json(at, "/api/heat");
        json(at, "/api/who?did=waited&more=1");
    }
    let answer = wait_for(at, TICKS);
    assert_eq!(answer["tick"], TICKS);
    let alone = unwatched(TICKS);
    assert_eq!(answer["digest"], format!("{alone:016x}"));
    let town = studio.close().unwrap();
    assert_eq!(town.folk.now().0, TICKS);
    assert_eq!(town.digest(), alone);
}

#[test]
fn frames_tell_who_is_where() {
    let studio = paused();
    let mut page = watch(studio.address());
    let frame = next_frame(&mut page);
    let told = u32::from_le_bytes(frame[4..8].try_into().unwrap());
    assert_eq!(told, 5, "everybody in the village");
    assert_eq!(frame.len(), HEADER + 5 * EACH);
    assert_eq!(frame[1], 0b11, "paused, and whole");
    // Where nobody is, nobody is told of, and those who were are gone.
    wish(
        &mut page,
        r#"{"wish":"view","west":9e8,"south":9e8,"east":9.1e8,"north":9.1e8}"#,
    );
    let begun = Instant::now();
    loop {
        let frame = next_frame(&mut page);
        let gone = u32::from_le_bytes(frame[8..12].try_into().unwrap());
        if gone == 5 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
    studio.close().unwrap();
}

#[test]
fn time_stands_still_goes_on_and_steps() {
    let studio = paused();
    let at = studio.address();
    let tick = || json(at, "/api/digest")["tick"].as_i64().unwrap();
    assert_eq!(tick(), 1);
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(tick(), 1);
    let mut page = watch(at);
    live(at, &mut page, 3);
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(tick(), 4);
    wish(&mut page, r#"{"wish":"pause","on":false}"#);
    wait_for(at, 10);
    wish(&mut page, r#"{"wish":"pause","on":true}"#);
    studio.close().unwrap();
}

#[test]
fn a_page_that_does_not_listen_slows_nobody() {
    let studio = open(&Options {
        speed: f64::INFINITY,
        ..free()
    });
    let at = studio.address();
    let stuck: Vec<_> = (0..8).map(|_| watch(at)).collect();
    let before = json(at, "/api/digest")["tick"].as_i64().unwrap();
    wait_for(at, before + 3_000);
    drop(stuck);
    studio.close().unwrap();
}

#[test]
fn time_stops_when_somebody_decides_or_a_rule_fires() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    wish(&mut page, r#"{"wish":"stops","people":[2],"rules":[]}"#);
    wish(&mut page, r#"{"wish":"speed","times":null}"#);
    wish(&mut page, r#"{"wish":"pause","on":false}"#);
    let mut stopped = || {
        let begun = Instant::now();
        while next_frame(&mut page)[1] & 0b101 != 0b101 {
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
        let now = json(at, "/api/digest")["tick"].as_i64().unwrap();
        std::thread::sleep(Duration::from_millis(150));
        assert_eq!(json(at, "/api/digest")["tick"], now);
        now
    };
    let first = stopped();
    let person = json(at, "/api/person/2");
    let decided = person["decisions"][0]["time"].as_str().unwrap();
    // Six in the morning, a second of the calendar for each tick.
    let seconds = 6 * 3600 + first - 1;
    let now = format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    assert_eq!(decided, now);
    studio.close().unwrap();
}

#[test]
fn breakpoints_are_told_to_every_page_with_what_was_met() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    wish(&mut page, r#"{"wish":"stops","people":[1],"rules":[]}"#);
    wish(&mut page, r#"{"wish":"speed","times":null}"#);
    wish(&mut page, r#"{"wish":"pause","on":false}"#);
    let name = json(at, "/api/person/1")["name"].clone();
    let met = loop {
        let stops = &told(&mut page)["stops"];
        if let Some(by) = stops["by"].as_str() {
            break by.to_owned();
        }
    };
    assert!(met.starts_with(name.as_str().unwrap()), "{met}");
    // A page that is loaded now knows the same.
    let stops = &told(&mut watch(at))["stops"];
    assert_eq!(stops["people"], serde_json::json!([[1, name]]));
    assert_eq!(stops["by"], serde_json::json!(met));
    wish(&mut page, r#"{"wish":"pause","on":true}"#);
    assert_eq!(told(&mut page)["stops"]["by"], serde_json::Value::Null);
    studio.close().unwrap();
}

#[test]
fn the_player_enters_once_and_at_once_while_time_stands_still() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    let enter = r#"{"wish":"enter","x":0,"y":0,"z":0}"#;
    wish(&mut page, enter);
    wish(&mut page, enter);
    while json(at, "/api/player").is_null() {
        std::thread::sleep(Duration::from_millis(20));
    }
    wish(&mut page, enter);
    let people = json(at, "/api/people");
    let people = people.as_array().unwrap().iter();
    assert_eq!(people.filter(|row| row["name"] == "You").count(), 1);
    studio.close().unwrap();
}

#[test]
fn one_can_go_back_and_it_comes_out_the_same() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    wish(&mut page, r#"{"wish":"step","ticks":4999}"#);
    let last = wait_for(at, 5_000);
    let mut go = |tick: i64| {
        wish(&mut page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
        let begun = Instant::now();
        loop {
            let answer = json(at, "/api/digest");
            if answer["tick"] == tick {
                return answer["digest"].clone();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{answer}");
        }
    };
    for tick in [1_200, 4_000, 1, 2_400] {
        assert_eq!(go(tick), format!("{:016x}", unwatched(tick)), "{tick}");
    }
    let person = json(at, "/api/person/2");
    let decisions = person["decisions"].as_array().unwrap();
    // Six in the morning and forty minutes.
    assert!(
        decisions
            .iter()
            .all(|one| one["time"].as_str() <= Some("06:40:00"))
    );
    assert_eq!(go(5_000), last["digest"]);
    // Nobody goes where nobody has been.
    wish(&mut page, r#"{"wish":"go","tick":9000000000}"#);
    wish(&mut page, r#"{"wish":"go","tick":-5}"#);
    wait_for(at, 1);
    studio.close().unwrap();
}

#[test]
fn questions_have_answers() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 9000);
    let town = json(at, "/api/town");
    assert!(town["plates"].as_array().unwrap().len() > 5);
    assert!(town["locations"].as_array().unwrap().len() > 3);
    let people = json(at, "/api/people");
    let people = people.as_array().unwrap();
    assert_eq!(people.len(), 5);
    for row in people {
        let person = json(at, &format!("/api/person/{}", row["id"]));
        assert_eq!(person["name"], row["name"]);
        assert!(person["needs"].as_array().unwrap().len() >= 3, "{person}");
        assert!(!person["schedule"].as_array().unwrap().is_empty());
        assert!(!person["decisions"].as_array().unwrap().is_empty());
        let course = person["needs"][0]["course"].as_array().unwrap();
        assert!(course.len() > 10, "{course:?}");
        let name = row["name"].as_str().unwrap().to_lowercase();
        let found = json(at, &format!("/api/find?q={name}"));
        assert_eq!(found[0]["id"], row["id"]);
    }
    for location in town["locations"].as_array().unwrap() {
        let answer = json(at, &format!("/api/location/{}", location["id"]));
        assert_eq!(answer["name"], location["name"]);
        // A place that plays nothing never asks anybody.
        let count = |what: &str| answer[what].as_array().unwrap().len();
        assert_eq!(count("around") > 0, count("plays") > 0, "{answer}");
    }
    assert_eq!(get(at, "/api/person/4000000000").0, 404);
    assert_eq!(get(at, "/api/location/77").0, 404);
    assert_eq!(json(at, "/api/find?q=zzzz"), serde_json::json!([]));
    studio.close().unwrap();
}

#[test]
fn what_is_not_done_has_reasons() {
    let studio = paused();
    let at = studio.address();
    // Half past eight: Carl saws, and nobody is at the bar.
    let mut page = watch(at);
    live(at, &mut page, 9000);
    let people = json(at, "/api/people");
    let carl = people.as_array().unwrap().iter();
    let carl = carl.into_iter().find(|row| row["name"] == "Carl").unwrap()["id"].clone();
    let could = json(at, &format!("/api/person/{carl}/could"));
    let why_not = |group: &str, name: &str| {
        let mut groups = could.as_array().unwrap().iter();
        let group = groups.find(|one| one["title"] == group).unwrap();
        let mut options = group["options"].as_array().unwrap().iter();
        let option = options.find(|one| one["name"] == name).unwrap();
        let query = option["query"].as_str().unwrap();
        let lines = json(at, &format!("/api/person/{carl}/why-not?{query}"));
        let lines = lines.as_array().unwrap().iter();
        let lines: Vec<String> = lines.map(|l| l.as_str().unwrap().to_owned()).collect();
        lines.join("\n")
    };
    let held = why_not("at the bench", "saw");
    assert!(held.contains("Carl does want this most."), "{held}");
    let weaker = why_not("body", "eat");
    assert!(weaker.contains("Carl wants saw more: "), "{weaker}");
    let elsewhere = why_not("at the bar", "get a drink");
    assert!(
        elsewhere.contains("which Carl has from 17:00"),
        "{elsewhere}"
    );
    let never = why_not("behind the bar", "serve");
    assert!(never.contains("is not in Carl's schedule"), "{never}");
    let rule = why_not("rules of dinner", "ask");
    assert!(rule.contains("Carl takes no part in dinner."), "{rule}");
    assert!(rule.contains("away, and it reaches"), "{rule}");
    assert_eq!(get(at, &format!("/api/person/{carl}/why-not")).0, 404);
    assert_eq!(get(at, "/api/person/9999/why-not?action=1").0, 404);
    studio.close().unwrap();
}

#[test]
fn it_is_counted_what_looking_for_solutions_takes() {
    let studio = paused();
    let at = studio.address();
    // From six in the morning until people are at the bar.
    let mut page = watch(at);
    live(at, &mut page, 54000);
    let survey = json(at, "/api/survey");
    let scripts = survey["scripts"].as_array().unwrap().iter();
    let rules = scripts.flat_map(|script| script["rules"].as_array().unwrap());
    let steps: Vec<f64> = rules.filter_map(|rule| rule["steps"].as_f64()).collect();
    assert!(steps.iter().any(|steps| *steps >= 1.0), "{steps:?}");
    assert!(steps.iter().all(|steps| *steps < 100.0), "{steps:?}");
    studio.close().unwrap();
}

#[test]
fn what_has_been_counted_can_be_asked_for() {
    let studio = paused();
    let at = studio.address();
    // From six to half past ten.
    let mut page = watch(at);
    live(at, &mut page, 16200);
    let survey = json(at, "/api/survey");
    assert_eq!(survey["since"], "06:00:00");
    let hours = survey["hours"].as_array().unwrap();
    assert_eq!(hours.len(), 5);
    let everybody: i64 = hours
        .iter()
        .flat_map(|hour| hour["places"].as_object().unwrap().values())
        .map(|count| count.as_i64().unwrap())
        .sum();
    assert_eq!(everybody, 5 * 5, "everybody is somewhere at every hour");
    let scripts = survey["scripts"].as_array().unwrap();
    assert_eq!(scripts.len(), 5);
    // Only places that the town has can be asked about.
    let town = json(at, "/api/town");
    let there = town["locations"].as_array().unwrap().iter();
    let there: BTreeSet<&str> = there.filter_map(|place| place["name"].as_str()).collect();
    let offered = survey["words"]["places"].as_array().unwrap().iter();
    let offered: BTreeSet<&str> = offered.filter_map(|place| place.as_str()).collect();
    assert_eq!(offered, there);
    let heat = json(at, "/api/heat");
    let minutes: f64 = heat["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell[3].as_f64().unwrap())
        .sum();
    // Five people, four and a half hours.
    assert!((minutes - 5.0 * 270.0).abs() < 10.0, "{minutes}");

    let sawed = json(at, "/api/who?did=did&what=saw&role=carpenter");
    assert_eq!(sawed["rows"].as_array().unwrap().len(), 1);
    assert_eq!(sawed["rows"][0]["name"], "Carl");
    let seconds = sawed["rows"][0]["seconds"].as_f64().unwrap();
    assert!((30.0..200.0).contains(&seconds), "{seconds}");
    // Less since ten.
    let later = json(at, "/api/who?did=did&what=saw&since=36000");
    let less = later["rows"][0]["seconds"].as_f64().unwrap();
    assert!(less < seconds && less <= 30.5, "{less}");
    assert_eq!(
        json(at, "/api/who?did=did&what=saw&more=100000")["rows"],
        serde_json::json!([])
    );
    assert_eq!(json(at, "/api/who?did=flew")["rows"], serde_json::json!([]));
    assert!((400..500).contains(&get(at, "/api/who?more=much").0));

    // Who goes back finds the counts of that moment, and the same ones again.
    let now = json(at, "/api/survey").to_string();
    let go = |page: &mut crate::support::Page, tick: i64| {
        wish(page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
        while json(at, "/api/digest")["tick"] != tick {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    go(&mut page, 4_000);
    assert_eq!(
        json(at, "/api/survey")["hours"].as_array().unwrap().len(),
        2
    );
    go(&mut page, 16_201);
    assert_eq!(json(at, "/api/survey").to_string(), now);
    studio.close().unwrap();
}

#[test]
fn what_the_player_did_is_part_of_the_past() {
    let studio = paused();
    let at = studio.address();
    let mut page = watch(at);
    assert_eq!(json(at, "/api/player"), serde_json::Value::Null);
    let step = |page: &mut crate::support::Page, ticks: i64| {
        let now = json(at, "/api/digest")["tick"].as_i64().unwrap();
        wish(page, &format!(r#"{{"wish":"step","ticks":{ticks}}}"#));
        wait_for(at, now + ticks)["digest"].clone()
    };
    step(&mut page, 500);
    let alone = step(&mut page, 1);
    // Beside whoever is first in the list.
    let somebody = json(at, "/api/people")[0].clone();
    let (x, y, z) = (&somebody["x"], &somebody["y"], &somebody["z"]);
    wish(
        &mut page,
        &format!(r#"{{"wish":"enter","x":{x},"y":{y},"z":{z}}}"#),
    );
    // The player comes in with a tick of its own, although time stands still.
    wait_for(at, 503);
    step(&mut page, 300);
    let player = json(at, "/api/player");
    assert!(player["id"].as_u64().is_some(), "{player}");
    let near = player["near"].as_array().unwrap();
    assert!(
        near.iter().any(|one| one["id"] == somebody["id"]),
        "{player}"
    );
    let asked = format!("/api/said?who={0}&about={0}&ago=1", somebody["id"]);
    let said = json(at, &asked)["text"].as_str().unwrap().to_owned();
    assert!(said.contains(somebody["name"].as_str().unwrap()), "{said}");
    // What the player does to people, and events, are part of the past too.
    let insult = format!(
        r#"{{"wish":"interact","who":{},"what":"insult"}}"#,
        somebody["id"]
    );
    wish(&mut page, &insult);
    wish(
        &mut page,
        r#"{"wish":"interact","who":4000000000,"what":"dance"}"#,
    );
    let threat = format!(r#"{{"wish":"event","name":"threat","x":{x},"y":{y},"z":{z}}}"#);
    wish(&mut page, &threat);
    wish(
        &mut page,
        &format!(r#"{{"wish":"walk","x":{x}000,"y":{y},"z":{z}}}"#),
    );
    wish(&mut page, r#"{"wish":"accept","location":4000000000}"#);
    wish(&mut page, r#"{"wish":"walk_out"}"#);
    let last = step(&mut page, 700);
    let go = |page: &mut crate::support::Page, tick: i64| {
        wish(page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
        while json(at, "/api/digest")["tick"] != tick {
            std::thread::sleep(Duration::from_millis(20));
        }
        json(at, "/api/digest")["digest"].clone()
    };
    go(&mut page, 400);
    assert_eq!(json(at, "/api/player"), serde_json::Value::Null);
    assert_eq!(go(&mut page, 1_503), last);
    go(&mut page, 501);
    assert_ne!(go(&mut page, 502), alone, "the player is there again");
    let (status, clip) = get(at, "/api/clip?from=450&to=1400");
    assert_eq!(status, 200, "{}", clip.len());
    studio.close().unwrap();
}

#[test]
fn a_taken_port_is_left_alone() {
    let first = paused();
    let second = open(&Options {
        port: first.address().port(),
        paused: true,
        ..Options::default()
    });
    assert_ne!(first.address(), second.address());
    assert_eq!(get(second.address(), "/").0, 200);
}
