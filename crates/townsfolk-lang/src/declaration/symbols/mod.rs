//! Closed sets of symbols.

mod grammar;
mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::SYMBOLS_KW],
    parse: grammar::symbols,
    lower: Some(lower::lower),
};
