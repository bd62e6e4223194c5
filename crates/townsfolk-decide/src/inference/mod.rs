//! Three-valued inference over a few referents, as bit operations.
//!
//! A character holds a small set of *referents*: indexical names such as `target` or `post`, each
//! bound to an object of the world or to nothing. A *predicate* is two words with one bit for each
//! referent: where it is true, and where it is false; a bit in neither is unknown. A rule
//! `can_shoot(X) if in_range(X), aimed_at(X)` is then two bit operations for all referents at once.
//!
//! Once per cycle everything is worked out anew from what is sensed now: bind, attend, sense, run all
//! rules, act. No conclusion is kept, so none can be out of date.
//!
//! | file | holds |
//! |---|---|
//! | [`order`] | the order of rules and goals, or the rules of a cycle |
//! | [`program`] | rules and goals as straight-line bit operations |
//! | [`block`] | the program run for a block of characters at once |
//! | [`row`] | state of one character: bindings, active situations |
//! | [`attention`] | which referents are sensed, and which objects are noticed |
//! | [`situation`] | how situations are entered, left and forgotten |
//! | [`motor`] | the outputs that are acted on |
//! | [`names`] | rules and terms as text |
//! | [`explain`] | why an output is acted on, and why a situation is not active |
//! | [`saved`] | a row by names, for saves and changed content |
//!
//! The compiled declaration is [`Inference`](townsfolk_module::decide::Inference).
//!
//! What it is not for: sensing. The engine says which objects are in view and evaluates the tests.

pub mod attention;
pub mod block;
pub mod explain;
pub mod motor;
pub mod names;
pub mod order;
pub mod program;
pub mod row;
pub mod saved;
pub mod situation;

pub use block::{Block, LANES};
pub use motor::{Chosen, choose};
pub use names::NamesOf;
pub use order::CompileError;
pub use program::Program;
pub use row::{Row, Spot};
pub use saved::SavedRow;

#[cfg(test)]
mod tests;
