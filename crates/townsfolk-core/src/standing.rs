//! The standing of a participant in its scene.

use serde::{Deserialize, Serialize};

/// A participant is present, away, leaving or out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Standing {
    /// Taking part.
    Present,
    /// Called away for a while: keeps role and claims and counts for the cast, but tries no rule
    /// and is not found.
    Away,
    /// Leaving: counts for the cast until its last action has an outcome, but tries no rule and is
    /// not found.
    Leaving,
    /// No longer a participant.
    Out,
}

impl Standing {
    /// The keyword.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Present => "present",
            Standing::Away => "away",
            Standing::Leaving => "leaving",
            Standing::Out => "out",
        }
    }
}
