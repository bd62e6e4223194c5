//! What the studio shows of each way to decide.

use crate::support::{Page, example, free, json, wait_for, watch, wish};
use serde_json::Value;
use std::net::SocketAddr;
use townsfolk::SingleThread;
use townsfolk_studio::{Options, Studio};

/// A studio of an example in which time stands still.
fn studio_of(folders: &[&str], hour: i32) -> Studio {
    let options = Options {
        paused: true,
        ..free()
    };
    Studio::open(
        example(folders, hour),
        None,
        &options,
        Box::new(SingleThread),
    )
    .unwrap()
}

/// Lets so many ticks pass.
fn live(at: SocketAddr, page: &mut Page, ticks: i64) {
    let now = json(at, "/api/digest")["tick"].as_i64().unwrap();
    wish(page, &format!(r#"{{"wish":"step","ticks":{ticks}}}"#));
    wait_for(at, now + ticks);
}

fn person(at: SocketAddr, name: &str) -> Value {
    let people = json(at, "/api/people");
    let mut rows = people.as_array().unwrap().iter();
    let row = rows.find(|row| row["name"] == name).unwrap();
    json(at, &format!("/api/person/{}", row["id"]))
}

/// A table of a decider, by its title.
fn table(person: &Value, by: &str, title: &str) -> Value {
    let mut thoughts = person["thinks"].as_array().unwrap().iter();
    let thought = thoughts.find(|thought| thought["by"] == by);
    let thought = thought.unwrap_or_else(|| panic!("no {by}: {}", person["thinks"]));
    let mut tables = thought["tables"].as_array().unwrap().iter();
    let found = tables.find(|table| table["title"].as_str().unwrap().starts_with(title));
    let found = found.unwrap_or_else(|| panic!("no {title}: {thought}"));
    found.clone()
}

/// The texts of a table, row by row; a marked row begins with `>`.
fn rows(table: &Value) -> Vec<String> {
    let rows = table["rows"].as_array().unwrap().iter();
    let rows = rows.map(|row| {
        let cells = row["cells"].as_array().unwrap().iter();
        let cells = cells.map(|cell| cell["text"].as_str().unwrap().to_owned());
        let mark = if row["marked"] == true { "> " } else { "" };
        format!("{mark}{}", cells.collect::<Vec<_>>().join(" | "))
    });
    rows.collect()
}

#[test]
fn the_last_look_of_hot_rules_goes_from_changed_attributes_to_the_rule_that_fired() {
    let studio = studio_of(&["cabin"], 10);
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 5);
    let pip = person(at, "Pip")["id"].clone();
    let set = format!(r#"{{"wish":"set","name":"selected","who":null,"value":"character {pip}"}}"#);
    wish(&mut page, &set);
    live(at, &mut page, 1);
    let pip = person(at, "Pip");
    assert_eq!(
        rows(&table(&pip, "rules", "Last look")),
        [
            "changed | selected is Pip",
            "affected | report in, open the door",
            "satisfied | report in",
            "> fired | report in"
        ]
    );
    let rules = table(&pip, "rules", "Rules");
    let marked: Vec<String> = rows(&rules);
    assert!(
        marked
            .iter()
            .any(|row| row.starts_with("> report in | yes")),
        "{marked:?}"
    );
    assert_eq!(rules["rows"][2]["cells"][0]["note"], ".selected = .me");
    studio.close().unwrap();
}

#[test]
fn inference_shows_true_false_and_unknown_bits_situations_and_goals() {
    let studio = studio_of(&["situations", "perimeter"], 10);
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 200);
    let otto = person(at, "Otto");
    let bits = table(&otto, "inference", "south watch");
    let columns = bits["columns"].as_array().unwrap();
    assert!(
        columns.iter().any(|column| column == "target"),
        "{columns:?}"
    );
    let texts = rows(&bits);
    assert!(texts[0].starts_with("is | "), "{texts:?}");
    assert!(texts[0].contains("south gap"), "{texts:?}");
    let held = texts.iter().find(|row| row.starts_with("held | "));
    assert!(held.is_some_and(|row| row.contains("yes") || row.contains("no")));
    let situations = rows(&table(&otto, "inference", "Situations"));
    assert!(
        situations.iter().any(|row| row.contains("search")),
        "{situations:?}"
    );
    let goals = rows(&table(&otto, "inference", "Goals"));
    assert!(goals.iter().any(|row| row.contains("(post)")), "{goals:?}");
    studio.close().unwrap();
}

#[test]
fn a_daily_script_shows_its_blocks_with_the_present_one_marked() {
    let studio = studio_of(&["harbour"], 19);
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 900);
    let tilda = person(at, "Tilda");
    let day = table(&tilda, "daily", "quay evenings");
    assert_eq!(day["rows"][0]["hours"], serde_json::json!([0, 0]));
    let texts = rows(&day);
    assert_eq!(texts[0], "> all day | watch the water | now");
    assert!(
        texts[1].starts_with("at 18:30 | get ice cream | "),
        "{texts:?}"
    );
    studio.close().unwrap();
}

#[test]
fn a_grammar_shows_the_derivation_of_the_present_symbol() {
    let studio = studio_of(&["patterns"], 10);
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 400);
    let vesna = person(at, "Vesna");
    let derived = table(&vesna, "grammar", "ember queen");
    let texts = rows(&derived);
    assert!(texts[0].starts_with("assault"), "{texts:?}");
    let last = derived["rows"].as_array().unwrap().last().unwrap();
    assert_eq!(last["marked"], true, "{texts:?}");
    assert_eq!(last["depth"].as_u64().unwrap() as usize, texts.len() - 1);
    let before = rows(&table(&vesna, "grammar", "Symbols so far"));
    assert!(!before.is_empty());
    studio.close().unwrap();
}

#[test]
fn snippets_show_band_points_target_and_the_term_that_rules_one_out() {
    let studio = studio_of(&["mage"], 10);
    let at = studio.address();
    let mut page = watch(at);
    live(at, &mut page, 60);
    let mia = person(at, "Mia");
    let table = table(&mia, "snippets", "Snippets");
    let texts = rows(&table);
    assert!(texts.iter().any(|row| row.starts_with("> ")), "{texts:?}");
    let all = table["rows"].as_array().unwrap();
    let blink = all
        .iter()
        .find(|row| row["cells"][0]["text"] == "blink away");
    let blink = &blink.unwrap()["cells"];
    assert_eq!(blink[1]["note"], "50 to 70");
    assert_eq!(blink[2]["tone"], "no");
    assert!(
        blink[0]["note"].as_str().unwrap().contains("fails"),
        "{blink}"
    );
    studio.close().unwrap();
}

#[test]
fn offers_are_ranked_with_the_driver_marked_at_every_moment_and_follow_rewind() {
    let studio = studio_of(&["harbour"], 8);
    let at = studio.address();
    let mut page = watch(at);
    // Between two crates there is a tick without an offer.
    let drives = |page: &mut Page| {
        for _ in 0..5 {
            let tilda = person(at, "Tilda");
            let mut offers = tilda["offers"].as_array().unwrap().iter();
            if let Some(offer) = offers.find(|offer| offer["drives"] == true) {
                return offer["by"].as_str().unwrap().to_owned();
            }
            live(at, page, 1);
        }
        "nobody".to_owned()
    };
    // A second of the stage is a minute of the day: breakfast, work, evening.
    live(at, &mut page, 1_000);
    assert_eq!(drives(&mut page), "the mind");
    wish(
        &mut page,
        r#"{"wish":"set","name":"ship_in","who":null,"value":"yes"}"#,
    );
    live(at, &mut page, 120 * 60);
    assert_eq!(drives(&mut page), "rules");
    live(at, &mut page, 480 * 60);
    assert_eq!(drives(&mut page), "daily");
    let evening = json(at, "/api/digest");
    let mut go = |tick: i64| {
        wish(&mut page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
        while json(at, "/api/digest")["tick"] != tick {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        person(at, "Tilda")["offers"].clone()
    };
    let work: Vec<Value> = (8_000..8_005).map(&mut go).collect();
    let by_rules = |offers: &Value| offers[0]["by"] == "rules" && offers[0]["drives"] == true;
    assert!(work.iter().any(by_rules), "{work:?}");
    // Names are known after going back, too.
    assert!(!format!("{work:?}").contains('#'), "{work:?}");
    let offers = go(evening["tick"].as_i64().unwrap());
    assert_eq!(offers[0]["by"], "daily");
    assert_eq!(json(at, "/api/digest"), evening);
    studio.close().unwrap();
}
