//! Interactions: what people do to one another does to them.

pub(crate) mod grammar;
pub(crate) mod lower;
