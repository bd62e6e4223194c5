//! Kinds: compatibility, and their names in messages.

use crate::globals::Globals;
use townsfolk_core::Kind;

/// The built-in kinds, by name.
pub(crate) const BUILT_IN: &[(&str, Kind)] = &[
    ("thing", Kind::Thing),
    ("character", Kind::Character),
    ("prop", Kind::Prop),
    ("number", Kind::Number),
    ("duration", Kind::Duration),
    ("time", Kind::Time),
    ("daytime", Kind::Daytime),
    ("symbol", Kind::Symbol),
    ("text", Kind::Text),
];

/// The narrower of two kinds, if some value can be of both.
pub(crate) fn meet(globals: &Globals, a: Kind, b: Kind) -> Option<Kind> {
    if a == b {
        return Some(a);
    }
    if is_special_case(globals, a, b) {
        return Some(a);
    }
    is_special_case(globals, b, a).then_some(b)
}

/// Whether every value of `narrow` is also one of `wide`.
fn is_special_case(globals: &Globals, narrow: Kind, wide: Kind) -> bool {
    use Kind::{Character, CharacterIn, Prop, PropOf, Symbol, SymbolOf, Thing};
    match (narrow, wide) {
        (Character | CharacterIn(_) | Prop | PropOf(_), Thing)
        | (CharacterIn(_), Character)
        | (PropOf(_), Prop)
        | (SymbolOf(_), Symbol) => true,
        (CharacterIn(a), CharacterIn(b)) => globals.module.is_a(a, b),
        (PropOf(a), PropOf(b)) => globals.prop_is_a(a, b),
        _ => false,
    }
}

/// Whether values of a kind can be put in order.
pub(crate) fn is_ordered(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Number | Kind::Duration | Kind::Time | Kind::Daytime
    )
}

/// Whether a value of a kind is a character or a prop.
pub(crate) fn is_thing(kind: Kind) -> bool {
    is_person(kind) || matches!(kind, Kind::Thing | Kind::Prop | Kind::PropOf(_))
}

/// Whether a value of a kind is certainly a character.
pub(crate) fn is_person(kind: Kind) -> bool {
    matches!(kind, Kind::Character | Kind::CharacterIn(_))
}

/// The kind with its article, as messages say it: `a prop`, `an elder`.
pub(crate) fn called(globals: &Globals, kind: Kind) -> String {
    let name = name(globals, kind);
    match kind {
        Kind::SymbolOf(_) => return format!("one of the symbols `{name}`"),
        Kind::Daytime => return "a time of day".to_string(),
        Kind::Text => return "a text".to_string(),
        _ => {}
    }
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// The name of a kind.
pub(crate) fn name(globals: &Globals, kind: Kind) -> String {
    match kind {
        Kind::CharacterIn(role) => globals.role_name(role),
        Kind::PropOf(prop) => globals.prop_kind_name(prop),
        Kind::SymbolOf(set) => globals.symbol_set_name(set),
        _ => BUILT_IN
            .iter()
            .find(|(_, built_in)| *built_in == kind)
            .map_or_else(String::new, |(name, _)| (*name).to_string()),
    }
}
