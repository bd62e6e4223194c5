//! The mutation test of the checker: does it notice the mistakes authors make?
//!
//! The operators and the judgement are described in the chapter "Mutation test of the checker" of the
//! book.

mod judge;
mod operator;
mod timing;

pub use judge::{Example, Row, Verdict, judge_all};
pub use operator::{Mutant, OPERATORS, mutants};
