//! Closed sets of symbols.

mod grammar;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::SYMBOLS_KW],
    parse: grammar::symbols,
};
