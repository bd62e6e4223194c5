//! Snippets: scored uses of abilities, the trees that they share, and named sets of candidates.

pub(crate) mod check;
pub(crate) mod grammar;
pub(crate) mod lower;
mod points;
pub(crate) mod test;
