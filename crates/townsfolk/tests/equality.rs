//! Ways of running that must not make a difference, and faults that must.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::pages::{Page, Way, difference, quiet_story, story};
use support::square::{Square, asked_for, seeds};
use townsfolk::prelude::*;
use townsfolk::{Sabotage, WakeMode};
use townsfolk_fuzz::soak::{Town, Trouble};

/// Enough scenes that threads have something to share.
fn busy_square(seed: u64) -> Square {
    let trouble = Trouble {
        per_character_hour: 300,
        ..Trouble::RUDE
    };
    Square::with(seed, Town::of(110, 500), trouble)
}

#[test]
fn any_number_of_threads_tells_the_same_story() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 240) as i64;
    for seed in seeds(1) {
        let run = |threads| {
            let way = Way {
                threads,
                ..Way::default()
            };
            story(busy_square(seed), ticks, way)
        };
        let one = run(1);
        for threads in [2, 8] {
            assert_eq!(
                difference(&one, &run(threads)),
                None,
                "{threads} threads, seed {seed}"
            );
        }
    }
}

#[test]
fn looking_without_cause_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 900) as i64;
    for seed in seeds(1) {
        let run = |looking| {
            let way = Way {
                looking,
                ..Way::default()
            };
            quiet_story(Square::new(seed, 22, 120), ticks, way)
        };
        let due = run(WakeMode::WhenDue);
        for looking in [WakeMode::Shake(50), WakeMode::Naive] {
            let other = run(looking);
            assert_eq!(difference(&due, &other), None, "{looking:?}, seed {seed}");
        }
    }
}

#[test]
fn saving_and_loading_at_every_tick_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 400) as i64;
    for seed in seeds(1) {
        let run = |save_every| {
            let way = Way {
                save_every,
                ..Way::default()
            };
            story(Square::new(seed, 22, 120), ticks, way)
        };
        let straight = run(None);
        assert_eq!(difference(&straight, &run(Some(1))), None, "seed {seed}");
    }
}

#[test]
fn saving_and_loading_now_and_then_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 1_500) as i64;
    for seed in seeds(1) {
        let run = |save_every| {
            let way = Way {
                save_every,
                ..Way::default()
            };
            story(Square::new(seed ^ 0x5a, 22, 100), ticks, way)
        };
        let straight = run(None);
        assert_eq!(difference(&straight, &run(Some(137))), None, "seed {seed}");
    }
}

/// A region that comes back in the moment it was taken out is as it was, but for icons, which are hidden
/// and shown again: a player who reacted to that would be another player.
#[test]
fn a_region_unloaded_and_loaded_in_the_same_tick_goes_on_as_if_nothing_were() {
    let trouble = Trouble {
        regions: false,
        reloads: false,
        icons: false,
        ..Trouble::RUDE
    };
    let run = |often: bool| {
        let mut square = Square::with(4, Town::of(80, 300), trouble);
        let mut pages = vec![];
        for tick in 0..400 {
            if often && tick % 7 == 3 {
                let region = RegionId((tick % 2) as u16);
                let bytes = square.folk.unload_region(region);
                assert_eq!(square.folk.load_region(&bytes), Ok(vec![]));
                assert!(square.folk.load_region(&bytes).is_err(), "twice");
            }
            square.tick(&SingleThread);
            assert_eq!(square.folk.violations(), []);
            let mut page = Page::of(&square.folk);
            let icon = |c: &Command| matches!(c, Command::ShowIcon(..) | Command::HideIcon(..));
            page.commands.retain(|c| !icon(c));
            pages.push(page);
        }
        pages
    };
    assert_eq!(difference(&run(false), &run(true)), None);
}

#[test]
fn another_seed_tells_another_story() {
    let run = |seed| story(Square::new(seed, 11, 60), 300, Way::default());
    assert_eq!(difference(&run(1), &run(1)), None);
    assert!(difference(&run(1), &run(2)).is_some());
}

/// A town where most locations have nobody around, and sleep until somebody comes.
#[test]
fn locations_that_sleep_miss_nobody() {
    let mut noticed = 0;
    for seed in seeds(3) {
        let run = |looking, sabotage| {
            let way = Way {
                looking,
                sabotage,
                ..Way::default()
            };
            let town = Town::of(220, 60);
            quiet_story(Square::with(seed, town, Trouble::RUDE), 900, way)
        };
        let right = run(WakeMode::WhenDue, Sabotage::None);
        for looking in [WakeMode::Naive, WakeMode::Shake(300)] {
            let other = run(looking, Sabotage::None);
            assert_eq!(difference(&right, &other), None, "{seed} {looking:?}");
        }
        let wrong = run(WakeMode::WhenDue, Sabotage::DroppedLook);
        noticed += usize::from(difference(&right, &wrong).is_some());
    }
    assert!(noticed > 0, "one that sleeps on makes a difference");
}

#[test]
fn faults_make_a_difference() {
    let square = || Square::new(6, 44, 200);
    let right = story(square(), 1_200, Way::default());
    for sabotage in [
        Sabotage::DroppedWakeUp,
        Sabotage::SwappedSettling,
        Sabotage::LostLeave,
        Sabotage::LostGone,
    ] {
        let mut wrong = square();
        wrong.folk.sabotage = sabotage;
        let differs = right.iter().any(|page| {
            wrong.tick(&SingleThread);
            Page::of(&wrong.folk) != *page
        });
        assert!(differs, "{sabotage:?}");
    }
    // Where everything is looked at anyway, a dropped wake-up cannot matter.
    let naive = |sabotage| {
        let way = Way {
            sabotage,
            looking: WakeMode::Naive,
            ..Way::default()
        };
        story(Square::new(6, 11, 60), 300, way)
    };
    let (right, wrong) = (naive(Sabotage::None), naive(Sabotage::DroppedWakeUp));
    assert_eq!(difference(&right, &wrong), None);
}
