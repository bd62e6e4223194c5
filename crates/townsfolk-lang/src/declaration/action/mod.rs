//! Actions: what the host can be asked to perform.

mod grammar;
mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: ACTION_KW,
        order: 2,
        snippet: "action ${1:name}(${2:prop}) takes ${3:2..3 s}",
        example: "action sit(prop) takes 2..3 s, may fail",
        help: "Declares something a character can be told to do, with the kinds of its arguments.",
    }],
    node: ACTION_DECL,
    parse: grammar::action,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Action),
    category: Some(Category::Action),
    outline: Some(OutlineKind::Action),
    form: Form::Line,
};
