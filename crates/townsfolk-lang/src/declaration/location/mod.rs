//! Kinds of locations.

pub(crate) mod grammar;
pub(crate) mod lower;
