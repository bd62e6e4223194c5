//! Pacing of hits on the player: which shots may hit, and where the others go.
//!
//! Everybody may shoot at any time. A shot may hit only if its shooter holds the permission to hit,
//! which comes after a delay that depends on distance, stance, cover and movement. All other shots
//! miss on purpose, at places that the player sees.
//!
//! | file | holds |
//! |---|---|
//! | [`rules`] | the delay between two hits |
//! | [`relevance`] | which shooter matters most |
//! | [`director`] | who holds the permission, and the log of hits |
//! | [`miss`] | where a shot goes that must not hit |
//! | [`zones`] | the places around the player where misses go |
//! | [`destructible`] | things that break spectacularly instead |
//! | [`pressure`] | near misses, and how much they press |
//! | [`record`] | figures of a fight: hits a minute, gaps, dry periods |
//!
//! What it is not for: damage, weapons, and deciding who shoots.

pub mod destructible;
pub mod director;
pub mod miss;
pub mod pressure;
pub mod record;
pub mod relevance;
pub mod rules;
pub mod zones;

pub use destructible::{Destructible, Destructibles};
pub use director::{Director, Gate, Permit, Settings};
pub use miss::{Aim, Burst, Impact, Lines, Miss, Misses, Shot};
pub use pressure::{NearMiss, Pressure};
pub use record::{FightRecord, Summary};
pub use relevance::Weights;
pub use rules::{Delay, Rule};
pub use zones::Zone;

use serde::{Deserialize, Serialize};
use townsfolk_core::place::Place;
use townsfolk_core::{Angle, CharacterId, SymbolId, Tick};

/// The player as shooters see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// Where its feet are.
    pub at: Place,
    /// Height of its eyes above the feet.
    pub eye_mm: i32,
    /// The direction in which it faces.
    pub facing: Angle,
    /// Its movement, in millimetres a second east and north.
    pub velocity: (i32, i32),
    /// Whether it crouches.
    pub crouches: bool,
    /// The cover that it uses.
    pub cover: Option<CoverUse>,
}

impl Target {
    /// Its speed, in millimetres a second.
    pub fn speed(&self) -> i64 {
        let (x, y) = (i64::from(self.velocity.0), i64::from(self.velocity.1));
        (x * x + y * y).isqrt()
    }

    /// Its eyes.
    pub fn eyes(&self) -> Place {
        Place {
            z_mm: self.at.z_mm.saturating_add(self.eye_mm),
            ..self.at
        }
    }
}

/// Cover that the player uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoverUse {
    /// Whether it hides half of the height only, so that the player must crouch.
    pub is_half: bool,
    /// Its middle, on the ground.
    pub middle: Place,
    /// Half of its width.
    pub half_width_mm: i32,
    /// Its height.
    pub height_mm: i32,
    /// The direction from it to the player.
    pub normal: Angle,
    /// Whether the player can peek at its left end, at its right end and over its top, as seen by the
    /// player who looks at it.
    pub peeks: [bool; 3],
    /// Whether the player peeks now.
    pub is_peeking: bool,
}

/// How tough a shooter is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Build {
    /// A regular one.
    #[default]
    Regular,
    /// A better one.
    Elite,
    /// An armoured one.
    Heavy,
}

/// A shooter at one tick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shooter {
    /// The character.
    pub who: CharacterId,
    /// Where it stands.
    pub at: Place,
    /// How tough it is.
    pub build: Build,
    /// Its weapon, by a name of the content.
    pub weapon: Option<SymbolId>,
    /// Whether it lives, shoots, and its weapon is ready.
    pub can_shoot: bool,
    /// Share of the player's body that it sees from its muzzle, in thousandths.
    pub exposure: u32,
    /// Whether the player's cover protects against it.
    pub is_covered_against: bool,
    /// When the player attacked it last.
    pub attacked: Option<Tick>,
}
