//! Typed 32-bit ids.
//!
//! The id of a named thing is a hash of its name alone. So it is the same on every machine and
//! after every edit elsewhere. Two names with one hash are a compile error that shows the line to
//! type (see the language's `id` declaration).

use crate::digest::hash64;
use serde::{Deserialize, Serialize};

/// The id of a name unless an `id` line says otherwise. Zero is never used.
pub const fn id_of(name: &str) -> u32 {
    let hash = hash64(name.as_bytes());
    let folded = ((hash >> 32) ^ hash) as u32;
    if folded == 0 { 1 } else { folded }
}

macro_rules! named_ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of a name, by hash. It is `const`, so it can be used in a `match`.
            pub const fn named(name: &str) -> Self {
                $name(id_of(name))
            }
        }
    )*};
}

named_ids! {
    /// A role: something a character can be.
    RoleId
    /// A kind of prop, such as `chair`.
    PropKindId
    /// A declared set of symbols, such as `topic`.
    SymbolSetId
    /// A symbol: a lower-case word used as a value.
    SymbolId
    /// A text literal, by its content.
    TextId
    /// An action the host is asked to perform.
    ActionId
    /// A host property, function or predicate.
    HostId
    /// A script.
    ScriptId
    /// A kind of location.
    LocationKindId
    /// A declared fact or claim. Facts of the same name in two scripts share their id, so that a
    /// location can tell any of its scripts what it knows.
    FactId
    /// A `define`, inside its script.
    DefineId
    /// A state, inside its script.
    StateId
    /// A rule, inside its script.
    RuleId
    /// A property of a script (`always`, `never`, `eventually`).
    PropertyId
    /// A prop at a location, by its name there.
    PropId
    /// A character (or proxy). Given by the host, or by name in tests.
    CharacterId
    /// A person as content describes them: the template from which a character's mind is made.
    MemberId
    /// A named place in the source where chance picks: the key of its draws.
    SiteId
    /// A need of a mind, such as `hunger`.
    NeedId
    /// A layer of a mind: a small map that comes with a role, or the basic one.
    LayerId
    /// A node of a mind's map, by a name that is unique among all layers.
    NodeId
    /// An area of the stage that a schedule can name, such as `loebners_kitchen`.
    AreaId
    /// A course of action.
    CourseId
    /// A way to decide that content declares: a rule set, a grammar, a daily script.
    DeciderId
    /// A merchant: a stock of goods at a place.
    MerchantId
    /// A kind of stimulus: something that can be heard.
    StimulusId
    /// Ears and eyes of a kind of character.
    SenseId
    /// A permission of which there are only so many.
    TokenId
    /// Motions to search with.
    MotionSetId
}

macro_rules! given_ids {
    ($($(#[$doc:meta])* $name:ident($number:ty))*) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);
    )*};
}

given_ids! {
    /// A running scene, and the owner of its draws.
    SceneId(u64)
    /// One performance of an action, counted by its owner in order of starting.
    StartId(u64)
    /// Characters who join scenes together or not at all.
    GroupId(u32)
    /// A placed location. Zero is none.
    LocationId(u32)
    /// A part of the world that is loaded and unloaded as a whole.
    RegionId(u16)
}

impl FactId {
    /// The id of a fact whose name was declared before with another number of arguments in the same
    /// script: `on(prop)` has the id of `on`, and a later `on(prop, character)` that of `on/2`.
    pub fn named_with(name: &str, arguments: usize) -> FactId {
        FactId::named(&FactId::key(name, arguments))
    }

    /// The text whose hash is the id of such a fact. No author can write it as a name.
    pub fn key(name: &str, arguments: usize) -> String {
        format!("{name}/{arguments}")
    }
}

impl LocationId {
    /// No location: where an action happens that no scene asked for.
    pub const NOWHERE: LocationId = LocationId(0);
}

/// A variable of a rule, property or `define` clause: its index in order of first appearance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VarId(pub u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_frozen() {
        // These values are in every compiled module: they may never change.
        assert_eq!(id_of("elder"), FactId::named("elder").0);
        assert_eq!(id_of(""), 0xbe9e_32ae);
    }
}
