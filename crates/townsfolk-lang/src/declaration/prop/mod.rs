//! Kinds of props.

mod grammar;
mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: PROP_KW,
        order: 3,
        snippet: "prop ${1:name}",
        example: "prop armchair is chair slots 1",
        help: "Declares a kind of prop: how many can use it at once, from where it is approached, and its tags.",
    }],
    node: PROP_DECL,
    parse: grammar::prop,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Kind),
    category: Some(Category::PropKind),
    outline: Some(OutlineKind::PropKind),
    form: Form::Line,
};
