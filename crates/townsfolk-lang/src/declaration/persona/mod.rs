//! Personas: personalities that several people share.

pub(crate) mod grammar;
pub(crate) mod lower;
