//! Attributes: typed values of characters and of the world, set by the host or by content.
//!
//! A change is sent to exactly the scenes whose script reads the attribute: one of a character to
//! the scene of that character, one of the world to all. Values set by content count from the next
//! tick on, in the order of setting, so that all readers see the same values within a tick. A
//! *property* is the older word for an attribute that only the host sets.

use crate::folk::Folk;
use crate::host::RejectedReport;
use crate::surroundings::same_group;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, HostId, Pushed, SceneId, Value};
use townsfolk_module::Module;
use townsfolk_module::trade::STOCK;
use townsfolk_scene::reference;

/// Maximum number of values that content sets in one tick. Further ones are dropped.
const WRITES_MAX: usize = 10_000;

/// An attribute and its arguments.
pub(crate) type AttributeKey = (HostId, Vec<Value>);

/// A value set by content, which counts from the next tick on.
pub(crate) type Write = (HostId, Vec<Value>, Pushed);

/// The values that differ from their defaults.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    values: BTreeMap<AttributeKey, Pushed>,
    writes: Vec<Write>,
    /// Whether the writes of content are being applied.
    pub(crate) content_writes: bool,
    /// The attributes that name a character, by character; `None` for those that name none. A
    /// cache.
    about: BTreeMap<Option<CharacterId>, Vec<AttributeKey>>,
}

/// The part of a save that older saves do not have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedWrites(Vec<Write>);

impl Attributes {
    pub(crate) fn get(&self, key: &AttributeKey) -> Option<Pushed> {
        self.values.get(key).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&AttributeKey, &Pushed)> {
        self.values.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The values as saves keep them.
    pub(crate) fn saved(&self) -> Vec<(AttributeKey, Pushed)> {
        self.values.iter().map(|(k, v)| (k.clone(), *v)).collect()
    }

    pub(crate) fn saved_writes(&self) -> SavedWrites {
        SavedWrites(self.writes.clone())
    }

    pub(crate) fn resumed(values: Vec<(AttributeKey, Pushed)>, writes: SavedWrites) -> Attributes {
        let mut attributes = Attributes {
            values: values.into_iter().collect(),
            writes: writes.0,
            content_writes: false,
            about: BTreeMap::new(),
        };
        attributes.writes.truncate(WRITES_MAX);
        attributes.index();
        attributes
    }

    pub(crate) fn digest(&self) -> u64 {
        hash64(&postcard::to_allocvec(&self.values).unwrap_or_default())
    }

    /// The digest of the values set by content; zero if there are none.
    pub(crate) fn digest_of_writes(&self) -> u64 {
        match self.writes.is_empty() {
            true => 0,
            false => hash64(&postcard::to_allocvec(&self.writes).unwrap_or_default()),
        }
    }

    /// Rebuilds the index by character.
    pub(crate) fn index(&mut self) {
        self.about.clear();
        for key in self.values.keys() {
            for about in those_named(key) {
                self.about.entry(about).or_default().push(key.clone());
            }
        }
    }

    /// Stores a value. One that equals the default takes no memory.
    pub(crate) fn keep(&mut self, key: AttributeKey, value: Pushed, default: Pushed) {
        if value == default {
            self.drop_value(&key);
            return;
        }
        for about in those_named(&key) {
            let keys = self.about.entry(about).or_default();
            if let Err(place) = keys.binary_search(&key) {
                keys.insert(place, key.clone());
            }
        }
        self.values.insert(key, value);
    }

    fn drop_value(&mut self, key: &AttributeKey) -> Option<Pushed> {
        for about in those_named(key) {
            if let Some(keys) = self.about.get_mut(&about) {
                keys.retain(|other| other != key);
                if keys.is_empty() {
                    self.about.remove(&about);
                }
            }
        }
        self.values.remove(key)
    }

    /// Removes every attribute of a character that leaves the world.
    pub(crate) fn take_of(&mut self, who: CharacterId) -> Vec<(AttributeKey, Pushed)> {
        let keys = self.about.get(&Some(who)).cloned().unwrap_or_default();
        let taken = keys.into_iter().filter_map(|key| {
            let value = self.drop_value(&key)?;
            Some((key, value))
        });
        taken.collect()
    }
}

impl Folk {
    /// The value of an attribute: the one set last, or its default.
    pub fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed {
        let set = self.attributes.get(&(name, arguments.to_vec()));
        set.unwrap_or_else(|| default_of(&self.content.module, name))
    }

    /// Whether an attribute has been set for anything, or the engine computes it.
    pub fn is_attribute_set(&self, name: HostId) -> bool {
        let mut set = self.attributes.iter();
        let computed = name == same_group()
            || self.is_belief_reading(name)
            || (name == STOCK && self.has_merchants());
        computed || set.any(|((known, _), _)| *known == name)
    }

    /// Sets an attribute for content, from the next tick on.
    pub(crate) fn set_attribute(&mut self, name: HostId, arguments: Vec<Value>, value: Pushed) {
        let value = match name == STOCK {
            true => self.change_of_stock(&arguments, value),
            false => Some(value),
        };
        let Some(value) = value else { return };
        if self.attributes.writes.len() < WRITES_MAX {
            self.attributes.writes.push((name, arguments, value));
        }
    }

    /// Applies the values that content set in the last tick.
    pub(crate) fn apply_writes(&mut self) {
        self.stocks.begin_tick(self.moment());
        self.attributes.content_writes = true;
        for (name, arguments, value) in std::mem::take(&mut self.attributes.writes) {
            if name == STOCK {
                self.trade_for_content(&arguments, value);
                continue;
            }
            let gone = people_in(&arguments);
            // A character that content named may have left the world since.
            if gone.iter().all(|who| self.character(*who).is_some()) {
                self.push_attribute(name, arguments, value);
            }
        }
        self.attributes.content_writes = false;
    }

    /// Sets an attribute and tells the scenes that read it. An attribute of a character that is not
    /// in the world is rejected.
    pub(crate) fn push_attribute(&mut self, name: HostId, arguments: Vec<Value>, value: Pushed) {
        let people = people_in(&arguments);
        let missing = people.iter().find(|who| self.character(**who).is_none());
        if let Some(who) = missing {
            self.unheard(RejectedReport::NoSuchCharacter(*who));
            return;
        }
        let declared = self.content.module.attribute(name);
        let value = declared.map_or(value, |declared| declared.clamped(value));
        if self.attribute(name, &arguments) == value {
            return;
        }
        let key = (name, arguments);
        let report = townsfolk_scene::Report::Property {
            name,
            arguments: key.1.clone(),
            value,
        };
        if people.is_empty() {
            for playing in self.scenes.iter_mut() {
                if self.content.reads(playing.script, name) {
                    playing.inbox.push(report.clone());
                    self.agenda.scenes.add(self.now, playing.id.0);
                }
            }
        } else {
            let scenes = people.iter();
            let scenes = scenes.filter_map(|who| self.people.get(who.0)?.scene);
            let mut scenes: Vec<SceneId> = scenes.collect();
            scenes.sort_unstable();
            scenes.dedup();
            for scene in scenes {
                let script = self.scenes.get(scene.0).map(|playing| playing.script);
                if script.is_some_and(|script| self.content.reads(script, name)) {
                    self.tell(Some(scene), report.clone());
                }
            }
        }
        self.note_attribute(key.0, &key.1);
        self.note_truth(key.0, &key.1);
        self.keep_attribute(key, value);
        for who in people {
            self.wake_mind(who);
        }
    }

    pub(crate) fn keep_attribute(&mut self, key: AttributeKey, value: Pushed) {
        let default = default_of(&self.content.module, key.0);
        self.attributes.keep(key, value, default);
    }

    /// Tells a scene the attributes it reads where its values are missing or outdated: those of a
    /// character, or of the world.
    pub(crate) fn tell_attributes(&mut self, scene: SceneId, of: Option<CharacterId>) {
        let defaults = self.defaults_for(scene, of);
        let Some(playing) = self.scenes.get_mut(scene.0) else {
            return;
        };
        let keys = self.attributes.about.get(&of).into_iter().flatten();
        let read = keys.filter(|(name, _)| self.content.reads(playing.script, *name));
        let read = read.filter_map(|key| Some((key.clone(), self.attributes.get(key)?)));
        let mut values: BTreeMap<AttributeKey, Pushed> = defaults;
        values.extend(read);
        let known = playing.known_properties();
        let mut news = vec![];
        for property in &known {
            let key = (property.name, property.arguments.clone());
            let concerns = those_named(&key).contains(&of);
            let holds = property.value != Pushed::HoldsNot;
            if concerns && holds && !values.contains_key(&key) {
                news.push((key, Pushed::HoldsNot));
            }
        }
        for (key, value) in values {
            let same = |p: &&reference::PushedProperty| p.name == key.0 && p.arguments == key.1;
            let before = known.iter().find(same).map(|property| property.value);
            if before.unwrap_or(Pushed::HoldsNot) != value {
                news.push((key, value));
            }
        }
        for ((name, arguments), value) in news {
            playing.inbox.push(townsfolk_scene::Report::Property {
                name,
                arguments,
                value,
            });
            self.agenda.scenes.add(self.now, scene.0);
        }
    }

    /// The defaults that a scene must know: of a character, or of the world.
    fn defaults_for(
        &self,
        scene: SceneId,
        of: Option<CharacterId>,
    ) -> BTreeMap<AttributeKey, Pushed> {
        let Some(playing) = self.scenes.get(scene.0) else {
            return BTreeMap::new();
        };
        let module = &self.content.module;
        let arguments: Vec<Value> = of.into_iter().map(Value::Character).collect();
        let read = self.content.names_read(playing.script).iter();
        let fits = |name: &HostId| {
            let declared = module.host_name(*name);
            declared.is_some_and(|declared| declared.parameters.len() == arguments.len())
        };
        read.filter(|name| fits(name))
            .map(|name| ((*name, arguments.clone()), default_of(module, *name)))
            .filter(|(_, default)| *default != Pushed::HoldsNot)
            .collect()
    }

    /// Tells a scene every attribute it reads, after its region was unloaded or its script has
    /// changed.
    pub(crate) fn tell_all_attributes(&mut self, scene: SceneId) {
        self.tell_attributes(scene, None);
        let everyone = self.scenes.get(scene.0).map(|playing| playing.everyone());
        for who in everyone.unwrap_or_default() {
            self.tell_attributes(scene, Some(who));
        }
    }
}

fn default_of(module: &Module, name: HostId) -> Pushed {
    let declared = module.attribute(name);
    declared.map_or(Pushed::HoldsNot, |declared| declared.default)
}

/// The index keys of an attribute: each character it names, or `None`.
fn those_named((_, arguments): &AttributeKey) -> Vec<Option<CharacterId>> {
    let mut people: Vec<_> = people_in(arguments).into_iter().map(Some).collect();
    people.sort_unstable();
    people.dedup();
    if people.is_empty() {
        people.push(None);
    }
    people
}

fn people_in(arguments: &[Value]) -> Vec<CharacterId> {
    let people = arguments.iter().filter_map(|argument| match argument {
        Value::Character(who) => Some(*who),
        _ => None,
    });
    people.collect()
}
