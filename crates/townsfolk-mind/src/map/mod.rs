//! The map of a mind: how needs, tests and flags become one thing to do.
//!
//! A map is a basic layer and the layers of the roles held on top of it.
//!
//! | file | says |
//! |---|---|
//! | [`mod@weave`] | which nodes and links several layers make together |
//! | [`mod@reference`] | what an update means, as plainly as possible |
//! | [`program`], [`fast`] | the same, woven once and run over flat arrays |
//! | [`cycle`] | maps that never come to rest |
//! | [`mod@why`] | what fed the chosen action, and what held the next one down |
//!
//! An update takes the inputs (needs, tests, feelings), then goes over the concepts in their order,
//! again and again, each taking the sum of what is linked to it as soon as its turn comes, until a
//! pass changes nothing or [`PASSES_MAX`] have been made; then the actions take their sums, and the
//! strongest one that is above zero is chosen. Nothing is emptied by being passed on.

pub mod cycle;
pub mod fast;
pub mod program;
pub mod reference;
pub mod weave;
pub mod why;

pub use cycle::{Cycle, find_cycle};
pub use fast::Map;
pub use program::{Act, Input, Program};
pub use weave::{Wire, weave};
pub use why::{Contribution, Why, WhyNot, feeding, why, why_not};

use serde::{Deserialize, Serialize};

/// So many passes over the concepts are made in one update at most. A map that is not at rest then
/// goes on from there at its next update.
pub const PASSES_MAX: u32 = 8;

/// How an update ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// How many passes were made, the last one without a change included.
    pub passes: u32,
    /// Whether the last pass changed nothing: with the same inputs, nothing ever will.
    pub at_rest: bool,
}
