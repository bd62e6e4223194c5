//! People with a mind and a day of their own.

pub(crate) mod grammar;
pub(crate) mod has;
pub(crate) mod lower;
