//! What inference promises, shown without an engine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod cycles;
mod goals;
mod limits;
mod logic;
mod support;
