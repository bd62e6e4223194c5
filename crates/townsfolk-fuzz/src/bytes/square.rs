//! A square with one location of each example, from which saves and recordings come.

use super::target::{HEAD, SAVE, sealed};
use crate::soak::{HostileHost, Town, Trouble, examples};
use std::sync::{Arc, OnceLock};
use townsfolk::prelude::*;
use townsfolk::{Recording, Replaying};
use townsfolk_module::Module;

/// No recording is played for longer: one that goes on and on shows nothing new.
const TICKS_MAX: usize = 300;

fn module() -> Arc<Module> {
    static MODULE: OnceLock<Arc<Module>> = OnceLock::new();
    MODULE.get_or_init(|| Arc::new(examples())).clone()
}

/// Loads a save, lives on for a second, and saves again.
pub(crate) fn go_on(bytes: &[u8]) {
    let Ok((mut folk, _)) = Folk::load(module(), bytes) else {
        return;
    };
    for _ in 0..60 {
        folk.tick_with(&NoReadings, &SingleThread);
    }
    let region = folk.unload_region(RegionId(0));
    drop(folk.load_region(&region));
    folk.tick_with(&NoReadings, &SingleThread);
    folk.digest();
    let saved = folk.save();
    assert!(
        Folk::load(module(), &saved).is_ok(),
        "what was loaded can be saved and loaded"
    );
}

/// Reads a recording and plays it again, as it is and with the head of its save made right.
pub(crate) fn play_again(bytes: &[u8]) {
    let Ok(mut recording) = Recording::read(bytes) else {
        return;
    };
    replay(&recording);
    if let Some(body) = recording.start.get(HEAD..) {
        recording.start = sealed(SAVE, body);
        replay(&recording);
    }
}

fn replay(recording: &Recording) {
    let Ok(mut replaying) = Replaying::begin(recording, module()) else {
        return;
    };
    for _ in 0..TICKS_MAX {
        if !matches!(replaying.tick(&SingleThread), Ok(true)) {
            break;
        }
    }
    replaying.end().digest();
}

/// A save and a recording from the middle of everything.
pub(crate) fn files() -> (Vec<u8>, Vec<u8>) {
    let mut folk = Folk::new(module(), Seed(5));
    let town = Town::of(11, 24);
    let mut host = HostileHost::new(5, Trouble::RUDE, town, &mut folk);
    for _ in 0..500 {
        host.tick(&mut folk, &SingleThread);
    }
    let save = folk.save();
    folk.start_recording(false);
    for _ in 0..150 {
        host.tick(&mut folk, &SingleThread);
    }
    let recording = folk.take_recording().unwrap_or_default();
    (save, recording.write())
}
