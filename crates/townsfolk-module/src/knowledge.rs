//! Facets: what a character can believe of another person or of a place, and how such beliefs come,
//! are told, and go wrong.
//!
//! The true value of a facet of a person is an attribute of the same id, which content and the host
//! set. Nobody's beliefs follow a change of it by themselves.

use serde::{Deserialize, Serialize};
use townsfolk_core::{HostId, Value};

/// A probability or a factor, in millionths. Decimal fractions of content are exact.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Share(pub u32);

impl Share {
    /// Never, or nothing.
    pub const ZERO: Share = Share(0);
    /// Always, or the whole.
    pub const ONE: Share = Share(1_000_000);

    /// A share from thousandths.
    pub const fn thousandths(n: u32) -> Share {
        Share(n.saturating_mul(1000))
    }

    /// A share from hundredths.
    pub const fn percent(n: u32) -> Share {
        Share(n.saturating_mul(10_000))
    }

    /// The product of two shares, rounded down.
    #[must_use]
    pub fn times(self, other: Share) -> Share {
        let product = u64::from(self.0) * u64::from(other.0) / 1_000_000;
        Share(u32::try_from(product).unwrap_or(u32::MAX))
    }
}

/// Everything that content says about beliefs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Knowledge {
    /// Facets, sorted by id.
    pub facets: Vec<Facet>,
    /// How beliefs come and go. `None` if content does not say: then the preset `talktown`.
    pub settings: Option<Box<KnowledgeSettings>>,
}

/// One thing that can be believed of a person or of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facet {
    /// Its id: that of the attribute that holds the true value.
    pub id: HostId,
    /// What it is believed of.
    pub of: FacetSubject,
    /// The form of its values.
    pub form: FacetForm,
    /// Factor of the strength of evidence for it (G).
    pub evidence: Share,
    /// Salience for knowledge that a character has from the start (I).
    pub implanted: Share,
    /// Chance to come up in a talk about its subject (C).
    pub told: Share,
    /// Chance to be noticed when its subject is observed.
    pub recall: Recall,
    /// Chance to deteriorate in half a day, at strength 1 and a memory of 1 (D).
    pub fades: Share,
    /// When it can be observed.
    pub seen: FacetSeen,
    /// What it is mistaken for.
    pub mistaken: Mistakes,
    /// How common its values are among men and among women, for people that are generated. Sorted by
    /// value.
    pub common: Vec<(Value, Share, Share)>,
    /// Chance that a generated child has the value of a parent.
    pub inherited: Share,
}

/// What a condition can ask of a belief.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FacetReading {
    /// A predicate: whether the first argument believes of the second that the facet has the value of
    /// the third. Without a third: whether it believes anything.
    Believes,
    /// A function: the value that the first argument believes of the second.
    Believed,
    /// A function: how sure it is, from 0 to 1.
    Sureness,
    /// A function: the person from whom it knows, as far as it remembers.
    Source,
}

impl FacetReading {
    /// All readings.
    pub const ALL: [FacetReading; 4] = [
        FacetReading::Believes,
        FacetReading::Believed,
        FacetReading::Sureness,
        FacetReading::Source,
    ];

    /// The id of the reading of a facet, as modules name it.
    pub const fn of(self, facet: HostId) -> HostId {
        // Distinct odd factors spread the four readings of a facet over all ids.
        let factor = match self {
            FacetReading::Believes => 0x9e37_79b1,
            FacetReading::Believed => 0x85eb_ca6b,
            FacetReading::Sureness => 0xc2b2_ae35,
            FacetReading::Source => 0x27d4_eb2f,
        };
        let mixed = facet.0.wrapping_mul(factor).rotate_left(15) ^ factor;
        HostId(if mixed == 0 { 1 } else { mixed })
    }
}

/// What a facet is believed of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FacetSubject {
    /// A person.
    Person,
    /// A place.
    Place,
}

/// The form of the values of a facet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FacetForm {
    /// A symbol, usually of a closed set.
    Symbol,
    /// A whole number: a year, a house number.
    Number,
    /// An area, written as the symbol of its name. The owner has a model of that place.
    Place,
    /// A person.
    Person,
}

/// The chance to notice a facet: mean, least and greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Recall {
    /// The chance of a character with a memory of 1.
    pub mean: Share,
    /// The least chance.
    pub floor: Share,
    /// The greatest chance.
    pub cap: Share,
}

/// When a facet can be observed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FacetSeen {
    /// Whenever its subject is.
    Always,
    /// While its subject works.
    AtWork,
    /// While its subject is at home.
    AtHome,
    /// While this attribute of the subject holds: a ring is worn.
    While(HostId),
    /// Never: it must be told.
    Never,
}

/// What a value is mistaken for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mistakes {
    /// It is forgotten, never mistaken.
    Never,
    /// For these values, by value, with weights that need not add up to one. Sorted by value. A value
    /// without an entry is forgotten.
    Graph(Vec<(Value, Vec<(Value, Share)>)>),
    /// For any other value that somebody in the town has, or of its closed set.
    Another,
    /// For a similar name: the same initial.
    SimilarName,
    /// For a number this far away at most.
    Near(u32),
    /// For the place of a relative or of a neighbour.
    RelatedPlace,
}

/// How beliefs come and go. All numbers of the published system can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnowledgeSettings {
    /// The strength of each kind of evidence, by its index in [`EVIDENCE_KINDS`], in thousandths.
    pub strengths: Vec<u32>,
    /// What is left of a strength after a day.
    pub kept_daily: Share,
    /// Chance to notice a person or a place that is there.
    pub notices: Share,
    /// Whether everything that can be observed is noticed. Else by [`Facet::recall`].
    pub notices_all: bool,
    /// Whether an observation takes over at once, however strong the belief is.
    pub eyes_win: bool,
    /// Chance that another person in hearing overhears what is said of one subject.
    pub overhears: Share,
    /// Least and greatest chance of a lie.
    pub lies: (Share, Share),
    /// Greatest number of subjects of a talk.
    pub subjects_max: u8,
    /// Factor of all [`Facet::fades`].
    pub fading: Share,
    /// Of beliefs that deteriorate, the shares that are forgotten and mistaken; the rest is taken from
    /// a similar person.
    pub forgets: Share,
    /// See [`forgets`](Self::forgets).
    pub mistakes: Share,
    /// Chance in half a day to invent a value that is missing or forgotten.
    pub invents: Share,
    /// How knowledge from the start is chosen.
    pub implants: ImplantMode,
    /// Whether minds keep all evidence and all former beliefs. Else a bounded number of each. It came
    /// after the other settings, so a module keeps it in its tail.
    #[serde(skip)]
    pub whole_history: bool,
    /// How much people and places matter. A module keeps it in its tail, like the whole history.
    #[serde(skip)]
    pub matters: Matters,
}

/// How much somebody or something matters to a character (salience): what each part of their relation
/// adds, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Matters {
    /// A member of the same group.
    pub group: u32,
    /// A person who is loved.
    pub love: u32,
    /// A person who is liked or disliked strongly.
    pub friend: u32,
    /// The person who is liked best, in addition.
    pub best_friend: u32,
    /// A person with the same workplace.
    pub coworker: u32,
    /// A neighbour.
    pub neighbour: u32,
    /// A person who has been met.
    pub known: u32,
    /// Each talk.
    pub talk: u32,
    /// The own home.
    pub home: u32,
    /// The own workplace.
    pub workplace: u32,
    /// Any other place.
    pub place: u32,
}

impl Matters {
    /// What content calls the parts.
    pub const NAMES: [&str; 11] = [
        "group",
        "love",
        "friend",
        "best_friend",
        "coworker",
        "neighbour",
        "known",
        "talk",
        "home",
        "workplace",
        "place",
    ];

    /// The greatest value of a part, in thousandths.
    pub const MOST: u32 = 1_000_000;

    /// A part by its name.
    pub fn part_mut(&mut self, name: &str) -> Option<&mut u32> {
        Some(match name {
            "group" => &mut self.group,
            "love" => &mut self.love,
            "friend" => &mut self.friend,
            "best_friend" => &mut self.best_friend,
            "coworker" => &mut self.coworker,
            "neighbour" => &mut self.neighbour,
            "known" => &mut self.known,
            "talk" => &mut self.talk,
            "home" => &mut self.home,
            "workplace" => &mut self.workplace,
            "place" => &mut self.place,
            _ => return None,
        })
    }

    fn is_sound(mut self) -> bool {
        let mut parts = Matters::NAMES.iter();
        parts.all(|name| {
            self.part_mut(name)
                .is_some_and(|part| *part <= Matters::MOST)
        })
    }
}

impl Default for Matters {
    /// The published numbers, as far as the engine knows such relations.
    fn default() -> Matters {
        Matters {
            group: 5000,
            love: 3000,
            friend: 2000,
            best_friend: 1000,
            coworker: 1500,
            neighbour: 1250,
            known: 500,
            talk: 100,
            home: 10_000,
            workplace: 5000,
            place: 1000,
        }
    }
}

/// The kinds of evidence, in the order of [`KnowledgeSettings::strengths`], as content names them.
pub const EVIDENCE_KINDS: [&str; 12] = [
    "reflection",
    "observation",
    "transference",
    "confabulation",
    "lie",
    "implant",
    "statement",
    "eavesdropping",
    "declaration",
    "mutation",
    "forgetting",
    "examination",
];

/// How knowledge from the start is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ImplantMode {
    /// By salience alone, as the chapter says.
    Chapter,
    /// By meetings and salience, as the published program does.
    Talktown,
    /// The program's way for the household and close family, the chapter's for the rest.
    Blend,
}

impl KnowledgeSettings {
    /// The published numbers, with the mistakes of the published program mended.
    pub fn talktown() -> KnowledgeSettings {
        KnowledgeSettings {
            strengths: vec![
                9_999_000, 20_000, 3_000, 3_000, 5_000, 0, 5_000, 5_000, 2_000, 3_000, 1, 15_000,
            ],
            kept_daily: Share::percent(95),
            notices: Share::percent(75),
            notices_all: false,
            eyes_win: true,
            overhears: Share::percent(5),
            lies: (Share::percent(2), Share::percent(20)),
            subjects_max: 8,
            fading: Share::ONE,
            forgets: Share::percent(70),
            mistakes: Share::percent(20),
            invents: Share::percent(2),
            implants: ImplantMode::Blend,
            whole_history: false,
            matters: Matters::default(),
        }
    }

    /// A preset by its name: `talktown`, `faithful_memory` or `unreliable`.
    pub fn preset(name: &str) -> Option<KnowledgeSettings> {
        let fading = match name {
            "talktown" => Share::ONE,
            "faithful_memory" => Share::percent(25),
            "unreliable" => Share::percent(300),
            _ => return None,
        };
        Some(KnowledgeSettings {
            fading,
            ..KnowledgeSettings::talktown()
        })
    }

    /// Whether it is what a compiler writes: probabilities are at most one.
    pub fn is_sound(&self) -> bool {
        let chances = [
            self.kept_daily,
            self.notices,
            self.overhears,
            self.lies.0,
            self.lies.1,
            self.invents,
        ];
        let split = u64::from(self.forgets.0) + u64::from(self.mistakes.0);
        self.strengths.len() == EVIDENCE_KINDS.len()
            && chances.iter().all(|chance| *chance <= Share::ONE)
            && self.lies.0 <= self.lies.1
            && split <= u64::from(Share::ONE.0)
            && self.subjects_max > 0
            && self.matters.is_sound()
    }
}

impl Default for KnowledgeSettings {
    fn default() -> KnowledgeSettings {
        KnowledgeSettings::talktown()
    }
}

impl Knowledge {
    /// The facet with this id.
    pub fn facet(&self, id: HostId) -> Option<&Facet> {
        let place = self.facets.binary_search_by_key(&id, |facet| facet.id);
        self.facets.get(place.ok()?)
    }

    /// Whether minds keep all evidence and all former beliefs.
    pub fn whole_history(&self) -> bool {
        let settings = self.settings.as_ref();
        settings.is_some_and(|settings| settings.whole_history)
    }

    /// How much people and places matter.
    pub fn matters(&self) -> Matters {
        let settings = self.settings.as_ref();
        settings.map_or_else(Matters::default, |settings| settings.matters)
    }

    /// The reading of beliefs that an id stands for, and its facet.
    pub fn reading(&self, id: HostId) -> Option<(FacetReading, &Facet)> {
        let readings = self.facets.iter().flat_map(|facet| {
            let all = FacetReading::ALL.into_iter();
            all.map(move |reading| (reading, facet))
        });
        let mut readings = readings.filter(|(reading, facet)| reading.of(facet.id) == id);
        readings.next()
    }

    /// Sorts every list, as the format wants it.
    pub fn sort(&mut self) {
        self.facets.sort_by_key(|facet| facet.id);
        for facet in &mut self.facets {
            facet.common.sort_by_key(|(value, ..)| *value);
            if let Mistakes::Graph(rows) = &mut facet.mistaken {
                rows.sort_by_key(|(value, _)| *value);
            }
        }
    }

    /// Whether it is what a compiler writes.
    pub fn is_sound(&self) -> bool {
        let mut sorted = self.clone();
        sorted.sort();
        let unique = self.facets.windows(2).all(|pair| pair[0].id < pair[1].id);
        let settings = self.settings.as_ref();
        sorted == *self
            && unique
            && self.facets.len() <= usize::from(u8::MAX)
            && self.facets.iter().all(Facet::is_sound)
            && settings.is_none_or(|settings| settings.is_sound())
    }
}

impl Facet {
    fn is_sound(&self) -> bool {
        let Recall { mean, floor, cap } = self.recall;
        let common = self
            .common
            .iter()
            .flat_map(|(_, men, women)| [*men, *women]);
        let chances = [self.implanted, self.told, mean, floor, cap, self.fades];
        let mut chances = chances.into_iter().chain(common).chain([self.inherited]);
        let weighs = |(value, to): &(Value, Vec<(Value, Share)>)| {
            let total: u64 = to.iter().map(|(_, weight)| u64::from(weight.0)).sum();
            total > 0 && to.iter().all(|(other, _)| other != value)
        };
        let graph = match &self.mistaken {
            Mistakes::Graph(rows) => {
                rows.windows(2).all(|pair| pair[0].0 < pair[1].0) && rows.iter().all(weighs)
            }
            _ => true,
        };
        chances.all(|chance| chance <= Share::ONE) && floor <= cap && graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::SymbolId;

    #[test]
    fn presets_are_sound_and_others_have_no_name() {
        for name in ["talktown", "faithful_memory", "unreliable"] {
            assert!(KnowledgeSettings::preset(name).is_some_and(|preset| preset.is_sound()));
        }
        assert_eq!(KnowledgeSettings::preset("perfect"), None);
    }

    #[test]
    fn a_value_that_is_mistaken_for_itself_is_refused() {
        let black = Value::Symbol(SymbolId::named("black"));
        let facet = Facet {
            id: HostId(1),
            of: FacetSubject::Person,
            form: FacetForm::Symbol,
            evidence: Share::ONE,
            implanted: Share::percent(20),
            told: Share::percent(8),
            recall: Recall {
                mean: Share::percent(85),
                floor: Share::percent(50),
                cap: Share::percent(95),
            },
            fades: Share::percent(15),
            seen: FacetSeen::Always,
            mistaken: Mistakes::Graph(vec![(black, vec![(black, Share::ONE)])]),
            common: vec![],
            inherited: Share::ZERO,
        };
        let mut knowledge = Knowledge {
            facets: vec![facet],
            settings: None,
        };
        assert!(!knowledge.is_sound());
        knowledge.facets[0].mistaken = Mistakes::Never;
        assert!(knowledge.is_sound());
        knowledge.facets[0].told = Share(1_000_001);
        assert!(!knowledge.is_sound());
    }
}
