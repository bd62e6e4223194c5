//! Kinds of locations: props, what is known about them, preferred scripts and emitters.

use crate::rule::FactPattern;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, LocationKindId, PropId, PropKindId, RoleId, ScriptId, SymbolId};

/// A kind of location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LocationKind {
    /// Its id.
    pub id: LocationKindId,
    /// Its props, in the author's order.
    pub props: Vec<PropAt>,
    /// Facts it writes into a scene before the first update; constants only.
    pub knows: Vec<FactPattern>,
    /// Ontology tags, sorted.
    pub tags: Vec<SymbolId>,
    /// Scripts it can run, with weights.
    pub prefers: Vec<Preference>,
    /// How it speaks to those around.
    pub emitters: Vec<Emitter>,
}

/// A prop of a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropAt {
    /// Its name there.
    pub id: PropId,
    /// Its kind.
    pub kind: PropKindId,
    /// Where it stands, in millimetres from the location.
    pub at_mm: (i32, i32),
}

/// How much a location likes a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Preference {
    /// The script.
    pub script: ScriptId,
    /// Its weight in the draw.
    pub weight: u32,
}

/// How a location speaks to those around.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Emitter {
    /// Tells characters nearby that the location exists.
    Notification(Pacing),
    /// Casts those nearby into scenes.
    Script(Pacing),
    /// Brings its own people.
    Spawn {
        /// When and how often.
        pacing: Pacing,
        /// Whom, and where they appear.
        points: Vec<SpawnPoint>,
        /// The fate of spawned characters after the scene.
        afterwards: SpawnAfter,
        /// Whether they are extras: not remembered, not questioned.
        extras: bool,
    },
    /// Offers the player an icon.
    Player {
        /// When and how near.
        pacing: Pacing,
        /// Which icon.
        icon: SymbolId,
    },
}

/// When, how near and how often an emitter acts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pacing {
    /// How often it looks around.
    pub every: Duration,
    /// How far it reaches, in millimetres.
    pub within_mm: u32,
    /// How long the location rests after a scene.
    pub rests: Duration,
    /// How long the same character is not cast here again.
    pub rests_per_character: Duration,
    /// Maximum number of equal scenes within a radius in millimetres.
    pub at_most: Option<(u16, u32)>,
    /// Only between these times of day, in seconds since midnight.
    pub hours: Option<(i32, i32)>,
}

/// Someone a spawn emitter brings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpawnPoint {
    /// In which role.
    pub role: RoleId,
    /// How many.
    pub count: u16,
    /// The name of the point.
    pub at: SymbolId,
}

/// The fate of spawned characters after the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum SpawnAfter {
    /// They live on.
    #[default]
    Stay,
    /// They are withdrawn out of sight.
    Withdraw,
}
