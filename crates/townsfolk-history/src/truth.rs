//! The town as the world of beliefs: what is true, who matters to whom, who shows what.

use crate::names::Names;
use crate::origin::looks;
use crate::person::{Leaving, Marital, Person, PersonId, Sex};
use crate::place::{Place, PlaceId, Use, word};
use crate::routine::Doing;
use crate::town::Town;
use std::collections::BTreeMap;
use townsfolk_core::{AreaId, CharacterId, HostId, Number, SymbolId, Value};
use townsfolk_knowledge::Bond;
use townsfolk_knowledge::belief::{Frequencies, Subject, Temper, Tie, World};
use townsfolk_knowledge::salience;
use townsfolk_module::knowledge::{FacetSeen, FacetSubject, Knowledge};

/// Salience of places, in thousandths: the home, the workplace, any other.
const PLACES: [i64; 3] = [10_000, 5_000, 1_000];

/// The true values of all facets. They stay the same while no event changes the town.
#[derive(Clone, Debug)]
pub struct Facts {
    facets: [Vec<HostId>; 2],
    people: Vec<Option<Value>>,
    places: Vec<Option<Value>>,
    areas: Vec<(AreaId, PlaceId)>,
    frequencies: Frequencies,
    firsts: BTreeMap<Value, crate::names::FirstName>,
    lasts: BTreeMap<Value, crate::names::LastName>,
}

impl Facts {
    /// The values of a town, for the facets of content.
    pub fn of(town: &Town, knowledge: &Knowledge) -> Facts {
        let ids = |of| {
            let facets = knowledge.facets.iter().filter(move |facet| facet.of == of);
            facets.map(|facet| facet.id).collect::<Vec<HostId>>()
        };
        let facets = [ids(FacetSubject::Person), ids(FacetSubject::Place)];
        let mut looked: BTreeMap<HostId, usize> = BTreeMap::new();
        looked.extend(looks(knowledge).enumerate().map(|(n, facet)| (facet.id, n)));
        let named = |facet: &HostId| {
            let names = PERSON_FACETS.iter().copied();
            names.into_iter().find(|name| HostId::named(name) == *facet)
        };
        let names: Vec<Option<&str>> = facets[0].iter().map(named).collect();
        let mut frequencies = Frequencies::default();
        let mut people = Vec::with_capacity(town.people.len() * facets[0].len());
        for (n, person) in town.people.iter().enumerate() {
            for (facet, name) in facets[0].iter().zip(&names) {
                let look = looked
                    .get(facet)
                    .and_then(|column| person.looks.get(*column));
                let known = || attribute_of_person(town, PersonId(n as u32), (*name)?);
                let value = look.copied().or_else(|| known().map(|it| it.value()));
                if person.is_resident() {
                    frequencies.change(*facet, None, value);
                }
                people.push(value);
            }
        }
        let mut places = Vec::with_capacity(town.places.len() * facets[1].len());
        for place in &town.places {
            for facet in &facets[1] {
                let value = of_place(town, place, *facet);
                if place.is_open() {
                    frequencies.change(*facet, None, value);
                }
                places.push(value);
            }
        }
        let open = town
            .places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.is_open());
        let mut areas: Vec<(AreaId, PlaceId)> = open
            .map(|(n, place)| (place.area(), PlaceId(n as u32)))
            .collect();
        areas.sort_unstable();
        let names = town.names();
        let firsts = town.people.iter().flat_map(|it| [it.first, it.middle]);
        let lasts = town.people.iter().map(|it| it.surname.name);
        Facts {
            facets,
            people,
            places,
            areas,
            frequencies,
            firsts: firsts
                .map(|name| (symbol(names.first(name)), name))
                .collect(),
            lasts: lasts.map(|name| (symbol(names.last(name)), name)).collect(),
        }
    }

    /// The place that stands for an area.
    pub fn place(&self, area: AreaId) -> Option<PlaceId> {
        let found = self.areas.binary_search_by_key(&area, |(area, _)| *area);
        found.ok().map(|found| self.areas[found].1)
    }

    /// The true value of a facet.
    pub fn truth(&self, of: Subject, facet: HostId) -> Option<Value> {
        let (kind, table, row) = match of {
            Subject::Person(who) => (0, &self.people, who.0),
            Subject::Place(area) => (1, &self.places, self.place(area)?.0),
        };
        let column = self.facets[kind].binary_search(&facet).ok()?;
        let place = row as usize * self.facets[kind].len() + column;
        table.get(place).copied().flatten()
    }
}

/// A name as a value.
pub fn symbol(text: &str) -> Value {
    Value::Symbol(SymbolId::named(&word(text)))
}

fn number(n: i32) -> Value {
    Value::Number(Number::whole(i64::from(n)))
}

fn yes_no(holds: bool) -> Value {
    symbol(if holds { "yes" } else { "no" })
}

/// A true value, as a word or a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// A word of scripts.
    Word(String),
    /// A number.
    Number(i32),
}

impl Attribute {
    fn value(&self) -> Value {
        match self {
            Attribute::Word(word) => Value::Symbol(SymbolId::named(word)),
            Attribute::Number(n) => number(*n),
        }
    }
}

/// The facets of people whose values a town knows, besides looks.
pub const PERSON_FACETS: [&str; 17] = [
    "status",
    "approximate_age",
    "birth_year",
    "death_year",
    "departure_year",
    "marital_status",
    "first_name",
    "middle_name",
    "last_name",
    "suffix",
    "surname_origin",
    "hyphenated_surname",
    "workplace",
    "job_title",
    "job_shift",
    "job_status",
    "home",
];

/// The true value of a facet of a person by its name. `None` if the person has none.
pub fn attribute_of_person(town: &Town, who: PersonId, facet: &str) -> Option<Attribute> {
    let person = town.person(who);
    let names = town.names();
    let text = |text: &str| Some(Attribute::Word(word(text)));
    let left = |how: Leaving| person.left.filter(|(_, it)| *it == how);
    let year = |how| left(how).map(|(day, _)| Attribute::Number(day.year()));
    let job = person.job;
    match facet {
        "status" => text(match person.left {
            None => "alive",
            Some((_, Leaving::Died)) => "dead",
            Some((_, Leaving::Departed)) => "departed",
        }),
        "approximate_age" => Some(Attribute::Number(town.age(who).max(0) / 10 * 10)),
        "birth_year" => Some(Attribute::Number(person.born.year())),
        "death_year" => year(Leaving::Died),
        "departure_year" => year(Leaving::Departed),
        "marital_status" => text(match person.marital {
            Marital::Single => "single",
            Marital::Married => "married",
            Marital::Divorced => "divorced",
            Marital::Widowed => "widowed",
        }),
        "first_name" => text(names.first(person.first)),
        "middle_name" => text(names.first(person.middle)),
        "last_name" => text(names.last(person.surname.name)),
        "suffix" => text(if person.suffix().is_empty() {
            "none"
        } else {
            person.suffix()
        }),
        "surname_origin" => text(names.ethnicity(person.surname.name)),
        "hyphenated_surname" => text(if person.surname.second.is_some() {
            "yes"
        } else {
            "no"
        }),
        "workplace" => text(&town.place(job?.firm).name),
        "job_title" => text(town.occupation(who)?.0),
        "job_shift" => text(if job?.night { "night" } else { "day" }),
        "job_status" => text(match (job, person.retired) {
            (Some(_), _) => "employed",
            (None, Some(_)) => "retired",
            (None, None) => "unemployed",
        }),
        "home" => text(&town.place(person.home?).name),
        _ => None,
    }
}

fn of_place(town: &Town, place: &Place, facet: HostId) -> Option<Value> {
    const IS_APARTMENT: HostId = HostId::named("home_is_apartment");
    const HOME: [HostId; 2] = [HostId::named("home_block"), HostId::named("home_address")];
    const FIRM: [HostId; 2] = [
        HostId::named("business_block"),
        HostId::named("business_address"),
    ];
    const NAME: HostId = HostId::named("business_name");
    let home = place.is_home();
    let [block, address] = if home { HOME } else { FIRM };
    let house: i32 = town
        .plan
        .address(place.lot)
        .split(' ')
        .next()?
        .parse()
        .ok()?;
    match facet {
        IS_APARTMENT if home => Some(yes_no(matches!(place.used, Use::Apartment(..)))),
        NAME if !home => Some(symbol(&place.name)),
        facet if facet == block => Some(number(house / 100 * 100)),
        facet if facet == address => Some(number(house)),
        _ => None,
    }
}

/// The world at one half day.
#[derive(Debug)]
pub struct Truth<'a> {
    pub(crate) town: &'a Town,
    pub(crate) facts: &'a Facts,
    bonds: Vec<&'a [(CharacterId, Bond)]>,
    levels: Vec<i64>,
    doing: Vec<Option<Doing>>,
}

impl<'a> Truth<'a> {
    /// The world while people are where `there` says.
    pub(crate) fn new(
        town: &'a Town,
        facts: &'a Facts,
        there: &[(PlaceId, PersonId, Doing)],
    ) -> Truth<'a> {
        let characters = (0..town.people.len() as u32).map(CharacterId);
        let mut doing = vec![None; town.people.len()];
        for (_, who, what) in there {
            doing[who.0 as usize] = Some(*what);
        }
        let level = |who| i64::from(town.salience.level(who).0) * 10;
        Truth {
            town,
            facts,
            bonds: characters
                .clone()
                .map(|who| town.salience.bonds(who))
                .collect(),
            levels: characters.map(level).collect(),
            doing,
        }
    }

    fn bond(&self, owner: CharacterId, other: CharacterId) -> Option<&Bond> {
        let row = self.bonds.get(owner.0 as usize)?;
        let place = row.binary_search_by_key(&other, |(it, _)| *it).ok()?;
        Some(&row[place].1)
    }

    fn person(&self, who: CharacterId) -> Option<&Person> {
        self.town.people.get(who.0 as usize)
    }

    fn names(&self) -> &Names {
        self.town.names()
    }

    /// Homes of kin and neighbours of a person: what its home is taken for.
    fn related_homes(&self, who: CharacterId, value: Value) -> Vec<Value> {
        let bonds = self.bonds.get(who.0 as usize).copied().unwrap_or(&[]);
        let near = bonds.iter().filter(|(_, bond)| {
            bond.ties.has(salience::Tie::ImmediateFamily) || bond.ties.has(salience::Tie::Neighbour)
        });
        let homes = near.filter_map(|(other, _)| self.person(*other)?.home);
        let mut homes: Vec<Value> = homes
            .map(|home| Value::Symbol(SymbolId(self.town.place(home).area().0)))
            .filter(|home| *home != value)
            .collect();
        homes.sort_unstable();
        homes.dedup();
        homes
    }
}

impl World for Truth<'_> {
    fn truth(&self, of: Subject, facet: HostId) -> Option<Value> {
        self.facts.truth(of, facet)
    }

    fn frequencies(&self) -> &Frequencies {
        &self.facts.frequencies
    }

    fn salience(&self, owner: CharacterId, subject: Subject) -> Number {
        match subject {
            Subject::Person(who) if who == owner => Number(i64::MAX / 4),
            Subject::Person(who) => {
                let own = self
                    .bond(owner, who)
                    .map_or(0, |bond| i64::from(bond.score().0) * 10);
                Number(own + self.levels.get(who.0 as usize).copied().unwrap_or(0))
            }
            Subject::Place(area) => {
                let place = self.facts.place(area);
                let person = self.person(owner);
                let home = person.and_then(|person| person.home);
                let work = person.and_then(|person| person.job).map(|job| job.firm);
                Number(match place {
                    Some(place) if Some(place) == home => PLACES[0],
                    Some(place) if Some(place) == work => PLACES[1],
                    _ => PLACES[2],
                })
            }
        }
    }

    fn charge(&self, owner: CharacterId, other: CharacterId) -> Option<Number> {
        let feeling = self.town.feeling(PersonId(owner.0), PersonId(other.0))?;
        Some(Number((feeling.charge * 1000.0) as i64))
    }

    fn tie(&self, owner: CharacterId, other: CharacterId) -> Tie {
        use salience::Tie as Kind;
        let [a, b] = [owner, other].map(|who| self.person(who).and_then(|it| it.home));
        let household = a.is_some() && a == b;
        let Some(bond) = self.bond(owner, other) else {
            return Tie {
                household,
                ..Tie::default()
            };
        };
        let has = |tie| bond.ties.has(tie);
        Tie {
            immediate_family: has(Kind::ImmediateFamily) || has(Kind::Spouse),
            household,
            relative: has(Kind::ExtendedFamily),
            friend: has(Kind::Friend),
            best_friend: has(Kind::BestFriend),
            neighbour: has(Kind::Neighbour),
            coworker: has(Kind::Coworker),
            meetings: bond.meetings,
        }
    }

    fn temper(&self, who: CharacterId) -> Temper {
        self.person(who)
            .map_or_else(Temper::default, |person| Temper {
                extroversion: Number(person.traits.extroversion.into()),
                agreeableness: Number(person.traits.agreeableness.into()),
            })
    }

    fn shows(&self, subject: Subject, seen: FacetSeen) -> bool {
        let Subject::Person(who) = subject else {
            return seen == FacetSeen::Always;
        };
        let doing = self.doing.get(who.0 as usize).copied().flatten();
        match seen {
            FacetSeen::Always => true,
            FacetSeen::AtWork => doing == Some(Doing::Work),
            FacetSeen::AtHome => doing == Some(Doing::Home),
            // A ring is worn by those who are married.
            FacetSeen::While(_) => self
                .person(who)
                .is_some_and(|it| it.marital == Marital::Married),
            FacetSeen::Never => false,
        }
    }

    fn is_own_place(&self, owner: CharacterId, place: AreaId) -> bool {
        let (Some(person), Some(place)) = (self.person(owner), self.facts.place(place)) else {
            return false;
        };
        person.home == Some(place) || person.job.is_some_and(|job| job.firm == place)
    }

    fn similar(&self, subject: Subject, facet: HostId, value: Value) -> Vec<Value> {
        const HOME: HostId = HostId::named("home");
        const LAST: HostId = HostId::named("last_name");
        let Subject::Person(who) = subject else {
            return vec![];
        };
        let person = self.person(who);
        let sex = person.map_or(Sex::Female, |person| person.sex);
        let born = person.map_or(1900, |person| person.born.year());
        let names = self.names();
        match facet {
            HOME => self.related_homes(who, value),
            LAST => {
                let like = self
                    .facts
                    .lasts
                    .get(&value)
                    .map(|name| names.like_last(*name));
                let like = like.unwrap_or_default().into_iter();
                like.map(|name| symbol(names.last(name))).collect()
            }
            _ => {
                let like = self.facts.firsts.get(&value);
                let like = like.map(|name| names.like_first(*name, sex, born));
                let like = like.unwrap_or_default().into_iter();
                like.map(|name| symbol(names.first(name))).collect()
            }
        }
    }
}
