//! One way to ask for everything that a character knows.

use super::beliefs::Beliefs;
use super::evidence::HalfDay;
use super::observe::WHEREABOUTS;
use super::opinion::{Basis, Belief};
use super::rules::Rules;
use super::strength::Strength;
use super::subject::Subject;
use crate::memory::Memory;
use crate::question::Evidence;
use townsfolk_core::{CharacterId, HostId, SymbolId, Value};
use townsfolk_module::mind::{Degree, Moment};

/// What one character knows: its sightings, and its beliefs if it has any. Whereabouts are answered
/// from the sightings, everything else from the beliefs.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Sightings and tidings.
    pub memory: Option<&'a Memory>,
    /// Beliefs.
    pub beliefs: Option<&'a Beliefs>,
}

impl Known<'_> {
    /// What the character believes now of one facet of a subject.
    pub fn believed(
        &self,
        rules: &Rules,
        of: Subject,
        facet: HostId,
        now: Moment,
    ) -> Option<Belief> {
        match (facet, of) {
            (WHEREABOUTS, Subject::Person(who)) => self.whereabouts(who, now, now),
            _ => self.beliefs?.believed(rules, of, facet, HalfDay::of(now)),
        }
    }

    /// Where a person was at a moment, as known now.
    pub fn whereabouts(&self, who: CharacterId, at: Moment, now: Moment) -> Option<Belief> {
        let answer = self.memory?.where_was(who, at, now)?;
        let basis = match answer.evidence {
            Evidence::Saw => Basis::Saw,
            Evidence::Heard(from) => Basis::Heard { from, citing: None },
        };
        Some(Belief {
            facet: WHEREABOUTS,
            value: Value::Symbol(SymbolId(answer.area.0)),
            strength: of_confidence(answer.confidence),
            basis,
            place: Some(answer.area),
            at: HalfDay::of(at),
        })
    }
}

/// Full confidence is a strength of 100: positive.
fn of_confidence(confidence: Degree) -> Strength {
    let share = u64::try_from(confidence.0.max(0)).unwrap_or(0);
    let whole = u64::try_from(Degree::ONE.0).unwrap_or(1).max(1);
    Strength::thousandths(share.saturating_mul(100_000) / whole)
}
