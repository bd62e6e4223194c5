//! Statistics of a run.
//!
//! A [`Survey`] observes a run and counts: who is where by the hour, scenes, rules that fire and rules
//! that never do, needs and relationships over time. [`page`] makes a self-contained page of it,
//! [`table`] rows for dataframe tools.
//!
//! Observing changes nothing: a survey reads the engine's output and trace, and the whole state once per
//! hour of the calendar. It is not part of a run, so it is neither saved nor digested.
//!
//! Not its job: telling stories (that is `townsfolk play`).
#![forbid(unsafe_code)]

#[cfg(feature = "columnar")]
mod columnar;
mod hour;
pub mod page;
mod survey;
pub mod table;

pub use hour::{Hour, Levels, Ties};
pub use survey::{Coverage, RuleCount, Survey, ToldFault};
