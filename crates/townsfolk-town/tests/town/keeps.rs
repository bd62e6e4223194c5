//! Saves of every version load for ever: see `saves/README.md`.

use crate::support::example;
use std::path::PathBuf;
use townsfolk::Focus;
use townsfolk::prelude::*;
use townsfolk_town::living::{Content, Living};
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

#[test]
#[ignore = "adds a save of this version, asked for by name"]
fn add_a_save_of_this_version() {
    let name = std::env::var("SAVE_AS").unwrap_or_else(|_| "unnamed".to_string());
    let path = folder().join(format!("{name}.folksave"));
    assert!(!path.exists(), "there is one of that name");
    std::fs::write(path, busy().save()).unwrap();
}
