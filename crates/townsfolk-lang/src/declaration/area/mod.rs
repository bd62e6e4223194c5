//! Areas: where schedules send people.

pub(crate) mod grammar;
pub(crate) mod lower;
