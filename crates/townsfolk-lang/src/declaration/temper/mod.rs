//! Tempers: how feelings come and go.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::TEMPER_KW],
    parse: grammar::temper,
    lower: None,
};
