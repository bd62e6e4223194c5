//! The embedded stage of Townsfolk: a town to walk in, and a host that plays a folk in it.
//!
//! ```
//! use std::sync::Arc;
//! use townsfolk::prelude::*;
//! use townsfolk_town::{Atlas, Opening, Plan, TownStage};
//!
//! # let (module, symbols) = (townsfolk_module::Module::default(), Default::default());
//! // What `townsfolk build` wrote; areas and locations are all that a plan needs.
//! let plan = Plan::derive(&module, &symbols);
//! let atlas = Arc::new(Atlas::of(Arc::new(plan)).map_err(|problems| problems[0].clone())?);
//! let mut folk = Folk::new(Arc::new(module), Seed(7));
//! let mut stage = TownStage::new(atlas, Seed(7));
//! stage.open(&mut folk, Opening::default());
//! for _ in 0..600 {
//!     stage.step(&mut folk, &SingleThread);
//!     for body in stage.bodies_at(folk.now()) {
//!         println!("{:?} is at {:?} and does {:?}", body.who, body.at, body.does);
//!     }
//! }
//! # Ok::<(), townsfolk_town::PlanError>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`plan`] | where everything is, as plain data; what a plan may not be; plans made up for content |
//! | [`paths`] | the one search, routes from plate to plate, ways around furniture |
//! | [`motion`] | walks as functions of time, turns at doors, lanes |
//! | [`near`] | who is near |
//! | [`player`] | the player: walks, icons, parts, questions, orders |
//! | [`stage`] | the host: commands, doors, things, money, weather, saves |
//! | [`OpenGround`] | a second stage, without a plan: everybody walks straight |
//! | [`follow`] | whether everybody was somewhere, and what people say is true |
//! | [`generate`] | towns of any size from a sample |
//!
//! What it is not for: drawing, files, or deciding what people want. A game with a world of its own
//! needs none of it.
//!
//! Goals, in order: the same inputs give the same town on any machine; nobody jumps, and nobody goes
//! through a wall; what does not change costs nothing; plain enough to be replaced part by part.
//! Everything is whole millimetres and ticks. There is no I/O, no clock, no thread here.
#![forbid(unsafe_code)]

pub mod follow;
pub mod generate;
pub mod living;
pub mod motion;
pub mod near;
mod open_ground;
pub mod paths;
pub mod plan;
pub mod player;
mod sight;
pub mod stage;

pub use generate::Town;
pub use open_ground::{Arrivals, OpenGround};
pub use paths::Atlas;
pub use plan::{Plan, PlanError};
pub use stage::{BodyAt, Opening, TownStage, Weather};
