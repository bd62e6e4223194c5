//! People with a mind and a day of their own.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::PERSON_KW],
    parse: grammar::person,
    lower: None,
};
