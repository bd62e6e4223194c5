//! Selection: which errand a person does next. It runs only when the person has nothing left to do.

use super::day::{CalendarTime, Day, Luck};
use super::ring::{Abort, Cause, Selected};
use serde::{Deserialize, Serialize};
use townsfolk_core::DeciderId;
use townsfolk_module::decide::Daily;

/// The world as a selection sees it: errands become actions.
pub trait Errands {
    /// One atomic action.
    type Action;

    /// Whether the condition of an errand holds.
    fn admits(&mut self, errand: DeciderId) -> bool;

    /// The actions of an errand, or the reason why it cannot be done.
    fn expand(&mut self, errand: DeciderId) -> Result<Vec<Self::Action>, Abort>;

    /// The actions of its fallback. `None` if it has none, or if that cannot be done either.
    fn fallback(&mut self, errand: DeciderId) -> Option<Vec<Self::Action>>;
}

/// A part of the queue: the actions of one errand or of its fallback.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part<A> {
    /// The errand.
    pub errand: DeciderId,
    /// Its actions. Never empty.
    pub actions: Vec<A>,
    /// Whether these are the actions of its fallback.
    pub is_fallback: bool,
}

/// A filled queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queue<A> {
    /// The parts, in order.
    pub parts: Vec<Part<A>>,
    /// Whether the person waits after them, so that failing errands are not selected at every tick.
    pub idles: bool,
    /// Whether the next selection is likely to choose the same again: a block, and no one-shot.
    pub repeats: bool,
}

/// Fills the queue of a person that follows a daily.
pub fn select<E: Errands>(
    daily: &Daily,
    day: &mut Day,
    luck: Luck,
    now: CalendarTime,
    world: &mut E,
) -> Queue<E::Action> {
    day.roll(daily, luck, now);
    let pending = day.take_pending();
    let one_shot = pending.and_then(|waiting| {
        let one = daily.one_shots.get(usize::from(waiting.one_shot))?;
        Some((&one.errands, Cause::OneShot(waiting.since.daytime())))
    });
    let is_one_shot = one_shot.is_some();
    let block = || {
        let mut blocks = daily.blocks.iter();
        let block = blocks.find(|block| block.covers(now.daytime()))?;
        Some((&block.errands, Cause::Block(block.from, block.to)))
    };
    let mut filling = Filling {
        day,
        now,
        world,
        parts: vec![],
        aborted: None,
    };
    if let Some((errands, cause)) = one_shot.or_else(block) {
        errands
            .iter()
            .for_each(|errand| filling.add(*errand, cause));
    }
    filling.finish(daily.id, is_one_shot)
}

struct Filling<'a, E: Errands> {
    day: &'a mut Day,
    now: CalendarTime,
    world: &'a mut E,
    parts: Vec<Part<E::Action>>,
    aborted: Option<Abort>,
}

impl<E: Errands> Filling<'_, E> {
    fn add(&mut self, errand: DeciderId, cause: Cause) {
        if !self.world.admits(errand) {
            self.aborted.get_or_insert(Abort::NotNow);
            return;
        }
        match self.world.expand(errand) {
            Ok(actions) => self.push(errand, actions, cause),
            Err(why) => {
                self.aborted = Some(why);
                if let Some(actions) = self.world.fallback(errand) {
                    self.push(errand, actions, Cause::Fallback(why));
                }
            }
        }
    }

    fn push(&mut self, errand: DeciderId, actions: Vec<E::Action>, cause: Cause) {
        if actions.is_empty() {
            return;
        }
        self.note(errand, cause);
        self.parts.push(Part {
            errand,
            actions,
            is_fallback: matches!(cause, Cause::Fallback(_)),
        });
    }

    fn note(&mut self, errand: DeciderId, cause: Cause) {
        let at = self.now;
        self.day.ring.note(Selected { at, errand, cause });
    }

    /// A one-shot is not tried again, so its fallback needs no wait. A block is.
    fn finish(mut self, daily: DeciderId, is_one_shot: bool) -> Queue<E::Action> {
        let fails = self.parts.iter().all(|part| part.is_fallback);
        if self.parts.is_empty() {
            let why = self.aborted.unwrap_or(Abort::Nothing);
            self.note(daily, Cause::Idle(why));
        }
        Queue {
            idles: self.parts.is_empty() || (fails && !is_one_shot),
            repeats: !is_one_shot,
            parts: self.parts,
        }
    }
}
