//! What is looked at when. A cache: not saved, not digested, rebuilt by waking all.

use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, LocationId, Tick};

/// So many empty lists are kept.
const SPARE_MAX: usize = 64;

/// Lists with room for more than this are not.
const SHORT: usize = 64;

/// Everything that is to be looked at, with a lane for each kind of job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    /// People below the full level.
    pub(crate) asleep: Lane<CharacterId>,
    /// Minds.
    pub(crate) minds: Lane<CharacterId>,
    /// Emitters of locations.
    pub(crate) looks: Lane<(LocationId, u8)>,
    /// Scenes, by number.
    pub(crate) scenes: Lane<u64>,
}

/// Things of one kind to be looked at, by moment.
#[derive(Clone, Debug)]
pub(crate) struct Lane<T> {
    due: BTreeMap<Tick, Vec<T>>,
    /// Empty lists, kept for their memory.
    spare: Vec<Vec<T>>,
}

impl<T> Default for Lane<T> {
    fn default() -> Lane<T> {
        Lane {
            due: BTreeMap::new(),
            spare: vec![],
        }
    }
}

impl<T: Copy + Ord> Lane<T> {
    pub(crate) fn add(&mut self, at: Tick, thing: T) {
        let spare = &mut self.spare;
        let list = self.due.entry(at);
        list.or_insert_with(|| spare.pop().unwrap_or_default())
            .push(thing);
    }

    /// Moves everything that is due into a list, sorted and without repeats.
    pub(crate) fn take_due(&mut self, now: Tick, into: &mut Vec<T>) {
        while let Some(entry) = self.due.first_entry() {
            if *entry.key() > now {
                break;
            }
            let mut list = entry.remove();
            into.append(&mut list);
            // Long lists would in time make every list long, and there are as many as moments ahead.
            if self.spare.len() < SPARE_MAX && list.capacity() <= SHORT {
                self.spare.push(list);
            }
        }
        into.sort_unstable();
        into.dedup();
    }

    /// Everything that is to be looked at up to a moment, in no order that matters.
    pub(crate) fn until(&self, at: Tick) -> impl Iterator<Item = T> {
        self.due.range(..=at).flat_map(|(_, list)| list).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.due.values().map(Vec::len).sum()
    }

    /// How much room it takes.
    pub(crate) fn bytes(&self) -> usize {
        let lists = self.due.values().chain(&self.spare);
        lists
            .map(|list| size_of::<(Tick, Vec<T>)>() + list.capacity() * size_of::<T>())
            .sum()
    }

    pub(crate) fn clear(&mut self) {
        self.due.clear();
    }
}
