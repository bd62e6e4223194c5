//! What the host tells us about: properties, functions and predicates.

pub(crate) mod grammar;
pub(crate) mod lower;
