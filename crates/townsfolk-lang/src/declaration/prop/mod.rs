//! Kinds of props.

pub(crate) mod grammar;
pub(crate) mod lower;
