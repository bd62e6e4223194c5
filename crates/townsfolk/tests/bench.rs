//! The bench with passers-by: the whole engine on open ground.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::{HOUR, town};
use townsfolk::prelude::*;
use townsfolk::{Event, WakeMode};

#[test]
fn people_sit_down_talk_and_go_on() {
    let mut town = town("bench", 7);
    let mut scenes = 0;
    let mut starts = 0;
    for tick in 0..HOUR {
        town.tick();
        let output = town.folk.output();
        scenes += output
            .events
            .iter()
            .filter(|e| matches!(e, Event::SceneOver(..)))
            .count();
        starts += output
            .commands
            .iter()
            .filter(|c| matches!(c, Command::Start { .. }))
            .count();
        if tick % 60 == 0 {
            assert_eq!(town.folk.violations(), []);
        }
    }
    assert!(scenes > 0, "{scenes} scenes");
    assert!(starts > 100, "{starts} actions");
}

#[test]
fn looking_without_cause_changes_nothing() {
    let run = |looking| {
        let mut town = town("bench", 3);
        town.folk.looking = looking;
        for _ in 0..HOUR / 6 {
            town.tick();
        }
        (town.folk.digest(), town.folk.tries())
    };
    let (due, few) = run(WakeMode::WhenDue);
    let (shaken, more) = run(WakeMode::Shake(100));
    let (naive, most) = run(WakeMode::Naive);
    assert_eq!(due, shaken);
    assert_eq!(due, naive);
    assert!(few.idle == 0 && more.idle > 0 && most.idle > more.idle);
}

#[test]
fn another_seed_gives_another_day() {
    let digest = |seed| {
        let mut town = town("bench", seed);
        for _ in 0..HOUR / 4 {
            town.tick();
        }
        town.folk.digest()
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}
