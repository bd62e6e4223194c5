//! Motions to search with.

pub(crate) mod grammar;
pub(crate) mod lower;
