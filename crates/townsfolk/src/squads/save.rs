//! Squads in saves, and their digest.

use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use townsfolk_core::SymbolId;
use townsfolk_core::digest::hash64;
use townsfolk_tactics::posts::{Gatherers, Reservations};
use townsfolk_tactics::squad::Squad;

/// Everything that squads keep, as plain data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedSquads {
    squads: Vec<(SymbolId, Squad)>,
    gatherers: Gatherers,
    taken: Reservations,
}

impl Folk {
    /// What a save of the whole world keeps of squads.
    pub(crate) fn keep_squads(&self) -> SavedSquads {
        let squads = self.squads.squads.iter();
        SavedSquads {
            squads: squads.map(|(name, squad)| (*name, squad.clone())).collect(),
            gatherers: self.squads.gatherers.clone(),
            taken: self.squads.taken.clone(),
        }
    }

    /// Restores what was saved. What no step would write is dropped.
    pub(crate) fn resume_squads(&mut self, saved: SavedSquads) {
        let sound = saved
            .squads
            .into_iter()
            .filter(|(_, squad)| squad.is_sound());
        self.squads.squads = sound.collect();
        self.squads.gatherers = saved.gatherers;
        self.squads.taken = saved.taken;
    }

    /// The digest of squads; zero without any.
    pub(crate) fn digest_of_squads(&self) -> u64 {
        let saved = self.keep_squads();
        match saved == SavedSquads::default() {
            true => 0,
            false => hash64(&postcard::to_allocvec(&saved).unwrap_or_default()),
        }
    }
}
