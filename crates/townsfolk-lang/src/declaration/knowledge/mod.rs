//! Settings of beliefs: a preset, and the numbers that differ from it.

pub(crate) mod grammar;
pub(crate) mod lower;
