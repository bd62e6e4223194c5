//! Plans: a town as its author lays it out.

pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::PLAN_KW],
    parse: grammar::plan,
    lower: None,
};
