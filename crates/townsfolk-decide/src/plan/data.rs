//! Propositions, operators and goals of a planner, as plain data.

use super::bits::PropIndex;
use serde::{Deserialize, Serialize};
use townsfolk_core::SymbolId;

/// A proposition with the truth that an operator or a goal wants of it or gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// Which proposition.
    pub proposition: PropIndex,
    /// Whether it holds.
    pub holds: bool,
}

/// An operator: what must hold before, and what holds after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operator {
    /// Its name. Operators expanded from one declaration share it.
    pub name: SymbolId,
    /// The precondition.
    pub when: Vec<Effect>,
    /// The effects.
    pub makes: Vec<Effect>,
    /// The cost, 1 unless stated.
    pub cost: u16,
}

/// A goal: what must hold in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wanted {
    /// Its name.
    pub name: SymbolId,
    /// The propositions that make the goal.
    pub when: Vec<Effect>,
}
