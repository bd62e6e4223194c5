//! The names behind ids, for errors and for `Display`. They are neither simulated nor saved.

use crate::folk::Folk;
use crate::words::{in_capitals, people};
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::{CharacterId, LocationId, Value};
use townsfolk_module::{Category, Symbols};
use townsfolk_scene::reference::words::Words;

/// Names of the content, and of characters and locations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) people: BTreeMap<CharacterId, String>,
    pub(crate) places: BTreeMap<LocationId, String>,
}

impl Names {
    pub(crate) fn name(&self, category: Category, id: u32) -> String {
        self.symbols.name(category, id)
    }

    pub(crate) fn person(&self, who: CharacterId) -> String {
        let known = self.people.get(&who);
        known.map_or_else(|| format!("character {}", who.0), String::clone)
    }

    pub(crate) fn place(&self, location: LocationId) -> String {
        let known = self.places.get(&location);
        known.map_or_else(|| format!("location {}", location.0), String::clone)
    }

    pub(crate) fn value(&self, value: Value) -> String {
        match value {
            Value::Character(who) => self.person(who),
            other => {
                let script = townsfolk_core::ScriptId(0);
                let symbols = &self.symbols;
                Words { symbols, script }.value(other)
            }
        }
    }

    pub(crate) fn values(&self, values: &[Value]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
        values.join(", ")
    }
}

impl Folk {
    /// Loads the names of the content, which `townsfolk build` writes beside the module. Without
    /// them, errors suggest nothing and `Display` shows ids.
    pub fn set_symbols(&mut self, mut symbols: Symbols) {
        symbols.texts = self.module().texts.iter().cloned().collect();
        self.names.symbols = Arc::new(symbols);
    }

    /// The names of the content, as far as they are known.
    pub fn symbols(&self) -> &Symbols {
        &self.names.symbols
    }

    /// Gives a character a name for `Display` and `why`. Names are not saved.
    pub fn set_name(&mut self, who: CharacterId, name: &str) {
        self.names.people.insert(who, name.to_owned());
    }

    /// The name of a character: the one set by the host, the one of the content, or a short one
    /// derived from its number.
    pub fn name_of(&self, who: CharacterId) -> String {
        if let Some(name) = self.names.people.get(&who) {
            return name.clone();
        }
        let symbols = &self.names.symbols;
        let known = |category, id| symbols.names.get(&(category, id)).map(String::as_str);
        let member = self.member_of(who);
        if who == crate::WORLD {
            return "the world".to_owned();
        }
        if let Some(name) = member.and_then(|member| known(Category::Character, member.0)) {
            return in_capitals(name);
        }
        let proxy = self.character(who).filter(|p| p.attached_to.is_some());
        let role = proxy.and_then(|proxy| proxy.roles.first());
        match role.and_then(|role| known(Category::Role, role.0)) {
            Some(role) => role.to_owned(),
            None => people::name(who),
        }
    }

    /// The name of a location: its kind and its number.
    pub(crate) fn name_of_place(&self, id: LocationId) -> String {
        match self.location(id) {
            Some(place) => {
                let kind = self.names.name(Category::Location, place.kind.0);
                format!("{kind} {}", id.0)
            }
            None => format!("location {}", id.0),
        }
    }
}
