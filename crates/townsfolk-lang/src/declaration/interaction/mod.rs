//! Interactions: the effects of what people do to one another.

pub(crate) mod grammar;
pub(crate) mod lower;
