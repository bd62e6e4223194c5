//! Background characters, below level full: a record of 64 bytes each.
//!
//! A background character is not in the position indexes: nothing is near it and nothing can cast
//! it. Its position is a function of the record and the tick. It leaves when its schedule changes,
//! and arrives after the duration of the way. It is updated when the schedule changes and when a
//! walk leads into another level; an ambient one also when a need begins or ends to be satisfied.
//! At any other time an update has no effect.

use super::level::Level;
use super::relief::ReliefTable;
use crate::memo::Memo;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, CharacterId, MemberId, SymbolId, Tick};
use townsfolk_knowledge::Memory;
use townsfolk_mind::social::Relationships;
use townsfolk_mind::{Moment, Outline};
use townsfolk_module::mind::Mood;

/// The area of characters that are in none.
pub(crate) const NOWHERE: AreaId = AreaId(0);

/// Number of records in a page.
const PAGE: usize = 64;

/// A background character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Sleeper {
    /// Its position, or where it set out from.
    pub(crate) from: Place,
    /// Its area, or its destination.
    pub(crate) area: AreaId,
    /// Since when it is there, or walks. A departure may lie in the near future.
    pub(crate) set_out: Tick,
    pub(crate) member: MemberId,
    pub(crate) level: Level,
    /// Whether it walks to its place in the area.
    pub(crate) walks: bool,
    pub(crate) outline: Outline,
}

/// What a character keeps from its time at level full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptMind {
    pub(crate) memory: Memory,
    pub(crate) relationships: Relationships,
    pub(crate) mood: Mood,
    pub(crate) next_start: u64,
    pub(crate) quiet_until: Tick,
    /// When it was lowered.
    pub(crate) since: Moment,
    /// The area in which it was lowered.
    pub(crate) area: AreaId,
}

/// All background characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sleepers {
    pages: Vec<Option<Box<[Option<Sleeper>; PAGE]>>>,
    count: usize,
    pub(crate) kept: BTreeMap<CharacterId, Box<KeptMind>>,

    // Caches.
    /// Whether reliefs have changed since the next updates were planned.
    pub(crate) is_stale: bool,
    /// Characters in an area or on the way to it, sorted.
    pub(crate) bound: BTreeMap<AreaId, Vec<CharacterId>>,
    /// Characters that may still be on the way.
    pub(crate) walking: BTreeSet<CharacterId>,
    pub(crate) reliefs: ReliefTable,
    /// The nearest area for an activity, by starting area.
    pub(crate) venues: Memo<(AreaId, SymbolId), Option<AreaId>>,
}

fn leaf(who: CharacterId) -> (usize, usize) {
    (who.0 as usize / PAGE, who.0 as usize % PAGE)
}

impl Sleepers {
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, who: CharacterId) -> Option<&Sleeper> {
        let (page, place) = leaf(who);
        self.pages.get(page)?.as_ref()?.get(place)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, who: CharacterId) -> Option<&mut Sleeper> {
        let (page, place) = leaf(who);
        self.pages.get_mut(page)?.as_mut()?.get_mut(place)?.as_mut()
    }

    /// Inserts a character whose number has been given out.
    pub(crate) fn insert(&mut self, who: CharacterId, sleeper: Sleeper) {
        let (page, place) = leaf(who);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let Some(page) = self.pages.get_mut(page) else {
            return;
        };
        let page = page.get_or_insert_with(|| Box::new([None; PAGE]));
        if let Some(slot) = page.get_mut(place) {
            self.count += usize::from(slot.is_none());
            *slot = Some(sleeper);
        }
    }

    pub(crate) fn remove(&mut self, who: CharacterId) -> Option<Sleeper> {
        let (index, place) = leaf(who);
        let page = self.pages.get_mut(index)?;
        let sleeper = page.as_mut()?.get_mut(place)?.take()?;
        self.count -= 1;
        if page
            .as_ref()
            .is_some_and(|page| page.iter().all(Option::is_none))
        {
            *page = None;
        }
        Some(sleeper)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (CharacterId, &Sleeper)> {
        let pages = self.pages.iter().enumerate();
        let pages = pages.filter_map(|(index, page)| Some((index * PAGE, page.as_ref()?)));
        pages.flat_map(|(first, page)| {
            page.iter().enumerate().filter_map(move |(place, sleeper)| {
                let who = u32::try_from(first + place).ok()?;
                Some((CharacterId(who), sleeper.as_ref()?))
            })
        })
    }

    /// Memory of the records in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.iter().flatten().count();
        self.pages.capacity() * size_of::<usize>() + pages * PAGE * size_of::<Option<Sleeper>>()
    }

    /// Memory of the indexes in bytes.
    pub(crate) fn index_bytes(&self) -> usize {
        let lists = self.bound.values();
        let lists: usize = lists
            .map(|l| size_of::<(AreaId, Vec<u32>)>() + 4 * l.capacity())
            .sum();
        lists + 2 * self.walking.len() * size_of::<CharacterId>()
    }

    pub(super) fn list(&mut self, who: CharacterId, sleeper: &Sleeper) {
        let there = self.bound.entry(sleeper.area).or_default();
        if let Err(place) = there.binary_search(&who) {
            there.insert(place, who);
        }
        if sleeper.walks {
            self.walking.insert(who);
        }
    }

    pub(super) fn unlist(&mut self, who: CharacterId, area: AreaId) {
        self.walking.remove(&who);
        if let Some(there) = self.bound.get_mut(&area) {
            if let Ok(place) = there.binary_search(&who) {
                there.remove(place);
            }
            if there.is_empty() {
                self.bound.remove(&area);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_asleep_is_64_bytes() {
        assert_eq!(size_of::<Option<Sleeper>>(), 64);
    }
}
