//! What the host tells us about: properties, functions and predicates.

mod grammar;
mod lower;

use crate::syntax::{FUNCTION_KW, PREDICATE_KW, PROPERTY_KW};

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[PROPERTY_KW, FUNCTION_KW, PREDICATE_KW],
    parse: grammar::host,
    lower: Some(lower::lower),
};
