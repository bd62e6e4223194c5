//! A character as content describes it.

use super::degree::Degree;
use super::memory::{Gossip, MemorySize};
use super::persona::{Mood, Persona, Relationship};
use super::schedule::Schedule;
use super::temper::Temper;
use serde::{Deserialize, Serialize};
use townsfolk_core::{LayerId, MemberId, RoleId, SymbolId, TextId};

/// A member of the cast: what a mind begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CastMember {
    /// Who it is.
    pub id: MemberId,
    /// What it always is, whatever its schedule says.
    pub roles: Vec<RoleId>,
    /// The layer that is always held.
    pub basic: LayerId,
    /// The layer that is held on the way from one role to the next.
    pub navigation: LayerId,
    /// Its day.
    pub schedule: Schedule,
    /// Its personality.
    pub persona: Persona,
    /// How its feelings come and go.
    pub temper: Temper,
    /// Its mood at the start.
    pub mood: Mood,
    /// How attractive others find it.
    pub attractiveness: Degree,
    /// What it likes to talk about.
    pub subjects: Vec<SymbolId>,
    /// What it knows from the start.
    pub knows: Vec<Known>,
    /// What it feels for others at the start.
    pub relationships: Vec<(MemberId, Relationship)>,
    /// How much it remembers.
    pub memory: MemorySize,
    /// How readily it passes news on.
    pub gossip: Gossip,
}

/// Something a character knows from the start: where somebody lives, a hint, a red herring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Whom it is about.
    pub about: MemberId,
    /// What is known.
    pub text: TextId,
}
