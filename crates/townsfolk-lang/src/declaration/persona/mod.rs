//! Personas: personalities that several people share.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: PERSONA_KW,
        order: 17,
        snippet: "persona ${1:name} neurotic ${2:0.5}, extrovert ${3:0.5}",
        example: "persona easy_going neurotic 0.3, extrovert 0.8",
        help: "Declares a personality that several people share.",
    }],
    node: PERSONA_DECL,
    parse: grammar::persona,
    lower: None,
    namespace: Some(Namespace::Persona),
    category: None,
    outline: Some(OutlineKind::Persona),
    form: Form::Line,
};
