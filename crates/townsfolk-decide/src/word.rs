//! Values of attributes as single words, so that conditions compare integers.

use townsfolk_core::{
    CharacterId, Duration, Number, PropId, Pushed, SymbolId, TextId, Tick, VALUE_MAX, Value,
};

/// The value of an attribute in one word: its kind in the upper four bits, its payload below.
///
/// Words of one kind are ordered as their values are. [`Word::NOTHING`] is smaller than every value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Word(pub u64);

const PAYLOAD_BITS: u32 = 60;
const PAYLOAD: u64 = (1 << PAYLOAD_BITS) - 1;
/// Added to signed payloads, so that they are ordered as unsigned ones.
const OFFSET: i64 = VALUE_MAX + 1;

impl Word {
    /// An attribute that has no value, or does not hold.
    pub const NOTHING: Word = Word(0);
    /// An attribute without a value that holds.
    pub const HOLDS: Word = Word(15 << PAYLOAD_BITS);

    /// The word of a value.
    pub fn of(value: Value) -> Word {
        let (kind, payload) = match value.clamped() {
            Value::Symbol(SymbolId(id)) => (1, i64::from(id)),
            Value::Number(Number(number)) => (2, number),
            Value::Duration(Duration(ticks)) => (3, ticks),
            Value::Time(Tick(tick)) => (4, tick),
            Value::Daytime(seconds) => (5, i64::from(seconds)),
            Value::Character(CharacterId(id)) => (6, i64::from(id)),
            Value::Prop(PropId(id)) => (7, i64::from(id)),
            Value::Text(TextId(id)) => (8, i64::from(id)),
        };
        Word(kind << PAYLOAD_BITS | ((payload + OFFSET) as u64 & PAYLOAD))
    }

    /// The word of an attribute as the engine keeps it.
    pub fn of_pushed(value: Pushed) -> Word {
        match value {
            Pushed::Holds => Word::HOLDS,
            Pushed::HoldsNot => Word::NOTHING,
            Pushed::Is(value) => Word::of(value),
        }
    }

    /// The value; `None` for an attribute that has none.
    pub fn value(self) -> Option<Value> {
        let payload = (self.0 & PAYLOAD) as i64 - OFFSET;
        let id = payload as u32;
        Some(match self.0 >> PAYLOAD_BITS {
            1 => Value::Symbol(SymbolId(id)),
            2 => Value::Number(Number(payload)),
            3 => Value::Duration(Duration(payload)),
            4 => Value::Time(Tick(payload)),
            5 => Value::Daytime(payload as i32),
            6 => Value::Character(CharacterId(id)),
            7 => Value::Prop(PropId(id)),
            8 => Value::Text(TextId(id)),
            _ => return None,
        })
    }

    /// The attribute as the engine keeps it.
    pub fn pushed(self) -> Pushed {
        match (self, self.value()) {
            (_, Some(value)) => Pushed::Is(value),
            (Word::NOTHING, None) => Pushed::HoldsNot,
            _ => Pushed::Holds,
        }
    }

    /// The least and the greatest word of the same kind.
    pub(crate) fn kind_range(self) -> (Word, Word) {
        let kind = self.0 & !PAYLOAD;
        (Word(kind), Word(kind | PAYLOAD))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back_from_its_word_and_keeps_its_order() {
        let numbers = [-VALUE_MAX, -1500, -1, 0, 1, 1500, VALUE_MAX];
        let mut last = Word::NOTHING;
        for number in numbers {
            let value = Value::Number(Number(number));
            assert_eq!(Word::of(value).value(), Some(value));
            assert!(Word::of(value) > last, "{number}");
            last = Word::of(value);
        }
        for value in [
            Value::Symbol(SymbolId(u32::MAX)),
            Value::Duration(Duration(-60)),
            Value::Time(Tick(7)),
            Value::Daytime(86_399),
            Value::Character(CharacterId(1)),
            Value::Prop(PropId(0)),
            Value::Text(TextId(9)),
        ] {
            assert_eq!(Word::of(value).pushed(), Pushed::Is(value));
        }
        assert_eq!(Word::HOLDS.pushed(), Pushed::Holds);
        assert_eq!(Word::NOTHING.pushed(), Pushed::HoldsNot);
    }
}
