//! All tests of the crate in one program, so that it is linked once.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod beliefs;
mod deciders;
mod desk;
mod hostile;
mod studio;
mod support;
mod tower;
