//! Files that were damaged, or that nobody sane would have written.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::square::{Square, asked_for};
use townsfolk::prelude::*;
use townsfolk_core::digest::hash64;
use townsfolk_fuzz::soak::Dice;

/// The middle of everything.
fn square() -> Square {
    let mut square = Square::new(5, 11, 50);
    for _ in 0..700 {
        square.tick(&SingleThread);
    }
    square
}

/// Puts another body into the envelope of a file, so that only its sense can be doubted.
fn with_body(file: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = file[..8].to_vec();
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(hash64(body).to_le_bytes());
    let head = hash64(&bytes);
    bytes.extend(head.to_le_bytes());
    bytes.extend(body);
    bytes
}

const HEAD: usize = 32;

#[test]
fn a_save_cut_short_or_with_a_flipped_bit_is_refused() {
    let square = square();
    let module = square.folk.module().clone();
    let bytes = square.folk.save();
    assert_eq!(with_body(&bytes, &bytes[HEAD..]), bytes);
    let mut dice = Dice::new(1);
    for _ in 0..200 {
        let cut = dice.below(bytes.len());
        assert!(Folk::load(module.clone(), &bytes[..cut]).is_err());
        let mut flipped = bytes.clone();
        flipped[dice.below(bytes.len())] ^= 1 << dice.below(8);
        assert!(Folk::load(module.clone(), &flipped).is_err());
    }
}

/// Loads nonsense with a correct envelope, and goes on if it is taken for sense.
fn go_on_from(square: &Square, bytes: &[u8], ticks: i64) -> bool {
    let module = square.folk.module().clone();
    let Ok((folk, _)) = Folk::load(module, bytes) else {
        return false;
    };
    let host = square.host.clone();
    let mut broken = Square { folk, host };
    for _ in 0..ticks {
        broken.tick(&SingleThread);
    }
    broken.folk.violations();
    broken.folk.digest();
    let region = broken.folk.unload_region(RegionId(0));
    broken.folk.load_region(&region).unwrap();
    broken.tick(&SingleThread);
    broken.folk.save();
    true
}

#[test]
fn nonsense_in_a_sound_envelope_does_no_harm() {
    let square = square();
    let bytes = square.folk.save();
    let tries = asked_for("TOWNSFOLK_TRIES", 250);
    let mut taken = 0;
    for seed in 0..tries {
        let mut dice = Dice::new(seed);
        let mut body = bytes[HEAD..].to_vec();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(body.len());
            match dice.below(5) {
                0 => body[at] ^= 1 << dice.below(7),
                1 => body[at] = dice.below(128) as u8,
                2 => body[at] = body[at].wrapping_add(2) & 0x7f,
                3 => body.swap(at, bytes.len() / 2 - HEAD),
                _ => {
                    // The largest number there is.
                    let max = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
                    body.splice(at..at + 1, max);
                }
            }
        }
        taken += u32::from(go_on_from(&square, &with_body(&bytes, &body), 60));
    }
    assert!(
        taken > tries as u32 / 20,
        "only {taken} of {tries} were read at all"
    );
}

#[test]
fn a_region_of_another_world_or_of_none_does_no_harm() {
    let mut square = square();
    let other = Square::new(9, 30, 90);
    let mut other_folk = other.folk;
    other_folk.tick_with(&NoReadings, &SingleThread);
    let foreign = other_folk.unload_region(RegionId(0));
    assert!(square.folk.load_region(&foreign).is_err());
    assert!(square.folk.load_region(b"FOLK").is_err());
    let bytes = square.folk.unload_region(RegionId(0));
    let whole = square.folk.save();
    let module = square.folk.module().clone();
    let tries = asked_for("TOWNSFOLK_TRIES", 120);
    for seed in 0..tries {
        let (mut folk, _) = Folk::load(module.clone(), &whole).unwrap();
        let mut dice = Dice::new(seed);
        let mut body = bytes[HEAD..].to_vec();
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(body.len());
            body[at] = dice.below(128) as u8;
        }
        if folk.load_region(&with_body(&bytes, &body)).is_ok() {
            let host = square.host.clone();
            let mut broken = Square { folk, host };
            for _ in 0..30 {
                broken.tick(&SingleThread);
            }
            broken.folk.violations();
        }
    }
}

#[test]
fn a_recording_in_pieces_does_no_harm() {
    let mut square = Square::new(5, 11, 50);
    square.folk.start_recording(false);
    for _ in 0..120 {
        square.tick(&SingleThread);
    }
    let recording = square.folk.take_recording().unwrap();
    let bytes = recording.write();
    let (module, _) = support::square::modules(5);
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut body = bytes[HEAD..].to_vec();
        let at = dice.below(body.len());
        body[at] = dice.below(128) as u8;
        let damaged = with_body(&bytes, &body);
        if let Ok(mut read) = townsfolk::Recording::read(&damaged) {
            // However long it claims to be, the test is short.
            read.ticks = read.ticks.clamp(0, 120);
            let _ = read.replay(module.clone(), &SingleThread, &mut |_| {});
        }
    }
}
