//! Courses of action, and how they are performed.
//!
//! A decider offers to drive a character and names a *course*: steps in order, each a set of orders
//! that start together. The [`Performance`] of a course is a small state machine. It starts the
//! orders of a step, waits for all of them, goes on, takes a failure branch, is interrupted and
//! resumed. It knows nothing of the world: the engine lends it a [`Body`].
//!
//! | file | holds |
//! |---|---|
//! | [`order`] | what a step asks of a body, and what runs because of it |
//! | [`course`] | where the steps come from: a decider's own list, or a declared course |
//! | [`performance`] | the state machine |
//! | [`value`] | values of the expressions in a declared course, and simple conditions |
//!
//! What it is not for: deciding what to do (deciders), or who may do it (the arbiter).
//!
//! Goals, in order: every performance ends, by an outcome or by a limit; the same inputs give the
//! same steps; a character that performs nothing costs nothing.
#![forbid(unsafe_code)]

pub mod course;
pub mod order;
pub mod performance;
pub mod value;

pub use course::CourseOf;
pub use order::{Aim, Order, Running};
pub use performance::{Body, Performance, Progress, Started, State};
pub use value::{Scope, holds, value_of};
