//! Facts of a scene, and values that the host pushes.

use crate::id::FactId;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// The name and arguments of a fact, without its history.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Atom {
    /// Which fact.
    pub fact: FactId,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

impl Atom {
    /// Whether a value is among the arguments.
    pub fn names(&self, value: Value) -> bool {
        self.arguments.contains(&value)
    }

    /// The same fact with every value clamped to the range of values.
    pub fn clamped(&self) -> Atom {
        Atom {
            fact: self.fact,
            arguments: self.arguments.iter().map(|v| v.clamped()).collect(),
        }
    }

    /// The last argument: of a claim, its holder.
    pub fn holder(&self) -> Option<Value> {
        self.arguments.last().copied()
    }
}

/// The value of an attribute or property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pushed {
    /// It holds.
    Holds,
    /// It does not hold, or has no value any more.
    HoldsNot,
    /// It has this value.
    Is(Value),
}
