//! All tests of the crate in one program, so that it is linked once.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod arena;
mod book;
mod chef;
mod follow;
mod generate;
mod intruder;
mod keeps;
mod lay;
mod lindenford;
mod motion;
mod paths;
mod perimeter;
mod plan;
mod player;
mod senses;
mod stage;
mod support;
mod tower;
mod village;
mod week;
