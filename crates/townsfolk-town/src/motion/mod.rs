//! Movement: a walk is a function of time.
//!
//! A walk is planned once, from start to goal, including furniture, the lane in a street, and waits
//! at doors. After that it costs nothing until it ends or is interrupted; the position at a tick is
//! looked up.
//!
//! | file | holds |
//! |---|---|
//! | [`walk`] | the position at a tick |
//! | [`gate`] | slots at narrow places |
//! | [`plan_walk`] | from a route to a walk |
//! | `lane` | walking on the right-hand side |

pub mod gate;
mod lane;
pub mod plan_walk;
pub mod walk;

pub use gate::{Gates, Slot};
pub use plan_walk::{Detail, Planner, Walker};
pub use walk::{Pass, Point, Walk};
