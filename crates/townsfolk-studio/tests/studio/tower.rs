//! A tower in the studio: shown in section, changed while it lives.

use crate::support::{example, free, json, told, wait_for, watch, wish};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use townsfolk::SingleThread;
use townsfolk_studio::frame::{EACH, HEADER};
use townsfolk_studio::{Options, Studio};

fn tower(hour: i32) -> Studio {
    let options = Options {
        paused: true,
        ..free()
    };
    let town = example(&["tower"], hour);
    Studio::open(town, None, &options, Box::new(SingleThread)).unwrap()
}

fn go(at: SocketAddr, page: &mut crate::support::Page, tick: i64) {
    wish(page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
    while json(at, "/api/digest")["tick"] != tick {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lift<'a>(tower: &'a Value, x: u64) -> &'a Value {
    let mut shafts = tower["shafts"].as_array().unwrap().iter();
    shafts.find(|shaft| shaft["x"] == x).unwrap()
}

fn count(tower: &Value, kind: &str) -> u64 {
    let mut kinds = tower["kinds"].as_array().unwrap().iter();
    let kind = kinds.find(|found| found["written"] == kind).unwrap();
    kind["count"].as_u64().unwrap()
}

#[test]
fn a_floor_is_added_a_lift_closed_the_cafe_removed_and_complaints_follow() {
    let studio = tower(7);
    let at = studio.address();
    let map = json(at, "/api/town")["tower"].clone();
    assert_eq!((&map["floors"], &map["wide"]), (&100.into(), &150.into()));
    let mut page = watch(at);
    wish(&mut page, r#"{"wish":"edit","edit":"add_floor"}"#);
    wish(&mut page, r#"{"wish":"edit","edit":{"remove":"cafe"}}"#);
    let number = lift(&map, 60)["number"].clone();
    let close = format!(r#"{{"wish":"edit","edit":{{"close":{number}}}}}"#);
    wish(&mut page, &close);
    wait_for(at, 2);
    let use_now = || json(at, "/api/tower");
    assert_eq!(use_now()["floors"], 101);
    assert_eq!(lift(&use_now(), 60)["open"], false);
    wish(&mut page, r#"{"wish":"step","ticks":60}"#);
    wait_for(at, 62);
    assert_eq!(count(&use_now(), "cafe"), 0);
    // What cannot be done changes nothing.
    for nonsense in [
        r#"{"wish":"edit","edit":{"place":["palace",3,30]}}"#,
        r#"{"wish":"edit","edit":{"place":["cafe",900,30]}}"#,
        r#"{"wish":"edit","edit":{"close":999}}"#,
    ] {
        wish(&mut page, nonsense);
    }
    // From a quarter past eight on people want their coffee.
    wish(&mut page, r#"{"wish":"step","ticks":6000}"#);
    wait_for(at, 6_062);
    let mut said = String::new();
    while !said.contains("No café in this whole building!") {
        said += &told(&mut page).to_string();
    }
    assert!(
        said.contains("The tower changes: floor 100 is added."),
        "{said}"
    );
    assert!(said.contains("The tower changes: every cafe is removed."));
    // The past had the café, and its future is the same again.
    let later = json(at, "/api/digest");
    go(at, &mut page, 1);
    go(at, &mut page, later["tick"].as_i64().unwrap());
    assert_eq!(json(at, "/api/digest"), later);
    assert_eq!(count(&use_now(), "cafe"), 0);
    assert_eq!(lift(&use_now(), 60)["open"], false);
    studio.close().unwrap();
}

#[test]
fn those_who_wait_for_a_lift_and_those_who_ride_are_marked() {
    let studio = tower(8);
    let at = studio.address();
    let mut page = watch(at);
    wish(&mut page, r#"{"wish":"step","ticks":240}"#);
    wait_for(at, 241);
    let tower = json(at, "/api/tower");
    let all = |what: &str| -> u64 {
        let shafts = tower["shafts"].as_array().unwrap().iter();
        shafts.map(|shaft| shaft[what].as_u64().unwrap()).sum()
    };
    assert!(all("riding") + all("waiting") > 50, "{tower}");
    for shaft in tower["shafts"].as_array().unwrap() {
        let capacity = shaft["capacity"].as_u64().unwrap();
        assert!(capacity == 0 || shaft["riding"].as_u64().unwrap() <= capacity);
    }
    // A page that comes now gets a whole frame with the same marks.
    let mut fresh = watch(at);
    let frame = crate::support::next_frame(&mut fresh);
    let people = frame[HEADER..].chunks_exact(EACH);
    let marked = |bit: u8| people.clone().filter(|one| one[15] & bit != 0).count() as u64;
    assert_eq!(people.len(), 1_000);
    assert_eq!((marked(8), marked(16)), (all("riding"), all("waiting")));
    studio.close().unwrap();
}
