//! Kinds of stimuli: what can be heard, and what makes it.

pub(crate) mod grammar;
pub(crate) mod lower;
