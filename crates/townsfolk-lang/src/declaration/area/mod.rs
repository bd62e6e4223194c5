//! Areas: where schedules send people.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::AREA_KW],
    parse: grammar::area,
    lower: None,
};
