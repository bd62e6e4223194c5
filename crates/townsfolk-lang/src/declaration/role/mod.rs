//! Roles and proxies: what a character, or a game system, can be.

mod grammar;
mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::ROLE_KW, crate::syntax::PROXY_KW],
    parse: grammar::role,
    lower: Some(lower::lower),
};
