//! Characters, with indexes by position, availability, group and attached location.

use crate::character::Character;
use crate::place::{Grid, Place, shares_cell};
use crate::slab::Register;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use townsfolk_core::{CharacterId, GroupId, LocationId};

/// All characters by number, with indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct People {
    pub(crate) all: Register<Character>,
    /// Characters whose drivers the arbiter must check in the next tick, sorted.
    pub(crate) to_judge: Vec<CharacterId>,

    // Indexes.
    pub(crate) near: Grid<CharacterId>,
    /// The characters that are free for casting.
    pub(crate) leisure: Grid<CharacterId>,
    /// Proxies by the location whose scenes they take part in.
    pub(crate) attached: BTreeMap<LocationId, Vec<CharacterId>>,
    /// Members by group.
    pub(crate) groups: BTreeMap<GroupId, Vec<CharacterId>>,
}

impl Deref for People {
    type Target = Register<Character>;

    fn deref(&self) -> &Register<Character> {
        &self.all
    }
}

impl DerefMut for People {
    fn deref_mut(&mut self) -> &mut Register<Character> {
        &mut self.all
    }
}

impl People {
    /// Adds a character to the indexes; returns its attached location and its position.
    pub(crate) fn index(&mut self, id: CharacterId) -> (Option<LocationId>, Option<Place>) {
        let Some(person) = self.all.get_mut(id.0) else {
            return (None, None);
        };
        person.listed = None;
        if let Some(at) = person.at {
            self.near.put(id, at);
        }
        if let Some(group) = person.group {
            insert_sorted(self.groups.entry(group).or_default(), id);
        }
        if let Some(location) = person.attached_to {
            insert_sorted(self.attached.entry(location).or_default(), id);
        }
        (person.attached_to, person.at)
    }

    /// Removes a character from the indexes.
    pub(crate) fn unindex(&mut self, person: &Character) {
        if let Some(at) = person.at {
            self.near.take(person.id, at);
        }
        if let Some(at) = person.listed {
            self.leisure.take(person.id, at);
        }
        if let Some(location) = person.attached_to {
            remove_from(&mut self.attached, &location, person.id);
        }
        if let Some(group) = person.group {
            remove_from(&mut self.groups, &group, person.id);
        }
    }

    /// Clears every index, to rebuild them.
    pub(crate) fn clear_indexes(&mut self) {
        self.near = Grid::default();
        self.leisure = Grid::default();
        self.attached.clear();
        self.groups.clear();
    }

    /// Moves a character. Returns its old position, or nothing if it does not exist.
    pub(crate) fn shift(&mut self, who: CharacterId, to: Place) -> Option<Option<Place>> {
        let from = self.all.get_mut(who.0)?.at.replace(to);
        match from {
            Some(from) => self.near.shift(who, from, to),
            None => self.near.put(who, to),
        }
        Some(from)
    }

    /// Updates whether a character is listed as free for casting. Returns its position if it has
    /// become free in another cell.
    pub(crate) fn list(&mut self, who: CharacterId) -> Option<Place> {
        let person = self.all.get_mut(who.0)?;
        let place = person.at.filter(|_| person.is_at_leisure());
        let listed = std::mem::replace(&mut person.listed, place);
        match (listed, place) {
            (Some(from), Some(to)) if from != to => self.leisure.shift(who, from, to),
            (Some(from), None) => self.leisure.take(who, from),
            (None, Some(to)) => self.leisure.put(who, to),
            _ => {}
        }
        place.filter(|to| listed.is_none_or(|from| !shares_cell(from, *to)))
    }

    /// Lets the arbiter check a character in the next tick.
    pub(crate) fn judge_next(&mut self, who: CharacterId) {
        insert_sorted(&mut self.to_judge, who);
    }
}

pub(crate) fn insert_sorted(list: &mut Vec<CharacterId>, id: CharacterId) {
    if let Err(place) = list.binary_search(&id) {
        list.insert(place, id);
    }
}

fn remove_from<K: Ord>(lists: &mut BTreeMap<K, Vec<CharacterId>>, key: &K, id: CharacterId) {
    if let Some(list) = lists.get_mut(key) {
        list.retain(|other| *other != id);
        if list.is_empty() {
            lists.remove(key);
        }
    }
}
