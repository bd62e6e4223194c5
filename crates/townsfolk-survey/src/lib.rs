//! Counts of a run, as a page and as tables.
//!
//! A [`Survey`] looks on while people live, and counts: who is where by the hour, which scenes are
//! played, which rules fire and which never do, how needs and relationships go. [`page`] makes one
//! self-contained page of it, [`table`] rows for dataframe tools.
//!
//! Looking on changes nothing: a survey reads the engine's output and trace, and the whole once an
//! hour of the calendar.
//!
//! What it is not for: telling stories (that is `townsfolk play`), or being part of a run: it is
//! neither saved nor digested.
#![forbid(unsafe_code)]

#[cfg(feature = "columnar")]
mod columnar;
mod hour;
pub mod page;
mod survey;
pub mod table;

pub use hour::{Hour, Levels, Ties};
pub use survey::{Coverage, RuleCount, Survey};
