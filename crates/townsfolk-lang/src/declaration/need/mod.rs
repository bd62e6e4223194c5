//! Needs: what people come to want as time goes by.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::NEED_KW],
    parse: grammar::need,
    lower: None,
};
