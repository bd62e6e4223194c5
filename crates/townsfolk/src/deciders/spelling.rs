//! Conditions and things of deciders in the author's words.

use crate::folk::Folk;
use townsfolk_core::{ScriptId, Value, VarId};
use townsfolk_module::Literal;
use townsfolk_scene::reference::words::{Spelling, Words};

/// A condition as an author would write it, with a name for each variable.
pub(super) fn spelt(
    folk: &Folk,
    condition: &[Literal],
    variable: &dyn Fn(VarId) -> String,
) -> String {
    let words = Words {
        symbols: folk.symbols(),
        script: ScriptId(0),
    };
    let value = |value| thing(folk, value);
    let spelling = Spelling {
        variable,
        value: &value,
    };
    let literals = condition.iter();
    let literals = literals.map(|literal| words.literal_spelt(literal, &spelling));
    literals.collect::<Vec<_>>().join(", ")
}

/// A value as a reader knows it: a character by its name.
pub(super) fn thing(folk: &Folk, value: Value) -> String {
    match value {
        Value::Character(who) => folk.name_of(who),
        other => folk.names.value(other),
    }
}
