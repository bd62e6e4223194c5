//! A mind in saves: models, values and evidence in order, without positions in arenas.

use super::arena::NONE;
use super::beliefs::{Beliefs, Held, Keep, Slot};
use super::evidence::{Evidence, HalfDay};
use super::strength::Strength;
use super::subject::Subject;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_module::knowledge::Share;

#[derive(Serialize, Deserialize)]
struct SavedMind {
    owner: CharacterId,
    memory: Share,
    keep: Keep,
    models: Vec<(Subject, Vec<SavedSlot>)>,
}

/// A facet of a subject. Lists are newest first.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedSlot {
    facet: HostId,
    /// The place of the current value in `values`.
    current: Option<u32>,
    values: Vec<SavedValue>,
    /// Places of adopted values.
    adoptions: Vec<(u32, HalfDay)>,
}

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct SavedValue {
    value: Option<Value>,
    strength: Strength,
    day: i32,
    evidence: Vec<Evidence>,
}

impl Beliefs {
    pub(super) fn saved_slot(&self, slot: &Slot) -> SavedSlot {
        let places: Vec<u32> = self.facets.indexes(slot.values).collect();
        let place = |index: u32| {
            let place = places.iter().position(|at| *at == index);
            place.and_then(|place| u32::try_from(place).ok())
        };
        let value = |held: &Held| SavedValue {
            value: held.value,
            strength: held.strength,
            day: held.day,
            evidence: self.evidence_of(held).collect(),
        };
        let adoptions = self.adoptions.list(slot.adoptions);
        SavedSlot {
            facet: slot.facet,
            current: place(slot.current),
            values: self
                .facets
                .list(slot.values)
                .map(|(_, held)| value(held))
                .collect(),
            adoptions: adoptions
                .filter_map(|(_, adoption)| Some((place(adoption.value)?, adoption.at)))
                .collect(),
        }
    }

    pub(super) fn restore_slot(&mut self, subject: Subject, saved: &SavedSlot) {
        let mut slot = self.slot_or_new(subject, saved.facet);
        let mut indexes = vec![NONE; saved.values.len()];
        for (value, index) in saved.values.iter().zip(&mut indexes).rev() {
            let mut evidence = NONE;
            for piece in value.evidence.iter().rev() {
                let record = self.record(piece);
                evidence = self.evidence.push(evidence, record);
            }
            let held = Held {
                value: value.value,
                strength: value.strength,
                day: value.day,
                evidence,
            };
            slot.values = self.facets.push(slot.values, held);
            *index = slot.values;
        }
        let index = |place: u32| indexes.get(place as usize).copied();
        for (place, at) in saved.adoptions.iter().rev() {
            if let Some(value) = index(*place) {
                self.adopt(&mut slot, value, *at);
            }
        }
        slot.current = saved.current.and_then(index).unwrap_or(NONE);
        self.put_slot(subject, slot);
    }

    fn saved(&self) -> SavedMind {
        let models = self.models.iter().map(|(subject, slots)| {
            let slots = slots.iter().map(|slot| self.saved_slot(slot));
            (*subject, slots.collect())
        });
        SavedMind {
            owner: self.owner,
            memory: self.memory,
            keep: self.keep,
            models: models.collect(),
        }
    }
}

impl Serialize for Beliefs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.saved().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Beliefs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Beliefs, D::Error> {
        let saved = SavedMind::deserialize(deserializer)?;
        let mut beliefs = Beliefs::new(saved.owner, saved.memory, saved.keep);
        for (subject, slots) in saved.models {
            if beliefs.knows_of(subject) {
                return Err(serde::de::Error::custom("two models of one subject"));
            }
            beliefs.meet(subject);
            for slot in &slots {
                if beliefs.slot(subject, slot.facet).is_some() {
                    return Err(serde::de::Error::custom("two beliefs about one facet"));
                }
                beliefs.restore_slot(subject, slot);
            }
        }
        Ok(beliefs)
    }
}

/// Two minds are equal if they hold the same, however their arenas are arranged.
impl PartialEq for Beliefs {
    fn eq(&self, other: &Beliefs) -> bool {
        let (a, b) = (self.saved(), other.saved());
        (a.owner, a.memory, a.keep) == (b.owner, b.memory, b.keep) && a.models == b.models
    }
}

impl Eq for Beliefs {}
