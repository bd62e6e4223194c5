//! Towns that live: opened from content, followed, and summed up.
//!
//! [`open`] makes a town of content, [`pace`] measures how long ticks take, [`headlines`] says what is
//! going on in a line, and [`summary`] what became of it all.

pub mod headlines;
pub mod open;
pub mod pace;
pub mod summary;
