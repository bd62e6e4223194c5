//! Behaviour trees, for evaluation and for execution.
//!
//! One node type and one walk serve both uses. An evaluation tree runs to its end in one call and
//! gives truth, points and a target. An execution tree stops at a task that takes time, and goes on
//! from there when the task has ended.
//!
//! | file | holds |
//! |---|---|
//! | [`walk`](mod@walk) | the walk through a tree, with points, targets and tasks |
//! | [`cursor`] | the place of a tree that runs: begin, go on, abort |
//! | [`trace`] | the conditions asked and the points given in one walk |
//! | [`interval`](mod@interval) | the least and the greatest number of points that a tree can give |
//!
//! The nodes are data of `townsfolk-module` and lie in depth-first order. So a node stands left of another if its index is less, and a
//! subtree is a range of indexes. Observers, services and abort modes need nothing more: an observer
//! compares its range with the active path of the [`Cursor`] and restarts the walk.

pub mod cursor;
pub mod interval;
pub mod trace;
pub mod walk;

pub use cursor::{Cursor, Path};
pub use interval::{Extreme, Interval, Statics, interval};
pub use townsfolk_module::decide::{Among, Branch, Node, Placed, Source, Tree};
pub use trace::{Trace, TraceLine, Traced};
pub use walk::{Frame, Scratch, Status, Trees, VARIABLES_MAX, Walk, World};
