//! Questions about the world that the caller answers.

use super::subject::Subject;
use std::collections::BTreeMap;
use townsfolk_core::{AreaId, CharacterId, HostId, Number, Value};
use townsfolk_module::knowledge::FacetSeen;

/// The world outside of minds, as it is now.
pub trait World {
    /// The true value of a facet. `None` if the subject has none.
    fn truth(&self, of: Subject, facet: HostId) -> Option<Value>;

    /// How many subjects have each value.
    fn frequencies(&self) -> &Frequencies;

    /// How much a subject matters to a character.
    fn salience(&self, owner: CharacterId, subject: Subject) -> Number;

    /// How much a character likes another. `None` for strangers.
    fn charge(&self, owner: CharacterId, other: CharacterId) -> Option<Number>;

    /// How a character stands to another.
    fn tie(&self, owner: CharacterId, other: CharacterId) -> Tie;

    /// The part of a character's personality that matters in talk.
    fn temper(&self, who: CharacterId) -> Temper;

    /// Whether a subject shows facets that are not always seen: at work, at home, with a ring.
    fn shows(&self, subject: Subject, seen: FacetSeen) -> bool;

    /// Whether a place is the home or workplace of a character. Beliefs about these do not fade.
    fn is_own_place(&self, owner: CharacterId, place: AreaId) -> bool;

    /// Values that are easily taken for a value: similar names, places of relatives and neighbours.
    /// For [`SimilarName`] and [`RelatedPlace`] only.
    ///
    /// [`SimilarName`]: townsfolk_module::knowledge::Mistakes::SimilarName
    /// [`RelatedPlace`]: townsfolk_module::knowledge::Mistakes::RelatedPlace
    fn similar(&self, subject: Subject, facet: HostId, value: Value) -> Vec<Value> {
        let _ = (subject, facet, value);
        vec![]
    }
}

/// How a character stands to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tie {
    /// Spouse, parents, grandparents, siblings, children.
    pub immediate_family: bool,
    /// Lives in the same household.
    pub household: bool,
    /// Any other relative.
    pub relative: bool,
    /// The owner's friend.
    pub friend: bool,
    /// The owner's best friend.
    pub best_friend: bool,
    /// Lives next door.
    pub neighbour: bool,
    /// Works at the same place.
    pub coworker: bool,
    /// Number of meetings.
    pub meetings: u32,
}

impl Tie {
    /// Whether everybody knows such people.
    pub fn is_close(&self) -> bool {
        self.is_at_home() || self.friend || self.neighbour || self.coworker
    }

    /// Whether they are of the household or of the immediate family.
    pub fn is_at_home(&self) -> bool {
        self.immediate_family || self.household
    }
}

/// The part of a personality that matters in talk. Traits are from -1 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Temper {
    /// Talkative characters have more to say.
    pub extroversion: Number,
    /// Disagreeable characters lie more often.
    pub agreeableness: Number,
}

impl Default for Temper {
    /// The means of the published generator.
    fn default() -> Temper {
        Temper {
            extroversion: Number(150),
            agreeableness: Number(350),
        }
    }
}

/// How many subjects have each value of each facet. Kept up to date from changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frequencies(BTreeMap<HostId, BTreeMap<Value, u32>>);

impl Frequencies {
    /// A subject has another value.
    pub fn change(&mut self, facet: HostId, from: Option<Value>, to: Option<Value>) {
        let counts = self.0.entry(facet).or_default();
        if let Some(from) = from {
            let left = counts.get(&from).map_or(0, |count| count.saturating_sub(1));
            match left {
                0 => counts.remove(&from),
                left => counts.insert(from, left),
            };
        }
        if let Some(to) = to {
            *counts.entry(to).or_default() += 1;
        }
    }

    /// The values of a facet and how many subjects have each, sorted by value.
    pub fn of(&self, facet: HostId) -> impl Iterator<Item = (Value, u32)> + Clone + '_ {
        let counts = self.0.get(&facet).into_iter().flatten();
        counts.map(|(value, count)| (*value, *count))
    }
}
