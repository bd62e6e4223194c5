//! Recordings, and where they begin.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::town;
use townsfolk::prelude::*;
use townsfolk::{Recording, Replaying};
use townsfolk_town::TownStage;

/// Reports that waited when the recording began are in its save. Those that came after, but before
/// the first tick, were lost: a replay took only the ones in the save.
#[test]
fn reports_between_the_beginning_of_a_recording_and_its_first_tick_were_lost() {
    let mut town = town("bench", 7);
    for _ in 0..600 {
        town.tick();
    }
    let at = Some(Place::metres(1, 1));
    let elder = |at| Newcomer {
        roles: vec![RoleId::named("elder")],
        at,
        ..Newcomer::default()
    };
    town.folk.add_character(elder(at));
    town.folk.start_recording(true);
    let second = town.folk.add_character(elder(at));
    for _ in 0..600 {
        town.tick();
    }
    let recording = town.folk.take_recording().unwrap();
    let recording = Recording::read(&recording.write()).unwrap();
    let module: Arc<_> = town.folk.module().clone();
    let again = recording
        .replay(module.clone(), &SingleThread, &mut |_| {})
        .unwrap();
    assert!(again.character(second).is_some());
    assert_eq!(again.digest(), town.folk.digest());
    // Tick by tick comes to the same.
    let mut replaying = Replaying::begin(&recording, module).unwrap();
    while replaying.tick(&SingleThread).unwrap() {}
    assert_eq!(replaying.end().digest(), town.folk.digest());
}

/// The stage is a plain value too: kept beside a save, both go on as if nothing had been.
#[test]
fn a_play_goes_on_from_a_save_of_folk_and_stage() {
    let mut town = town("bench", 3);
    for _ in 0..3_000 {
        town.tick();
    }
    let (save, stage) = (town.folk.save(), town.stage.save());
    let mut stage = TownStage::load(town.stage.atlas().clone(), &stage).unwrap();
    let (mut folk, moved) = Folk::load(town.folk.module().clone(), &save).unwrap();
    assert_eq!(moved, []);
    for _ in 0..6_000 {
        town.tick();
        stage.step(&mut folk, &SingleThread);
    }
    assert_eq!(folk.digest(), town.folk.digest());
    assert_eq!(stage.digest(), town.stage.digest());
}
