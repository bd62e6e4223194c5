//! Actions: what the host can be asked to perform.

mod grammar;
mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::ACTION_KW],
    parse: grammar::action,
    lower: Some(lower::lower),
};
