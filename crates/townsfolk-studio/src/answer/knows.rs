//! What a person believes of people and places, with evidence and history, beside the truth.

use super::Answerer;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, HostId, Value};
use townsfolk_knowledge::belief::history::{self, Link};
use townsfolk_knowledge::belief::{
    Basis, Belief, Beliefs, Evidence, EvidenceKind, HalfDay, Rules, Strength, Subject, Sureness,
    World,
};
use townsfolk_module::Category;
use townsfolk_module::knowledge::{EVIDENCE_KINDS, Facet};

/// A question about a subject, as the page names it: `person 3`, `place 17`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct SubjectQuery {
    /// The subject.
    pub(super) of: String,
}

#[derive(Serialize)]
pub(super) struct SubjectShown {
    key: String,
    kind: &'static str,
    id: u32,
    name: String,
}

impl SubjectShown {
    /// People before places, by name.
    pub(super) fn order(&self) -> (&'static str, &str, u32) {
        (self.kind, &self.name, self.id)
    }
}

#[derive(Serialize)]
pub(super) struct KnownShown {
    #[serde(flatten)]
    subject: SubjectShown,
    beliefs: usize,
    wrong: usize,
}

/// A person in an answer.
#[derive(Serialize)]
pub(super) struct Named {
    pub(super) id: u32,
    pub(super) name: String,
}

#[derive(Serialize)]
pub(super) struct ModelShown {
    subject: SubjectShown,
    facets: Vec<BelievedShown>,
    sources: Vec<SourceShown>,
}

#[derive(Serialize)]
struct SourceShown {
    who: Named,
    strength: f64,
}

#[derive(Serialize)]
struct BelievedShown {
    facet: String,
    name: String,
    /// `None` if it is forgotten.
    value: Option<String>,
    key: Option<String>,
    truth: Option<String>,
    right: Option<bool>,
    strength: f64,
    sure: &'static str,
    basis: String,
    evidence: Vec<PieceShown>,
    candidates: Vec<CandidateShown>,
    history: Vec<FormerShown>,
    chain: Vec<StepShown>,
}

#[derive(Serialize)]
struct CandidateShown {
    value: Option<String>,
    strength: f64,
}

#[derive(Serialize)]
struct FormerShown {
    value: Option<String>,
    when: String,
}

#[derive(Serialize)]
struct StepShown {
    who: Named,
    piece: PieceShown,
}

#[derive(Serialize)]
pub(super) struct PieceShown {
    kind: &'static str,
    from: Option<Named>,
    place: Option<String>,
    when: String,
    strength: f64,
    claimed: Option<ClaimShown>,
    lie: bool,
    /// Whether the owner does not know of it.
    unaware: bool,
}

#[derive(Serialize)]
struct ClaimShown {
    who: Named,
    place: Option<String>,
    when: Option<String>,
}

impl Answerer<'_> {
    /// The subjects of which a person has a model, those with most beliefs first.
    pub(super) fn knows(&self, who: CharacterId) -> Option<Vec<KnownShown>> {
        self.town.folk.character(who)?;
        let Some(mind) = self.town.folk.beliefs_of(who) else {
            return Some(vec![]);
        };
        let module = self.town.folk.module();
        let rules = Rules::new(&module.knowledge);
        let now = HalfDay::of(self.town.folk.moment());
        let subjects = mind
            .subjects()
            .filter(|subject| *subject != Subject::Person(who));
        let known = subjects.map(|subject| {
            let held: Vec<Belief> = mind.beliefs_about(&rules, subject, now).collect();
            let wrong = |belief: &&Belief| {
                self.is_right(subject, belief.facet, belief.value) == Some(false)
            };
            KnownShown {
                subject: self.subject(subject),
                beliefs: held.len(),
                wrong: held.iter().filter(wrong).count(),
            }
        });
        let mut known: Vec<KnownShown> = known.collect();
        // The visitor of a game comes first: everybody talks of them.
        let visitor = self.town.game.as_ref().map(|game| game.visitor);
        let is_visitor = |one: &KnownShown| {
            one.subject.kind == "person" && visitor == Some(CharacterId(one.subject.id))
        };
        known.sort_by_key(|one| {
            (
                !is_visitor(one),
                std::cmp::Reverse(one.beliefs),
                one.subject.id,
            )
        });
        Some(known)
    }

    /// A person's model of a subject.
    pub(super) fn model(&self, who: CharacterId, query: &SubjectQuery) -> Option<ModelShown> {
        let subject = read_subject(&query.of)?;
        let mind = self.town.folk.beliefs_of(who)?;
        let module = self.town.folk.module();
        let rules = Rules::new(&module.knowledge);
        let facets = rules.facets_of(subject);
        let facets = facets.filter_map(|facet| self.believed(&rules, mind, subject, facet));
        let sources = self.town.folk.belief_sources(who, subject).into_iter();
        let mut facets: Vec<BelievedShown> = facets.collect();
        facets.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        Some(ModelShown {
            subject: self.subject(subject),
            facets,
            sources: sources
                .map(|(source, strength)| SourceShown {
                    who: self.named(source),
                    strength: number(strength),
                })
                .collect(),
        })
    }

    /// One facet of a model. `None` if nothing was ever known of it.
    fn believed(
        &self,
        rules: &Rules<'_>,
        mind: &Beliefs,
        subject: Subject,
        facet: &Facet,
    ) -> Option<BelievedShown> {
        let folk = &self.town.folk;
        let id = facet.id;
        let now = HalfDay::of(folk.moment());
        let former = history::trajectory(mind, subject, id);
        let belief = mind.believed(rules, subject, id, now);
        if belief.is_none() && former.is_empty() {
            return None;
        }
        let written = self.chronicle.symbols.name(Category::Host, id.0);
        let chain = folk.trace_belief(mind.owner(), &written, subject);
        let candidates = history::candidates(rules, mind, (subject, id), now);
        let value = belief.map(|belief| belief.value);
        Some(BelievedShown {
            name: self.plain(Category::Host, id.0),
            value: value.map(|value| self.facet_value(value)),
            key: value.map(|value| self.value_key(value)),
            truth: folk.truth(subject, id).map(|value| self.facet_value(value)),
            right: value.and_then(|value| self.is_right(subject, id, value)),
            strength: belief.map_or(0.0, |belief| number(belief.strength)),
            sure: belief.map_or("", |belief| sureness(belief.sureness())),
            basis: belief.map_or_else(|| "forgotten".to_owned(), |belief| self.basis(&belief)),
            evidence: history::why(mind, subject, id)
                .iter()
                .map(|evidence| self.piece(evidence))
                .collect(),
            candidates: candidates
                .into_iter()
                .map(|(value, strength)| CandidateShown {
                    value: value.map(|value| self.facet_value(value)),
                    strength: number(strength),
                })
                .collect(),
            history: former
                .into_iter()
                .map(|(value, at)| FormerShown {
                    value: value.map(|value| self.facet_value(value)),
                    when: self.half_day(at),
                })
                .collect(),
            chain: chain
                .unwrap_or_default()
                .iter()
                .map(|link| self.step(link))
                .collect(),
            facet: written,
        })
    }

    fn step(&self, link: &Link) -> StepShown {
        StepShown {
            who: self.named(link.belief.owner),
            piece: self.piece(&link.evidence),
        }
    }

    pub(super) fn piece(&self, evidence: &Evidence) -> PieceShown {
        let kind = EVIDENCE_KINDS.get(evidence.kind as usize);
        PieceShown {
            kind: kind.copied().unwrap_or("statement"),
            from: evidence
                .kind
                .is_social()
                .then(|| self.named(evidence.source)),
            place: evidence.place.map(|area| self.words().area(area)),
            when: self.half_day(evidence.at),
            strength: number(evidence.strength),
            claimed: evidence.claim.map(|claim| ClaimShown {
                who: self.named(claim.source),
                place: claim.place.map(|area| self.words().area(area)),
                when: claim.at.map(|at| self.half_day(at)),
            }),
            lie: evidence.kind == EvidenceKind::Lie,
            unaware: evidence.kind.is_failure(),
        }
    }

    /// From where a belief comes, as its owner sees it.
    pub(super) fn basis(&self, belief: &Belief) -> String {
        let place = belief
            .place
            .map(|area| format!(", {}", self.words().area(area)));
        let place = place.unwrap_or_default();
        match belief.basis {
            Basis::Knows => "just knows".to_owned(),
            Basis::Saw => format!("saw it{place}"),
            Basis::Examined => format!("read it{place}"),
            Basis::Overheard(who) => format!("overheard {}{place}", self.words().name(who)),
            Basis::Heard { from, citing } => {
                let from = self.words().name(from);
                let citing = citing.map(|who| format!(", who named {}", self.words().name(who)));
                format!("was told by {from}{}{place}", citing.unwrap_or_default())
            }
        }
    }

    pub(super) fn named(&self, who: CharacterId) -> Named {
        Named {
            id: who.0,
            name: self.words().name(who),
        }
    }

    pub(super) fn subject(&self, subject: Subject) -> SubjectShown {
        let key = subject_key(subject);
        match subject {
            Subject::Person(who) => SubjectShown {
                key,
                kind: "person",
                id: who.0,
                name: self.words().name(who),
            },
            Subject::Place(area) => SubjectShown {
                key,
                kind: "place",
                id: area.0,
                name: self.words().area(area),
            },
        }
    }

    /// Whether a value is the true one. `None` if there is no truth.
    pub(super) fn is_right(&self, of: Subject, facet: HostId, value: Value) -> Option<bool> {
        let truth = self.town.folk.truth(of, facet)?;
        Some(truth == value)
    }

    /// A value of a facet in words. Areas are written as symbols of the same name.
    pub(super) fn facet_value(&self, value: Value) -> String {
        match value {
            Value::Symbol(symbol) => {
                let names = &self.chronicle.symbols.names;
                match names.contains_key(&(Category::Symbol, symbol.0)) {
                    true => self.plain(Category::Symbol, symbol.0),
                    false => self.plain(Category::Area, symbol.0),
                }
            }
            Value::Number(number) => number.to_string(),
            Value::Character(who) => self.words().name(who),
            other => format!("{other:?}"),
        }
    }

    /// A value as queries name it.
    pub(super) fn value_key(&self, value: Value) -> String {
        match value {
            Value::Symbol(symbol) => format!("symbol {}", symbol.0),
            Value::Number(number) => format!("number {}", number.0),
            Value::Character(who) => format!("character {}", who.0),
            other => format!("{other:?}"),
        }
    }

    /// `day 2, morning`: half a day is all that people remember of a time.
    pub(super) fn half_day(&self, at: HalfDay) -> String {
        let half = match at.0.rem_euclid(2) {
            0 => "before noon",
            _ => "after noon",
        };
        format!("day {}, {half}", i64::from(at.day()) + 1)
    }
}

/// A strength, for display.
pub(super) fn number(strength: Strength) -> f64 {
    strength.in_thousandths() as f64 / 1000.0
}

pub(super) fn sureness(sureness: Sureness) -> &'static str {
    match sureness {
        Sureness::Positive => "positive",
        Sureness::Sure => "sure",
        Sureness::PrettySure => "pretty sure",
        Sureness::SomewhatSure => "somewhat sure",
        Sureness::NotSure => "not sure",
        Sureness::NotConfident => "not confident",
    }
}

/// How sure somebody was, from 0 to 5, in words.
pub(super) fn sureness_of(sure: u8) -> &'static str {
    match sure {
        5.. => sureness(Sureness::Positive),
        4 => sureness(Sureness::Sure),
        3 => sureness(Sureness::PrettySure),
        2 => sureness(Sureness::SomewhatSure),
        1 => sureness(Sureness::NotSure),
        0 => sureness(Sureness::NotConfident),
    }
}

fn subject_key(subject: Subject) -> String {
    match subject {
        Subject::Person(who) => format!("person {}", who.0),
        Subject::Place(area) => format!("place {}", area.0),
    }
}

/// A subject as the page names it.
pub(super) fn read_subject(text: &str) -> Option<Subject> {
    let (kind, id) = text.split_once(' ')?;
    let id: u32 = id.parse().ok()?;
    match kind {
        "person" => Some(Subject::Person(CharacterId(id))),
        "place" => Some(Subject::Place(AreaId(id))),
        _ => None,
    }
}

/// A value as the page names it.
pub(super) fn read_key(text: &str) -> Option<Value> {
    let (kind, id) = text.split_once(' ')?;
    match kind {
        "symbol" => Some(Value::Symbol(townsfolk_core::SymbolId(id.parse().ok()?))),
        "number" => Some(Value::Number(townsfolk_core::Number(id.parse().ok()?))),
        "character" => Some(Value::Character(CharacterId(id.parse().ok()?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::SymbolId;

    #[test]
    fn subjects_and_values_are_read_and_garbage_is_not() {
        for subject in [Subject::Person(CharacterId(3)), Subject::Place(AreaId(17))] {
            assert_eq!(read_subject(&subject_key(subject)), Some(subject));
        }
        let red = Value::Symbol(SymbolId(5));
        assert_eq!(read_key("symbol 5"), Some(red));
        for garbage in [
            "",
            "person",
            "person x",
            "person -1",
            "king 3",
            "symbol",
            "number 1.5",
        ] {
            assert_eq!(read_subject(garbage), None, "{garbage}");
            assert_eq!(read_key(garbage), None, "{garbage}");
        }
    }
}
