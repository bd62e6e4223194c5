//! Needs: motivations that rise with time.

pub(crate) mod grammar;
pub(crate) mod lower;
