//! Who is where, with whom, and at whose side: caches of what people say of themselves.

use crate::character::Character;
use crate::drivers::Driver;
use crate::folk::Folk;
use townsfolk_core::{Channel, CharacterId};

impl Folk {
    /// Makes someone findable.
    pub(crate) fn index_person(&mut self, id: CharacterId) {
        let Some(person) = self.characters.get(id.0) else {
            return;
        };
        if let Some(at) = person.at {
            self.near.put(id, at);
        }
        let (at, attached_to) = (person.at, person.attached_to);
        if let Some(group) = person.group {
            insert_sorted(self.groups.entry(group).or_default(), id);
        }
        if let Some(location) = attached_to {
            insert_sorted(self.attached.entry(location).or_default(), id);
            self.wake_location(location);
        }
        if let Some(at) = at {
            self.wake_around(at);
        }
        if let Some(person) = self.characters.get_mut(id.0) {
            person.listed = None;
        }
        self.list(id);
    }

    /// Someone whose voice a scene holds is known to that scene.
    pub(crate) fn index_voice(&mut self, id: CharacterId) {
        let person = self.characters.get(id.0);
        let voice = person.map(|person| person.driver(Channel::Voice));
        if let Some(Driver::Scene(scene, _)) = voice
            && let Some(playing) = self.scenes.get_mut(scene.0)
        {
            insert_sorted(&mut playing.speaking, id);
        }
    }

    /// Someone who is no longer there is not found any more.
    pub(crate) fn unindex_person(&mut self, person: &Character) {
        if let Some(at) = person.at {
            self.near.take(person.id, at);
        }
        if let Some(at) = person.listed {
            self.leisure.take(person.id, at);
        }
        if let Some(location) = person.attached_to
            && let Some(attached) = self.attached.get_mut(&location)
        {
            attached.retain(|other| *other != person.id);
            if attached.is_empty() {
                self.attached.remove(&location);
            }
        }
        if let Some(group) = person.group
            && let Some(members) = self.groups.get_mut(&group)
        {
            members.retain(|other| *other != person.id);
            if members.is_empty() {
                self.groups.remove(&group);
            }
        }
    }
}

fn insert_sorted(list: &mut Vec<CharacterId>, id: CharacterId) {
    if let Err(place) = list.binary_search(&id) {
        list.insert(place, id);
    }
}
