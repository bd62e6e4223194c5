//! State of one character: what its referents are bound to, and which situations are active.

use super::block::Block;
use super::program::Program;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Tick, Value};
use townsfolk_module::decide::inference::{
    Inference, PredicateIndex, ReferentIndex, SituationIndex, Takes,
};

/// State of one character, and what it sensed in its last cycle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    referents: Vec<Referent>,
    /// One bit for each active situation.
    pub active: u64,
    /// One bit for each situation whose condition was true in the last cycle.
    pub(super) held: u64,
    /// Since when each situation has been pushed aside.
    pub(super) aside: Vec<Option<Tick>>,
    /// The referent that the character acts on.
    pub acted: Option<ReferentIndex>,
    /// Objects around that no referent was bound to, and where they were at the last cycle.
    pub glimpsed: Vec<(Value, Spot)>,
    /// Where the character itself was at the last cycle.
    pub stood_at: Option<Spot>,
    /// What was sensed in the last cycle, for each predicate with a sense: true and false bits.
    sensed: Vec<(u64, u64)>,
    /// Whether each predicate is about a referent.
    unary: Vec<bool>,
}

/// A point of the world, in millimetres.
pub type Spot = (i32, i32, i32);

/// One referent of one character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Referent {
    /// The object to which it is bound.
    pub object: Option<Value>,
    /// When it was bound.
    pub since: Tick,
    /// When the object was last sensed.
    pub sensed: Option<Tick>,
    /// Where the object was at the last cycle, in millimetres.
    pub was_at: Option<Spot>,
}

impl Row {
    /// The state of a character that has just begun to use a declaration.
    pub fn new(of: &Inference) -> Row {
        let mut row = Row::default();
        row.fit(of);
        row
    }

    /// Makes the lists as long as the declaration needs them.
    pub fn fit(&mut self, of: &Inference) {
        self.referents
            .resize(of.referents.len(), Referent::default());
        self.aside.resize(of.situations.len(), None);
        self.sensed.resize(of.predicates.len(), (0, 0));
        self.unary = of
            .predicates
            .iter()
            .map(|predicate| predicate.unary)
            .collect();
        let situations = mask_of(of.situations.len());
        self.active &= situations;
        self.held &= situations;
        self.acted = self
            .acted
            .filter(|acted| acted.place() < of.referents.len());
    }

    /// The state of a referent.
    pub fn referent(&self, index: ReferentIndex) -> Referent {
        let referent = self.referents.get(index.place());
        referent.copied().unwrap_or_default()
    }

    /// All referents, in declared order.
    pub fn referents(&self) -> impl Iterator<Item = (ReferentIndex, &Referent)> {
        (0..).map(ReferentIndex).zip(&self.referents)
    }

    /// One bit for each bound referent.
    pub fn bound(&self) -> u64 {
        let bound = self.referents().filter(|(_, r)| r.object.is_some());
        bound.fold(0, |bits, (index, _)| bits | index.bit())
    }

    /// Binds a referent to another object. All knowledge of the previous object is dropped.
    pub fn bind(&mut self, index: ReferentIndex, object: Value, now: Tick) {
        if self.referent(index).object == Some(object) {
            return;
        }
        self.unbind(index);
        if let Some(referent) = self.referents.get_mut(index.place()) {
            referent.object = Some(object);
            referent.since = now;
        }
    }

    /// Puts the saved state of a referent back.
    pub(super) fn put(&mut self, index: ReferentIndex, referent: Referent) {
        if let Some(place) = self.referents.get_mut(index.place()) {
            *place = referent;
        }
    }

    /// Unbinds a referent. What was known of its object is gone at once.
    pub fn unbind(&mut self, index: ReferentIndex) {
        if let Some(referent) = self.referents.get_mut(index.place()) {
            *referent = Referent::default();
        }
        // A predicate about no referent has the same bit for all, and keeps it.
        let sensed = self.sensed.iter_mut().zip(&self.unary);
        for ((truth, falsity), _) in sensed.filter(|(_, unary)| **unary) {
            *truth &= !index.bit();
            *falsity &= !index.bit();
        }
        self.acted = self.acted.filter(|acted| *acted != index);
    }

    /// One bit for each referent whose object an output can act on. All bits for one that takes none.
    pub fn fitting(&self, takes: Takes) -> u64 {
        let fits = |object: Option<Value>| match takes {
            Takes::Nothing | Takes::Thing => object.is_some(),
            Takes::Character => matches!(object, Some(Value::Character(_))),
            Takes::Prop => matches!(object, Some(Value::Prop(_))),
        };
        if takes == Takes::Nothing {
            return !0;
        }
        let fitting = self
            .referents()
            .filter(|(_, referent)| fits(referent.object));
        fitting.fold(0, |bits, (index, _)| bits | index.bit())
    }

    /// Unbinds every referent of an object that is gone.
    pub fn forget_object(&mut self, object: Value) {
        for index in 0..self.referents.len() as u8 {
            let index = ReferentIndex(index);
            if self.referent(index).object == Some(object) {
                self.unbind(index);
            }
        }
    }

    /// The first referent that is bound to an object.
    pub fn referent_of(&self, object: Value) -> Option<ReferentIndex> {
        let mut referents = self.referents();
        let found = referents.find(|(_, referent)| referent.object == Some(object));
        found.map(|(index, _)| index)
    }

    /// Whether a situation is active.
    pub fn is_in(&self, situation: SituationIndex) -> bool {
        self.active & situation.bit() != 0
    }

    /// Notes where the objects are now, and which of them are sensed.
    pub fn note_looks(&mut self, places: &[Option<Spot>], attended: u64, now: Tick) {
        for (index, referent) in self.referents.iter_mut().enumerate() {
            referent.was_at = places.get(index).copied().flatten();
            if attended & ReferentIndex(index as u8).bit() != 0 {
                referent.sensed = Some(now);
            }
        }
    }

    /// Where an object was at the last cycle.
    pub fn was_at(&self, object: Value) -> Option<Spot> {
        let bound = self.referents.iter().find(|r| r.object == Some(object));
        let glimpsed = self.glimpsed.iter().find(|(known, _)| *known == object);
        let bound = bound.and_then(|referent| referent.was_at);
        bound.or(glimpsed.map(|(_, was_at)| *was_at))
    }

    /// Whether an object has moved since the last cycle. One that has just come near counts as
    /// moving.
    pub fn has_moved(&self, object: Value, at: Spot) -> bool {
        self.was_at(object) != Some(at)
    }

    /// One bit for each referent that was sensed at this moment.
    pub fn sensed_at(&self, now: Tick) -> u64 {
        let sensed = self.referents().filter(|(_, r)| r.sensed == Some(now));
        sensed.fold(0, |bits, (index, _)| bits | index.bit())
    }

    /// Replaces what was sensed of a predicate.
    pub fn sense(&mut self, predicate: PredicateIndex, truth: u64, falsity: u64) {
        if let Some(place) = self.sensed.get_mut(predicate.place()) {
            *place = (truth, falsity & !truth);
        }
    }

    /// What was sensed of a predicate in the last cycle: true and false bits.
    pub fn sensed(&self, predicate: PredicateIndex) -> (u64, u64) {
        let words = self.sensed.get(predicate.place());
        words.copied().unwrap_or((0, 0))
    }

    /// Puts bindings, situations and senses into a lane of a block, which is then ready to run.
    pub fn fill(&self, of: &Inference, program: &Program, block: &mut Block, lane: usize) {
        program.begin(block, lane, self.bound(), self.active);
        for (index, predicate) in (0..).zip(&of.predicates) {
            if predicate.sense.is_some() {
                let index = PredicateIndex(index);
                let (truth, falsity) = self.sensed(index);
                let pair = program.predicate(index);
                block.set(pair.truth, lane, truth);
                block.set(pair.falsity, lane, falsity);
            }
        }
    }
}

/// A word with this many low bits.
fn mask_of(count: usize) -> u64 {
    match u32::try_from(count).ok().and_then(|n| 1_u64.checked_shl(n)) {
        Some(next) => next - 1,
        None => !0,
    }
}
