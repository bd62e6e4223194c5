//! What must hold of grammars, by the numbers of the specification.

mod generate;
mod parsing;
mod random;
mod tune;
