//! Persona, mood, and the feelings of one character for another.

use super::degree::Degree;
use serde::{Deserialize, Serialize};

/// Fixed personality, on two axes from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Persona {
    /// From stable to neurotic.
    pub neuroticism: Degree,
    /// From introvert to extrovert.
    pub extroversion: Degree,
}

/// Mood, on two axes from 0 to 1; 0.5 is neutral.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mood {
    /// From bad to good.
    pub valence: Degree,
    /// From calm to stirred.
    pub arousal: Degree,
}

impl Default for Mood {
    fn default() -> Mood {
        Mood {
            valence: Degree::HALF,
            arousal: Degree::HALF,
        }
    }
}

/// The feelings of one character for another. They are directed: the other may feel otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relationship {
    /// From dislike to like; 0.5 is neither.
    pub like: Degree,
    /// Physical attraction.
    pub attraction: Degree,
    /// From submissive to dominant; 0.5 is neither.
    pub dominance: Degree,
    /// How well they know one another.
    pub intimacy: Degree,
    /// How interesting the other is to talk to.
    pub interest: Degree,
}

impl Relationship {
    /// Towards somebody met for the first time: neutral, a stranger, attractive as others find
    /// them, interesting by the share of subjects they have in common.
    pub fn at_first_sight(attractiveness: Degree, shared_interest: Degree) -> Relationship {
        Relationship {
            like: Degree::HALF,
            attraction: attractiveness.clamped(),
            dominance: Degree::HALF,
            intimacy: Degree::ZERO,
            interest: shared_interest.clamped(),
        }
    }
}
