//! Snippets: scored uses of abilities, each with its best target.
//!
//! A snippet is one way of using one ability for one purpose. Its evaluation tree says whether the
//! use is possible now, how many points it is worth, and on whom. The snippet with the most points
//! runs; its parts are performed one after the other. The last part is the use of the ability: until
//! it ends, nothing else is considered.
//!
//! | file | holds |
//! |---|---|
//! | [`catalogue`] | the snippets of a content, ready to be evaluated |
//! | [`evaluate`](mod@evaluate) | one snippet in one situation: truth, points, target, trace |
//! | [`brain`] | the state of one character: registrations, table, running snippet |
//! | [`program`] | snippets compiled for evaluation, and the world as one character sees it |
//! | [`lint`] | points outside the band of a class, with the path that reaches them |

pub mod brain;
pub mod catalogue;
pub mod evaluate;
pub mod lint;
pub mod program;
#[cfg(test)]
mod tests;

pub use brain::{Brain, Change, Options, Registration, Running, Tactic};
pub use catalogue::Catalogue;
pub use evaluate::{Evaluation, evaluate, probe};
pub use lint::{OutOfBand, outside_band};
pub use program::{Input, Neighbour, Program, Surroundings, Test, View, row_of};
