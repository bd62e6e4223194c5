//! Scripts and templates: the cast, facts, rules, properties and tests of an interaction.

pub(crate) mod expand;
pub(crate) mod grammar;
pub(crate) mod lower;
pub(crate) mod rule;
pub(crate) mod test;
pub(crate) mod test_grammar;
