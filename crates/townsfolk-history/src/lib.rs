//! Towns with a past: families, firms, jobs, moves, marriages and deaths through the years, and what
//! the residents know of each other in the end.
//!
//! What it is for: [`generate()`] makes a [`Town`] from a name, a number of years and a seed. A
//! [`Week`] then gives its residents knowledge and lets them look, talk and misremember.
//!
//! | module | holds |
//! |---|---|
//! | [`calendar`] | days and half days |
//! | [`names`], [`trade`] | lists of names, and kinds of firms with their jobs |
//! | [`person`], [`place`], [`event`] | who, where, and what happened |
//! | [`feeling`] | how people come to like and love each other |
//! | [`town`] | the town itself |
//! | [`generate`](mod@generate) | the years from the founding to the end |
//! | [`package`], [`chronicle`] | the town as scripts, and as a page to read |
//! | [`truth`], [`week`] | the town as the world of beliefs, and the classic week |
//! | [`origin`], `life`, `firm`, `dwelling`, `routine`, `meeting` | what a town does, by subject |
//!
//! Not its job: files, progress bars, pages. The command does these.
//!
//! # Design
//!
//! - **Most half days are skipped.** One in two hundred is simulated in full, as in the published
//!   system; births, openings and closings are looked at in all.
//! - **Draws are keyed** by seed, person, half day and site, so a history is a function of its wishes.
//! - **Looks are content.** The facets of a package say which values there are, and how common.
#![forbid(unsafe_code)]

pub mod calendar;
pub mod chronicle;
mod dice;
mod dwelling;
pub mod event;
pub mod feeling;
mod firm;
pub mod generate;
mod life;
mod meeting;
pub mod names;
pub mod origin;
pub mod package;
pub mod person;
pub mod place;
mod routine;
#[cfg(test)]
mod tests;
pub mod town;
pub mod trade;
pub mod truth;
pub mod week;

pub use calendar::{Day, Step};
pub use event::{Event, Kind};
pub use firm::title_case;
pub use generate::{Failure, Progress, Wishes, generate};
pub use person::{Person, PersonId};
pub use place::{Place, PlaceId};
pub use routine::Doing;
pub use town::Town;
pub use week::Week;
