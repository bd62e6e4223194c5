//! A square of all examples under a hostile host.
#![allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "each test file uses a part of it; tests may start threads and look at the environment"
)]

use super::pages::World;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_fuzz::soak::{HostileHost, Town, Trouble, examples, patched};
use townsfolk_module::Module;

/// A number from outside, for long runs: `TOWNSFOLK_SEEDS=500 cargo test`.
pub(crate) fn asked_for(name: &str, otherwise: u64) -> u64 {
    let asked = std::env::var(name).ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(otherwise)
}

/// The seeds of this run.
pub(crate) fn seeds(otherwise: u64) -> std::ops::RangeInclusive<u64> {
    let first = asked_for("TOWNSFOLK_FIRST_SEED", 1);
    first..=first + asked_for("TOWNSFOLK_SEEDS", otherwise) - 1
}

/// A world and its host.
#[derive(Debug)]
pub(crate) struct Square {
    pub(crate) folk: Folk,
    pub(crate) host: HostileHost,
}

/// The modules of a square: as shipped, and after a hasty patch.
pub(crate) fn modules(seed: u64) -> (Arc<Module>, Arc<Module>) {
    let module = examples();
    let other = patched(&module, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (Arc::new(module), Arc::new(other))
}

impl Square {
    pub(crate) fn new(seed: u64, locations: usize, people: usize) -> Square {
        Square::with(seed, Town::of(locations, people), Trouble::RUDE)
    }

    pub(crate) fn with(seed: u64, town: Town, trouble: Trouble) -> Square {
        let (module, other) = modules(seed);
        let mut folk = Folk::new(module, Seed(seed));
        let mut host = HostileHost::new(seed, trouble, town, &mut folk);
        host.add_module(other);
        Square { folk, host }
    }

    /// The world of one module, whose host never changes the content.
    pub(crate) fn of(module: Arc<Module>, seed: u64, town: Town, trouble: Trouble) -> Square {
        let mut folk = Folk::new(module, Seed(seed));
        let host = HostileHost::new(seed, trouble, town, &mut folk);
        Square { folk, host }
    }

    pub(crate) fn tick(&mut self, executor: &dyn Executor) {
        self.host.tick(&mut self.folk, executor);
    }
}

impl World for Square {
    fn folk(&mut self) -> &mut Folk {
        &mut self.folk
    }

    fn tick(&mut self, executor: &dyn Executor) {
        Square::tick(self, executor);
    }
}
