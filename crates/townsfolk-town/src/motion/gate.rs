//! Narrow places that characters pass one by one: a schedule of slots.
//!
//! A slot is reserved when a walk is planned, for the time at which the walker will arrive, or for
//! the first free time after it. A slot is final, so no character is delayed by those that come
//! later, and waiting times are known from the start. Two characters never wait for each other.

use crate::plan::{Connector, ConnectorId, Way};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND, Tick};

/// The width that one character takes.
const ABREAST_MM: i32 = 700;

/// Number of characters abreast at which a connector is not narrow.
const WIDE: i32 = 4;

/// Length of the way that is kept free before and behind a walker.
const BODY_MM: i64 = 700;

/// A reserved slot at a narrow place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// The first tick.
    pub from: Tick,
    /// The last tick.
    pub until: Tick,
    /// The character.
    pub who: CharacterId,
}

/// The reserved slots.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gates {
    taken: BTreeMap<ConnectorId, Vec<Slot>>,
}

impl Gates {
    /// Whether characters pass a connector one by one, or a few abreast.
    pub fn is_narrow(connector: &Connector) -> bool {
        connector.way != Way::Window && abreast(connector) < WIDE
    }

    /// Reserves the first free slot at or after a tick. Returns when it is, and how many others
    /// pass while the character waits.
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

    /// Releases the slots of a walker.
    pub fn give_back(&mut self, id: ConnectorId, who: CharacterId, after: Tick) {
        if let Some(taken) = self.taken.get_mut(&id) {
            taken.retain(|slot| slot.who != who || slot.from < after);
            if taken.is_empty() {
                self.taken.remove(&id);
            }
        }
    }

    /// Drops slots that are over.
    pub fn forget(&mut self, now: Tick) {
        self.taken.retain(|_, taken| {
            taken.retain(|slot| slot.until > now);
            !taken.is_empty()
        });
    }

    /// The slots at a connector, in order of time.
    pub fn turns(&self, id: ConnectorId) -> &[Slot] {
        self.taken.get(&id).map_or(&[], Vec::as_slice)
    }
}

fn abreast(connector: &Connector) -> i32 {
    connector.width_mm / ABREAST_MM
}
