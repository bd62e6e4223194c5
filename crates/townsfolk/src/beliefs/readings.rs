//! Beliefs as conditions read them.

use super::{HalfDay, Subject};
use crate::folk::Folk;
use townsfolk_core::{AreaId, CharacterId, HostId, Number, Pushed, Value};
use townsfolk_knowledge::belief::{Basis, Belief, Known, Minds, Rules, Strength, World};
use townsfolk_module::Module;
use townsfolk_module::knowledge::FacetReading;

/// The readings of all facets of a module, by id.
pub(crate) fn readings_of(module: &Module) -> Vec<(HostId, FacetReading, HostId)> {
    let facets = module.knowledge.facets.iter();
    let mut readings: Vec<_> = facets
        .flat_map(|facet| FacetReading::ALL.map(|what| (what.of(facet.id), what, facet.id)))
        .collect();
    readings.sort_unstable_by_key(|(id, ..)| *id);
    readings
}

/// Sureness is one from this strength on: positive.
const SURE: u64 = 100;

impl Folk {
    /// What a character believes now of one facet of a subject. It always knows itself.
    pub fn belief_of(
        &self,
        who: CharacterId,
        facet: HostId,
        subject: impl Into<Subject>,
    ) -> Option<Belief> {
        let subject = subject.into();
        let at = HalfDay::of(self.moment());
        if subject == Subject::Person(who) && self.beliefs.rows.contains_key(&who) {
            return Some(Belief {
                facet,
                value: self.truth(subject, facet)?,
                strength: Strength::thousandths(9_999_000),
                basis: Basis::Knows,
                place: None,
                at,
            });
        }
        let known = Known {
            memory: self.memory_of(who),
            beliefs: self.beliefs.mind(who),
        };
        let rules = Rules::new(&self.content.module.knowledge);
        known.believed(&rules, subject, facet, self.moment())
    }

    /// The facet that a reading of a condition is about.
    fn reading(&self, name: HostId) -> Option<(FacetReading, HostId)> {
        let readings = &self.content.facet_readings;
        let place = readings.binary_search_by_key(&name, |(id, ..)| *id).ok()?;
        let (_, reading, facet) = readings.get(place)?;
        Some((*reading, *facet))
    }

    /// Whether a name is a reading of beliefs or senses, which the engine answers.
    pub(crate) fn is_belief_reading(&self, name: HostId) -> bool {
        self.reading(name).is_some() || self.sense_reading(name).is_some()
    }

    fn belief_read(&self, facet: HostId, arguments: &[Value]) -> Option<Belief> {
        let (Value::Character(who), about) = (arguments.first()?, arguments.get(1)?) else {
            return None;
        };
        let about = match about {
            Value::Character(other) => Subject::Person(*other),
            Value::Symbol(area) => Subject::Place(AreaId(area.0)),
            _ => return None,
        };
        self.belief_of(*who, facet, about)
    }

    /// The value of a reading of beliefs. `None` if the name is no such reading.
    pub(crate) fn read_belief(&self, name: HostId, arguments: &[Value]) -> Option<Option<Value>> {
        let (reading, facet) = self.reading(name)?;
        let belief = self.belief_read(facet, arguments);
        Some(match reading {
            FacetReading::Believes => None,
            FacetReading::Believed => belief.map(|belief| belief.value),
            FacetReading::Source => belief.and_then(|b| b.source()).map(Value::Character),
            FacetReading::Sureness => {
                let sure = belief.map_or(0, |b| b.strength.in_thousandths() / SURE);
                let sure = i64::try_from(sure.min(1000)).unwrap_or(0);
                Some(Value::Number(Number(sure)))
            }
        })
    }

    /// The value of an attribute or of a reading of beliefs.
    pub(crate) fn asked(&self, name: HostId, arguments: &[Value]) -> Pushed {
        match (
            self.belief_holds(name, arguments),
            self.read_belief(name, arguments),
        ) {
            (Some(true), _) => Pushed::Holds,
            (_, Some(Some(value))) => Pushed::Is(value),
            (_, Some(None)) => Pushed::HoldsNot,
            (_, None) => self.attribute(name, arguments),
        }
    }

    /// The readings of beliefs and senses that conditions of deciders may ask for, sorted.
    pub(crate) fn belief_readings(&self) -> Vec<HostId> {
        let readings = self.content.facet_readings.iter();
        let senses = self.content.sense_readings.iter();
        let readings = readings.map(|(name, ..)| *name);
        let mut readings: Vec<HostId> = readings.chain(senses.map(|(name, _)| *name)).collect();
        readings.sort_unstable();
        readings
    }

    /// Whether a predicate about beliefs or senses holds. `None` if the name is no such predicate.
    pub(crate) fn belief_holds(&self, name: HostId, arguments: &[Value]) -> Option<bool> {
        if let Some(reading) = self.sense_reading(name) {
            return Some(self.senses_hold(reading, arguments));
        }
        let (reading, facet) = self.reading(name)?;
        if reading != FacetReading::Believes {
            return None;
        }
        let belief = self.belief_read(facet, arguments);
        Some(match arguments.get(2) {
            Some(value) => belief.is_some_and(|belief| belief.value == *value),
            None => belief.is_some(),
        })
    }
}
