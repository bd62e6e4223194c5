//! Courses: steps of actions that a character performs in order.

pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
