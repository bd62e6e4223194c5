//! Scripts and templates: the cast, facts, rules, properties and tests of an interaction.

pub(crate) mod expand;
mod grammar;
pub(crate) mod lower;
pub(crate) mod rule;
mod test;
pub(crate) mod test_grammar;

use crate::syntax::{SCRIPT_KW, TEMPLATE_KW, TEST_KW};

pub(crate) const KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[SCRIPT_KW, TEMPLATE_KW],
    parse: grammar::script,
    lower: None,
};

/// Tests may also stand by themselves: `test NAME of SCRIPT`.
pub(crate) const TEST_KIND: super::DeclarationKind = super::DeclarationKind {
    keywords: &[TEST_KW],
    parse: test_grammar::test,
    lower: None,
};
