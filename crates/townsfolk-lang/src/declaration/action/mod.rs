//! Actions: what the host can be asked to perform.

mod grammar;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::ACTION_KW],
    parse: grammar::action,
};
