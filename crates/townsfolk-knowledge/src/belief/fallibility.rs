//! Fallibility: forgetting, misremembering, taking a value from a similar person, and inventing.

use super::beliefs::{Beliefs, Slot};
use super::evidence::{Evidence, EvidenceKind, HalfDay};
use super::message::{Learned, Outbox};
use super::mistake::mistake;
use super::observe::WHEREABOUTS;
use super::rules::Rules;
use super::strength::{Keyed, Luck, Odds, Strength};
use super::subject::Subject;
use super::world::World;
use townsfolk_core::{HostId, Number, Value};
use townsfolk_module::knowledge::Facet;

/// Least overlap of two models for a value to be taken from one to the other, in thousandths.
const OVERLAP_MIN: u64 = 300;

/// Least number of facets that both models hold.
const SHARED_MIN: u64 = 3;

/// How a belief deteriorates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Forgetting, mutation, transference or confabulation.
    pub kind: EvidenceKind,
    /// The new value. `None` if it is forgotten.
    pub value: Option<Value>,
    /// For a transference: the model it was taken from.
    pub copied: Option<Subject>,
}

/// Half a day of one mind: beliefs fade and change, and gaps are filled. Models of the owner itself
/// and of its home and workplace stay as they are.
pub fn deteriorate(
    rules: &Rules,
    world: &(impl World + ?Sized),
    luck: Luck,
    mind: &Beliefs,
    at: HalfDay,
    out: &mut Outbox,
) {
    for (subject, slots) in &mind.models {
        if is_own(world, mind, *subject) {
            continue;
        }
        let draws = luck.about(*subject);
        let salience = world.salience(mind.owner, *subject);
        let mut slots = slots.iter().peekable();
        for facet in rules.facets_of(*subject) {
            while slots.next_if(|slot| slot.facet < facet.id).is_some() {}
            let slot = slots.next_if(|slot| slot.facet == facet.id);
            if facet.fades.0 == 0 || facet.id == WHEREABOUTS {
                continue;
            }
            let draws = draws.facet(facet.id);
            let outcome = change(
                rules,
                world,
                mind,
                (*subject, facet, slot),
                (draws, salience, at),
            );
            if let Some(outcome) = outcome {
                out.send(
                    mind.owner,
                    *subject,
                    Some(learned(rules, mind, facet, outcome, at)),
                );
            }
        }
    }
}

fn is_own(world: &(impl World + ?Sized), mind: &Beliefs, subject: Subject) -> bool {
    match subject {
        Subject::Person(who) => who == mind.owner,
        Subject::Place(place) => world.is_own_place(mind.owner, place),
    }
}

fn change(
    rules: &Rules,
    world: &(impl World + ?Sized),
    mind: &Beliefs,
    (subject, facet, slot): (Subject, &Facet, Option<&Slot>),
    (draws, salience, at): (Keyed, Number, HalfDay),
) -> Option<Outcome> {
    let current = slot.and_then(|slot| mind.facets.get(slot.current));
    let Some(value) = current.and_then(|held| held.value) else {
        let invents = draws.chance(0, Odds::from(rules.settings.invents));
        return if invents {
            invent(world, facet.id, draws)
        } else {
            None
        };
    };
    // The same draw is compared with both chances. Most end here.
    if !draws.chance(0, rules.fades_at_most(facet, mind.memory)) {
        return None;
    }
    let strength = slot.map_or(Strength::ZERO, |slot| {
        mind.strength_of(&rules.decay, slot.current, at.day())
    });
    let odds = rules.fades(facet, mind.memory, strength, salience);
    if !draws.chance(0, odds) {
        return None;
    }
    Some(fail(rules, world, mind, (subject, facet, value), draws))
}

/// The failure of a held value: it is forgotten, mistaken, or replaced by that of a similar person.
/// If it cannot be mistaken or replaced, it is forgotten.
pub fn fail(
    rules: &Rules,
    world: &(impl World + ?Sized),
    mind: &Beliefs,
    (subject, facet, value): (Subject, &Facet, Value),
    draws: Keyed,
) -> Outcome {
    let share = draws.upto(1, 999_999);
    let forgets = u64::from(rules.settings.forgets.0);
    let mistakes = u64::from(rules.settings.mistakes.0);
    let changed = if share < forgets {
        None
    } else if share < forgets + mistakes {
        mistake(world, facet, subject, value, draws).map(|value| Outcome {
            kind: EvidenceKind::Mutation,
            value: Some(value),
            copied: None,
        })
    } else {
        transfer(mind, subject, facet.id, draws)
    };
    changed.unwrap_or(Outcome {
        kind: EvidenceKind::Forgetting,
        value: None,
        copied: None,
    })
}

/// Invents a value, as common as it is among those who live here.
pub fn invent(world: &(impl World + ?Sized), facet: HostId, draws: Keyed) -> Option<Outcome> {
    let values = world.frequencies().of(facet);
    let weights = values.clone().map(|(_, count)| u64::from(count));
    let place = draws.weighted(2, weights)?;
    let value = values.clone().nth(place).map(|(value, _)| value);
    Some(Outcome {
        kind: EvidenceKind::Confabulation,
        value,
        copied: None,
    })
}

/// Takes the value of a similar subject: by the overlap of the two models, squared.
fn transfer(mind: &Beliefs, subject: Subject, facet: HostId, draws: Keyed) -> Option<Outcome> {
    let mine = mind.models.get(&subject)?;
    let alike = |other: &Subject| other.person().is_some() == subject.person().is_some();
    let others = mind.models.iter();
    let others = others.filter(|(other, _)| **other != subject && alike(other));
    let donors = others.filter_map(|(other, slots)| {
        let value = value_in(mind, slots, facet)?;
        let weight = overlap(mind, mine, slots)?;
        Some((*other, value, weight * weight))
    });
    let donors: Vec<(Subject, Value, u64)> = donors.collect();
    let place = draws.weighted(3, donors.iter().map(|(.., weight)| *weight))?;
    donors.get(place).map(|(other, value, _)| Outcome {
        kind: EvidenceKind::Transference,
        value: Some(*value),
        copied: Some(*other),
    })
}

fn value_in(mind: &Beliefs, slots: &[Slot], facet: HostId) -> Option<Value> {
    let place = slots.binary_search_by_key(&facet, |slot| slot.facet).ok()?;
    mind.facets.get(slots.get(place)?.current)?.value
}

/// The share of values held in both models that are equal, in thousandths. `None` if it is too small
/// or if too few values are held in both.
fn overlap(mind: &Beliefs, a: &[Slot], b: &[Slot]) -> Option<u64> {
    let (mut shared, mut equal) = (0_u64, 0_u64);
    let mut rest = b.iter().peekable();
    for slot in a {
        while rest.next_if(|other| other.facet < slot.facet).is_some() {}
        let Some(other) = rest.next_if(|other| other.facet == slot.facet) else {
            continue;
        };
        let value = |slot: &Slot| mind.facets.get(slot.current).and_then(|held| held.value);
        if let (Some(a), Some(b)) = (value(slot), value(other)) {
            shared += 1;
            equal += u64::from(a == b);
        }
    }
    let share = (equal * 1000).checked_div(shared)?;
    Some(share).filter(|share| shared >= SHARED_MIN && *share >= OVERLAP_MIN)
}

fn learned(rules: &Rules, mind: &Beliefs, facet: &Facet, outcome: Outcome, at: HalfDay) -> Learned {
    Learned {
        facet: facet.id,
        value: outcome.value,
        evidence: Evidence {
            kind: outcome.kind,
            source: mind.owner,
            place: None,
            at,
            strength: rules.own(outcome.kind, facet),
            copied: outcome.copied,
            claim: None,
        },
    }
}
