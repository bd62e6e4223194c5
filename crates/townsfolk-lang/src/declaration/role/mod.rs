//! Roles and proxies: what a character, or a game system, can be.

pub(crate) mod grammar;
pub(crate) mod lower;
