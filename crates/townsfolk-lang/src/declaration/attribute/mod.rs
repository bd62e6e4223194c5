//! Attributes: typed values of a character or of the world.

mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: ATTRIBUTE_KW,
        order: 7,
        snippet: "attribute ${1:name}(${2:character}): ${3:number}",
        example: "attribute hit_points(character): number 0..100 = 100",
        help: "Declares a typed value of a character or of the world, which rules and courses set; a change wakes whoever reads it.",
    }],
    node: HOST_DECL,
    parse: grammar::attribute,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Host),
    category: Some(Category::Host),
    outline: Some(OutlineKind::Host),
    form: Form::Line,
};
