//! A town under a hostile host, for as long as one likes.

mod content;
mod deciders;
mod dice;
mod host;
mod memory;
mod mischief;
mod run;
mod tally;
mod town;

pub use content::{examples, patched};
pub use deciders::decider_examples;
pub use dice::Dice;
pub use host::{HostileHost, Trouble, Whimsical};
pub use memory::{Memory, Sample};
pub use run::{Soak, SoakReport, Stop};
pub use tally::Tally;
pub use town::Town;
