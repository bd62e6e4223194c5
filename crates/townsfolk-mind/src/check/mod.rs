//! What is wrong with minds, before they are used. What it means for the author, and in which
//! words, is the language's to say.
//!
//! | file | finds |
//! |---|---|
//! | [`layer`] | links and controls that name what is not there, nodes that nothing drives or hears |
//! | [`schedule`] | gaps and overlaps in a day |
//! | [`closing`] | roles that can never be given up |
//!
//! Maps that never come to rest are found by [`crate::map::cycle::cycles_from_corners`].

pub mod closing;
pub mod layer;
pub mod schedule;

pub use closing::{Stuck, never_ready};
pub use layer::{Fault, Problem, check};
pub use schedule::{DayFault, check_schedule};
