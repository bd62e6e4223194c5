//! One piece of evidence: its kind, source, place and time.

use super::strength::Strength;
use super::subject::Subject;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::{Daytime, Moment};

/// Half a calendar day: an even number is a day, the next a night.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HalfDay(pub i32);

impl HalfDay {
    /// The half day of a moment: until noon, and after it.
    pub fn of(moment: Moment) -> HalfDay {
        let half = moment.0.div_euclid(i64::from(Daytime::DAY) / 2);
        HalfDay(i32::try_from(half).unwrap_or(i32::MAX))
    }

    /// The calendar day.
    pub fn day(self) -> i32 {
        self.0.div_euclid(2)
    }
}

/// The kinds of evidence, in the order of [`townsfolk_module::knowledge::EVIDENCE_KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum EvidenceKind {
    /// Knowing oneself.
    Reflection,
    /// Perceiving a person or place.
    Observation,
    /// Copying a belief about a similar person, without being aware of it.
    Transference,
    /// Inventing a value, without being aware of it.
    Confabulation,
    /// Being told what the teller does not believe.
    Lie,
    /// Knowledge from the start.
    Implant,
    /// Being told what the teller believes.
    Statement,
    /// Overhearing a statement or a lie.
    Eavesdropping,
    /// Having said it.
    Declaration,
    /// Misremembering, without being aware of it.
    Mutation,
    /// Loss through time.
    Forgetting,
    /// Examining a thing, such as a gravestone.
    Examination,
}

impl EvidenceKind {
    /// Whether it was said by another person.
    pub fn is_social(self) -> bool {
        use EvidenceKind::{Eavesdropping, Lie, Statement};
        matches!(self, Statement | Lie | Eavesdropping)
    }

    /// Whether it is one of the four failures of memory. They take over whatever the strengths.
    pub fn is_failure(self) -> bool {
        use EvidenceKind::{Confabulation, Forgetting, Mutation, Transference};
        matches!(self, Transference | Confabulation | Mutation | Forgetting)
    }

    /// Whether it is the owner's own perception.
    pub fn is_direct(self) -> bool {
        matches!(self, EvidenceKind::Reflection | EvidenceKind::Observation)
    }
}

/// One piece of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// Its kind, as the system knows it. The owner takes a lie for a statement.
    pub kind: EvidenceKind,
    /// The person it comes from: the teller, or the owner itself.
    pub source: CharacterId,
    /// Where it was obtained.
    pub place: Option<AreaId>,
    /// When it was obtained.
    pub at: HalfDay,
    /// Its strength then.
    pub strength: Strength,
    /// For a transference: the model from which the value was copied.
    pub copied: Option<Subject>,
    /// Another origin that the teller named.
    pub claim: Option<Claim>,
}

/// The origin that a teller names for what they tell. It need not be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// The person from whom the teller says they have it.
    pub source: CharacterId,
    /// Where they say they were told.
    pub place: Option<AreaId>,
    /// When they say they were told.
    pub at: Option<HalfDay>,
}
