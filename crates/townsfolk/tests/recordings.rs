//! Recordings played again, and tampered with.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::square::{Square, modules};
use townsfolk::prelude::*;
use townsfolk::{Recording, ReplayError};
use townsfolk_core::Atom;

/// A recording of a square, from its first moment or from the middle.
fn recorded(seed: u64, before: i64, ticks: i64) -> (Recording, Folk) {
    let mut square = Square::new(seed, 80, 200);
    for _ in 0..before {
        square.tick(&SingleThread);
    }
    if before > 0 {
        // Something waits already, and more comes before the next tick.
        square.folk.report(Report::Gone(CharacterId(3)));
    }
    square.folk.start_recording(true);
    let (module, other) = modules(seed);
    let mut out = vec![];
    for tick in 0..ticks {
        match tick {
            100 => out = square.folk.unload_region(RegionId(1)),
            150 => drop(square.folk.load_region(&out)),
            200 => drop(square.folk.reload(other.clone())),
            250 => drop(square.folk.reload(module.clone())),
            _ => {}
        }
        square.tick(&SingleThread);
    }
    let recording = square.folk.take_recording().unwrap();
    (recording, square.folk)
}

#[test]
fn a_recording_played_again_is_the_same_run() {
    for (seed, before) in [(1, 0), (2, 400)] {
        let (recording, played) = recorded(seed, before, 600);
        assert!(recording.changes.len() >= 4, "regions and content changed");
        let read = Recording::read(&recording.write()).unwrap();
        assert_eq!(read.write(), recording.write());
        // Content may have been replaced before the recording began.
        let mut square = Square::new(seed, 80, 200);
        for _ in 0..before {
            square.tick(&SingleThread);
        }
        let module = square.folk.module().clone();
        let again = recording
            .replay(module, &SingleThread, &mut |_| {})
            .unwrap();
        assert_eq!(again.digest(), played.digest());
    }
}

#[test]
fn a_tampered_recording_says_where_it_differs() {
    let (module, _) = modules(1);
    let (mut recording, _) = recorded(1, 0, 900);
    let kinds = |scene: &townsfolk_scene::reference::Scene| scene.facts.facts.len() > 2;
    let point = recording.checkpoints.iter_mut().rev();
    let mut point = point.filter(|point| point.scenes.iter().any(kinds));
    let point = point.next().unwrap();
    let (tick, scene) = {
        let scene = point.scenes.iter_mut().find(|s| kinds(s)).unwrap();
        scene.facts.facts.remove(1);
        (point.tick, scene.id)
    };
    point.digest.facts ^= 1;
    let replayed = recording.replay(module, &SingleThread, &mut |_| {});
    let Err(ReplayError::Diverged(divergence)) = replayed else {
        panic!("it came out the same");
    };
    assert_eq!(divergence.tick, tick);
    assert_eq!(divergence.parts, ["facts"]);
    assert_eq!(divergence.scene, Some(scene));
    assert!(divergence.fact.is_some_and(|(_, recorded)| !recorded));
}

/// Another input, rather than another record of what came of it.
#[test]
fn a_report_that_was_never_made_shows() {
    let (module, _) = modules(1);
    let (recording, _) = recorded(1, 0, 900);
    let mut told = 0;
    for (index, (tick, reports)) in recording.reports.iter().enumerate() {
        let fact = reports.iter().position(|r| matches!(r, Report::Told(..)));
        let Some(at) = fact else { continue };
        let mut tampered = recording.clone();
        let Report::Told(location, atom) = &reports[at] else {
            continue;
        };
        let lie = Atom {
            fact: atom.fact,
            arguments: vec![],
        };
        tampered.reports[index].1[at] = Report::Told(*location, lie);
        let replayed = tampered.replay(module.clone(), &SingleThread, &mut |_| {});
        if let Err(ReplayError::Diverged(divergence)) = replayed {
            assert!(divergence.tick >= *tick);
            assert!(!divergence.parts.is_empty());
            told += 1;
        }
        if told > 2 {
            return;
        }
    }
    assert!(told > 0, "no told fact ever mattered");
}
