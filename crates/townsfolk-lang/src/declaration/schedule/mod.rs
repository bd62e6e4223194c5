//! Schedules: places and roles by the time of day.

pub(crate) mod grammar;
pub(crate) mod lower;
