//! Values that stand in facts, and the kinds that describe them.

use crate::id::{CharacterId, PropId, PropKindId, RoleId, SymbolId, SymbolSetId, TextId};
use crate::time::{Duration, Tick};
use serde::{Deserialize, Serialize};

/// A number in thousandths. There are no floats in facts.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Number(pub i64);

impl Number {
    /// A whole number.
    pub const fn whole(n: i64) -> Number {
        Number(n.saturating_mul(1000))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:03}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

/// A value of an argument of a fact, action or host function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A lower-case word.
    Symbol(SymbolId),
    /// A number, in thousandths.
    Number(Number),
    /// A length of stage time.
    Duration(Duration),
    /// A moment of stage time.
    Time(Tick),
    /// A time of day on the calendar, in seconds since midnight.
    Daytime(i32),
    /// A character or proxy.
    Character(CharacterId),
    /// A prop of the scene's location.
    Prop(PropId),
    /// A text literal.
    Text(TextId),
}

/// The largest number (in thousandths), duration and time (in ticks) of a value; the smallest is
/// its negative. Larger values are clamped. The limit leaves room for the kind in one 64-bit word.
pub const VALUE_MAX: i64 = (1 << 59) - 1;

impl Value {
    /// This value clamped to the range of values, see [`VALUE_MAX`].
    pub fn clamped(self) -> Value {
        let clamp = |n: i64| n.clamp(-VALUE_MAX, VALUE_MAX);
        match self {
            Value::Number(n) => Value::Number(Number(clamp(n.0))),
            Value::Duration(d) => Value::Duration(Duration(clamp(d.0))),
            Value::Time(t) => Value::Time(Tick(clamp(t.0))),
            other => other,
        }
    }
}

/// The kind of value that an argument takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A character or a prop.
    Thing,
    /// A character or proxy.
    Character,
    /// A character known to have a role.
    CharacterIn(RoleId),
    /// Any prop.
    Prop,
    /// A prop of one kind.
    PropOf(PropKindId),
    /// A plain number.
    Number,
    /// A length of time.
    Duration,
    /// A moment of stage time.
    Time,
    /// A time of day.
    Daytime,
    /// Any symbol.
    Symbol,
    /// A symbol of a declared set.
    SymbolOf(SymbolSetId),
    /// Text to say or show.
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_without_idle_zeros() {
        assert_eq!(Number(1500).to_string(), "1.5");
        assert_eq!(Number(-20).to_string(), "-0.02");
        assert_eq!(Number::whole(3).to_string(), "3");
    }
}
