//! Kinds of props.

mod grammar;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::PROP_KW],
    parse: grammar::prop,
};
