//! A square of all examples under a hostile host: what must hold, holds at every tick.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::square::{Square, asked_for, seeds};
use townsfolk::Sabotage;
use townsfolk::prelude::*;
use townsfolk_fuzz::soak::{Town, Trouble};

/// Longer: `TOWNSFOLK_SEEDS=500 TOWNSFOLK_TICKS=20000 cargo test --release --test hostile`.
#[test]
fn nothing_that_must_not_be_ever_is() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 2_500);
    let (mut scenes, mut actions, mut icons) = (0, 0, 0);
    for seed in seeds(3) {
        let mut square = Square::new(seed, 22, 120);
        for tick in 0..ticks {
            square.tick(&SingleThread);
            let found = square.folk.violations();
            assert!(found.is_empty(), "seed {seed}, tick {tick}: {found:#?}");
        }
        let tally = square.host.tally;
        scenes += tally.scenes_over;
        actions += tally.actions;
        icons += tally.icons;
    }
    let lively = scenes > 30 && actions > 300 && icons > 0;
    assert!(lively, "{scenes} scenes, {actions} actions, {icons} icons");
}

#[test]
fn lists_and_queues_stay_short() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 12_000);
    let trouble = Trouble {
        reloads: false,
        regions: false,
        ..Trouble::RUDE
    };
    let mut square = Square::with(3, Town::of(11, 60), trouble);
    let mut sizes = vec![];
    for tick in 0..ticks {
        square.tick(&SingleThread);
        if tick % (ticks / 12) == 0 {
            sizes.push(square.folk.save().len());
        }
    }
    // After the town has settled, a save is not much longer at the end than it was before.
    let (early, late) = (&sizes[3..7], &sizes[8..]);
    let most = |sizes: &[usize]| sizes.iter().max().copied().unwrap_or(0);
    assert!(most(late) < most(early) * 3 / 2, "{sizes:?}");
}

fn first_violation(sabotage: Sabotage) -> Option<(i64, String)> {
    let mut square = Square::new(2, 22, 120);
    square.folk.sabotage = sabotage;
    (0..3_000).find_map(|tick| {
        square.tick(&SingleThread);
        let found = square.folk.violations();
        (!found.is_empty()).then(|| (tick, format!("{found:?}")))
    })
}

#[test]
fn a_dropped_wake_up_is_seen() {
    assert!(first_violation(Sabotage::DroppedWakeUp).is_some());
}

#[test]
fn a_lost_leave_is_seen() {
    assert!(first_violation(Sabotage::LostLeave).is_some());
}

#[test]
fn someone_gone_of_whom_the_scene_never_hears_is_seen() {
    assert!(first_violation(Sabotage::LostGone).is_some());
}
