//! The mutation test of the checker: does it notice the mistakes authors make?

mod operator;

pub use operator::{Mutant, OPERATORS, mutants};
