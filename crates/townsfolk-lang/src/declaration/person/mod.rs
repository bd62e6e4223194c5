//! People with a mind and a day of their own.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: PERSON_KW,
        order: 12,
        snippet: "person ${1:name}\n  mind ${2:body}\n  follows ${3:schedule}",
        example: "person mira",
        help: "Declares somebody with a mind and a day of their own.",
    }],
    node: PERSON_DECL,
    parse: grammar::person,
    lower: None,
    namespace: Some(Namespace::Person),
    category: Some(Category::Character),
    outline: Some(OutlineKind::Person),
    form: Form::Block(&[PERSON_PART]),
};
