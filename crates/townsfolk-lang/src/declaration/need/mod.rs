//! Needs: what people come to want as time goes by.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: NEED_KW,
        order: 14,
        snippet: "need ${1:name}\n  rises 0 to 1 in ${2:6} h\n  falls 1 to 0 in ${3:15} min",
        example: "need hunger",
        help: "Declares something people come to want: how it rises and falls, where it starts, and what excites it.",
    }],
    node: NEED_DECL,
    parse: grammar::need,
    lower: None,
    namespace: Some(Namespace::Need),
    category: Some(Category::Need),
    outline: Some(OutlineKind::Need),
    form: Form::Block(&[NEED_PART]),
};
