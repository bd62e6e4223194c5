//! `id` lines: the id of a name by hand, where two names share a hash.

mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::ID_KW],
    parse: grammar::id,
    lower: None,
};
