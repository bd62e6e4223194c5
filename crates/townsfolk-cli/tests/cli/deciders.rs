//! Deciders of content in `townsfolk play`: hot rules, and several ways to decide of one person.

use crate::play::story;

/// The lines of a story at or after a time of day, and before another.
fn between(story: &str, from: &str, to: &str) -> String {
    let lines = story.lines().filter(|line| line.len() > 8);
    let timed = lines.filter(|line| line.as_bytes()[2] == b':');
    let asked = timed.filter(|line| &line[..5] >= from && &line[..5] < to);
    asked.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_robot_in_the_cabin_plays_by_hot_rules() {
    let idle = ["--until", "60s", "--set", "doing(Pip) = idle at 5s"];
    let told = story("cabin", &idle);
    assert!(told.contains("Pip (robot): go_to(chart_table)"), "{told}");
    assert!(told.contains("idle motions"), "{told}");
    assert!(told.contains("idle gags"), "{told}");
    assert!(!told.contains("Nothing happens"), "{told}");
}

#[test]
fn the_robot_is_asked_why_he_opens_the_door() {
    let cues = [
        "--set",
        "acting = Pip",
        "--set",
        "selected = bulkhead at 2s",
    ];
    let told = story("cabin", &[&["--until", "20s"], &cues[..]].concat());
    assert!(told.contains("tug(bulkhead)"), "{told}");
    let asked = [&["--until", "4s", "--why", "Pip"], &cues[..]].concat();
    let told = story("cabin", &asked);
    let look = "satisfied: open_the_door; chosen: open_the_door";
    assert!(told.contains(look), "{told}");
}

/// Her mind drives her in the morning, hot rules at work, and a daily script in the evening.
#[test]
fn one_person_decides_by_mind_by_rules_and_by_a_daily_script() {
    let arguments = ["--until", "16h", "--set", "ship_in = true at 10:00"];
    let told = story("harbour", &arguments);
    assert!(between(&told, "06:00", "09:00").contains("have breakfast"));
    assert!(between(&told, "09:00", "10:00").contains("oil_the_gears"));
    let at_work = between(&told, "10:00", "17:00");
    assert!(at_work.contains("swing_crane"), "{at_work}");
    assert!(!at_work.contains("look_at_the_water"), "{at_work}");
    let evening = between(&told, "17:30", "22:00");
    assert!(evening.contains("look_at_the_water"), "{evening}");
    assert!(evening.contains("eat_ice_cream"), "{evening}");
    assert!(!evening.contains("swing_crane"), "{evening}");
}
