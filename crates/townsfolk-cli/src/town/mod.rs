//! Running towns: opened from content, observed, and summarized.
//!
//! [`open`] makes a town from content, [`focus`] chooses the focus, [`pace`] measures ticks,
//! [`headlines`] describes events in a line, [`summary`] sums up a run, [`shelf`] stores scripts,
//! and [`tape_file`] writes recordings.

pub mod focus;
pub mod headlines;
pub mod open;
pub mod pace;
pub mod shelf;
pub mod summary;
pub mod tape_file;
