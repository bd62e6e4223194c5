//! Errands: what the people of daily scripts do.

pub(crate) mod grammar;
pub(crate) mod lower;
