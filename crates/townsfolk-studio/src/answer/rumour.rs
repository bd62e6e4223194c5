//! The spread of a belief: who has it from whom, back to its origin, with positions for the map.

use super::Answerer;
use super::knows::{Named, SubjectShown, read_key, read_subject};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_knowledge::belief::history::Link;
use townsfolk_knowledge::belief::{Evidence, EvidenceKind, HalfDay, Subject, World};
use townsfolk_module::Category;
use townsfolk_module::knowledge::EVIDENCE_KINDS;

/// Which belief, and of whom; with a person, only the way to that person.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct RumourQuery {
    of: String,
    facet: String,
    value: String,
    from: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct RumourShown {
    subject: SubjectShown,
    facet: String,
    name: String,
    value: String,
    key: String,
    truth: Option<String>,
    right: Option<bool>,
    holders: usize,
    people: Vec<HolderShown>,
    tellings: Vec<TellingShown>,
}

#[derive(Serialize)]
struct HolderShown {
    id: u32,
    name: String,
    /// In metres.
    at: Option<[f64; 2]>,
    holds: bool,
    origin: Option<&'static str>,
}

#[derive(Serialize)]
struct TellingShown {
    number: usize,
    from: u32,
    to: u32,
    kind: &'static str,
    when: String,
    lie: bool,
    claimed: Option<Named>,
}

/// The first evidence of everybody in a rumour.
type Tree = BTreeMap<CharacterId, Evidence>;

impl Answerer<'_> {
    /// `None` if the query names no subject or value.
    pub(super) fn rumour(&self, query: &RumourQuery) -> Option<RumourShown> {
        let subject = read_subject(&query.of)?;
        let value = read_key(&query.value)?;
        let folk = &self.town.folk;
        let facet = folk.facet_named(&query.facet).ok()?;
        let holders = folk.who_believes(&query.facet, subject, value).ok()?;
        let from = query.from.map(CharacterId);
        let ends = holders.iter().copied();
        let ends = ends.filter(|who| from.is_none_or(|from| from == *who));
        let mut tree = Tree::new();
        for who in ends {
            let chain = folk.trace_belief(who, &query.facet, subject);
            grow(
                &mut tree,
                chain.unwrap_or_default(),
                (subject, facet, value),
            );
        }
        let truth = folk.truth(subject, facet);
        Some(RumourShown {
            subject: self.subject(subject),
            facet: query.facet.clone(),
            name: self.plain(Category::Host, facet.0),
            value: self.facet_value(value),
            key: self.value_key(value),
            truth: truth.map(|value| self.facet_value(value)),
            right: truth.map(|truth| truth == value),
            holders: holders.len(),
            people: self.holders(&tree, &holders),
            tellings: self.tellings(&tree),
        })
    }

    fn holders(&self, tree: &Tree, holding: &[CharacterId]) -> Vec<HolderShown> {
        let people = tree.iter().map(|(who, evidence)| {
            let at = self.body(*who).map(|body| self.town.stage.on_map(body.at));
            let metres = |mm: i32| f64::from(mm) / 1000.0;
            let is_told = evidence.kind.is_social() && tree.contains_key(&evidence.source);
            HolderShown {
                id: who.0,
                name: self.words().name(*who),
                at: at.map(|at| [metres(at.x_mm), metres(at.y_mm)]),
                holds: holding.contains(who),
                origin: (!is_told).then(|| kind(evidence)),
            }
        });
        people.collect()
    }

    fn tellings(&self, tree: &Tree) -> Vec<TellingShown> {
        let told = tree.iter();
        let told = told.filter(|(_, evidence)| {
            evidence.kind.is_social() && tree.contains_key(&evidence.source)
        });
        let mut told: Vec<(&CharacterId, &Evidence)> = told.collect();
        told.sort_by_key(|(to, evidence)| (evidence.at, depth(tree, **to), **to));
        let told = told.into_iter().enumerate();
        told.map(|(place, (to, evidence))| TellingShown {
            number: place + 1,
            from: evidence.source.0,
            to: to.0,
            kind: kind(evidence),
            when: self.half_day(evidence.at),
            lie: evidence.kind == EvidenceKind::Lie,
            claimed: evidence.claim.map(|claim| self.named(claim.source)),
        })
        .collect()
    }
}

/// Adds a chain to the tree. A liar at its end is the origin, although nothing led it to the lie.
fn grow(tree: &mut Tree, chain: Vec<Link>, (about, facet, value): (Subject, HostId, Value)) {
    let last = chain.last().map(|link| link.evidence);
    for link in chain {
        // A value that was copied from another model ends the rumour.
        let here = (link.belief.about, link.belief.facet, link.belief.value);
        if here == (about, facet, value) {
            tree.entry(link.belief.owner).or_insert(link.evidence);
        }
    }
    if let Some(lie) = last.filter(|evidence| evidence.kind == EvidenceKind::Lie) {
        let at: HalfDay = lie.at;
        tree.entry(lie.source).or_insert(Evidence {
            kind: EvidenceKind::Declaration,
            source: lie.source,
            at,
            claim: None,
            ..lie
        });
    }
}

fn kind(evidence: &Evidence) -> &'static str {
    let kind = EVIDENCE_KINDS.get(evidence.kind as usize);
    kind.copied().unwrap_or("statement")
}

/// Number of tellings from the origin.
fn depth(tree: &Tree, who: CharacterId) -> usize {
    let steps = std::iter::successors(tree.get(&who), |evidence| {
        let social = evidence.kind.is_social();
        tree.get(&evidence.source).filter(|_| social)
    });
    // Two may have it from one another.
    steps.take(tree.len()).count()
}
