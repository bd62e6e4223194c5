//! Stochastic grammars: patterns with dice.
//!
//! A grammar generates sequences of symbols that can be tuned anywhere between a fixed pattern and
//! pure noise. The same grammar says whether a sequence is one of its own, how likely it is, and how
//! it was made. Its compiled form is [`Grammar`], nodes in an arena.
//!
//! | file | holds |
//! |---|---|
//! | [`build`] | grammars put together in code, and from state machines |
//! | [`weights`] | the mutable weights of one personality |
//! | [`stream`] | the generator, a stack machine from which symbols are pulled |
//! | [`provenance`] | the rules and alternatives that made a symbol |
//! | [`consume`] | queues that discard what is impossible, and the windowed root |
//! | [`ending`], [`growth`] | whether sentences end, and how long they are |
//! | [`chart`], [`inside`], [`parse`] | recognition, parsing, probability |
//! | [`train`] | weights from examples (inside-outside) |
//! | [`report`] | statistics of many sentences |
//! | [`feedback`] | weights corrected while playing |
//! | [`shape`] | weights from scores of a situation |
//!
//! Generation, feedback and shaping are simulated, so they use integers only. Parsing, training and
//! reports are tools, and use floats.

pub mod build;
pub mod chart;
pub mod consume;
pub mod ending;
pub mod feedback;
pub mod growth;
pub mod inside;
pub mod parse;
pub mod provenance;
pub mod report;
pub mod shape;
pub mod stream;
pub mod train;
pub mod weights;
pub mod wide;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "tests compare probabilities with logarithms of the platform"
)]
mod tests;

pub use build::{Body, Builder, Fault, choice, from_fsm, sequence};
pub use stream::{Limit, Pulled, Sentence, Source, Stream, Watch};
pub use townsfolk_module::decide::{
    ChoicePoint, Grammar, GrammarNode as Node, GrammarPattern, GrammarRule, GrammarStart as Start,
    GrammarSymbol, Meaning, REPEAT_UNBOUNDED as UNBOUNDED, RepeatPoint, WeightBinding, WeightShape,
};
pub use weights::{ONE, Weights};
