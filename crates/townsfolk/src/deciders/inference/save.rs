//! What a save keeps of inference: by names, so that it fits changed content.

use super::Inferences;
use super::thinker::{Compiled, Offered, Thinker};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use townsfolk_core::{CharacterId, DeciderId, Duration};
use townsfolk_decide::inference::{Row, SavedRow};

/// A thinker as plain data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedThinker {
    sets: Vec<(DeciderId, SavedRow)>,
    offered: Vec<Offered>,
    /// Whether its cycle is due and has not been gone through.
    pub(super) pending: bool,
}

impl SavedThinker {
    pub(super) fn of(thinker: &Thinker, pending: bool) -> SavedThinker {
        let sets = thinker.sets.iter();
        SavedThinker {
            sets: sets
                .map(|(set, row)| (set.of.id, SavedRow::of(&set.of, row)))
                .collect(),
            offered: thinker.offered.clone(),
            pending,
        }
    }

    /// A thinker with these sets. A set that was not saved begins anew.
    pub(super) fn into_thinker(mut self, sets: Vec<Arc<Compiled>>) -> Thinker {
        let rows = sets.into_iter().map(|set| {
            let known = self.sets.iter().position(|(id, _)| *id == set.of.id);
            let row = match known {
                Some(place) => self.sets.swap_remove(place).1.into_row(&set.of),
                None => Row::new(&set.of),
            };
            (set, row)
        });
        Thinker {
            sets: rows.collect(),
            offered: self.offered,
            lines: VecDeque::new(),
        }
    }
}

impl Inferences {
    pub(super) fn saved_state(&self) -> Vec<u8> {
        let mut all: BTreeMap<CharacterId, SavedThinker> = self.saved.clone();
        all.extend(self.thinkers.iter().map(|(who, thinker)| {
            let pending = self.pending.contains(who);
            (*who, SavedThinker::of(thinker, pending))
        }));
        match all.is_empty() {
            true => vec![],
            false => postcard::to_allocvec(&all).unwrap_or_default(),
        }
    }

    /// Takes the state of a character out.
    pub(super) fn take_state(&mut self, who: CharacterId) -> Option<SavedThinker> {
        let pending = self.pending.remove(&who);
        let thinker = self.thinkers.remove(&who);
        let own = thinker.map(|thinker| SavedThinker::of(&thinker, pending));
        own.or_else(|| self.saved.remove(&who))
    }

    /// Restores the state of a character.
    pub(super) fn bring_state_back(
        &mut self,
        who: CharacterId,
        mut state: SavedThinker,
        away: Duration,
    ) {
        for (_, row) in &mut state.sets {
            row.shift_times(&mut |tick| tick.after(away));
        }
        self.saved.insert(who, state);
    }

    pub(super) fn load_state(&mut self, bytes: &[u8]) {
        *self = Inferences {
            saved: postcard::from_bytes(bytes).unwrap_or_default(),
            ..Inferences::default()
        };
    }
}
