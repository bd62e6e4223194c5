//! The social network's weights, where a project has its own.

pub(crate) mod grammar;
pub(crate) mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: NETWORK_KW,
        order: 20,
        snippet: "network ${1:name}\n  hidden $0",
        example: "network townspeople",
        help: "The weights by which people choose what to do to whom, as training writes them.",
    }],
    node: NETWORK_DECL,
    parse: grammar::network,
    lower: None,
    namespace: Some(Namespace::Network),
    category: None,
    outline: Some(OutlineKind::Network),
    form: Form::Block(&[NETWORK_PART]),
};
