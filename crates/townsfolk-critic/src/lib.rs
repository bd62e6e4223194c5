//! A critic: watches a run as a player would and reports what looks silly.
//!
//! Believable characters do not talk to a sleeper, share a chair, starve beside food, or turn round at
//! every second step. No single rule of the engine can say so; it shows only from outside, over time.
//! The critic sees what a host sees after each tick, keeps what it needs, and never changes the run.
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
//! | module | holds |
//! |---|---|
//! | [`kind`] | every kind of finding |
//! | [`bounds`] | the thresholds, each with its reason |
//! | [`sight`] | the critic's input |
//! | [`look`] | makes sights from a `Folk` |
//! | [`eyes`] | one file for each family of kinds: what is remembered, and when it is silly |
//! | [`telling`] | a finding as a sentence |
//!
//! Not its job: bugs of the engine (those are `Folk::violations`) and dull writing. A finding may be the
//! fault of the content.
//!
//! Goals, in order: no false accusation; finds what a viewer would laugh at; cheap. Between [`Sight`]s
//! the critic does nothing, except for one sample ([`Glance`]) of every mind every few seconds.
//!
//! # Design
//!
//! - **Sights are plain values**, so a test can plant every kind without content that goes wrong.
//! - **It reads what the host has**: commands, events, and `Folk::heard` (outcomes, moves and removals of
//!   the last tick, kept for observers; not part of the state).
//! - **Service is judged by needs.** A guest is half-served if they came to satisfy a need, asked, were
//!   left by the staff, and went without. Scripts need no marks for it.
//! - **Dice are a way of deciding** (`Folk::deciding`), not another engine: the same actions, bodies and
//!   days, so that only the map of the mind differs.
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
