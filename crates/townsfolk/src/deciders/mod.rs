//! Deciders of content: what they share.
//!
//! A role carries deciders, so a character has those of its roles ([`Folk::deciders_of`]). What has
//! changed since deciders were last asked stands in [`News`]: attributes with new values, and
//! characters whose roles may have changed.

pub(crate) mod daily;
pub(crate) mod grammars;
pub(crate) mod inference;
pub(crate) mod plan;
pub(crate) mod rules;
mod selections;
pub(crate) mod skills;
mod snippets;
mod spelling;
mod story;

pub(crate) use snippets::SnippetDecider;
pub use snippets::{SnippetRow, SnippetTrace};
pub use story::{OtherChoice, tell_choices};

use crate::folk::Folk;
use crate::host::RejectedReport;
use crate::minds::Level;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, DeciderId, HostId, SymbolId, Value};
use townsfolk_decide::snippet::Tactic;
use townsfolk_tactics::PuppetOrder;

/// What has changed since deciders were last asked. It is emptied after all have been asked.
///
/// It is a cache: after loading and after a reload of content `all` is set, and every decider
/// compares its state with the world.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// Attributes with a new value, in the order of change.
    pub(crate) attributes: Vec<Changed>,
    /// Characters that came, went, or whose roles changed.
    pub(crate) people: BTreeSet<CharacterId>,
    /// Characters that have learnt or forgotten something.
    pub(crate) beliefs: BTreeSet<CharacterId>,
    /// Characters that have heard, seen or felt something, or whose records or senses have changed.
    pub(crate) sensed: BTreeSet<CharacterId>,
    /// Characters that their squad tells something new.
    pub(crate) ordered: BTreeSet<CharacterId>,
    /// Orders for characters that are driven from outside.
    pub(crate) puppets: Vec<(CharacterId, PuppetOrder)>,
    /// Whether another half day has begun, so that beliefs may be less sure.
    pub(crate) half_day: bool,
    /// Referents that the host has bound, or unbound, in this tick.
    pub(crate) bound: Vec<(CharacterId, SymbolId, Option<Value>)>,
    /// Situations that the host has entered or left in this tick.
    pub(crate) situations: Vec<(CharacterId, SymbolId, bool)>,
    /// Equipment that characters took up, or put down.
    pub(crate) equipment: Vec<(CharacterId, SymbolId, bool)>,
    /// Wishes of players for abilities.
    pub(crate) tactics: Vec<(CharacterId, SymbolId, Tactic)>,
    /// Whether anything may have changed: content or state is new.
    pub(crate) all: bool,
}

/// An attribute with a new value.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) name: HostId,
    /// Whose it is: a character, or nothing for the world.
    pub(crate) arguments: Vec<Value>,
    /// Whether content set it, and not the host.
    pub(crate) by_content: bool,
}

impl Default for News {
    fn default() -> News {
        News {
            attributes: vec![],
            people: BTreeSet::new(),
            beliefs: BTreeSet::new(),
            sensed: BTreeSet::new(),
            ordered: BTreeSet::new(),
            puppets: vec![],
            half_day: false,
            bound: vec![],
            situations: vec![],
            equipment: vec![],
            tactics: vec![],
            all: true,
        }
    }
}

impl News {
    pub(crate) fn clear(&mut self) {
        self.attributes.clear();
        self.people.clear();
        self.beliefs.clear();
        self.sensed.clear();
        self.ordered.clear();
        self.puppets.clear();
        self.half_day = false;
        self.bound.clear();
        self.situations.clear();
        self.equipment.clear();
        self.tactics.clear();
        self.all = false;
    }
}

/// A state as bytes; empty if there is none.
pub(crate) fn packed<T: Serialize>(state: Option<T>) -> Vec<u8> {
    let bytes = state.and_then(|state| postcard::to_allocvec(&state).ok());
    bytes.unwrap_or_default()
}

/// A state from bytes that [`packed`] wrote.
pub(crate) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

impl Folk {
    /// Whether a character is at level full. Others are not asked by most deciders.
    pub(crate) fn is_full(&self, who: CharacterId) -> bool {
        !matches!(self.level_of(who), Some(level) if level != Level::Full)
    }

    /// The deciders that a character has by its roles, sorted.
    pub fn deciders_of(&self, who: CharacterId) -> Vec<DeciderId> {
        let roles = self.character(who).into_iter().flat_map(|p| &p.roles);
        let carried = roles.flat_map(|role| self.content.carried_by(*role));
        let loaded = carried.filter(|decider| !self.unloaded.contains(decider));
        let deciders: BTreeSet<DeciderId> = loaded.copied().collect();
        deciders.into_iter().collect()
    }

    /// A character came, went, or has other roles.
    pub(crate) fn note_person(&mut self, who: CharacterId) {
        if self.content.has_deciders() {
            self.news.people.insert(who);
        }
    }

    /// A character has learnt or forgotten something.
    pub(crate) fn note_beliefs(&mut self, who: CharacterId) {
        if self.content.has_deciders() {
            self.news.beliefs.insert(who);
        }
    }

    /// An attribute has a new value.
    pub(crate) fn note_attribute(&mut self, name: HostId, arguments: &[Value]) {
        if self.content.has_deciders() {
            self.news.attributes.push(Changed {
                name,
                arguments: arguments.to_vec(),
                by_content: self.attributes.content_writes,
            });
        }
    }

    /// The host binds or unbinds a referent of a character.
    pub(crate) fn take_in_binding(
        &mut self,
        who: CharacterId,
        referent: SymbolId,
        to: Option<Value>,
    ) {
        match self.character(who).is_some() {
            true => self.news.bound.push((who, referent, to)),
            false => self.unheard(RejectedReport::NoSuchCharacter(who)),
        }
    }

    /// The host enters or leaves a situation of a character.
    pub(crate) fn take_in_situation(&mut self, who: CharacterId, name: SymbolId, active: bool) {
        match self.character(who).is_some() {
            true => self.news.situations.push((who, name, active)),
            false => self.unheard(RejectedReport::NoSuchCharacter(who)),
        }
    }

    /// Switches a declared decider on or off for everybody: a rule set is loaded or unloaded.
    pub(crate) fn switch_decider(&mut self, decider: DeciderId, on: bool) {
        let changed = match on {
            true => self.unloaded.remove(&decider),
            false => self.unloaded.insert(decider),
        };
        self.news.all |= changed;
    }
}
