//! The map of a mind: turns needs, tests and flags into one action.
//!
//! A map is a basic layer with the layers of the held roles on top.
//!
//! | module | holds |
//! |---|---|
//! | [`mod@weave`] | joins several layers into one set of nodes and links |
//! | [`mod@reference`] | the definition of an update, as plain as possible |
//! | [`program`], [`fast`] | the same, compiled once and run over flat arrays |
//! | [`cycle`] | finds maps that never come to rest |
//! | [`mod@why`] | what fed the chosen action, and what inhibited the next one |
//!
//! An update sets the inputs (needs, tests, feelings). Then it passes over the concepts in order;
//! each takes the sum of its incoming links at once. Passes repeat until one changes nothing, or
//! [`PASSES_MAX`] have been made. Then the actions take their sums, and the strongest one above
//! zero is chosen. A link does not use up the activation of its source.

pub mod cycle;
pub mod fast;
pub mod program;
pub mod reference;
pub mod weave;
pub mod why;

pub use cycle::{Cycle, find_cycle};
pub use fast::Map;
pub use program::{Act, Input, Program};
pub use weave::{ActiveLink, weave};
pub use why::{Contribution, Why, WhyNot, feeding, why, why_not};

use serde::{Deserialize, Serialize};

/// Maximum number of passes over the concepts in one update. A map that does not rest by then
/// continues at its next update.
pub const PASSES_MAX: u32 = 8;

/// How an update ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// Number of passes, including the last one without a change.
    pub passes: u32,
    /// Whether the last pass changed nothing. With the same inputs, nothing ever will.
    pub at_rest: bool,
}
