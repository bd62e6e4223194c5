//! Tempers: how feelings come and go.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: TEMPER_KW,
        order: 18,
        snippet: "temper ${1:name}\n  cools down in ${2:3} h\n  forgives in ${3:48} h\n  tires of anything in ${4:20} min",
        example: "temper hot_headed",
        help: "Declares how feelings come and go: how soon somebody calms down, forgives, and tires of doing the same.",
    }],
    node: TEMPER_DECL,
    parse: grammar::temper,
    lower: None,
    namespace: Some(Namespace::Temper),
    category: None,
    outline: Some(OutlineKind::Temper),
    form: Form::Block(&[TEMPER_PART]),
};
