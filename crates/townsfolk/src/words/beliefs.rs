//! Beliefs in sentences: what, how surely, and from whom.

use super::names::plain;
use crate::folk::Folk;
use townsfolk_core::{AreaId, CharacterId, HostId, Value};
use townsfolk_knowledge::belief::history::{self, Link};
use townsfolk_knowledge::belief::{Evidence, EvidenceKind, HalfDay, Subject, Sureness};
use townsfolk_module::Category;

/// Maximum number of pieces of evidence in an answer, the newest first.
const EVIDENCE_MAX: usize = 5;

/// Sentences about the beliefs of a running engine.
#[derive(Clone, Copy, Debug)]
pub struct BeliefWords<'a> {
    /// The engine.
    pub folk: &'a Folk,
}

impl BeliefWords<'_> {
    /// What a character believes and why: one sentence, and one for each piece of evidence.
    pub fn why(&self, who: CharacterId, facet: HostId, subject: Subject) -> String {
        let name = self.folk.name_of(who);
        let Some(belief) = self.folk.belief_of(who, facet, subject) else {
            let thing = self.thing(facet, subject);
            return format!("{name} knows nothing about {thing}.");
        };
        let thing = self.thing(facet, subject);
        let value = self.value(belief.value);
        let sure = sureness(belief.sureness());
        let mut sentences = vec![format!("{name} is {sure} that {thing} is {value}.")];
        let mind = self.folk.beliefs_of(who);
        let evidence = mind.map(|mind| history::why(mind, subject, facet));
        let evidence = evidence.unwrap_or_default().into_iter();
        sentences.extend(
            evidence
                .take(EVIDENCE_MAX)
                .map(|evidence| self.evidence(who, &evidence)),
        );
        sentences.join(" ")
    }

    /// The chain from a belief to its origin, one sentence for each link.
    pub fn trace(&self, trace: &[Link]) -> String {
        let last = trace.len().saturating_sub(1);
        let sentences = trace.iter().enumerate().map(|(place, link)| {
            // The origin of something overheard is a lie: the speaker had no other reason.
            match link.evidence.kind {
                EvidenceKind::Declaration if place == last => {
                    let liar = self.folk.name_of(link.belief.owner);
                    format!("{liar} had made it up.")
                }
                _ => self.evidence(link.belief.owner, &link.evidence),
            }
        });
        sentences.collect::<Vec<String>>().join(" ")
    }

    /// One piece of evidence of a character.
    fn evidence(&self, who: CharacterId, evidence: &Evidence) -> String {
        let name = self.folk.name_of(who);
        let source = self.folk.name_of(evidence.source);
        let when = self.when(evidence.at, evidence.place);
        let claim = evidence.claim.map_or_else(String::new, |claim| {
            format!(", naming {} as the source", self.folk.name_of(claim.source))
        });
        match evidence.kind {
            EvidenceKind::Reflection => format!("{name} knows it of itself."),
            EvidenceKind::Observation => format!("{name} saw it {when}."),
            EvidenceKind::Examination => format!("{name} found it out {when}."),
            EvidenceKind::Implant => format!("{name} has always known it."),
            EvidenceKind::Statement => format!("{source} told {name} {when}{claim}."),
            EvidenceKind::Lie => format!("{source} lied to {name} {when}{claim}."),
            EvidenceKind::Eavesdropping => format!("{name} overheard {source} {when}{claim}."),
            EvidenceKind::Declaration => format!("{name} has said so {when}."),
            EvidenceKind::Mutation => format!("{name} misremembers it since {when}."),
            EvidenceKind::Confabulation => format!("{name} imagined it {when}."),
            EvidenceKind::Forgetting => format!("{name} forgot it {when}."),
            EvidenceKind::Transference => {
                let other = evidence.copied.map(|other| self.subject(other));
                let other = other.unwrap_or_else(|| "somebody else".into());
                format!("{name} confuses it with what it knows of {other} since {when}.")
            }
        }
    }

    /// `on day 2 before noon in the tavern`.
    fn when(&self, at: HalfDay, place: Option<AreaId>) -> String {
        let half = if at.0.rem_euclid(2) == 0 {
            "before"
        } else {
            "after"
        };
        let day = at.day().saturating_add(1);
        let place = place.map(|area| format!(" in {}", self.area(area)));
        format!("on day {day} {half} noon{}", place.unwrap_or_default())
    }

    /// `the hair color of Bob`.
    fn thing(&self, facet: HostId, subject: Subject) -> String {
        let facet = plain(self.folk.symbols(), Category::Host, facet.0);
        format!("the {facet} of {}", self.subject(subject))
    }

    fn subject(&self, subject: Subject) -> String {
        match subject {
            Subject::Person(who) => self.folk.name_of(who),
            Subject::Place(area) => self.area(area),
        }
    }

    fn area(&self, area: AreaId) -> String {
        plain(self.folk.symbols(), Category::Area, area.0)
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Character(who) => self.folk.name_of(who),
            Value::Symbol(symbol) => {
                let symbols = self.folk.symbols();
                let area = symbols.names.contains_key(&(Category::Area, symbol.0));
                let category = if area {
                    Category::Area
                } else {
                    Category::Symbol
                };
                plain(symbols, category, symbol.0)
            }
            other => self.folk.names.value(other),
        }
    }
}

fn sureness(sureness: Sureness) -> &'static str {
    match sureness {
        Sureness::Positive => "positive",
        Sureness::Sure => "sure",
        Sureness::PrettySure => "pretty sure",
        Sureness::SomewhatSure => "somewhat sure",
        Sureness::NotSure => "not sure, but believes",
        Sureness::NotConfident => "not confident, but believes",
    }
}
