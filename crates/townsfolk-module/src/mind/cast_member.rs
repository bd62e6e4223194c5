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
    /// The member's id.
    pub id: MemberId,
    /// The roles it always has, whatever its schedule says.
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
    /// Its favourite topics.
    pub subjects: Vec<SymbolId>,
    /// Its knowledge at the start.
    pub knows: Vec<Known>,
    /// Its feelings for others at the start.
    pub relationships: Vec<(MemberId, Relationship)>,
    /// How much it remembers.
    pub memory: MemorySize,
    /// How readily it passes news on.
    pub gossip: Gossip,
}

/// A piece of knowledge at the start: an address, a hint, a red herring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// The subject.
    pub about: MemberId,
    /// The statement.
    pub text: TextId,
}
