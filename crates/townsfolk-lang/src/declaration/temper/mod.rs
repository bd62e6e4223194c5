//! Tempers: how feelings come and go.

pub(crate) mod grammar;
pub(crate) mod lower;
