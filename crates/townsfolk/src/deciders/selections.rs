//! Moments at which characters select what to do next, with a bound for each tick.

use crate::folk::Folk;
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, Tick};

/// Maximum number of selections in a tick. The others wait for a later one, the earliest first.
const SELECTIONS_MAX: usize = 64;

/// When characters select. A cache of their states.
#[derive(Clone, Debug, Default)]
pub(super) struct Selections {
    agenda: BTreeSet<(Tick, CharacterId)>,
    /// Those who select at this tick, sorted.
    chosen: Vec<CharacterId>,
}

impl Selections {
    pub(super) fn clear(&mut self) {
        self.agenda.clear();
    }

    /// Notes the moment of a character, if it has one.
    pub(super) fn add(&mut self, who: CharacterId, due: Option<Tick>) {
        self.agenda.extend(due.map(|due| (due, who)));
    }

    /// Replaces the moment of a character, which its state holds.
    pub(super) fn replace(&mut self, who: CharacterId, held: &mut Option<Tick>, due: Option<Tick>) {
        if let Some(before) = std::mem::replace(held, due) {
            self.agenda.remove(&(before, who));
        }
        self.add(who, due);
    }

    /// Chooses those who select at this tick.
    pub(super) fn choose(&mut self, folk: &Folk) -> Vec<CharacterId> {
        let due = self.agenda.range(..=(folk.now, CharacterId(u32::MAX)));
        let due = due.map(|(_, who)| *who).filter(|who| folk.is_full(*who));
        self.chosen = due.take(SELECTIONS_MAX).collect();
        self.chosen.sort_unstable();
        self.chosen.clone()
    }

    /// Whether a character was chosen for this tick. Tests also ask about others.
    pub(super) fn has_chosen(&self, who: CharacterId) -> bool {
        self.chosen.binary_search(&who).is_ok()
    }
}
