//! The digest of the simulated state, by part.

use serde::{Deserialize, Serialize};
use townsfolk_core::SceneId;
use townsfolk_core::digest::fold;
use townsfolk_scene::reference::SceneDigest;

/// A hash of everything simulated, as a sum over owners for each part. Two runs with the same
/// digest continue alike. Caches, the trace and the output are not included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Digest {
    /// Facts of scenes that are not claims.
    pub facts: u64,
    /// Claims.
    pub claims: u64,
    /// Participants and their running actions.
    pub participants: u64,
    /// Properties, vacancies and phases of scenes.
    pub surroundings: u64,
    /// Characters and their drivers.
    pub characters: u64,
    /// Locations.
    pub locations: u64,
    /// Reports that have not been applied.
    pub waiting: u64,
    /// Minds. Recordings store it at their end; older ones lack it.
    #[serde(skip)]
    pub minds: u64,
    /// Beliefs. Recordings store it at their end.
    #[serde(skip)]
    pub beliefs: u64,
    /// Senses, and the ground. Recordings store it at their end.
    #[serde(skip)]
    pub senses: u64,
    /// Squads, and facts about posts. Recordings store it at their end.
    #[serde(skip)]
    pub squads: u64,
}

impl Digest {
    /// All parts in one number. Parts that later versions added count only if they are used.
    pub fn whole(&self) -> u64 {
        let parts = self.parts();
        let whole = parts[..8].iter().fold(0, |sum, (_, part)| fold(sum, *part));
        let late = [(9, self.beliefs), (10, self.senses), (11, self.squads)];
        let used = late.iter().filter(|(_, part)| *part != 0);
        used.fold(whole, |sum, (number, part)| match number {
            9 => fold(sum, *part),
            _ => fold(fold(sum, *number), *part),
        })
    }

    /// The parts by name.
    pub fn parts(&self) -> [(&'static str, u64); 11] {
        [
            ("facts", self.facts),
            ("claims", self.claims),
            ("participants", self.participants),
            ("surroundings", self.surroundings),
            ("characters", self.characters),
            ("locations", self.locations),
            ("waiting", self.waiting),
            ("minds", self.minds),
            ("beliefs", self.beliefs),
            ("senses", self.senses),
            ("squads", self.squads),
        ]
    }

    pub(crate) fn add_scene(&mut self, id: SceneId, scene: SceneDigest) {
        let add = |part: &mut u64, of: u64| *part = part.wrapping_add(fold(id.0, of));
        add(&mut self.facts, scene.facts);
        add(&mut self.claims, scene.claims);
        add(&mut self.participants, scene.participants);
        add(&mut self.surroundings, scene.surroundings);
    }
}
