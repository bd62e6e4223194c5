//! Plans: a town as its author lays it out.

mod arena;
pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
mod tower;
