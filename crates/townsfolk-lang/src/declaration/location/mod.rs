//! Kinds of locations.

mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: LOCATION_KW,
        order: 5,
        snippet: "location ${1:name}\n  $0",
        example: "location bench_spot",
        help: "Declares a kind of location: its props, what it knows, the scripts it prefers and its emitters.",
    }],
    node: LOCATION_DECL,
    parse: grammar::location,
    lower: None,
    namespace: Some(Namespace::Location),
    category: Some(Category::Location),
    outline: Some(OutlineKind::Location),
    form: Form::Block(&[LOCATION_PROP, KNOWS, TAGS, PREFERS, EMITS, SERVES]),
};
