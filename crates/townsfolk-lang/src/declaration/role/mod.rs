//! Roles and proxies: the kinds of characters and of game systems in scenes.

pub(crate) mod grammar;
pub(crate) mod lower;
