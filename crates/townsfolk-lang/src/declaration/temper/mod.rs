//! Tempers: how feelings come and go, and how a character keeps company.

pub(crate) mod grammar;
pub(crate) mod lower;
mod manners;
