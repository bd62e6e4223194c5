//! Goals and operators of planners.

pub(crate) mod grammar;
pub(crate) mod lower;
pub(crate) mod operator;
pub(crate) mod proposition;
