//! Where a participant stands in its scene.

use serde::{Deserialize, Serialize};

/// A participant is present, away, leaving or out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Standing {
    /// Taking part.
    Present,
    /// Called away for a while; keeps role and claims, counts, is not tried and not found.
    Away,
    /// On the way out; counts until its last action has an outcome, is not tried and not found.
    Leaving,
    /// No longer a participant.
    Out,
}

impl Standing {
    /// The word as authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Present => "present",
            Standing::Away => "away",
            Standing::Leaving => "leaving",
            Standing::Out => "out",
        }
    }
}
