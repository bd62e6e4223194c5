//! Deciders of content in `townsfolk play`: hot rules, and several ways to decide of one person.

use crate::play::story;

/// The lines of a story at or after a time of day, and before another.
fn between<'a>(story: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let lines = story.lines().filter(|line| line.len() > 8);
    let timed = lines.filter(|line| line.as_bytes()[2] == b':');
    timed
        .filter(|line| &line[..5] >= from && &line[..5] < to)
        .collect()
}

#[test]
fn the_robot_in_the_cabin_plays_by_hot_rules() {
    let told = story(
        "cabin",
        &["--until", "60s", "--set", "doing(Pip) = idle at 5s"],
    );
    assert!(told.contains("Pip (robot): go_to(chart_table)"), "{told}");
    assert!(
        told.contains("idle motions") && told.contains("idle gags"),
        "{told}"
    );
    assert!(!told.contains("Nothing happens"), "{told}");
    let cues = [
        "--set",
        "acting = Pip",
        "--set",
        "selected = bulkhead at 2s",
    ];
    let arguments = [&["--until", "20s", "--why", "Pip"], &cues[..]].concat();
    let told = story("cabin", &arguments);
    assert!(told.contains("tug(bulkhead)"), "{told}");
    assert!(
        told.contains("satisfied: open_the_door; chosen: open_the_door"),
        "{told}"
    );
}

/// Her mind drives her in the morning, hot rules at work, and a daily script in the evening.
#[test]
fn one_person_decides_by_mind_by_rules_and_by_a_daily_script() {
    let told = story(
        "harbour",
        &["--until", "18h", "--set", "ship_in = true at 10:00"],
    );
    let morning = between(&told, "06:00", "09:00").join("\n");
    assert!(morning.contains("have breakfast"), "{told}");
    let before = between(&told, "09:00", "10:00").join("\n");
    assert!(before.contains("oil_the_gears"), "{told}");
    let at_work = between(&told, "10:00", "17:00").join("\n");
    assert!(at_work.contains("swing_crane"), "{told}");
    assert!(!at_work.contains("look_at_the_water"), "{told}");
    let evening = between(&told, "17:30", "22:00").join("\n");
    assert!(evening.contains("look_at_the_water"), "{told}");
    assert!(evening.contains("eat_ice_cream"), "{told}");
    assert!(!evening.contains("swing_crane"), "{told}");
}
