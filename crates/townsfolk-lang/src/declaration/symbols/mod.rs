//! Closed sets of symbols.

pub(crate) mod grammar;
pub(crate) mod lower;
