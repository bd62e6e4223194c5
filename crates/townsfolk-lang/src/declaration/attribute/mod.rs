//! Attributes: typed values of a character or of the world.

pub(crate) mod grammar;
pub(crate) mod lower;
