//! Interactions: what people do to one another does to them.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: INTERACTION_KW,
        order: 19,
        snippet: "interaction ${1:joke}\n  to other valence ${2:0.05}, like ${3:0.05}",
        example: "interaction joke",
        help: "Says what people do to one another does to them, instead of what it usually does.",
    }],
    node: INTERACTION_DECL,
    parse: grammar::interaction,
    lower: None,
    namespace: Some(Namespace::Interaction),
    category: None,
    outline: Some(OutlineKind::Interaction),
    form: Form::Block(&[INTERACTION_PART]),
};
