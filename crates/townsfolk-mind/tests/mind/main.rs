//! All tests of the crate in one program, so that it is linked once.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod company;
mod day;
mod evaluation;
mod hostile;
mod isaac;
mod map;
mod social;
mod support;
