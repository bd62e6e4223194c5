//! Kinds of locations.

mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::LOCATION_KW],
    parse: grammar::location,
    lower: None,
};
