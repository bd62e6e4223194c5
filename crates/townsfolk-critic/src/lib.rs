//! A critic: watches a run as a player would, and says what is silly.
//!
//! Believable people do not talk to somebody who is asleep, sit on each other's laps, starve beside a
//! laid table or turn round at every second step. No single rule of the engine says so, because no
//! single rule could: what is silly is seen from outside, over time. The critic looks at what a host
//! sees after each tick, keeps what it needs to judge it, and never touches the run.
//!
//! ```
//! # use std::sync::Arc;
//! use townsfolk::prelude::*;
//! use townsfolk_critic::Critic;
//!
//! # let module = Arc::new(townsfolk_module::Module::default());
//! let mut folk = Folk::new(module, Seed(7));
//! let mut critic = Critic::default();
//! for _ in 0..600 {
//!     folk.tick_with(&NoReadings, &SingleThread);
//!     critic.watch(&folk);
//! }
//! assert!(critic.findings().is_empty());
//! ```
//!
//! | file | says |
//! |---|---|
//! | [`kind`] | every kind of silliness, and what it is |
//! | [`bounds`] | how much is too much, and why |
//! | [`sight`] | what the critic is shown |
//! | [`look`] | what there is to see of a `Folk` |
//! | [`eyes`] | one file for each family of kinds: what is remembered, and when it is silly |
//! | [`telling`] | a finding as a sentence |
//!
//! What it is not for: faults of the engine (those are `Folk::violations`) and dull writing.
//!
//! Goals, in order: no innocent is accused; what a person would laugh at is found; it costs little.
//! Between [`Sight`]s nothing is looked at, except for one [`Glance`] at everybody with a mind every
//! few seconds.
#![forbid(unsafe_code)]

pub mod bounds;
mod critic;
pub mod eyes;
pub mod kind;
pub mod look;
pub mod sight;
pub mod telling;

pub use critic::{Critic, Now, Silliness};
pub use kind::{Absence, Kind};
pub use sight::{Act, Glance, Sight};
pub use telling::Names;
