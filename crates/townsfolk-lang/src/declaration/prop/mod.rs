//! Kinds of props.

mod grammar;
mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::PROP_KW],
    parse: grammar::prop,
    lower: Some(lower::lower),
};
