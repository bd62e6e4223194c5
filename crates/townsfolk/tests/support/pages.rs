//! A whole world told tick by tick, in ways that must not differ.
#![allow(dead_code, reason = "each test file uses a part of it")]

use townsfolk::Threads;
use townsfolk::prelude::*;
use townsfolk::{Digest, Sabotage, WakeMode};

/// A world with its host.
pub(crate) trait World {
    /// A digest is taken every so many ticks: those of minds take a while.
    const DIGEST_EVERY: i64 = 1;

    fn folk(&mut self) -> &mut Folk;
    fn tick(&mut self, executor: &dyn Executor);
}

/// One tick, as seen from outside.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Page {
    pub(crate) tick: Tick,
    pub(crate) digest: Option<Digest>,
    pub(crate) commands: Vec<Command>,
    pub(crate) events: Vec<Event>,
}

impl Page {
    /// What the last tick put out, and how it was afterwards.
    pub(crate) fn of(folk: &Folk) -> Page {
        Page {
            tick: folk.now(),
            digest: Some(folk.digest()),
            commands: folk.output().commands.clone(),
            events: folk.output().events.clone(),
        }
    }
}

/// One way of running a world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    pub(crate) threads: usize,
    pub(crate) looking: WakeMode,
    pub(crate) sabotage: Sabotage,
    /// Saves and loads every so many ticks.
    pub(crate) save_every: Option<i64>,
}

/// Runs a world and keeps every tick.
pub(crate) fn story<W: World>(mut world: W, ticks: i64, way: Way) -> Vec<Page> {
    world.folk().looking = way.looking;
    world.folk().sabotage = way.sabotage;
    let executor = Threads::new(way.threads.max(1));
    let mut pages = vec![];
    for tick in 0..ticks {
        if way.save_every.is_some_and(|every| tick % every == 0) {
            save_and_load(world.folk());
        }
        world.tick(&executor);
        let folk = world.folk();
        pages.push(Page {
            tick: folk.now(),
            digest: (tick % W::DIGEST_EVERY == 0).then(|| folk.digest()),
            commands: folk.output().commands.clone(),
            events: folk.output().events.clone(),
        });
    }
    pages
}

/// The same without faults of scenes: they are said as often as they are met, and naive eyes meet them
/// more often.
pub(crate) fn quiet_story<W: World>(world: W, ticks: i64, way: Way) -> Vec<Page> {
    let mut pages = story(world, ticks, way);
    for page in &mut pages {
        let is_fault = |event: &Event| matches!(event, Event::Fault(..));
        page.events.retain(|event| !is_fault(event));
    }
    pages
}

/// Saves and loads, and goes on with what was loaded.
pub(crate) fn save_and_load(folk: &mut Folk) {
    let (looking, sabotage) = (folk.looking, folk.sabotage);
    let loaded = Folk::load(folk.module().clone(), &folk.save());
    let (loaded, moved) = loaded.expect("our own save");
    assert_eq!(moved, [], "nothing has changed");
    assert_eq!(loaded.moved_minds(), []);
    assert_eq!(loaded.digest(), folk.digest());
    *folk = loaded;
    folk.looking = looking;
    folk.sabotage = sabotage;
}

/// The first tick at which two stories differ, and how.
pub(crate) fn difference(a: &[Page], b: &[Page]) -> Option<String> {
    let (a, b) = a.iter().zip(b).find(|(a, b)| a != b)?;
    let parts = |page: &Page| page.digest.map(|digest| digest.parts());
    let (of_a, of_b) = (
        parts(a).into_iter().flatten(),
        parts(b).into_iter().flatten(),
    );
    let parts: Vec<_> = of_a
        .zip(of_b)
        .filter(|(a, b)| a != b)
        .map(|(a, _)| a.0)
        .collect();
    let commands = (a.commands != b.commands).then_some((&a.commands, &b.commands));
    let events = (a.events != b.events).then_some((&a.events, &b.events));
    Some(format!("{:?}: {parts:?} {commands:#?} {events:#?}", a.tick))
}
