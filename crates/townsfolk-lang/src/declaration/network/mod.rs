//! The social network's weights, where a project has its own.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::NETWORK_KW],
    parse: grammar::network,
    lower: None,
};
