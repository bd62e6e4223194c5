//! Values packed into one word: four bits of kind below sixty bits of payload.
//!
//! Zero is no value: an unbound variable, `_` in a pattern, or something undefined. Words of one
//! kind compare as their values do.

use townsfolk_core::{
    CharacterId, Duration, Number, PropId, SymbolId, TextId, Tick, VALUE_MAX, Value,
};

pub(super) type PackedValue = u64;

/// Nothing: unbound, anything, undefined.
pub(super) const NONE: PackedValue = 0;

pub(super) const SYMBOL: u64 = 1;
pub(super) const NUMBER: u64 = 2;
pub(super) const DURATION: u64 = 3;
pub(super) const TIME: u64 = 4;
pub(super) const DAYTIME: u64 = 5;
pub(super) const CHARACTER: u64 = 6;
pub(super) const PROP: u64 = 7;
pub(super) const TEXT: u64 = 8;
/// Not a value: a variable that is the same as the one whose slot is the payload.
pub(super) const SAME: u64 = 15;

pub(super) fn kind(word: PackedValue) -> u64 {
    word & 15
}

pub(super) fn payload(word: PackedValue) -> i64 {
    (word as i64) >> 4
}

pub(super) fn pack(kind: u64, payload: i64) -> PackedValue {
    ((payload << 4) as u64) | kind
}

pub(super) fn of_character(who: CharacterId) -> PackedValue {
    pack(CHARACTER, i64::from(who.0))
}

/// A moment, clamped to the range that values have.
pub(super) fn of_time(moment: i64) -> PackedValue {
    pack(TIME, moment.clamp(-VALUE_MAX, VALUE_MAX))
}

/// The word of a value, clamped to the range that values have.
pub(super) fn encode(value: Value) -> PackedValue {
    match value.clamped() {
        Value::Symbol(id) => pack(SYMBOL, i64::from(id.0)),
        Value::Number(n) => pack(NUMBER, n.0),
        Value::Duration(d) => pack(DURATION, d.0),
        Value::Time(t) => pack(TIME, t.0),
        Value::Daytime(seconds) => pack(DAYTIME, i64::from(seconds)),
        Value::Character(id) => pack(CHARACTER, i64::from(id.0)),
        Value::Prop(id) => pack(PROP, i64::from(id.0)),
        Value::Text(id) => pack(TEXT, i64::from(id.0)),
    }
}

/// The value of a word; `None` of [`NONE`].
pub(super) fn decode(word: PackedValue) -> Option<Value> {
    let n = payload(word);
    Some(match kind(word) {
        SYMBOL => Value::Symbol(SymbolId(n as u32)),
        NUMBER => Value::Number(Number(n)),
        DURATION => Value::Duration(Duration(n)),
        TIME => Value::Time(Tick(n)),
        DAYTIME => Value::Daytime(n as i32),
        CHARACTER => Value::Character(CharacterId(n as u32)),
        PROP => Value::Prop(PropId(n as u32)),
        TEXT => Value::Text(TextId(n as u32)),
        _ => return None,
    })
}

/// The character that a word names.
pub(super) fn character(word: PackedValue) -> Option<CharacterId> {
    (kind(word) == CHARACTER).then(|| CharacterId(payload(word) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_survives_packing() {
        for n in [0, 1, -1, VALUE_MAX, -VALUE_MAX] {
            for value in [
                Value::Number(Number(n)),
                Value::Duration(Duration(n)),
                Value::Time(Tick(n)),
                Value::Daytime(n as i32),
                Value::Symbol(SymbolId(n as u32)),
                Value::Character(CharacterId(n as u32)),
                Value::Prop(PropId(n as u32)),
                Value::Text(TextId(n as u32)),
            ] {
                assert_eq!(decode(encode(value)), Some(value));
            }
        }
        let beyond = encode(Value::Number(Number(i64::MAX)));
        assert_eq!(decode(beyond), Some(Value::Number(Number(VALUE_MAX))));
    }
}
