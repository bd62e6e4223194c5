//! Permissions of which a squad has only so many.

pub(crate) mod grammar;
pub(crate) mod lower;
