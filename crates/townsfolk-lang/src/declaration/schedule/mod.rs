//! Schedules: where to be in which role, by the time of day.

pub(crate) mod grammar;
pub(crate) mod lower;
