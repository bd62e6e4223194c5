//! Layers: the small maps that minds are put together from.

pub(crate) mod grammar;
pub(crate) mod include;
pub(crate) mod lower;
pub(crate) mod nodes;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::LAYER_KW],
    parse: grammar::layer,
    lower: None,
};
