//! Ears and eyes of a kind of character.

pub(crate) mod answers;
pub(crate) mod grammar;
pub(crate) mod lower;
