//! What the host tells us about: properties, functions and predicates.

mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[
        OpeningWord {
            keyword: PROPERTY_KW,
            order: 7,
            snippet: "property ${1:name}(${2:character}): ${3:number}",
            example: "property hunger(character): number",
            help: "Declares a value that the game pushes; a change wakes whoever reads it.",
        },
        OpeningWord {
            keyword: FUNCTION_KW,
            order: 8,
            snippet: "function ${1:name}(${2:thing}, ${3:thing}): ${4:number}",
            example: "function walking_time(thing, thing): duration every 1 s",
            help: "Declares a reading of the game with a value, looked at on a beat.",
        },
        OpeningWord {
            keyword: PREDICATE_KW,
            order: 9,
            snippet: "predicate ${1:name}(${2:character}, ${3:character})",
            example: "predicate sees(character, character) every 0.5 s",
            help: "Declares a reading of the game that holds or does not, looked at on a beat.",
        },
    ],
    node: HOST_DECL,
    parse: grammar::host,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Host),
    category: Some(Category::Host),
    outline: Some(OutlineKind::Host),
    form: Form::Line,
};
