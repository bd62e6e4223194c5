//! A square of all examples under a hostile host: what must hold, holds at every tick.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_bench::soak::{HostileHost, Town, Trouble, examples, patched};

fn square(seed: u64, locations: usize, people: usize) -> (Folk, HostileHost) {
    let module = Arc::new(examples());
    let mut folk = Folk::new(module.clone(), Seed(seed));
    let town = Town::of(locations, people);
    let mut host = HostileHost::new(seed, Trouble::RUDE, town, &mut folk);
    host.add_module(Arc::new(patched(&module, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
    (folk, host)
}

#[test]
#[allow(clippy::disallowed_methods, reason = "how many seeds is asked for from outside")]
fn nothing_that_must_not_be_ever_is() {
    let seeds = std::env::var("TOWNSFOLK_SEEDS").ok();
    let seeds = seeds.and_then(|n| n.parse().ok()).unwrap_or(2);
    let ticks = std::env::var("TOWNSFOLK_TICKS").ok();
    let ticks = ticks.and_then(|n| n.parse().ok()).unwrap_or(3_000);
    for seed in 1..=seeds {
        let (mut folk, mut host) = square(seed, 22, 120);
        for _ in 0..ticks {
            host.tick(&mut folk, &Alone);
            let found = folk.violations();
            assert!(found.is_empty(), "seed {seed}, tick {}: {found:#?}", folk.now().0);
        }
        println!("seed {seed}: {:#?}", host.tally);
    }
}
