//! Observation: what a character learns by looking at people and places.

use super::beliefs::Beliefs;
use super::evidence::{Evidence, EvidenceKind, HalfDay};
use super::message::{Learned, Outbox};
use super::rules::Rules;
use super::strength::{Luck, Odds};
use super::subject::Subject;
use super::world::World;
use townsfolk_core::{AreaId, HostId, Value};
use townsfolk_module::knowledge::{Facet, FacetSeen};

/// The facet that is answered from sightings. It is never stored as a belief.
pub const WHEREABOUTS: HostId = HostId::named("whereabouts");

/// A character looks at subjects that are where it is. Each is noticed or not; of those noticed, each
/// facet that shows is encoded or not, with its true value.
pub fn observe(
    rules: &Rules,
    world: &(impl World + ?Sized),
    luck: Luck,
    observer: &Beliefs,
    (seen, place, at): (&[Subject], Option<AreaId>, HalfDay),
    out: &mut Outbox,
) {
    let me = observer.owner();
    for subject in seen
        .iter()
        .copied()
        .filter(|seen| *seen != Subject::Person(me))
    {
        let draws = luck.about(subject);
        if !draws.chance(0, Odds::from(rules.settings.notices)) {
            continue;
        }
        out.send(me, subject, None);
        let salience = world.salience(me, subject);
        for facet in rules.facets_of(subject) {
            let odds = rules.encodes(facet, observer.memory(), salience);
            if !shows(world, subject, facet) || !draws.facet(facet.id).chance(1, odds) {
                continue;
            }
            if let Some(value) = world.truth(subject, facet.id) {
                let kind = EvidenceKind::Observation;
                let learned = own(rules, facet, value, kind, (observer, place, at));
                out.send(me, subject, Some(learned));
            }
        }
    }
}

fn shows(world: &(impl World + ?Sized), subject: Subject, facet: &Facet) -> bool {
    match facet.seen {
        _ if facet.id == WHEREABOUTS => false,
        FacetSeen::Always => true,
        FacetSeen::Never => false,
        seen => world.shows(subject, seen),
    }
}

/// A character examines a thing that shows values of a subject: a gravestone, a photograph.
pub fn examine(
    rules: &Rules,
    observer: &Beliefs,
    (subject, shown): (Subject, &[(HostId, Value)]),
    (place, at): (Option<AreaId>, HalfDay),
    out: &mut Outbox,
) {
    for (facet, value) in shown {
        if let Some(facet) = rules.facet(*facet) {
            let kind = EvidenceKind::Examination;
            let learned = own(rules, facet, *value, kind, (observer, place, at));
            out.send(observer.owner(), subject, Some(learned));
        }
    }
}

/// Evidence that a character has from itself.
pub(super) fn own(
    rules: &Rules,
    facet: &Facet,
    value: Value,
    kind: EvidenceKind,
    (owner, place, at): (&Beliefs, Option<AreaId>, HalfDay),
) -> Learned {
    Learned {
        facet: facet.id,
        value: Some(value),
        evidence: Evidence {
            kind,
            source: owner.owner(),
            place,
            at,
            strength: rules.own(kind, facet),
            copied: None,
            claim: None,
        },
    }
}
