//! The person or place that a belief is about.

use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, Value};
use townsfolk_module::knowledge::{FacetForm, FacetSubject};

/// A person or a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Subject {
    /// A person.
    Person(CharacterId),
    /// A place.
    Place(AreaId),
}

impl Subject {
    /// The person, if it is one.
    pub fn person(self) -> Option<CharacterId> {
        match self {
            Subject::Person(who) => Some(who),
            Subject::Place(_) => None,
        }
    }

    /// Whether facets of this kind of subject are believed of it.
    pub fn is(self, kind: FacetSubject) -> bool {
        match self {
            Subject::Person(_) => kind == FacetSubject::Person,
            Subject::Place(_) => kind == FacetSubject::Place,
        }
    }

    /// The subject that a value stands for: the place of a workplace, the person of a spouse. Areas
    /// are written as the symbols of their names, whose ids are equal.
    pub fn of_value(form: FacetForm, value: Value) -> Option<Subject> {
        match (form, value) {
            (FacetForm::Place, Value::Symbol(name)) => Some(Subject::Place(AreaId(name.0))),
            (FacetForm::Person, Value::Character(who)) => Some(Subject::Person(who)),
            _ => None,
        }
    }

    /// A number for keys of draws.
    pub(crate) fn key(self) -> u64 {
        match self {
            Subject::Person(who) => u64::from(who.0),
            Subject::Place(area) => (1 << 32) | u64::from(area.0),
        }
    }
}

impl From<CharacterId> for Subject {
    fn from(who: CharacterId) -> Subject {
        Subject::Person(who)
    }
}

impl From<AreaId> for Subject {
    fn from(place: AreaId) -> Subject {
        Subject::Place(place)
    }
}
