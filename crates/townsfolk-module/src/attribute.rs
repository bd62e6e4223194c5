//! Attributes: typed values of a character or of the world that the host or content sets.

use crate::condition::Expr;
use serde::{Deserialize, Serialize};
use townsfolk_core::{HostId, Number, Pushed, Value};

/// A typed value of a character or of the world, declared in content.
///
/// Its parameters and the kind of its value stand in the [`HostName`](crate::HostName) with the same
/// id. A property in the old spelling has no entry here: only the host sets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attribute {
    /// Its id, shared with its host name.
    pub id: HostId,
    /// The value before anything sets it. `HoldsNot` means that it has no value yet.
    pub default: Pushed,
    /// Least and greatest value of a number. A value outside is clamped.
    pub bounds: Option<(Number, Number)>,
    /// Whether content or the host sets it.
    pub set_by: SetBy,
}

impl Attribute {
    /// A value within the range of the attribute.
    pub fn clamped(&self, value: Pushed) -> Pushed {
        match (value, self.bounds) {
            (Pushed::Is(Value::Number(number)), Some((low, high))) => {
                let number = number.0.clamp(low.0, high.0.max(low.0));
                Pushed::Is(Value::Number(Number(number)))
            }
            _ => value,
        }
    }
}

/// The side that sets an attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum SetBy {
    /// Only the host.
    #[default]
    Host,
    /// Rules and courses, and the host as well.
    Content,
}

/// A change of an attribute by content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttributeWrite {
    /// Which attribute.
    pub name: HostId,
    /// The character that has it. Empty for an attribute of the world.
    pub arguments: Vec<Expr>,
    /// The new value.
    pub value: WriteValue,
}

/// The new value of an attribute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WriteValue {
    /// It holds.
    Holds,
    /// It does not hold, or has no value any more.
    HoldsNot,
    /// It has the value of this expression. Nothing changes if the expression has none.
    Is(Expr),
}
