//! The examples of ways to decide under a hostile host: no way of running makes a difference, and no
//! file makes them panic.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::pages::{Page, Way, difference, quiet_story, story};
use support::square::{Square, asked_for, seeds};
use townsfolk::WakeMode;
use townsfolk::prelude::*;
use townsfolk_core::Channel;
use townsfolk_core::digest::hash64;
use townsfolk_fuzz::soak::{Dice, Town, Trouble, decider_examples};
use townsfolk_module::Module;

/// A rude thing for each character nearly every second, so that a short run has all of them.
const TROUBLE: Trouble = Trouble {
    per_character_hour: 9_000,
    ..Trouble::RUDE
};

/// How many ticks each example is played.
fn ticks() -> i64 {
    asked_for("TOWNSFOLK_TICKS", 900) as i64
}

/// The examples that are played: all, or the one that `TOWNSFOLK_EXAMPLE` names.
#[allow(
    clippy::disallowed_methods,
    reason = "tests may look at the environment"
)]
fn examples() -> Vec<(&'static str, Module)> {
    let asked = std::env::var("TOWNSFOLK_EXAMPLE").ok();
    let all = decider_examples().into_iter();
    all.filter(|(name, _)| asked.as_deref().is_none_or(|asked| asked == *name))
        .collect()
}

/// Plays each example as it is and in another way, and compares every tick.
fn check_ways(ways: &[Way], tell: fn(Square, i64, Way) -> Vec<Page>) {
    for (name, module) in examples() {
        let module = Arc::new(module);
        for seed in seeds(1) {
            let run = |way| tell(world(&module, seed), ticks(), way);
            let straight = run(Way::default());
            let started = |page: &Page| {
                let start = |command: &Command| matches!(command, Command::Start { .. });
                page.commands.iter().any(start)
            };
            assert!(straight.iter().any(started), "{name}: something is done");
            for way in ways {
                let other = run(*way);
                assert_eq!(
                    difference(&straight, &other),
                    None,
                    "{name}, {way:?}, {seed}"
                );
            }
        }
    }
}

fn world(module: &Arc<Module>, seed: u64) -> Square {
    Square::of(module.clone(), seed, Town::of(6, 14), TROUBLE)
}

#[test]
fn threads_do_not_change_what_deciders_do() {
    let threads = |threads| Way {
        threads,
        ..Way::default()
    };
    check_ways(&[threads(2), threads(5)], story);
}

#[test]
fn saving_and_loading_does_not_change_what_deciders_do() {
    let every = |ticks| Way {
        save_every: Some(ticks),
        ..Way::default()
    };
    check_ways(&[every(1), every(97)], story);
}

#[test]
fn looking_without_cause_does_not_change_what_deciders_do() {
    let looking = |looking| Way {
        looking,
        ..Way::default()
    };
    let ways = [WakeMode::Shake(50), WakeMode::Naive].map(looking);
    check_ways(&ways, quiet_story);
}

#[test]
fn nothing_is_violated_while_deciders_are_confused() {
    for (name, module) in examples() {
        let mut world = world(&Arc::new(module), 3);
        for tick in 0..ticks() {
            world.tick(&SingleThread);
            if tick % 20 == 0 {
                assert_eq!(world.folk.violations(), [], "{name} at {tick}");
            }
        }
    }
}

/// A course went on after its character had been seized, until something else was looked at; after
/// loading it was broken off at once.
#[test]
fn a_seized_character_stops_what_its_deciders_have_begun() {
    let examples = examples().into_iter();
    for (name, module) in examples.filter(|(name, _)| *name == "patterns") {
        let calm = Trouble {
            per_character_hour: 0,
            ..TROUBLE
        };
        let mut world = Square::of(Arc::new(module), 1, Town::of(1, 6), calm);
        let acting = (0..200).find_map(|_| {
            world.tick(&SingleThread);
            let people = world.folk.characters();
            let acts = |who: &CharacterId| world.folk.performance(*who, Channel::Body).is_some();
            people.map(|person| person.id).find(acts)
        });
        let who = acting.expect("somebody acts");
        world.folk.seize(who);
        world.tick(&SingleThread);
        assert_eq!(world.folk.performance(who, Channel::Body), None, "{name}");
    }
}

/// Every byte of a save may be wrong although its envelope is right.
#[test]
fn damaged_saves_of_deciders_are_refused_or_played_on() {
    const HEAD: usize = 32;
    for (name, module) in examples() {
        let module = Arc::new(module);
        let mut world = world(&module, 9);
        for _ in 0..200 {
            world.tick(&SingleThread);
        }
        let save = world.folk.save();
        let mut dice = Dice::new(11);
        for _ in 0..asked_for("TOWNSFOLK_FILES", 25) {
            let mut body = save[HEAD..].to_vec();
            for _ in 0..=dice.below(3) {
                let at = dice.below(body.len());
                body[at] ^= 1 << dice.below(8);
            }
            let mut file = save[..8].to_vec();
            file.extend((body.len() as u64).to_le_bytes());
            file.extend(hash64(&body).to_le_bytes());
            file.extend(hash64(&file.clone()).to_le_bytes());
            file.extend(body);
            let Ok((folk, _)) = Folk::load(module.clone(), &file) else {
                continue;
            };
            let host = world.host.clone();
            let mut broken = Square { folk, host };
            for _ in 0..60 {
                broken.tick(&SingleThread);
            }
            let saved = broken.folk.save();
            assert!(Folk::load(module.clone(), &saved).is_ok(), "{name}");
        }
    }
}
