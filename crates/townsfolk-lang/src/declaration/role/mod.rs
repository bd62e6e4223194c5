//! Roles and proxies: what a character, or a game system, can be.

mod grammar;
mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[
        OpeningWord {
            keyword: ROLE_KW,
            order: 1,
            snippet: "role ${1:name}",
            example: "role elder is citizen",
            help: "Declares something a character can be; after `is` stand the roles it is a special case of.",
        },
        OpeningWord {
            keyword: PROXY_KW,
            order: 10,
            snippet: "proxy ${1:name}",
            example: "proxy shop",
            help: "Declares a role played by a game system without a body.",
        },
    ],
    node: ROLE_DECL,
    parse: grammar::role,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Kind),
    category: Some(Category::Role),
    outline: Some(OutlineKind::Role),
    form: Form::Line,
};
