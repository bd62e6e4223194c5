//! The social network's weights, where a project has its own.

pub(crate) mod grammar;
pub(crate) mod lower;
