//! Actions: what the host can be asked to perform.

pub(crate) mod grammar;
pub(crate) mod lower;
