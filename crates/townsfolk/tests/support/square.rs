//! A square of all examples under a hostile host, run in different ways that must not differ.
#![allow(
    dead_code,
    clippy::disallowed_methods,
    reason = "each test file uses a part of it; tests may start threads and look at the environment"
)]

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Digest, Looking, Sabotage};
use townsfolk_bench::Threads;
use townsfolk_bench::soak::{HostileHost, Town, Trouble, examples, patched};
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

    pub(crate) fn tick(&mut self, executor: &dyn Executor) {
        self.host.tick(&mut self.folk, executor);
    }

    /// Saves and loads, and goes on with what was loaded.
    pub(crate) fn save_and_load(&mut self) {
        let bytes = self.folk.save();
        let module = self.folk.module().clone();
        let (folk, moved) = Folk::load(module, &bytes).expect("our own save");
        assert_eq!(moved, [], "nothing has changed");
        let (looking, sabotage) = (self.folk.looking, self.folk.sabotage);
        self.folk = folk;
        self.folk.looking = looking;
        self.folk.sabotage = sabotage;
    }

    /// What one tick put out, and how it was afterwards.
    pub(crate) fn page(&self) -> Page {
        Page {
            tick: self.folk.now(),
            digest: self.folk.digest(),
            commands: self.folk.output().commands.clone(),
            events: self.folk.output().events.clone(),
        }
    }
}

/// One tick, as seen from outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Page {
    pub(crate) tick: Tick,
    pub(crate) digest: Digest,
    pub(crate) commands: Vec<Command>,
    pub(crate) events: Vec<Event>,
}

/// One way of running a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    pub(crate) threads: usize,
    pub(crate) looking: Looking,
    pub(crate) sabotage: Sabotage,
    /// Saves and loads every so many ticks.
    pub(crate) save_every: Option<i64>,
}

/// Runs a square and keeps every tick.
pub(crate) fn story(mut square: Square, ticks: i64, way: Way) -> Vec<Page> {
    square.folk.looking = way.looking;
    square.folk.sabotage = way.sabotage;
    let executor = Threads::new(way.threads);
    let mut pages = vec![];
    for tick in 0..ticks {
        if way.save_every.is_some_and(|every| tick % every == 0) {
            square.save_and_load();
        }
        square.tick(&executor);
        pages.push(square.page());
    }
    pages
}

/// The first tick at which two stories differ, and how.
pub(crate) fn difference(a: &[Page], b: &[Page]) -> Option<String> {
    let (a, b) = a.iter().zip(b).find(|(a, b)| a != b)?;
    let parts = a.digest.parts().into_iter().zip(b.digest.parts());
    let parts: Vec<_> = parts.filter(|(a, b)| a != b).map(|(a, _)| a.0).collect();
    let commands = (&a.commands, &b.commands);
    let commands = (commands.0 != commands.1).then_some(commands);
    let events = (a.events != b.events).then_some((&a.events, &b.events));
    Some(format!("{:?}: {parts:?} {commands:#?} {events:#?}", a.tick))
}
