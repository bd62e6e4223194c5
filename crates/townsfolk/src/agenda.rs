//! The agenda: which scenes, minds, background characters and emitters are updated when. A cache:
//! not saved, not digested, rebuilt by waking everything.

use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, LocationId, Tick};

/// Maximum number of empty lists that are kept for reuse.
const SPARE_MAX: usize = 64;

/// Maximum capacity of a list that is kept for reuse.
const SHORT: usize = 64;

/// Everything that is due later, with a lane for each kind of job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    /// Characters below level full.
    pub(crate) asleep: Lane<CharacterId>,
    /// Minds.
    pub(crate) minds: Lane<CharacterId>,
    /// Emitters of locations.
    pub(crate) looks: Lane<(LocationId, u8)>,
    /// Scenes, by number.
    pub(crate) scenes: Lane<u64>,
    /// Characters whose beliefs fade.
    pub(crate) beliefs: Lane<CharacterId>,
}

/// Entries of one kind, ordered by tick.
#[derive(Clone, Debug)]
pub(crate) struct Lane<T> {
    due: BTreeMap<Tick, Vec<T>>,
    /// Empty lists, kept to reuse their memory.
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
            // Keeping long lists would make every list long in time: there is a list for each
            // future tick.
            if self.spare.len() < SPARE_MAX && list.capacity() <= SHORT {
                self.spare.push(list);
            }
        }
        into.sort_unstable();
        into.dedup();
    }

    /// All entries up to a tick, in no defined order.
    pub(crate) fn until(&self, at: Tick) -> impl Iterator<Item = T> {
        self.due.range(..=at).flat_map(|(_, list)| list).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.due.values().map(Vec::len).sum()
    }

    /// Allocated memory in bytes.
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
