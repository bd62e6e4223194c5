//! `id` lines: the id of a name by hand, where two names share a hash.

pub(crate) mod grammar;
pub(crate) mod lower;
