//! Compiled content as plain data.
//!
//! What it is for: one value, [`Module`], that holds everything a game needs of its `.folk` files,
//! a [codec](mod@file) that writes and reads it as a compact versioned binary, and the [`Symbols`] that
//! give a debug view its names back.
//!
//! What it is not for: meaning. What a rule does when it fires is told by the chapter "Meaning" of
//! the book and by `townsfolk-scene`.
//!
//! Goals, in order: the same source gives the same bytes on every machine and by every route (text
//! or sheet, one file or ten); a damaged file is refused, never half-read; small.
#![forbid(unsafe_code)]

mod action;
mod acts;
pub mod arithmetic;
mod attribute;
mod cast;
mod condition;
mod course;
pub mod decide;
mod depth;
pub mod file;
pub mod ground;
mod groups;
mod host;
pub mod knowledge;
mod location;
pub mod mind;
mod optional_tail;
mod property;
mod role;
mod rule;
mod script;
pub mod senses;
mod symbols;
mod test;
pub mod trade;
mod visit;

pub use action::{Action, Call, NamedParameter};
pub use attribute::{Attribute, AttributeWrite, SetBy, WriteValue};
pub use cast::{CastRole, Hold};
pub use condition::{Comparison, Expr, Literal, Operator};
pub use course::{Course, CourseStep, OnFailure};
pub use groups::Groups;
pub use host::{HostForm, HostName};
pub use location::{Emitter, LocationKind, Pacing, Preference, PropAt, SpawnAfter, SpawnPoint};
pub use optional_tail::OptionalTail;
pub use property::{Property, PropertyForm};
pub use role::{PropKind, Role, SymbolSet};
pub use rule::{Choose, Effects, FactPattern, Finish, Rule};
pub use script::{Clause, Define, FactDecl, Script};
pub use symbols::{Category, RuleSymbols, ScriptSymbols, SourceLine, Symbols};
pub use test::{DeciderStep, DeciderTest, Step, Test};
pub use visit::{Visit, Visited};

use acts::ModuleTail;
use serde::de::Error as _;
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use townsfolk_core::{
    ActionId, CourseId, HostId, Kind, LocationKindId, MemberId, PropKindId, Pushed, RoleId,
    ScriptId, SymbolId, SymbolSetId, TextId,
};

/// Everything a project's `.folk` files and sheets say, checked and compiled.
///
/// Every list is sorted by id, so that neither the order of declarations nor their spread over
/// files shows in the bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Module {
    /// Roles and proxies.
    pub roles: Vec<Role>,
    /// Kinds of props.
    pub prop_kinds: Vec<PropKind>,
    /// Declared sets of symbols.
    pub symbol_sets: Vec<SymbolSet>,
    /// Actions the host can be asked to perform.
    pub actions: Vec<Action>,
    /// Host properties, functions and predicates.
    pub host: Vec<HostName>,
    /// Scripts, templates already expanded.
    pub scripts: Vec<Script>,
    /// Kinds of locations.
    pub locations: Vec<LocationKind>,
    /// Minds, and what belongs to them.
    pub minds: mind::Minds,
    /// Text literals: they are content, not names, so they travel with the module.
    pub texts: Vec<(TextId, String)>,
    /// Groups whose members join scenes together.
    #[serde(skip)]
    pub groups: Groups,
    /// Attributes. Each is a host name as well.
    #[serde(skip)]
    pub attributes: Vec<Attribute>,
    /// Courses of action.
    #[serde(skip)]
    pub courses: Vec<Course>,
    /// Ways to decide, and the roles that carry them.
    #[serde(skip)]
    pub deciders: decide::Deciders,
    /// What can be believed, and how beliefs come and go.
    #[serde(skip)]
    pub knowledge: knowledge::Knowledge,
    /// Attributes that people of the cast have from the start, sorted by person and attribute.
    #[serde(skip)]
    pub initial: Vec<(MemberId, HostId, Pushed)>,
    /// Merchants and their goods.
    #[serde(skip)]
    pub trade: trade::Trade,
    /// Senses and skills.
    #[serde(skip)]
    pub senses: senses::Senses,
}

/// The fields that every module file has.
struct Body<T>(T);

impl Serialize for Body<&Module> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Module::serialize(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Body<Module> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Module::deserialize(deserializer).map(Body)
    }
}

impl Serialize for Module {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_tuple(2)?;
        parts.serialize_element(&Body(self))?;
        parts.serialize_element(&OptionalTail(ModuleTail::of(self)))?;
        parts.end()
    }
}

impl<'de> Deserialize<'de> for Module {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Module, D::Error> {
        let (Body(mut module), OptionalTail(tail)) =
            <(Body<Module>, OptionalTail<ModuleTail>)>::deserialize(deserializer)?;
        tail.put_into(&mut module)
            .ok_or_else(|| D::Error::custom("attributes or courses that do not fit the module"))?;
        module.count_holders();
        Ok(module)
    }
}

macro_rules! look_up {
    ($($(#[$doc:meta])* $name:ident: $list:ident[$id:ty] -> $item:ty)*) => {
        impl Module {$(
            $(#[$doc])*
            pub fn $name(&self, id: $id) -> Option<&$item> {
                let index = self.$list.binary_search_by_key(&id, |item| item.id).ok()?;
                self.$list.get(index)
            }
        )*}
    };
}

look_up! {
    /// The role with this id.
    role: roles[RoleId] -> Role
    /// The kind of prop with this id.
    prop_kind: prop_kinds[PropKindId] -> PropKind
    /// The set of symbols with this id.
    symbol_set: symbol_sets[SymbolSetId] -> SymbolSet
    /// The action with this id.
    action: actions[ActionId] -> Action
    /// The host name with this id.
    host_name: host[HostId] -> HostName
    /// The script with this id.
    script: scripts[ScriptId] -> Script
    /// The kind of location with this id.
    location: locations[LocationKindId] -> LocationKind
    /// The attribute with this id.
    attribute: attributes[HostId] -> Attribute
    /// The course with this id.
    course: courses[CourseId] -> Course
}

impl Module {
    /// Whether someone who is `role` is also `wanted`: the same role, or one it descends from.
    pub fn is_a(&self, role: RoleId, wanted: RoleId) -> bool {
        // The seen list keeps a (rejected, but decodable) circle of roles from going on for ever.
        let mut open = vec![role];
        let mut seen = vec![];
        while let Some(next) = open.pop() {
            if next == wanted {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                open.extend(self.role(next).into_iter().flat_map(|r| r.parents.iter()));
            }
        }
        false
    }

    /// The approach points with positions of a kind of prop: its own, else those of its nearest
    /// parent that has some. In millimetres from the prop.
    pub fn approaches_of(&self, kind: PropKindId) -> &[(SymbolId, (i32, i32))] {
        let mut next = self.prop_kind(kind);
        // No more steps than kinds: a file may hold a circle.
        for _ in 0..self.prop_kinds.len() {
            match next {
                Some(kind) if !kind.approaches_at_mm.is_empty() => return &kind.approaches_at_mm,
                Some(kind) => next = kind.parent.and_then(|parent| self.prop_kind(parent)),
                None => break,
            }
        }
        &[]
    }

    /// The text literal with this id.
    pub fn text(&self, id: TextId) -> Option<&str> {
        let index = self.texts.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.texts.get(index).map(|(_, text)| text.as_str())
    }

    /// Sorts every list by id, as the format wants it.
    pub fn sort(&mut self) {
        self.roles.sort_by_key(|item| item.id);
        self.prop_kinds.sort_by_key(|item| item.id);
        self.symbol_sets.sort_by_key(|item| item.id);
        self.actions.sort_by_key(|item| item.id);
        self.host.sort_by_key(|item| item.id);
        self.scripts.sort_by_key(|item| item.id);
        self.locations.sort_by_key(|item| item.id);
        self.minds.sort();
        self.texts.sort();
        self.texts.dedup();
        self.groups.sort();
        self.attributes.sort_by_key(|item| item.id);
        self.courses.sort_by_key(|item| item.id);
        self.deciders.sort();
        self.knowledge.sort();
        self.initial
            .sort_by_key(|(member, name, _)| (*member, *name));
        self.trade.sort();
        self.senses.sort();
        self.count_holders();
    }

    /// How many can hold a claim with arguments of these kinds at once: as many as its first kind of
    /// prop has slots, else one.
    pub fn holders_of(&self, kinds: &[Kind]) -> u16 {
        let props = kinds.iter().filter_map(|kind| match kind {
            Kind::PropOf(kind) => self.prop_kind(*kind),
            _ => None,
        });
        props.map(|kind| kind.slots.max(1)).next().unwrap_or(1)
    }

    fn count_holders(&mut self) {
        let mut scripts = std::mem::take(&mut self.scripts);
        for fact in scripts.iter_mut().flat_map(|script| &mut script.facts) {
            fact.holders = self.holders_of(&fact.kinds);
        }
        self.scripts = scripts;
    }
}
