//! Actions: requests that the host performs.

pub(crate) mod grammar;
pub(crate) mod lower;
