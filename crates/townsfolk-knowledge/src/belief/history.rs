//! Questions for tools, across minds: why, trace, trajectory, sources, spread.
//!
//! Characters must not use them: they show former beliefs and the true nature of evidence.

use super::beliefs::Beliefs;
use super::evidence::{Evidence, EvidenceKind, HalfDay};
use super::rules::Rules;
use super::strength::Strength;
use super::subject::Subject;
use super::world::World;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{CharacterId, HostId, Value};

/// All minds of a world.
pub trait Minds {
    /// The mind of a character.
    fn mind(&self, who: CharacterId) -> Option<&Beliefs>;

    /// All minds, sorted by owner.
    fn minds(&self) -> impl Iterator<Item = &Beliefs>;
}

impl Minds for BTreeMap<CharacterId, Beliefs> {
    fn mind(&self, who: CharacterId) -> Option<&Beliefs> {
        self.get(&who)
    }

    fn minds(&self) -> impl Iterator<Item = &Beliefs> {
        self.values()
    }
}

/// A belief of one character in one value, wherever it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Origin {
    /// The character.
    pub owner: CharacterId,
    /// What the belief is about.
    pub about: Subject,
    /// The facet.
    pub facet: HostId,
    /// The value.
    pub value: Value,
}

/// One link of the chain from a belief to its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The belief.
    pub belief: Origin,
    /// The first evidence of it that was kept.
    pub evidence: Evidence,
}

/// The evidence for what a character believes now, newest first.
pub fn why(mind: &Beliefs, about: Subject, facet: HostId) -> Vec<Evidence> {
    let slot = mind.slot(about, facet);
    let held = slot.and_then(|slot| mind.facets.get(slot.current));
    let evidence = held.map(|held| mind.evidence_of(held).collect());
    evidence.unwrap_or_default()
}

/// The values for which a character has evidence without believing them now, with their strengths.
pub fn candidates(
    rules: &Rules,
    mind: &Beliefs,
    (about, facet): (Subject, HostId),
    now: HalfDay,
) -> Vec<(Option<Value>, Strength)> {
    let Some(slot) = mind.slot(about, facet) else {
        return vec![];
    };
    let others = mind.facets.list(slot.values);
    let others = others.filter(|(index, _)| *index != slot.current);
    let strength = |index| mind.strength_of(&rules.decay, index, now.day());
    others
        .map(|(index, held)| (held.value, strength(index)))
        .collect()
}

/// The values that a character has believed, oldest first, the current one last. `None` stands for a
/// time when it had forgotten.
pub fn trajectory(mind: &Beliefs, about: Subject, facet: HostId) -> Vec<(Option<Value>, HalfDay)> {
    let list = mind.slot(about, facet).map(|slot| slot.adoptions);
    let adoptions = list.into_iter().flat_map(|list| mind.adoptions.list(list));
    let mut values: Vec<_> = adoptions
        .filter_map(|(_, adoption)| Some((mind.facets.get(adoption.value)?.value, adoption.at)))
        .collect();
    values.reverse();
    values
}

/// The value that a character believed before the current one.
pub fn predecessor(mind: &Beliefs, about: Subject, facet: HostId) -> Option<Value> {
    let values = trajectory(mind, about, facet);
    let before = values.len().checked_sub(2)?;
    values.get(before)?.0
}

/// The chain from what a character believes now to the origin of that value: first its own belief,
/// then that of the teller, and so on. A last link of kind declaration is a lie that somebody
/// overheard: the liar had no other reason to believe it.
pub fn trace(minds: &impl Minds, owner: CharacterId, about: Subject, facet: HostId) -> Vec<Link> {
    let mut chain = vec![];
    let mut seen = BTreeSet::new();
    let mut next = minds.mind(owner).and_then(|mind| {
        let held = mind.facets.get(mind.slot(about, facet)?.current)?;
        let value = held.value?;
        Some(Origin {
            owner,
            about,
            facet,
            value,
        })
    });
    while let Some(belief) = next.filter(|belief| seen.insert(*belief)) {
        let Some(evidence) = first_evidence(minds, &belief) else {
            break;
        };
        chain.push(Link { belief, evidence });
        next = parent(&belief, &evidence);
    }
    chain
}

/// The belief from which evidence for a belief came. A lie comes from no belief.
fn parent(belief: &Origin, evidence: &Evidence) -> Option<Origin> {
    match evidence.kind {
        EvidenceKind::Statement | EvidenceKind::Eavesdropping => Some(Origin {
            owner: evidence.source,
            ..*belief
        }),
        EvidenceKind::Transference => Some(Origin {
            about: evidence.copied?,
            ..*belief
        }),
        _ => None,
    }
}

fn first_evidence(minds: &impl Minds, belief: &Origin) -> Option<Evidence> {
    let mind = minds.mind(belief.owner)?;
    let slot = mind.slot(belief.about, belief.facet)?;
    let mut values = mind.facets.list(slot.values);
    let (_, held) = values.find(|(_, held)| held.value == Some(belief.value))?;
    mind.evidence_of(held).last()
}

/// The sources of what a character believes of a subject, with the sum of their evidence now, the
/// strongest first. The character itself stands for what it saw.
pub fn top_sources(
    rules: &Rules,
    mind: &Beliefs,
    about: Subject,
    now: HalfDay,
) -> Vec<(CharacterId, Strength)> {
    let mut sums: BTreeMap<CharacterId, Strength> = BTreeMap::new();
    let slots = mind.models.get(&about).into_iter().flatten();
    for held in slots.filter_map(|slot| mind.facets.get(slot.current)) {
        for evidence in mind.evidence_of(held) {
            let days = i64::from(now.day()) - i64::from(evidence.at.day());
            let strength = rules.decay.after(evidence.strength, days);
            let sum = sums.entry(evidence.source).or_default();
            *sum = sum.plus(strength);
        }
    }
    let mut sums: Vec<(CharacterId, Strength)> = sums.into_iter().collect();
    sums.sort_by_key(|(source, strength)| (std::cmp::Reverse(*strength), *source));
    sums
}

/// All characters who now believe a value because of an origin: they have it from its owner, or from
/// somebody who has it from there. Sorted.
pub fn spread(minds: &impl Minds, origin: &Origin) -> Vec<CharacterId> {
    let mut reached = BTreeSet::from([origin.owner]);
    // One pass over all minds finds the tellings; the rest follows them.
    let mut told: BTreeMap<CharacterId, Vec<CharacterId>> = BTreeMap::new();
    let mut holders = BTreeSet::new();
    for mind in minds.minds() {
        let Some(slot) = mind.slot(origin.about, origin.facet) else {
            continue;
        };
        let mut values = mind.facets.list(slot.values);
        let Some((index, held)) = values.find(|(_, held)| held.value == Some(origin.value)) else {
            continue;
        };
        if index == slot.current {
            holders.insert(mind.owner());
        }
        for evidence in mind
            .evidence_of(held)
            .filter(|evidence| evidence.kind.is_social())
        {
            told.entry(evidence.source).or_default().push(mind.owner());
        }
    }
    let mut next = vec![origin.owner];
    while let Some(teller) = next.pop() {
        let fresh = told.remove(&teller).unwrap_or_default().into_iter();
        next.extend(fresh.filter(|who| reached.insert(*who)));
    }
    reached
        .into_iter()
        .filter(|who| holders.contains(who))
        .collect()
}

/// Whether what a character believes is true now. `None` if it believes nothing.
pub fn is_accurate(
    mind: &Beliefs,
    world: &(impl World + ?Sized),
    about: Subject,
    facet: HostId,
) -> Option<bool> {
    let held = mind.facets.get(mind.slot(about, facet)?.current)?;
    Some(world.truth(about, facet) == Some(held.value?))
}

/// How many facets a mind holds, and how many of them are true now.
pub fn accuracy(mind: &Beliefs, world: &(impl World + ?Sized)) -> (usize, usize) {
    let (mut held, mut true_now) = (0, 0);
    for (about, slots) in &mind.models {
        for slot in slots {
            if let Some(accurate) = is_accurate(mind, world, *about, slot.facet) {
                held += 1;
                true_now += usize::from(accurate);
            }
        }
    }
    (held, true_now)
}
