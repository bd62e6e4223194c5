//! Checks of minds before they are used. The language crate puts the results into words for
//! authors.
//!
//! | module | finds |
//! |---|---|
//! | [`layer`] | links and controls that name missing nodes; nodes without links |
//! | [`schedule`] | gaps and overlaps in a day |
//! | [`closing`] | roles that can never be given up |
//!
//! [`crate::map::cycle::cycles_from_corners`] finds maps that never come to rest.

pub mod closing;
pub mod layer;
pub mod schedule;

pub use closing::{NeverReady, never_ready};
pub use layer::{Fault, Problem, check};
pub use schedule::{DayFault, check_schedule};
