//! What a character knows, from which evidence, and for how long.
//!
//! What it is for: the stores of evidence of one character. A [`Memory`] notices events, turns them
//! into records (who was where, from when until when, seen or told by whom), forgets, and answers
//! questions. Whereabouts, news and written facts are records of the same store. [`belief::Beliefs`]
//! hold what a character takes for true of people and places. [`belief::Known`] asks both.
//!
//! | module | holds |
//! |---|---|
//! | [`belief`] | beliefs about people and places, with evidence, gossip, lies and fallibility |
//! | [`event`] | events that can be noticed |
//! | [`record`] | one piece of evidence, how much it matters, and how it fades |
//! | [`memory`] | the bounded store of one character: what is recorded, merged, dropped |
//! | [`tiding`] | what can be told, and what is worth telling |
//! | [`question`] | questions such as: where was she last night? |
//! | [`salience`] | how much one character matters to another, kept as the social world changes |
//!
//! Not its job: who is near enough to notice an event, and how close two characters are. The engine
//! says so.
//!
//! Goals, in order: an answer may be missing, never wrong; what mattered is kept longest; small.
//!
//! # Design
//!
//! - **A record fades in closed form.** It is kept with its end and its salience; its strength at any
//!   moment follows from these. Nothing is stepped, and asking changes nothing.
//! - **Luck is drawn once.** Each record has a keyed draw, its *grip*: it is recalled while its strength
//!   is above that. So the share of records that are recalled is the strength, and a forgotten record
//!   stays forgotten.
//! - **A full store drops what matters least**: first what is forgotten, then what is older than two
//!   days, then the least salient; among equals, the oldest.
#![forbid(unsafe_code)]

pub mod belief;
pub mod event;
pub mod memory;
pub mod question;
pub mod record;
pub mod salience;
mod saved;
#[cfg(test)]
mod tests;
pub mod tiding;

pub use event::{Event, What};
pub use memory::Memory;
pub use question::{Answer, Evidence};
pub use record::{Closing, Opening, Sighting};
pub use salience::{Bond, Salience, Score};
pub use tiding::{News, Source, Tiding};
