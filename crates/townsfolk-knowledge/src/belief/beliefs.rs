//! The store of one mind: models of subjects, candidates for each facet, and belief revision.

use super::arena::{Arena, NONE};
use super::evidence::{Claim, Evidence, EvidenceKind, HalfDay};
use super::message::{Learned, Message};
use super::rules::Rules;
use super::strength::{Decay, Strength};
use super::subject::Subject;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{AreaId, CharacterId, HostId, Value};
use townsfolk_module::knowledge::Share;

/// Maximum number of evidence records of a value, in compact minds.
pub const EVIDENCE_MAX: usize = 8;

/// Maximum number of values of a facet that are remembered beside the current one, in compact minds.
pub const CANDIDATES_MAX: usize = 2;

/// Maximum number of adoptions of a facet that are remembered, in compact minds.
pub const ADOPTIONS_MAX: usize = 4;

/// Days for which a compact mind keeps the candidates of a forgotten facet.
const FORGOTTEN_DAYS: i32 = 3;

/// Facets of a subject for which memory is reserved at once.
const SLOTS_AT_ONCE: usize = 4;

/// What has less than this part of the strength of a belief hardly counts against it.
const HARDLY: u32 = 10;

/// Evidence that has less than this part of it explains little.
const TELLING: u32 = 4;

/// Days for which a compact mind keeps a candidate without new evidence. A third of its strength is
/// left then.
const CANDIDATE_DAYS: i32 = 21;

/// How much of the past a mind keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Keep {
    /// All evidence and all former beliefs.
    FullHistory,
    /// A bounded number of each. Repeated evidence of one kind from one source is one record. The
    /// first evidence of a value is always kept, so that its origin can be traced.
    Compact,
}

/// What one character believes about other people and places.
#[derive(Clone, Debug)]
pub struct Beliefs {
    pub(super) owner: CharacterId,
    pub(super) memory: Share,
    pub(super) keep: Keep,
    pub(super) models: BTreeMap<Subject, Vec<Slot>>,
    pub(super) facets: Arena<Held>,
    pub(super) evidence: Arena<Record>,
    pub(super) adoptions: Arena<Adoption>,
    pub(super) claims: Vec<Claim>,
}

/// One facet of one subject: the value that is believed now, and others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) facet: HostId,
    pub(super) current: u32,
    /// All values with evidence, the current one included.
    pub(super) values: u32,
    /// The trajectory, newest first.
    pub(super) adoptions: u32,
}

/// A value with the sum of its evidence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// `None` is the marker of a forgotten value.
    pub(super) value: Option<Value>,
    /// As of `day`.
    pub(super) strength: Strength,
    pub(super) day: i32,
    pub(super) evidence: u32,
}

/// Evidence as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    source: CharacterId,
    place: Option<AreaId>,
    at: HalfDay,
    strength: Strength,
    copied: Option<Subject>,
    claim: u32,
    kind: EvidenceKind,
}

/// A value became the current one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adoption {
    pub(super) value: u32,
    pub(super) at: HalfDay,
}

impl Beliefs {
    /// An empty mind. `memory` is how well its owner remembers, usually between 0.5 and 1.
    pub fn new(owner: CharacterId, memory: Share, keep: Keep) -> Beliefs {
        Beliefs {
            owner,
            memory: Share(memory.0.max(1)),
            keep,
            models: BTreeMap::new(),
            facets: Arena::new(),
            evidence: Arena::new(),
            adoptions: Arena::new(),
            claims: vec![],
        }
    }

    /// Sets how much of the past is kept from now on. What is kept already stays.
    pub fn keep_from_now_on(&mut self, keep: Keep) {
        self.keep = keep;
    }

    /// The owner.
    pub fn owner(&self) -> CharacterId {
        self.owner
    }

    /// How well the owner remembers.
    pub fn memory(&self) -> Share {
        self.memory
    }

    /// The subjects of which the owner has a model, sorted.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> + '_ {
        self.models.keys().copied()
    }

    /// Whether the owner has a model of a subject.
    pub fn knows_of(&self, subject: Subject) -> bool {
        self.models.contains_key(&subject)
    }

    /// Creates an empty model of a subject, unless there is one.
    pub fn meet(&mut self, subject: Subject) {
        self.models.entry(subject).or_default();
    }

    /// Takes delivery of a message.
    pub fn receive(&mut self, rules: &Rules, message: &Message) {
        match &message.learned {
            Some(learned) => self.learn(rules, message.about, learned),
            None => self.meet(message.about),
        }
    }

    /// Belief revision: adds evidence for a value, and adopts the value if it now has the strongest
    /// evidence, or if evidence of this kind takes over at once.
    pub fn learn(&mut self, rules: &Rules, about: Subject, learned: &Learned) {
        let Some(facet) = rules
            .facet(learned.facet)
            .filter(|facet| about.is(facet.of))
        else {
            return self.meet(about);
        };
        let linked = learned
            .value
            .and_then(|value| Subject::of_value(facet.form, value));
        if let Some(linked) = linked {
            self.meet(linked);
        }
        let Evidence { kind, at, .. } = learned.evidence;
        let mut slot = self.slot_or_new(about, learned.facet);
        let value = self.support(&rules.decay, &mut slot, learned);
        if slot.current != value {
            let takes_over = kind.is_failure() || (kind.is_direct() && rules.settings.eyes_win);
            let gained = self.strength_of(&rules.decay, value, at.day());
            let rival = self.strength_of(&rules.decay, slot.current, at.day());
            if slot.current == NONE || takes_over || gained > rival {
                if takes_over && let Some(loser) = self.facets.get_mut(slot.current) {
                    loser.strength = rival.min(gained);
                    loser.day = at.day();
                }
                self.adopt(&mut slot, value, at);
            }
        }
        if self.keep == Keep::Compact {
            self.drop_candidates(&rules.decay, &mut slot, at.day());
        }
        self.put_slot(about, slot);
    }

    /// Adds evidence to the value of a slot, and returns the index of the value.
    fn support(&mut self, decay: &Decay, slot: &mut Slot, learned: &Learned) -> u32 {
        let Learned {
            value, evidence, ..
        } = *learned;
        let day = evidence.at.day();
        let index = self.value_in(slot, value).unwrap_or_else(|| {
            let held = Held {
                value,
                strength: Strength::ZERO,
                day,
                evidence: NONE,
            };
            slot.values = self.facets.push(slot.values, held);
            slot.values
        });
        let strength = self.strength_of(decay, index, day);
        let list = self.facets.get(index).map_or(NONE, |held| held.evidence);
        let list = self.add_evidence(decay, list, &evidence);
        if let Some(held) = self.facets.get_mut(index) {
            held.strength = strength.plus(evidence.strength);
            held.day = held.day.max(day);
            held.evidence = list;
        }
        index
    }

    fn value_in(&self, slot: &Slot, value: Option<Value>) -> Option<u32> {
        let mut values = self.facets.list(slot.values);
        values.find_map(|(index, held)| Some(index).filter(|_| held.value == value))
    }

    /// Adds evidence to a list and returns the new head of the list.
    fn add_evidence(&mut self, decay: &Decay, list: u32, evidence: &Evidence) -> u32 {
        if self.keep == Keep::FullHistory {
            let record = self.record(evidence);
            return self.evidence.push(list, record);
        }
        let same = |record: &Record| {
            record.kind == evidence.kind
                && record.source == evidence.source
                && record.claim == NONE
                && evidence.claim.is_none()
        };
        let known = self.evidence.list(list).find(|(_, record)| same(record));
        if let Some((index, record)) = known {
            let days = i64::from(evidence.at.day()) - i64::from(record.at.day());
            let strength = decay.after(record.strength, days).plus(evidence.strength);
            if let Some(record) = self.evidence.get_mut(index) {
                record.strength = strength;
                record.at = evidence.at;
                record.place = evidence.place;
            }
            return list;
        }
        let mut list = list;
        if self.evidence.indexes(list).count() >= EVIDENCE_MAX {
            // The last of the list is the first evidence of all.
            let oldest = self.evidence.indexes(list).nth(EVIDENCE_MAX - 2);
            if let Some(oldest) = oldest {
                list = self.evidence.remove(list, oldest);
            }
        }
        let record = self.record(evidence);
        self.evidence.push(list, record)
    }

    pub(super) fn record(&mut self, evidence: &Evidence) -> Record {
        let claim = evidence.claim.map_or(NONE, |claim| {
            let known = self.claims.iter().position(|known| *known == claim);
            let place = known.unwrap_or_else(|| {
                self.claims.push(claim);
                self.claims.len() - 1
            });
            u32::try_from(place).unwrap_or(NONE)
        });
        Record {
            source: evidence.source,
            place: evidence.place,
            at: evidence.at,
            strength: evidence.strength,
            copied: evidence.copied,
            claim,
            kind: evidence.kind,
        }
    }

    pub(super) fn adopt(&mut self, slot: &mut Slot, value: u32, at: HalfDay) {
        slot.current = value;
        slot.adoptions = self.adoptions.push(slot.adoptions, Adoption { value, at });
        if self.keep == Keep::Compact {
            let surplus = self.adoptions.indexes(slot.adoptions).nth(ADOPTIONS_MAX);
            if let Some(surplus) = surplus {
                slot.adoptions = self.adoptions.remove(slot.adoptions, surplus);
            }
        }
    }

    /// Drops the weakest candidates of a slot beyond the limit, with all that refers to them.
    fn drop_candidates(&mut self, decay: &Decay, slot: &mut Slot, day: i32) {
        while self.facets.indexes(slot.values).count() > CANDIDATES_MAX + 1 {
            let others = self.facets.indexes(slot.values);
            let others = others.filter(|index| *index != slot.current);
            let Some(weakest) = others.min_by_key(|index| self.strength_of(decay, *index, day))
            else {
                return;
            };
            self.drop_value(slot, weakest);
        }
    }

    /// Drops a value of a slot, with all that refers to it.
    fn drop_value(&mut self, slot: &mut Slot, value: u32) {
        let mut evidence = self.facets.get(value).map_or(NONE, |held| held.evidence);
        while evidence != NONE {
            evidence = self.evidence.remove(evidence, evidence);
        }
        let adopted =
            |(index, adoption): (u32, &Adoption)| Some(index).filter(|_| adoption.value == value);
        let list: Vec<u32> = self
            .adoptions
            .list(slot.adoptions)
            .filter_map(adopted)
            .collect();
        for adoption in list {
            slot.adoptions = self.adoptions.remove(slot.adoptions, adoption);
        }
        slot.values = self.facets.remove(slot.values, value);
    }

    /// Drops facets that the module no longer has.
    pub fn retain_facets(&mut self, rules: &Rules) {
        let mut kept = Beliefs::new(self.owner, self.memory, self.keep);
        for (subject, slots) in &self.models {
            kept.meet(*subject);
            let valid = |slot: &&Slot| {
                let facet = rules.facet(slot.facet);
                facet.is_some_and(|facet| subject.is(facet.of))
            };
            for slot in slots.iter().filter(valid) {
                let saved = self.saved_slot(slot);
                kept.restore_slot(*subject, &saved);
            }
        }
        *self = kept;
    }

    /// Drops the model of a subject, and its evidence.
    pub fn forget_subject(&mut self, subject: Subject) {
        let Some(slots) = self.models.remove(&subject) else {
            return;
        };
        for slot in slots {
            self.free_slot(&slot);
        }
    }

    /// Half a day of keeping house in a compact mind. Facets that were forgotten some days ago are
    /// dropped: nothing is left of them that new evidence could revive, as their candidates have as
    /// little strength as the forgetting. Once a week what hardly counts is dropped, too.
    pub fn tidy(&mut self, rules: &Rules, now: HalfDay) {
        if self.keep == Keep::FullHistory {
            return;
        }
        let weekly = (now.0 + i32::try_from(self.owner.0 % 14).unwrap_or(0)) % 14 == 0;
        let mut models = std::mem::take(&mut self.models);
        for slots in models.values_mut() {
            slots.retain_mut(|slot| {
                let is_kept = !self.is_long_forgotten(slot, now);
                match is_kept {
                    true if weekly => self.drop_what_hardly_counts(&rules.decay, slot, now.day()),
                    true => {}
                    false => self.free_slot(slot),
                }
                is_kept
            });
            if weekly {
                slots.shrink_to(slots.len() + SLOTS_AT_ONCE);
            }
        }
        self.models = models;
    }

    /// Drops candidates that are old or have a small share of the strength of what is believed, and weak
    /// evidence. The first evidence of a value is kept, so that its origin can be traced.
    fn drop_what_hardly_counts(&mut self, decay: &Decay, slot: &mut Slot, day: i32) {
        let believed = self.strength_of(decay, slot.current, day).0;
        let least = Strength(believed / HARDLY);
        let telling = Strength(believed / TELLING);
        let values: Vec<u32> = self.facets.indexes(slot.values).collect();
        for value in values {
            let is_old = |held: &Held| day.saturating_sub(held.day) > CANDIDATE_DAYS;
            let is_idle = self.facets.get(value).is_some_and(is_old)
                || self.strength_of(decay, value, day) < least;
            if value != slot.current && is_idle {
                self.drop_value(slot, value);
                continue;
            }
            let list = self.facets.get(value).map_or(NONE, |held| held.evidence);
            let counts = |record: &Record| {
                let days = i64::from(day) - i64::from(record.at.day());
                record.claim != NONE || decay.after(record.strength, days) >= telling
            };
            let records: Vec<u32> = self.evidence.indexes(list).collect();
            let mut list = list;
            for record in records.iter().rev().skip(1) {
                if self.evidence.get(*record).is_some_and(|it| !counts(it)) {
                    list = self.evidence.remove(list, *record);
                }
            }
            if let Some(held) = self.facets.get_mut(value) {
                held.evidence = list;
            }
        }
    }

    fn is_long_forgotten(&self, slot: &Slot, now: HalfDay) -> bool {
        let current = self.facets.get(slot.current);
        let forgotten = current.is_some_and(|held| held.value.is_none());
        let since = self
            .adoptions
            .get(slot.adoptions)
            .map(|newest| newest.at.day());
        forgotten && since.is_some_and(|since| now.day() - since > FORGOTTEN_DAYS)
    }

    /// Frees what a slot holds in the arenas.
    fn free_slot(&mut self, slot: &Slot) {
        let values: Vec<u32> = self.facets.indexes(slot.values).collect();
        for value in values {
            let mut list = self.facets.get(value).map_or(NONE, |held| held.evidence);
            while list != NONE {
                list = self.evidence.remove(list, list);
            }
            self.facets.remove(value, value);
        }
        let mut list = slot.adoptions;
        while list != NONE {
            list = self.adoptions.remove(list, list);
        }
    }

    pub(super) fn slot(&self, subject: Subject, facet: HostId) -> Option<&Slot> {
        let slots = self.models.get(&subject)?;
        let place = slots.binary_search_by_key(&facet, |slot| slot.facet).ok()?;
        slots.get(place)
    }

    pub(super) fn slot_or_new(&self, subject: Subject, facet: HostId) -> Slot {
        self.slot(subject, facet).copied().unwrap_or(Slot {
            facet,
            current: NONE,
            values: NONE,
            adoptions: NONE,
        })
    }

    pub(super) fn put_slot(&mut self, subject: Subject, slot: Slot) {
        let slots = self.models.entry(subject).or_default();
        match slots.binary_search_by_key(&slot.facet, |slot| slot.facet) {
            Ok(place) => slots[place] = slot,
            Err(place) => {
                if slots.len() == slots.capacity() {
                    slots.reserve_exact(SLOTS_AT_ONCE);
                }
                slots.insert(place, slot);
            }
        }
    }

    pub(super) fn strength_of(&self, decay: &Decay, value: u32, day: i32) -> Strength {
        let held = self.facets.get(value);
        held.map_or(Strength::ZERO, |held| {
            decay.after(held.strength, i64::from(day) - i64::from(held.day))
        })
    }

    /// The evidence of a value, newest first.
    pub(super) fn evidence_of(&self, held: &Held) -> impl Iterator<Item = Evidence> + '_ {
        let records = self.evidence.list(held.evidence);
        records.map(|(_, record)| Evidence {
            kind: record.kind,
            source: record.source,
            place: record.place,
            at: record.at,
            strength: record.strength,
            copied: record.copied,
            claim: self.claims.get(record.claim as usize).copied(),
        })
    }

    /// Number of values with evidence, current ones and candidates.
    pub fn values_count(&self) -> usize {
        let slots = self.models.values().flatten();
        slots
            .map(|slot| self.facets.indexes(slot.values).count())
            .sum()
    }

    /// Bytes of this mind.
    pub fn bytes(&self) -> usize {
        let slots = self.models.values().map(Vec::capacity).sum::<usize>() * size_of::<Slot>();
        let model = size_of::<(Subject, Vec<Slot>)>();
        size_of::<Beliefs>()
            + self.models.len() * model
            + slots
            + self.facets.bytes()
            + self.evidence.bytes()
            + self.adoptions.bytes()
            + self.claims.capacity() * size_of::<Claim>()
    }

    /// Nodes in use and free of values, evidence and adoptions.
    pub fn arena_sizes(&self) -> [usize; 3] {
        [self.facets.len(), self.evidence.len(), self.adoptions.len()]
    }
}

// The layout that memory budgets rely on.
const _: () = assert!(Arena::<Held>::NODE_BYTES <= 48);
const _: () = assert!(Arena::<Record>::NODE_BYTES <= 40);
const _: () = assert!(size_of::<Slot>() == 16);
