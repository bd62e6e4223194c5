//! Beliefs of one character about people and places, each with its evidence, possibly false.
//!
//! What it is for: [`Beliefs`] holds what one character believes. Pure functions compute what a
//! character learns by observing, talking, misremembering and being implanted with knowledge. They
//! read minds and the [`World`], and write [`Message`]s. The caller sorts the messages and delivers
//! them, so many characters can be computed in parallel with the same result.
//!
//! | module | holds |
//! |---|---|
//! | [`subject`] | the person or place that a belief is about |
//! | [`strength`] | strengths of evidence, their decay, and probabilities |
//! | [`evidence`] | one piece of evidence: its kind, source, place and half day |
//! | [`rules`] | the formulas, over the settings of a module |
//! | [`world`] | the traits by which the caller answers questions about the world |
//! | [`message`] | what is to be delivered to a mind, and in which order |
//! | [`beliefs`] | the store of one mind, and belief revision |
//! | [`opinion`] | questions that characters may ask of their own mind |
//! | `observe`, `talk`, `fallibility`, `mistake`, `implant` | how beliefs come, spread and go wrong |
//! | [`history`] | questions for tools: why, trace, trajectory, spread |
//! | [`known`] | one way to ask for everything a character knows, sightings included |
//!
//! Not its job: where characters are, who likes whom, who is salient. The caller answers through
//! [`World`].
//!
//! # Design
//!
//! - **Strengths decay lazily.** A strength is stored with its day. Asking changes nothing.
//! - **A belief of another mind is named by owner, subject, facet and value**, never by a position.
//!   So minds can be saved, compacted and moved alone.
//! - **Characters cannot read their former beliefs.** [`opinion`] has no way to them; [`history`] has.

mod arena;
pub mod beliefs;
pub mod evidence;
pub mod fallibility;
pub mod history;
pub mod implant;
pub mod known;
pub mod message;
pub mod mistake;
pub mod observe;
pub mod opinion;
pub mod rules;
mod saved;
pub mod strength;
pub mod subject;
pub mod talk;
#[cfg(test)]
mod tests;
pub mod world;

pub use beliefs::{Beliefs, Keep};
pub use evidence::{Claim, Evidence, EvidenceKind, HalfDay};
pub use fallibility::{Outcome, deteriorate};
pub use history::{Link, Minds, Origin};
pub use implant::{Candidate, implant, implant_place, reflect};
pub use known::Known;
pub use message::{Inbox, Learned, Message, Outbox};
pub use mistake::mistake;
pub use observe::{examine, observe};
pub use opinion::{Basis, Belief, Sureness};
pub use rules::Rules;
pub use strength::{Decay, Luck, Odds, Phase, Strength};
pub use subject::Subject;
pub use talk::{Talk, Telling, ask, exchange, tell};
pub use world::{Frequencies, Temper, Tie, World};
