//! Towns that live: opened from content, followed, and summed up.
//!
//! [`open`] makes a town of content, [`focus`] says where it has full detail, [`pace`] measures how long
//! ticks take, [`headlines`] says what is going on in a line, [`summary`] what became of it all,
//! [`shelf`] is where its scripts are kept, and [`tape_file`] is where it is recorded.

pub mod focus;
pub mod headlines;
pub mod open;
pub mod pace;
pub mod shelf;
pub mod summary;
pub mod tape_file;
