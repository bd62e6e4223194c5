//! `id` lines: the id of a name by hand, where two names share a hash.

mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: ID_KW,
        order: 22,
        snippet: "id ${1:action} ${2:name} ${3:1}",
        example: "id action wave 12",
        help: "Gives a name an id by hand, for the rare case that two names share one.",
    }],
    node: ID_DECL,
    parse: grammar::id,
    lower: None,
    namespace: None,
    category: None,
    outline: None,
    form: Form::Line,
};
