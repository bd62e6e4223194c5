//! Interactions: what people do to one another does to them.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::INTERACTION_KW],
    parse: grammar::interaction,
    lower: None,
};
