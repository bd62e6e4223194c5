//! Lists of skills: kinds of hunters and guards.

pub(crate) mod bodily;
mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
pub(crate) mod tuning;
pub(crate) mod value;
