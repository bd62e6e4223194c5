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

/// Number of models that are drawn before all are compared, and the indexes of these draws.
const TRIES: u64 = 24;
const PLACES_AT: u64 = 1_000;
const ACCEPTS_AT: u64 = 2_000;

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
    let limits = Limits::of(rules, mind);
    for (subject, slots) in &mind.models {
        if is_own(world, mind, *subject) {
            continue;
        }
        let draws = luck.about(*subject);
        let salience = world.salience(mind.owner, *subject);
        let mut slots = slots.iter().peekable();
        for (facet, fades) in rules.facets.iter().zip(&limits.fades) {
            if !subject.is(facet.of) {
                continue;
            }
            while slots.next_if(|slot| slot.facet < facet.id).is_some() {}
            let slot = slots.next_if(|slot| slot.facet == facet.id);
            if facet.fades.0 == 0 || facet.id == WHEREABOUTS {
                continue;
            }
            let draws = draws.facet(facet.id);
            let held = slot.and_then(|slot| Some((slot, mind.facets.get(slot.current)?.value?)));
            // Most draws end here.
            let most = held.map_or(limits.invents, |_| *fades);
            if !draws.happens(most) {
                continue;
            }
            let outcome = match held {
                None => invent(world, facet.id, draws),
                Some((slot, value)) => {
                    let strength = mind.strength_of(&rules.decay, slot.current, at.day());
                    let odds = rules.fades(facet, mind.memory, strength, salience);
                    let fails = draws.happens(odds);
                    fails.then(|| fail(rules, world, mind, (*subject, facet, value), draws))
                }
            };
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

/// The greatest odds in half a day of one mind. They are the same for all its models.
struct Limits {
    /// By facet: the weakest belief of a person who does not matter fades fastest.
    fades: Vec<Odds>,
    invents: Odds,
}

impl Limits {
    fn of(rules: &Rules, mind: &Beliefs) -> Limits {
        let fades = |facet| rules.fades(facet, mind.memory, Strength::ONE, Number(0));
        Limits {
            fades: rules.facets.iter().map(fades).collect(),
            invents: Odds::from(rules.settings.invents),
        }
    }
}

fn is_own(world: &(impl World + ?Sized), mind: &Beliefs, subject: Subject) -> bool {
    match subject {
        Subject::Person(who) => who == mind.owner,
        Subject::Place(place) => world.is_own_place(mind.owner, place),
    }
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
    let held = mine.iter().filter(|slot| holds(mind, slot)).count();
    if u64::try_from(held).is_ok_and(|held| held < SHARED_MIN) {
        return None;
    }
    let alike = |other: &Subject| other.person().is_some() == subject.person().is_some();
    let others = mind.models.iter();
    let others = others.filter(|(other, _)| **other != subject && alike(other));
    let others: Vec<(Subject, &[Slot])> =
        others.map(|(it, slots)| (*it, slots.as_slice())).collect();
    let donor = |(other, slots): (Subject, &[Slot])| {
        let value = value_in(mind, slots, facet)?;
        let weight = overlap(mind, mine, slots)?;
        Some((other, value, weight * weight))
    };
    // Comparing all models takes long. One that is drawn and then accepted by its weight has the same
    // odds, and mostly one is found soon.
    let last = u64::try_from(others.len()).ok()?.checked_sub(1)?;
    let found = (0..TRIES).find_map(|index| {
        let place = usize::try_from(draws.upto(PLACES_AT + index, last)).ok()?;
        let donor = donor(*others.get(place)?)?;
        let is_accepted = draws.upto(ACCEPTS_AT + index, 1_000_000 - 1) < donor.2;
        is_accepted.then_some(donor)
    });
    let (other, value, _) = match found {
        Some(found) => found,
        None => {
            let donors: Vec<_> = others.iter().filter_map(|other| donor(*other)).collect();
            let place = draws.weighted(3, donors.iter().map(|(.., weight)| *weight))?;
            *donors.get(place)?
        }
    };
    Some(Outcome {
        kind: EvidenceKind::Transference,
        value: Some(value),
        copied: Some(other),
    })
}

fn holds(mind: &Beliefs, slot: &Slot) -> bool {
    let held = mind.facets.get(slot.current);
    held.is_some_and(|held| held.value.is_some())
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
