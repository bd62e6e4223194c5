//! Narrow places, which people pass singly: who passes when.
//!
//! A turn is taken when a walk is planned, for the moment at which the walker will be there; if
//! that is another character's, for the first moment that is free. A turn once taken is kept, so no
//! character is ever put off by those who come later, and every character knows from the start how
//! long they will wait: there is nothing for two people to wait for from one another.

use crate::plan::{Connector, ConnectorId, Way};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND, Tick};

/// How much width one person takes.
const ABREAST_MM: i32 = 700;

/// Width at which walkers need not give way.
const WIDE: i32 = 4;

/// Length of the way that is kept free before and behind a walker.
const BODY_MM: i64 = 700;

/// A turn at a narrow place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// From when.
    pub from: Tick,
    /// Until when.
    pub until: Tick,
    /// Whose.
    pub who: CharacterId,
}

/// The turns that have been taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gates {
    taken: BTreeMap<ConnectorId, Vec<Slot>>,
}

impl Gates {
    /// Whether people pass a connector singly, or a few abreast.
    pub fn is_narrow(connector: &Connector) -> bool {
        connector.way != Way::Window && abreast(connector) < WIDE
    }

    /// Takes the first turn that is free at or after a moment. Says when it is, and how many others
    /// pass before it while one waits.
    pub fn take_turn(
        &mut self,
        id: ConnectorId,
        connector: &Connector,
        who: CharacterId,
        arrives: Tick,
        pace_mm: i32,
    ) -> (Tick, usize) {
        let lasts = Duration(BODY_MM * TICKS_PER_SECOND / i64::from(pace_mm.max(1)) + 1);
        let taken = self.taken.entry(id).or_default();
        let most = abreast(connector).max(1) as usize;
        let mut from = arrives;
        loop {
            let until = from.after(lasts);
            let meets = |slot: &&Slot| slot.from < until && from < slot.until;
            let there = taken.iter().filter(meets);
            if there.clone().count() < most {
                break;
            }
            let Some(next) = there.map(|slot| slot.until).min() else {
                break;
            };
            from = next;
        }
        let before = taken
            .iter()
            .filter(|slot| slot.until > arrives && slot.from < from);
        let before = before.count();
        let slot = Slot {
            from,
            until: from.after(lasts),
            who,
        };
        let place = taken.partition_point(|other| *other < slot);
        taken.insert(place, slot);
        (from, before)
    }

    /// Gives back the turns of a walker.
    pub fn give_back(&mut self, id: ConnectorId, who: CharacterId, after: Tick) {
        if let Some(taken) = self.taken.get_mut(&id) {
            taken.retain(|slot| slot.who != who || slot.from < after);
            if taken.is_empty() {
                self.taken.remove(&id);
            }
        }
    }

    /// Forgets turns that are over.
    pub fn forget(&mut self, now: Tick) {
        self.taken.retain(|_, taken| {
            taken.retain(|slot| slot.until > now);
            !taken.is_empty()
        });
    }

    /// The turns at a connector, in order of time.
    pub fn turns(&self, id: ConnectorId) -> &[Slot] {
        self.taken.get(&id).map_or(&[], Vec::as_slice)
    }
}

fn abreast(connector: &Connector) -> i32 {
    connector.width_mm / ABREAST_MM
}
