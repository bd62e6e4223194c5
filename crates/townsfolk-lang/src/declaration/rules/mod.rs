//! Hot rules: rules that are looked at only when an attribute they read has changed.

pub(crate) mod grammar;
pub(crate) mod lower;
