//! Areas: where schedules send people.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: AREA_KW,
        order: 16,
        snippet: "area ${1:name}",
        example: "area kitchen in inn",
        help: "Declares a part of the stage that schedules can send people to, within another or by itself.",
    }],
    node: AREA_DECL,
    parse: grammar::area,
    lower: None,
    namespace: Some(Namespace::Area),
    category: Some(Category::Area),
    outline: Some(OutlineKind::Area),
    form: Form::Line,
};
