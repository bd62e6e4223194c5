//! Host names: properties, functions and predicates.

pub(crate) mod grammar;
pub(crate) mod lower;
