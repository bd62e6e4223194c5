//! The weights of a project's own social network.

pub(crate) mod grammar;
pub(crate) mod lower;
