//! Movement: a walk is a function of time.
//!
//! A walk is planned once, from where a character is to where they want to be, with everything that
//! is on the way: furniture, the lane in a street, the wait before a door at which others were
//! first. From then on it costs nothing until it ends or is broken off; where a character is at a
//! tick is looked up.
//!
//! | file | says |
//! |---|---|
//! | [`walk`] | where somebody is at a tick |
//! | [`gate`] | who passes a narrow place when |
//! | [`plan_walk`] | from a route to a walk |
//! | `lane` | keeping to the right |

pub mod gate;
mod lane;
pub mod plan_walk;
pub mod walk;

pub use gate::{Gates, Slot};
pub use plan_walk::{Detail, Planner, Walker};
pub use walk::{Pass, Point, Walk};
