//! Daily scripts: a day as blocks and one-shots of errands.

pub(crate) mod grammar;
pub(crate) mod hours;
pub(crate) mod lower;
