//! Tests of beliefs on small worlds.

mod formulas;
mod origins;
mod properties;
mod revision;
mod spreading;

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, CharacterId, HostId, Number, Seed, SymbolId, Value};
use townsfolk_module::knowledge::{
    Facet, FacetForm, FacetSeen, FacetSubject, Knowledge, Mistakes, Recall, Share,
};

const HAIR: HostId = HostId::named("hair_color");
const JOB: HostId = HostId::named("job_title");
const WORK: HostId = HostId::named("workplace");
const HOME: HostId = HostId::named("home");
const MIDDLE: HostId = HostId::named("middle_name");
const ADDRESS: HostId = HostId::named("address");
const START: HalfDay = HalfDay(0);

fn symbol(name: &str) -> Value {
    Value::Symbol(SymbolId::named(name))
}

fn person(name: &str) -> CharacterId {
    CharacterId::named(name)
}

fn of(name: &str) -> Subject {
    Subject::Person(person(name))
}

fn place(name: &str) -> Subject {
    Subject::Place(AreaId::named(name))
}

fn strength(thousandths: u64) -> Strength {
    Strength::thousandths(thousandths)
}

/// Strengths are compared in thousandths, with an error of half a thousandth.
fn assert_strength(actual: Strength, thousandths: u64) {
    assert_eq!(actual.in_thousandths(), thousandths, "{actual:?}");
}

fn facet(id: HostId, numbers: [u32; 4]) -> Facet {
    let [evidence, implanted, told, fades] = numbers.map(Share::thousandths);
    Facet {
        id,
        of: FacetSubject::Person,
        form: FacetForm::Symbol,
        evidence,
        implanted,
        told,
        recall: Recall {
            mean: Share::percent(85),
            floor: Share::percent(50),
            cap: Share::percent(95),
        },
        fades,
        seen: FacetSeen::Always,
        mistaken: Mistakes::Never,
        common: vec![],
        inherited: Share::ZERO,
    }
}

fn hair_graph() -> Mistakes {
    let row = |from: &str, to: &[(&str, u32)]| {
        let to = to.iter();
        let to = to.map(|(name, weight)| (symbol(name), Share::thousandths(*weight)));
        (symbol(from), to.collect())
    };
    let black = [
        ("brown", 800),
        ("purple", 50),
        ("blue", 50),
        ("red", 50),
        ("green", 20),
        ("blonde", 10),
        ("gray", 10),
        ("white", 10),
    ];
    Mistakes::Graph(vec![
        row("black", &black),
        row("brown", &[("black", 700), ("red", 300)]),
    ])
}

fn knowledge() -> Knowledge {
    let mut hair = facet(HAIR, [1000, 200, 80, 150]);
    hair.mistaken = hair_graph();
    let mut work = facet(WORK, [900, 700, 500, 100]);
    (work.form, work.seen) = (FacetForm::Place, FacetSeen::AtWork);
    let mut home = facet(HOME, [900, 700, 150, 100]);
    (home.form, home.seen) = (FacetForm::Place, FacetSeen::AtHome);
    let mut middle = facet(MIDDLE, [300, 10, 10, 200]);
    middle.seen = FacetSeen::Never;
    let mut address = facet(ADDRESS, [100, 0, 0, 650]);
    address.of = FacetSubject::Place;
    let mut knowledge = Knowledge {
        facets: vec![
            hair,
            work,
            home,
            middle,
            address,
            facet(JOB, [900, 400, 300, 150]),
            facet(HostId::named("first_name"), [800, 800, 800, 80]),
            facet(HostId::named("status"), [1500, 990, 1000, 2]),
            facet(HostId::named("nose_size"), [400, 10, 0, 350]),
            facet(HostId::named("eye_color"), [100, 10, 10, 250]),
        ],
        settings: None,
    };
    knowledge.sort();
    assert!(knowledge.is_sound());
    knowledge
}

/// A world of plain tables. All people are strangers unless a test says otherwise.
#[derive(Default)]
struct SmallWorld {
    truth: BTreeMap<(Subject, HostId), Value>,
    frequencies: Frequencies,
    salience: BTreeMap<(CharacterId, Subject), Number>,
    charges: BTreeMap<(CharacterId, CharacterId), Number>,
    ties: BTreeMap<(CharacterId, CharacterId), Tie>,
    tempers: BTreeMap<CharacterId, Temper>,
    showing: Vec<(Subject, FacetSeen)>,
    own_places: BTreeSet<(CharacterId, AreaId)>,
}

impl SmallWorld {
    fn set(&mut self, subject: Subject, facet: HostId, value: Value) {
        let before = self.truth.insert((subject, facet), value);
        self.frequencies.change(facet, before, Some(value));
    }
}

impl World for SmallWorld {
    fn truth(&self, of: Subject, facet: HostId) -> Option<Value> {
        self.truth.get(&(of, facet)).copied()
    }

    fn frequencies(&self) -> &Frequencies {
        &self.frequencies
    }

    fn salience(&self, owner: CharacterId, subject: Subject) -> Number {
        let known = self.salience.get(&(owner, subject));
        known.copied().unwrap_or(Number(0))
    }

    fn charge(&self, owner: CharacterId, other: CharacterId) -> Option<Number> {
        self.charges.get(&(owner, other)).copied()
    }

    fn tie(&self, owner: CharacterId, other: CharacterId) -> Tie {
        self.ties.get(&(owner, other)).copied().unwrap_or_default()
    }

    fn temper(&self, who: CharacterId) -> Temper {
        self.tempers.get(&who).copied().unwrap_or_default()
    }

    fn shows(&self, subject: Subject, seen: FacetSeen) -> bool {
        self.showing.contains(&(subject, seen))
    }

    fn is_own_place(&self, owner: CharacterId, place: AreaId) -> bool {
        self.own_places.contains(&(owner, place))
    }
}

fn mind(name: &str) -> Beliefs {
    Beliefs::new(person(name), Share::ONE, Keep::FullHistory)
}

/// Evidence of a kind that a source gives, with a strength in thousandths.
fn given(kind: EvidenceKind, value: &str, source: &str, thousandths: u64) -> Learned {
    Learned {
        facet: HAIR,
        value: Some(symbol(value)),
        evidence: Evidence {
            kind,
            source: person(source),
            place: None,
            at: START,
            strength: strength(thousandths),
            copied: None,
            claim: None,
        },
    }
}

fn statement(value: &str, source: &str, thousandths: u64) -> Learned {
    given(EvidenceKind::Statement, value, source, thousandths)
}

/// Delivers messages to the minds that get them.
fn deliver(rules: &Rules, minds: &mut BTreeMap<CharacterId, Beliefs>, out: Outbox) {
    let inbox = Inbox::new(out.into_messages());
    for messages in inbox.by_receiver() {
        for message in messages {
            if let Some(mind) = minds.get_mut(&message.to) {
                mind.receive(rules, message);
            }
        }
    }
}

fn minds(names: &[&str]) -> BTreeMap<CharacterId, Beliefs> {
    names
        .iter()
        .map(|name| (person(name), mind(name)))
        .collect()
}

fn luck(time: i64, phase: Phase) -> Luck {
    Luck::new(Seed(7), time, person("ann"), phase)
}
