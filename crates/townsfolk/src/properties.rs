//! Properties the host has pushed: what is kept of them, and which scenes are told.

use crate::folk::{Folk, PropertyKey};
use crate::host::RejectedReport;
use townsfolk_core::{CharacterId, HostId, Pushed, SceneId, Value};
use townsfolk_scene::reference::PushedProperty;

impl Folk {
    /// A property is told to the scenes that ask for it: one of a person to the scene they are in,
    /// any other to all. One of somebody who is not in the world is not heard.
    pub(crate) fn push_property(&mut self, name: HostId, arguments: Vec<Value>, value: Pushed) {
        let people = people_in(&arguments);
        let missing = people.iter().find(|who| self.character(**who).is_none());
        if let Some(who) = missing {
            self.unheard(RejectedReport::NoSuchCharacter(*who));
            return;
        }
        let key = (name, arguments);
        let known = self.properties.get(&key).copied();
        if known.unwrap_or(Pushed::HoldsNot) == value {
            return;
        }
        let report = townsfolk_scene::Report::Property {
            name,
            arguments: key.1.clone(),
            value,
        };
        if people.is_empty() {
            for playing in self.scenes.iter_mut() {
                if self.content.reads(playing.script, name) {
                    playing.inbox.push(report.clone());
                    self.told.push(playing.id.0);
                }
            }
        } else {
            let scenes = people.iter();
            let scenes = scenes.filter_map(|who| self.characters.get(who.0)?.scene);
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
        self.keep_property(key, value);
        for who in people {
            self.wake_mind(who);
        }
    }

    pub(crate) fn keep_property(&mut self, key: PropertyKey, value: Pushed) {
        if value == Pushed::HoldsNot {
            self.drop_property(&key);
            return;
        }
        for about in those_named(&key) {
            let keys = self.about.entry(about).or_default();
            if let Err(place) = keys.binary_search(&key) {
                keys.insert(place, key.clone());
            }
        }
        self.properties.insert(key, value);
    }

    fn drop_property(&mut self, key: &PropertyKey) -> Option<Pushed> {
        for about in those_named(key) {
            if let Some(keys) = self.about.get_mut(&about) {
                keys.retain(|other| other != key);
                if keys.is_empty() {
                    self.about.remove(&about);
                }
            }
        }
        self.properties.remove(key)
    }

    /// Takes away every property of somebody who goes.
    pub(crate) fn take_properties_of(&mut self, who: CharacterId) -> Vec<(PropertyKey, Pushed)> {
        let keys = self.about.get(&Some(who)).cloned().unwrap_or_default();
        let taken = keys.into_iter().filter_map(|key| {
            let value = self.drop_property(&key)?;
            Some((key, value))
        });
        taken.collect()
    }

    pub(crate) fn index_properties(&mut self) {
        self.about.clear();
        for key in self.properties.keys() {
            for about in those_named(key) {
                self.about.entry(about).or_default().push(key.clone());
            }
        }
    }

    /// Tells a scene what it does not know, or knows wrongly, of the properties it asks for: of
    /// somebody, or of nobody in particular.
    pub(crate) fn tell_properties(&mut self, scene: SceneId, of: Option<CharacterId>) {
        let Some(playing) = self.scenes.get_mut(scene.0) else {
            return;
        };
        let keys = self.about.get(&of).into_iter().flatten();
        let asked = keys.filter(|(name, _)| self.content.reads(playing.script, *name));
        let asked: Vec<&PropertyKey> = asked.collect();
        let known = playing.known_properties();
        let mut news = vec![];
        for property in &known {
            let concerns = those_named(&(property.name, property.arguments.clone())).contains(&of);
            let key = (property.name, property.arguments.clone());
            let holds = property.value != Pushed::HoldsNot;
            if concerns && holds && !self.properties.contains_key(&key) {
                news.push((key, Pushed::HoldsNot));
            }
        }
        for key in asked {
            let same = |p: &&PushedProperty| p.name == key.0 && p.arguments == key.1;
            let before = known.iter().find(same).map(|property| property.value);
            let value = self.properties.get(key).copied();
            if let Some(value) = value.filter(|value| before != Some(*value)) {
                news.push((key.clone(), value));
            }
        }
        for ((name, arguments), value) in news {
            playing.inbox.push(townsfolk_scene::Report::Property {
                name,
                arguments,
                value,
            });
            self.told.push(scene.0);
        }
    }

    /// Tells a scene everything it asks for, after it was elsewhere or its script has changed.
    pub(crate) fn tell_all_properties(&mut self, scene: SceneId) {
        self.tell_properties(scene, None);
        let everyone = self.scenes.get(scene.0).map(|playing| playing.everyone());
        for who in everyone.unwrap_or_default() {
            self.tell_properties(scene, Some(who));
        }
    }
}

/// Under whom a property is found: each character it names, or nobody.
fn those_named((_, arguments): &PropertyKey) -> Vec<Option<CharacterId>> {
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
