//! What the population believes of one facet of a person or place.

use super::Answerer;
use super::knows::{SubjectShown, number, read_subject, sureness};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_knowledge::belief::history;
use townsfolk_knowledge::belief::{Belief, Beliefs, EvidenceKind, Subject, World};
use townsfolk_module::Category;
use townsfolk_module::knowledge::FacetSubject;

/// Who believes what: of whom, and which facet. Without them, what can be asked for.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct BelieversQuery {
    of: String,
    facet: String,
}

#[derive(Serialize)]
pub(super) struct BelieversShown {
    subject: Option<SubjectShown>,
    subjects: Vec<SubjectShown>,
    facets: Vec<FacetShown>,
    truth: Option<String>,
    minds: usize,
    values: Vec<ValueShown>,
}

#[derive(Serialize)]
struct FacetShown {
    written: String,
    name: String,
    of: &'static str,
}

#[derive(Serialize)]
struct ValueShown {
    key: String,
    value: String,
    right: Option<bool>,
    people: Vec<BelieverShown>,
}

#[derive(Serialize)]
struct BelieverShown {
    id: u32,
    name: String,
    strength: f64,
    sure: &'static str,
    basis: String,
    lied_to: bool,
}

impl Answerer<'_> {
    pub(super) fn believers(&self, query: &BelieversQuery) -> BelieversShown {
        let folk = &self.town.folk;
        let subject = read_subject(&query.of);
        let facet = HostId::named(&query.facet);
        let minds = || {
            let people = folk.characters();
            people.filter_map(|person| folk.beliefs_of(person.id))
        };
        let mut values: BTreeMap<Value, Vec<(CharacterId, Belief)>> = BTreeMap::new();
        if let Some(subject) = subject {
            for mind in minds() {
                let who = mind.owner();
                if subject == Subject::Person(who) {
                    continue;
                }
                if let Some(belief) = folk.belief_of(who, facet, subject) {
                    values.entry(belief.value).or_default().push((who, belief));
                }
            }
        }
        let values = values.into_iter();
        let mut values: Vec<ValueShown> = values
            .map(|(value, people)| self.value_shown_by(subject, (facet, value), &people))
            .collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.people.len()));
        let truth = subject.and_then(|subject| folk.truth(subject, facet));
        BelieversShown {
            subject: subject.map(|subject| self.subject(subject)),
            subjects: self.subjects_of(minds()),
            facets: self.facets_shown(),
            truth: truth.map(|value| self.facet_value(value)),
            minds: minds().count(),
            values,
        }
    }

    fn value_shown_by(
        &self,
        subject: Option<Subject>,
        (facet, value): (HostId, Value),
        people: &[(CharacterId, Belief)],
    ) -> ValueShown {
        let people = people.iter().map(|(who, belief)| BelieverShown {
            id: who.0,
            name: self.words().name(*who),
            strength: number(belief.strength),
            sure: sureness(belief.sureness()),
            basis: self.basis(belief),
            lied_to: subject.is_some_and(|subject| self.was_lied_to(*who, subject, facet)),
        });
        ValueShown {
            key: self.value_key(value),
            value: self.facet_value(value),
            right: subject.and_then(|subject| self.is_right(subject, facet, value)),
            people: people.collect(),
        }
    }

    fn was_lied_to(&self, who: CharacterId, subject: Subject, facet: HostId) -> bool {
        let mind = self.town.folk.beliefs_of(who);
        let evidence = mind.map(|mind| history::why(mind, subject, facet));
        let mut evidence = evidence.into_iter().flatten();
        evidence.any(|evidence| evidence.kind == EvidenceKind::Lie)
    }

    /// Everybody and every place of whom somebody has a model, sorted by name.
    fn subjects_of<'b>(&self, minds: impl Iterator<Item = &'b Beliefs>) -> Vec<SubjectShown> {
        let subjects: BTreeSet<Subject> = minds.flat_map(Beliefs::subjects).collect();
        let subjects = subjects.into_iter().map(|subject| self.subject(subject));
        let mut subjects: Vec<SubjectShown> = subjects.collect();
        subjects.sort_by(|a, b| a.order().cmp(&b.order()));
        subjects
    }

    fn facets_shown(&self) -> Vec<FacetShown> {
        let facets = &self.town.folk.module().knowledge.facets;
        let mut shown: Vec<FacetShown> = facets
            .iter()
            .map(|facet| FacetShown {
                written: self.chronicle.symbols.name(Category::Host, facet.id.0),
                name: self.plain(Category::Host, facet.id.0),
                of: match facet.of {
                    FacetSubject::Person => "person",
                    FacetSubject::Place => "place",
                },
            })
            .collect();
        shown.sort_by(|a, b| a.name.cmp(&b.name));
        shown
    }
}
