//! The mind of a character.
#![forbid(unsafe_code)]

pub mod calendar;
pub mod check;
pub mod curve;
pub mod layers;
pub mod map;
pub mod memory;
pub mod mind;
pub mod need;
pub mod role;
pub mod schedule;
pub mod senses;
pub mod social;
pub mod training;

pub use calendar::Moment;
pub use layers::Layers;
pub use mind::{Beat, Fit, Happening, Intent, KeptMind, Mind};
pub use role::Holding;
pub use senses::{Senses, Truth};
