//! Personas: personalities that several people share.

pub(crate) mod grammar;
pub(crate) mod lower;

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[crate::syntax::PERSONA_KW],
    parse: grammar::persona,
    lower: None,
};
