//! How much is remembered, and how readily it is passed on.

use super::degree::Degree;
use serde::{Deserialize, Serialize};

/// How much a character remembers. The oldest goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemorySize {
    /// Events kept.
    pub events: u16,
    /// Sighting records kept.
    pub sightings: u16,
    /// Things told or known, kept.
    pub tidings: u16,
}

impl Default for MemorySize {
    fn default() -> MemorySize {
        MemorySize {
            events: 24,
            sightings: 72,
            tidings: 24,
        }
    }
}

/// How readily news is passed on in a chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gossip {
    /// The chance with a close friend.
    pub chance: Degree,
    /// Nothing is passed on to those who are liked less than this.
    pub like_min: Degree,
    /// How much surer one is of what one saw than of what was told: the share of confidence that
    /// is left after each telling.
    pub trust: Degree,
    /// Maximum number of times a piece of news is passed on.
    pub hops_max: u8,
}

impl Default for Gossip {
    fn default() -> Gossip {
        Gossip {
            chance: Degree::HALF,
            like_min: Degree::percent(45),
            trust: Degree::percent(80),
            hops_max: 6,
        }
    }
}
