//! Keys: the places of facts at which rules look for `.me`.
//!
//! Most conditions ask for facts about `.me`. For the first few places at which they do, each
//! participant knows which row names them there: no search, and a change of a row that names
//! somebody else is no reason to look again. A cache of the facts, neither saved nor digested.

use super::program::{Code, topic};
use super::space::Space;
use super::word::Word;
use townsfolk_core::FactId;
use townsfolk_module::{Expr, Literal, Script};

/// So many places have a key.
pub(super) const KEYS_MAX: usize = 8;

/// No key.
pub(super) const NO_KEY: u8 = u8::MAX;

/// Which row names somebody at each key: none, one more than its place among all words, or
/// [`SEVERAL`].
pub(super) type OwnRows = [u16; KEYS_MAX];

/// More than one row, or one too far down: it has to be searched for.
pub(super) const SEVERAL: u16 = u16::MAX;

/// A row at a place, as it is kept.
#[inline]
pub(super) fn own_row(place: usize) -> u16 {
    // Beyond the last number there is only searching.
    u16::try_from(place).map_or(SEVERAL, |place| place.saturating_add(1))
}

/// Places of declared facts, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<(FactId, usize, u8)>);

impl Keys {
    /// Gives a key to the place at which a literal looks for `.me`, if there is one left.
    pub(super) fn add(&mut self, script: &Script, literal: &Literal) {
        let Literal::Fact {
            fact, arguments, ..
        } = literal
        else {
            return;
        };
        let declared = script.fact(*fact);
        let Some(place) = place_of_me(arguments) else {
            return;
        };
        let key = (*fact, arguments.len(), place);
        if declared.is_some_and(|d| d.kinds.len() == arguments.len())
            && self.0.len() < KEYS_MAX
            && !self.0.contains(&key)
        {
            self.0.push(key);
        }
    }

    /// The key of the place at which arguments of a fact have `.me`.
    pub(super) fn of(&self, fact: FactId, arguments: &[Expr]) -> Option<u8> {
        self.at(fact, arguments.len(), place_of_me(arguments)?)
    }

    /// The key of a place of a fact with so many arguments.
    pub(super) fn at(&self, fact: FactId, arity: usize, place: u8) -> Option<u8> {
        let keys = self.0.iter();
        let mut keys = keys.zip(0u8..);
        let found = keys.find(|(key, _)| **key == (fact, arity, place));
        found.map(|(_, key)| key)
    }
}

fn place_of_me(arguments: &[Expr]) -> Option<u8> {
    let place = arguments.iter().position(|a| *a == Expr::Me)?;
    u8::try_from(place).ok()
}

/// The row that names somebody at a place of a fact, as it is kept.
pub(super) fn row_naming(space: &Space, fact: usize, place: u8, word: Word) -> u16 {
    let mut rows = (0..space.rows(fact))
        .filter(|row| space.row(fact, *row).get(usize::from(place)) == Some(&word));
    match (rows.next(), rows.next()) {
        (None, _) => 0,
        (Some(row), None) => own_row(space.place_of(fact, row)),
        _ => SEVERAL,
    }
}

/// The topics that a change of rows of a fact touches for whom they name at a key.
pub(super) fn topic_of(key: Option<u8>) -> u64 {
    key.map_or(0, |key| topic::key(usize::from(key)))
}

impl Code {
    /// The key of a place of a declared fact.
    pub(super) fn key_at(&self, fact: u16, place: u8) -> Option<u8> {
        let shape = self.shape.facts.get(usize::from(fact))?;
        self.keys.at(shape.id, shape.arity, place)
    }
}
