//! Layers: the small maps that minds are put together from.

pub(crate) mod grammar;
pub(crate) mod include;
pub(crate) mod lower;
pub(crate) mod nodes;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: LAYER_KW,
        order: 13,
        snippet: "layer ${1:name}\n  $0",
        example: "layer body",
        help: "Declares a small map of a mind: needs, concepts, flags, tests and actions, and the links between them.",
    }],
    node: LAYER_DECL,
    parse: grammar::layer,
    lower: None,
    namespace: Some(Namespace::Layer),
    category: Some(Category::Layer),
    outline: Some(OutlineKind::Layer),
    form: Form::Block(&[
        LAYER_INCLUDES,
        LAYER_NEEDS,
        CONCEPTS,
        FLAG_NODE,
        TEST_NODE,
        ACTION_NODE,
        LINK,
        IGNORES,
        INHIBITION,
    ]),
};
