//! Squads in saves, and their digest.

use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, SymbolId};
use townsfolk_tactics::posts::{Gatherers, Reservations};
use townsfolk_tactics::squad::{Orders, Squad};

/// Everything that squads keep, as plain data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedSquads {
    squads: Vec<(SymbolId, Squad)>,
    gatherers: Gatherers,
    taken: Reservations,
    /// What members were told last: who hears something new acts on it.
    orders: BTreeMap<CharacterId, Orders>,
}

impl Folk {
    /// What a save of the whole world keeps of squads.
    pub(crate) fn keep_squads(&self) -> SavedSquads {
        let squads = self.squads.squads.iter();
        SavedSquads {
            squads: squads.map(|(name, squad)| (*name, squad.clone())).collect(),
            gatherers: self.squads.gatherers.clone(),
            taken: self.squads.taken.clone(),
            orders: self.squads.orders.clone(),
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
        self.squads.orders = saved.orders;
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
