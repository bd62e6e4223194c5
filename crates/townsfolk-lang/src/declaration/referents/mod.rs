//! Referents: inference over a few indexical names, with senses, rules, goals and situations.

mod body;
mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
mod parts;
mod terms;
