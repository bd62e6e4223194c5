//! What characters hear, see and touch, and what they remember of it.
//!
//! What it is for: formulas and small states, as pure code. A [`Sound`] has a reach, a character that
//! it gives away, and a true cause. A listener hears it by its profile and state of mind
//! ([`hearing`]), and becomes [excited](Excitement) before it knows. A watcher notices what stays in
//! view for long enough ([`sight`]). The results are [records](Record) of where others were last
//! sensed, private or shared by a squad. [Smoke and fire](Volume) hide and burn.
//!
//! What it is not for: geometry and the world. Rays are asked of [`Rays`], which ground of
//! `townsfolk-space` is; positions come from outside.
//! A decision about a hostile character may read its record and nothing else.
//!
//! Goals, in order: fair to the player and predictable; the same on every machine; a listener that
//! hears nothing costs nothing. Everything is in whole numbers: millimetres, ticks, thousandths. No
//! state depends on when it is looked at: levels that rise or fall are functions of time.
#![forbid(unsafe_code)]

mod excitement;
mod exponent;
mod grid;
pub mod hearing;
mod motion;
mod record;
mod records;
pub mod sight;
mod sleeper;
mod sound;
mod strength;
#[cfg(test)]
mod tests;
mod volume;

pub use excitement::{Excitement, Nerves, Reaction};
pub use grid::NearGrid;
pub use hearing::Rays;
pub use motion::{Body, STANDS_AFTER};
pub use record::{Certainty, Record, Sense, Sensed};
pub use records::{Impression, RECORDS_MAX, Records};
pub use sight::SightTimer;
pub use sleeper::{Disturbance, SleepRules, Sleeper};
pub use sound::{Sound, reach_of_steps};
pub use strength::Strength;
pub use townsfolk_module::senses::MindState;
pub use volume::{Touch, Volume, VolumeKind, is_hidden};

/// The height of ears and eyes of a standing character.
pub const EYES_MM: i32 = 1_600;

/// The height at which most sounds arise. Walls muffle them, and low cover does not.
pub const SOUND_MM: i32 = 1_200;

/// Distance at which characters touch.
pub const TOUCH_MM: u32 = 700;

/// Maximum number of others that a character looks at, the nearest first.
pub const LOOKS_MAX: usize = 16;
