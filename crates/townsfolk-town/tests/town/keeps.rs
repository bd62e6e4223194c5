//! Saves of every version load for ever: see `saves/README.md`.

use crate::support::{derived, example, shipped};
use std::path::PathBuf;
use townsfolk::Focus;
use townsfolk::prelude::*;
use townsfolk_core::{Draw, SiteId};
use townsfolk_town::living::{Content, Living, Recipe};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/saves"))
}

/// A town in which everything is under way that can be saved.
fn busy() -> Living {
    let (module, symbols) = example("village");
    let plan = Plan::derive(&module, &symbols);
    let content = Content::new(module, symbols, plan).unwrap();
    let near = Focus {
        at: Place::metres(20, 0),
        full_mm: 45_000,
        ambient_mm: 60_000,
    };
    let opening = Opening {
        focus: Some(near),
        ..Opening::default()
    };
    let mut town = Living::begin(content, Seed(7), opening);
    town.folk.set_budget(Some(2));
    for _ in 0..12 * 3600 {
        town.step(&SingleThread);
    }
    town.start_recording();
    for _ in 0..9 * 3600 {
        town.step(&SingleThread);
    }
    town
}

#[test]
fn saves_of_every_version_load_and_live_on() {
    let mut loaded = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ext| ext != "folksave") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut town = Living::load(&bytes).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        assert!(town.is_recording(), "{path:?}");
        let people = town.folk.characters().count();
        for _ in 0..3_600 {
            town.step(&SingleThread);
        }
        assert_eq!(town.folk.violations(), [], "{path:?}");
        assert_eq!(town.folk.characters().count(), people, "{path:?}");
        assert!(town.take_tape().is_some());
        loaded += 1;
    }
    assert!(loaded > 0);
}

/// What is saved of a busy town goes on as if nothing had been.
#[test]
fn a_busy_town_goes_on_from_its_save() {
    let mut whole = busy();
    let mut again = Living::load(&whole.save()).unwrap();
    for _ in 0..3_600 {
        whole.step(&SingleThread);
        again.step(&SingleThread);
    }
    assert_eq!(whole.digest(), again.digest());
    assert_eq!(whole.take_tape(), again.take_tape());
}

/// Ticks of a day at the usual rate, sixty calendar seconds to a second.
const DAY: i64 = 24 * 3600;

/// Saves a town at random moments of a day, and compares what is loaded with what was never stopped:
/// at once, part by part, and for two seconds after.
fn goes_on_from_random_moments(mut town: Living, moments: u64, seed: u64) {
    let draw = Draw::at(Seed(seed), 0, Tick(0), SiteId::named("moment"));
    let mut at: Vec<i64> = (0..moments).map(|n| draw.between(n, 1, DAY)).collect();
    at.sort_unstable();
    for moment in at {
        while town.folk.now().0 < moment {
            town.step(&SingleThread);
        }
        let mut again = Living::load(&town.save()).unwrap();
        assert_eq!(
            again.folk.digest(),
            town.folk.digest(),
            "loaded at {moment}"
        );
        for tick in 0..120 {
            town.step(&SingleThread);
            again.step(&SingleThread);
            let output = (again.folk.output(), town.folk.output());
            assert_eq!(output.0, output.1, "{tick} ticks after {moment}");
        }
        assert_eq!(again.folk.digest(), town.folk.digest(), "after {moment}");
        assert_eq!(again.digest(), town.digest(), "the stage after {moment}");
    }
}

fn opened(content: Content, seed: u64) -> Living {
    Living::begin(content, Seed(seed), Opening::default())
}

fn derived_town(name: &str, seed: u64) -> Living {
    let (module, symbols, plan) = derived(name);
    opened(Content::new(module, symbols, plan).unwrap(), seed)
}

fn lindenford(seed: u64) -> Living {
    let (module, symbols, plan) = shipped("lindenford");
    opened(Content::new(module, symbols, plan).unwrap(), seed)
}

fn generated(population: u32, seed: u64) -> Living {
    let (module, symbols, _) = shipped("lindenford");
    let content = Content::grow(Recipe {
        module: (*module).clone(),
        symbols,
        population,
        seed: Seed(seed),
    });
    opened(content.unwrap(), seed)
}

/// Trial reliability.md 1: people forgot what they were pursuing when they were loaded.
#[test]
fn loading_changes_nothing_at_random_moments() {
    goes_on_from_random_moments(derived_town("village", 5), 12, 1);
    goes_on_from_random_moments(derived_town("district", 650), 4, 2);
}

#[test]
#[ignore = "slow: two hundred moments of each town; .ci/slow"]
fn loading_changes_nothing_at_two_hundred_moments() {
    goes_on_from_random_moments(derived_town("village", 5), 200, 1);
    goes_on_from_random_moments(derived_town("district", 650), 200, 2);
    goes_on_from_random_moments(lindenford(65), 200, 3);
    goes_on_from_random_moments(generated(1_000, 4), 200, 4);
}

#[test]
#[ignore = "adds a save of this version, asked for by name"]
fn add_a_save_of_this_version() {
    let name = std::env::var("SAVE_AS").unwrap_or_else(|_| "unnamed".to_string());
    let path = folder().join(format!("{name}.folksave"));
    assert!(!path.exists(), "there is one of that name");
    std::fs::write(path, busy().save()).unwrap();
}
