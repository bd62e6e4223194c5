//! What happened in the life of the town.

use crate::calendar::Day;
use crate::person::PersonId;
use crate::place::PlaceId;
use serde::{Deserialize, Serialize};

/// The sixteen kinds of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A child is taken in by other parents: child, new parent.
    Adoption,
    /// A child is born: child, mother.
    Birth,
    /// A firm opens: owner, firm.
    Opening,
    /// A firm closes: firm.
    Closure,
    /// A person dies.
    Death,
    /// A house is torn down.
    Demolition,
    /// A person moves away from the town.
    Departure,
    /// A marriage ends: both.
    Divorce,
    /// A person is hired: person, firm.
    Hiring,
    /// A household buys a house: person, house.
    Purchase,
    /// A house is built: house.
    Construction,
    /// A person loses work because the firm closes: person, firm.
    LayOff,
    /// Two people marry: both.
    Marriage,
    /// A person moves into a dwelling: person, dwelling.
    Move,
    /// A person takes another surname.
    NameChange,
    /// A person retires: person, firm.
    Retirement,
}

/// All kinds.
pub const KINDS: [Kind; 16] = [
    Kind::Adoption,
    Kind::Birth,
    Kind::Opening,
    Kind::Closure,
    Kind::Death,
    Kind::Demolition,
    Kind::Departure,
    Kind::Divorce,
    Kind::Hiring,
    Kind::Purchase,
    Kind::Construction,
    Kind::LayOff,
    Kind::Marriage,
    Kind::Move,
    Kind::NameChange,
    Kind::Retirement,
];

/// One event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub day: Day,
    /// What.
    pub kind: Kind,
    /// The person whom it is about.
    pub person: Option<PersonId>,
    /// The other person.
    pub other: Option<PersonId>,
    /// The place.
    pub place: Option<PlaceId>,
    /// For hirings: the row in the firm's list of jobs.
    pub row: u8,
}

impl Event {
    pub(crate) fn new(day: Day, kind: Kind) -> Event {
        Event {
            day,
            kind,
            person: None,
            other: None,
            place: None,
            row: 0,
        }
    }

    pub(crate) fn of(mut self, person: PersonId) -> Event {
        self.person = Some(person);
        self
    }

    pub(crate) fn with(mut self, other: PersonId) -> Event {
        self.other = Some(other);
        self
    }

    pub(crate) fn at(mut self, place: PlaceId) -> Event {
        self.place = Some(place);
        self
    }
}
