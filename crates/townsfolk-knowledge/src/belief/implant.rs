//! Knowledge from the start: what a character has learned before the simulation began.

use super::beliefs::Beliefs;
use super::evidence::{Evidence, EvidenceKind, HalfDay};
use super::message::{Learned, Outbox};
use super::observe::own;
use super::rules::Rules;
use super::strength::{Luck, Odds, Strength};
use super::subject::Subject;
use super::world::{Tie, World};
use townsfolk_core::{AreaId, CharacterId, Number, Value};
use townsfolk_module::knowledge::{Facet, ImplantMode, Share};

/// A person of whom a character may know something, and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The person.
    pub who: CharacterId,
    tie: Tie,
    salience: Number,
    by_meetings: bool,
}

impl Candidate {
    /// A person, as the owner of a mind stands to them.
    pub fn new(
        rules: &Rules,
        world: &(impl World + ?Sized),
        owner: CharacterId,
        who: CharacterId,
    ) -> Candidate {
        let tie = world.tie(owner, who);
        let by_meetings = match rules.settings.implants {
            ImplantMode::Chapter => false,
            ImplantMode::Talktown => true,
            ImplantMode::Blend => tie.is_at_home(),
        };
        let salience = world.salience(owner, Subject::Person(who));
        let related = tie.is_close() || tie.relative || tie.meetings > 0;
        let more = Number(1000 * i64::from(by_meetings && related));
        Candidate {
            who,
            tie,
            salience: Number(salience.0.saturating_add(more.0)),
            by_meetings,
        }
    }

    /// The chance that the owner knows of the person at all.
    pub fn included(&self) -> Odds {
        if self.tie.is_close() {
            return Odds::ALWAYS;
        }
        self.less_one_over(1_000_000)
    }

    /// The chance that the owner knows a facet of the person, once it knows of them.
    pub fn knows(&self, facet: &Facet) -> Odds {
        if self.by_meetings {
            let base = u128::try_from(self.base().0).unwrap_or(0);
            return Odds::ratio(u128::from(facet.implanted.0) * base, 1_000_000_000);
        }
        self.less_one_over(facet.implanted.0)
    }

    /// A share in millionths less one over the salience, not below nothing.
    fn less_one_over(&self, share: u32) -> Odds {
        let Ok(salience) = u128::try_from(self.salience.0) else {
            return Odds::NEVER;
        };
        // (share / 10^6) - (1000 / salience), over a common denominator.
        let part = (u128::from(share) * salience).saturating_sub(1_000_000_000);
        match part {
            0 => Odds::NEVER,
            part => Odds::ratio(part, 1_000_000 * salience),
        }
    }

    /// Meetings, and five for each point of salience.
    fn base(&self) -> Number {
        let meetings = 1000 * i64::from(self.tie.meetings);
        Number(
            self.salience
                .0
                .max(0)
                .saturating_mul(5)
                .saturating_add(meetings),
        )
    }
}

/// Gives a mind true knowledge of people whom its owner knows.
pub fn implant(
    rules: &Rules,
    world: &(impl World + ?Sized),
    luck: Luck,
    mind: &Beliefs,
    (people, at): (impl Iterator<Item = CharacterId>, HalfDay),
    out: &mut Outbox,
) {
    for who in people.filter(|who| *who != mind.owner()) {
        let subject = Subject::Person(who);
        let draws = luck.about(subject);
        let candidate = Candidate::new(rules, world, mind.owner(), who);
        if !draws.chance(0, candidate.included()) {
            continue;
        }
        out.send(mind.owner(), subject, None);
        for facet in rules.facets_of(subject) {
            if !draws.facet(facet.id).chance(1, candidate.knows(facet)) {
                continue;
            }
            if let Some(value) = world.truth(subject, facet.id) {
                let learned = implanted(
                    mind,
                    facet,
                    value,
                    (rules.implanted(facet.implanted, candidate.base()), at),
                );
                out.send(mind.owner(), subject, Some(learned));
            }
        }
    }
}

/// Gives a mind all that is true of a place that its owner knows well: its home, its workplace.
pub fn implant_place(
    rules: &Rules,
    world: &(impl World + ?Sized),
    mind: &Beliefs,
    (place, at): (AreaId, HalfDay),
    out: &mut Outbox,
) {
    let subject = Subject::Place(place);
    out.send(mind.owner(), subject, None);
    let salience = world.salience(mind.owner(), subject);
    let base = Number(salience.0.max(1000).saturating_mul(5));
    for facet in rules.facets_of(subject) {
        if let Some(value) = world.truth(subject, facet.id) {
            let learned = implanted(mind, facet, value, (rules.implanted(Share::ONE, base), at));
            out.send(mind.owner(), subject, Some(learned));
        }
    }
}

fn implanted(
    mind: &Beliefs,
    facet: &Facet,
    value: Value,
    (strength, at): (Strength, HalfDay),
) -> Learned {
    Learned {
        facet: facet.id,
        value: Some(value),
        evidence: Evidence {
            kind: EvidenceKind::Implant,
            source: mind.owner(),
            place: None,
            at,
            strength,
            copied: None,
            claim: None,
        },
    }
}

/// Gives a mind all that is true of its owner.
pub fn reflect(
    rules: &Rules,
    world: &(impl World + ?Sized),
    mind: &Beliefs,
    at: HalfDay,
    out: &mut Outbox,
) {
    let me = Subject::Person(mind.owner());
    for facet in rules.facets_of(me) {
        if let Some(value) = world.truth(me, facet.id) {
            let kind = EvidenceKind::Reflection;
            let learned = own(rules, facet, value, kind, (mind, None, at));
            out.send(mind.owner(), me, Some(learned));
        }
    }
}
