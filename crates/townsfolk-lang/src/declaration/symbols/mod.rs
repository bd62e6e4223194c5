//! Closed sets of symbols.

mod grammar;
mod lower;

use super::{DeclarationKind, Form, OpeningWord};
use crate::editor::OutlineKind;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::Category;

pub(crate) const KIND: DeclarationKind = DeclarationKind {
    words: &[OpeningWord {
        keyword: SYMBOLS_KW,
        order: 4,
        snippet: "symbols ${1:name}: ${2:word}",
        example: "symbols topic: weather, prices",
        help: "Declares a closed set of words; a word outside it is an error wherever the set is asked for.",
    }],
    node: SYMBOLS_DECL,
    parse: grammar::symbols,
    lower: Some(lower::lower),
    namespace: Some(Namespace::Kind),
    category: Some(Category::SymbolSet),
    outline: Some(OutlineKind::SymbolSet),
    form: Form::Line,
};
