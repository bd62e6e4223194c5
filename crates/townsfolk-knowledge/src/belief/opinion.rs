//! Questions that a character may ask of its own mind.
//!
//! Nothing here leads to former beliefs, or to whether evidence was a lie, an invention or a mistake:
//! characters do not know these of themselves.
//!
//! ```compile_fail
//! # use townsfolk_knowledge::belief::{Beliefs, Subject};
//! # use townsfolk_core::HostId;
//! fn remember(mind: &Beliefs, of: Subject, facet: HostId) {
//!     mind.trajectory(of, facet);
//! }
//! ```
//!
//! ```compile_fail
//! # use townsfolk_knowledge::belief::Belief;
//! fn remember(belief: &Belief) {
//!     let _ = belief.predecessor;
//! }
//! ```

use super::beliefs::{Beliefs, Held, Slot};
use super::evidence::{EvidenceKind, HalfDay};
use super::rules::Rules;
use super::strength::Strength;
use super::subject::Subject;
use super::world::World;
use townsfolk_core::{AreaId, CharacterId, HostId, Value};

/// What a character believes now of one facet of a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Belief {
    /// The facet.
    pub facet: HostId,
    /// The value.
    pub value: Value,
    /// How strongly.
    pub strength: Strength,
    /// From where, as far as the character knows.
    pub basis: Basis,
    /// Where it learned that.
    pub place: Option<AreaId>,
    /// When it learned that.
    pub at: HalfDay,
}

/// Where a belief comes from, as its owner sees it: its strongest evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// It knows itself, it has always known, or it does not remember from where.
    Knows,
    /// It saw it.
    Saw,
    /// It examined a thing that shows it.
    Examined,
    /// It was told.
    Heard {
        /// By whom.
        from: CharacterId,
        /// The person whom the teller named as origin.
        citing: Option<CharacterId>,
    },
    /// It overheard somebody.
    Overheard(CharacterId),
}

/// How sure a character is, for dialogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sureness {
    /// Below all others.
    NotConfident,
    /// A strength above 5.
    NotSure,
    /// A strength above 10.
    SomewhatSure,
    /// A strength above 20.
    PrettySure,
    /// A strength above 50.
    Sure,
    /// A strength above 100.
    Positive,
}

impl Belief {
    /// How sure its owner is, in words.
    pub fn sureness(&self) -> Sureness {
        match self.strength.in_thousandths() {
            100_001.. => Sureness::Positive,
            50_001.. => Sureness::Sure,
            20_001.. => Sureness::PrettySure,
            10_001.. => Sureness::SomewhatSure,
            5_001.. => Sureness::NotSure,
            _ => Sureness::NotConfident,
        }
    }

    /// The person from whom its owner has it, as far as the owner knows.
    pub fn source(&self) -> Option<CharacterId> {
        match self.basis {
            Basis::Heard { from, .. } | Basis::Overheard(from) => Some(from),
            _ => None,
        }
    }
}

impl Beliefs {
    /// What the owner believes now of one facet. `None` if it does not know, or has forgotten.
    pub fn believed(
        &self,
        rules: &Rules,
        of: Subject,
        facet: HostId,
        now: HalfDay,
    ) -> Option<Belief> {
        self.belief_in(rules, self.slot(of, facet)?, now)
    }

    /// The value that the owner believes now, and how strongly.
    pub fn held(
        &self,
        rules: &Rules,
        of: Subject,
        facet: HostId,
        now: HalfDay,
    ) -> Option<(Value, Strength)> {
        let slot = self.slot(of, facet)?;
        let value = self.facets.get(slot.current)?.value?;
        let strength = self.strength_of(&rules.decay, slot.current, now.day());
        Some((value, strength))
    }

    /// Everything that the owner believes of a subject, sorted by facet.
    pub fn beliefs_about<'a>(
        &'a self,
        rules: &'a Rules,
        of: Subject,
        now: HalfDay,
    ) -> impl Iterator<Item = Belief> + 'a {
        let slots = self.models.get(&of).into_iter().flatten();
        slots.filter_map(move |slot| self.belief_in(rules, slot, now))
    }

    fn belief_in(&self, rules: &Rules, slot: &Slot, now: HalfDay) -> Option<Belief> {
        let held = self.facets.get(slot.current)?;
        let value = held.value?;
        let (basis, place, at) = self.basis(rules, held, now);
        Some(Belief {
            facet: slot.facet,
            value,
            strength: self.strength_of(&rules.decay, slot.current, now.day()),
            basis,
            place,
            at,
        })
    }

    /// The strongest evidence that the owner is aware of. Own words do not count.
    fn basis(&self, rules: &Rules, held: &Held, now: HalfDay) -> (Basis, Option<AreaId>, HalfDay) {
        let aware = self.evidence_of(held).filter(|evidence| {
            !evidence.kind.is_failure() && evidence.kind != EvidenceKind::Declaration
        });
        let strongest = aware.max_by_key(|evidence| {
            let days = i64::from(now.day()) - i64::from(evidence.at.day());
            rules.decay.after(evidence.strength, days)
        });
        let Some(evidence) = strongest else {
            return (Basis::Knows, None, now);
        };
        let basis = match evidence.kind {
            EvidenceKind::Observation => Basis::Saw,
            EvidenceKind::Examination => Basis::Examined,
            EvidenceKind::Statement | EvidenceKind::Lie => Basis::Heard {
                from: evidence.source,
                citing: evidence.claim.map(|claim| claim.source),
            },
            EvidenceKind::Eavesdropping => Basis::Overheard(evidence.source),
            _ => Basis::Knows,
        };
        (basis, evidence.place, evidence.at)
    }

    /// Follows links: the address of the workplace of a person. Each facet but the last must be of the
    /// form of a place or person. The answer comes from the owner's model of the last subject.
    pub fn follow(
        &self,
        rules: &Rules,
        of: Subject,
        facets: &[HostId],
        now: HalfDay,
    ) -> Option<Belief> {
        let (last, links) = facets.split_last()?;
        let mut of = of;
        for link in links {
            let (value, _) = self.held(rules, of, *link, now)?;
            of = Subject::of_value(rules.facet(*link)?.form, value)?;
        }
        self.believed(rules, of, *last, now)
    }

    /// The people whom the owner believes to have a value: who work at a place, who have red hair.
    pub fn people_i_believe<'a>(
        &'a self,
        facet: HostId,
        value: Value,
    ) -> impl Iterator<Item = CharacterId> + 'a {
        let people = self.models.keys().filter_map(|subject| subject.person());
        people.filter(move |who| {
            let slot = self.slot(Subject::Person(*who), facet);
            let held = slot.and_then(|slot| self.facets.get(slot.current));
            held.is_some_and(|held| held.value == Some(value))
        })
    }

    /// The person of whom a description reminds the owner: the most salient of those of whom it
    /// believes all these values.
    pub fn reminded_of(
        &self,
        world: &(impl World + ?Sized),
        features: &[(HostId, Value)],
    ) -> Option<CharacterId> {
        let ((facet, value), rest) = features.split_first()?;
        let matches = |who: &CharacterId| {
            let mut rest = rest.iter();
            rest.all(|(facet, value)| {
                let slot = self.slot(Subject::Person(*who), *facet);
                let held = slot.and_then(|slot| self.facets.get(slot.current));
                held.is_some_and(|held| held.value == Some(*value))
            })
        };
        let people = self.people_i_believe(*facet, *value).filter(matches);
        people.max_by_key(|who| {
            let salience = world.salience(self.owner, Subject::Person(*who));
            (salience, std::cmp::Reverse(*who))
        })
    }

    /// Number of facets of which the owner believes something.
    pub fn held_count(&self) -> usize {
        let slots = self.models.values().flatten();
        let held = slots.filter_map(|slot| self.facets.get(slot.current));
        held.filter(|held| held.value.is_some()).count()
    }
}
