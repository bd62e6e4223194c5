//! How people come into the town: by birth, or from elsewhere, with temper, looks and kin.

use crate::calendar::Day;
use crate::dice::{Dice, WHOLE, site, thousandths};
use crate::event::{Event, Kind};
use crate::person::{Marital, Person, PersonId, Sex, Surname, Traits};
use crate::town::Town;
use std::collections::BTreeSet;
use townsfolk_core::{HostId, SymbolId, Value};
use townsfolk_knowledge::salience::Tie;
use townsfolk_module::knowledge::{Facet, FacetSubject, Knowledge, Share};

/// Means of the five traits of people from elsewhere.
const MEANS: [f64; 5] = [0.375, 0.25, 0.15, 0.35, 0.0];
/// Chance that a trait comes from a parent.
const INHERITED: [f64; 5] = [0.57, 0.54, 0.49, 0.48, 0.42];
const TRAIT_DEVIATION: f64 = 0.5;
const INHERITED_DEVIATION: f64 = 0.05;

/// Facets of content that describe the looks of people, in the order of [`Person::looks`].
pub fn looks(knowledge: &Knowledge) -> impl Iterator<Item = &Facet> + Clone {
    let of_people = |facet: &&Facet| facet.of == FacetSubject::Person && !facet.common.is_empty();
    knowledge.facets.iter().filter(of_people)
}

/// Who the parents of a person are, and when it was born.
pub(crate) struct Origin {
    pub(crate) sex: Sex,
    pub(crate) born: Day,
    pub(crate) mother: Option<PersonId>,
    pub(crate) father: Option<PersonId>,
    pub(crate) surname: Surname,
}

impl Town {
    /// Makes a person. Kin and home are not yet set.
    pub(crate) fn create(&mut self, knowledge: &Knowledge, origin: &Origin) -> PersonId {
        let mut dice = self.dice(self.people.len() as u32, site::PERSON);
        let parents = [origin.mother, origin.father].map(|who| who.map(|who| self.person(who)));
        let year = origin.born.year();
        let traits = traits(&mut dice, parents.map(|who| who.map(|who| who.traits)));
        let memory = memory(
            &mut dice,
            origin.sex,
            parents.map(|who| who.map(|who| who.memory)),
        );
        let looks = inherit_looks(&mut dice, knowledge, origin.sex, parents);
        let first = self.names.draw_first(&mut dice, origin.sex, year);
        let middle = self.names.draw_first(&mut dice, origin.sex, year);
        // Some sons are named after their father.
        let named_after = parents[1].filter(|_| origin.sex == Sex::Male && dice.chance(0.03));
        let (first, middle, namesake) = match named_after {
            Some(father) => (
                father.first,
                father.middle,
                (father.namesake.max(1) + 1).min(5),
            ),
            None => (first, middle, 0),
        };
        let usual = origin.sex == Sex::Female;
        let loves = match dice.unit() {
            n if n < 0.95 => [usual, !usual],
            n if n < 0.98 => [!usual, usual],
            _ => [true, true],
        };
        self.add_person(Person {
            sex: origin.sex,
            born: origin.born,
            came: self.today(),
            left: None,
            mother: origin.mother,
            father: origin.father,
            spouse: None,
            marital: Marital::Single,
            children: vec![],
            first,
            middle,
            surname: origin.surname,
            born_as: origin.surname,
            namesake,
            traits,
            memory,
            loves,
            looks,
            home: None,
            job: None,
            retired: None,
        })
    }

    /// A child is born.
    pub(crate) fn give_birth(&mut self, knowledge: &Knowledge, mother: PersonId) {
        let her = self.person(mother);
        let Some(home) = her.home.filter(|_| her.is_resident()) else {
            return;
        };
        let father = her.spouse;
        let named = father.map_or(her.surname, |father| self.person(father).surname);
        let mut dice = self.dice(mother.0, site::FAMILY);
        let sex = if dice.chance(0.5) {
            Sex::Male
        } else {
            Sex::Female
        };
        let origin = Origin {
            sex,
            born: self.today(),
            mother: Some(mother),
            father,
            surname: named,
        };
        let child = self.create(knowledge, &origin);
        self.join_family(child);
        self.live_at(child, home);
        let event = Event::new(self.today(), Kind::Birth).of(child).with(mother);
        self.note(event.at(home));
    }

    /// A child is known to its parents, and kin are kin.
    pub(crate) fn join_family(&mut self, child: PersonId) {
        for parent in self.person(child).parents() {
            let children = &mut self.person_mut(parent).children;
            if !children.contains(&child) {
                children.push(child);
            }
        }
        let mut kin = BTreeSet::new();
        let mut generation: Vec<PersonId> = self.person(child).parents().collect();
        for distance in 1..=4u8 {
            for ancestor in &generation {
                let newborn = child.character();
                self.salience
                    .descend(newborn, ancestor.character(), distance);
                if distance <= 2 {
                    self.add_descendants(*ancestor, 2, &mut kin);
                }
            }
            let up = generation
                .iter()
                .flat_map(|who| self.person(*who).parents());
            generation = up.collect();
        }
        let siblings: BTreeSet<PersonId> = (self.person(child).parents())
            .flat_map(|parent| self.person(parent).children.clone())
            .collect();
        for other in kin {
            if other == child {
            } else if siblings.contains(&other) {
                self.salience.siblings(child.character(), other.character());
            } else {
                let pair = (child.character(), other.character());
                self.salience
                    .begin_mutual(pair.0, pair.1, Tie::ExtendedFamily);
            }
        }
    }

    fn add_descendants(&self, of: PersonId, generations: u8, into: &mut BTreeSet<PersonId>) {
        for child in &self.person(of).children {
            into.insert(*child);
            if generations > 1 {
                self.add_descendants(*child, generations - 1, into);
            }
        }
    }

    /// The hair of old people turns gray, and that of men falls out. Once a year.
    pub(crate) fn grow_old(&mut self, knowledge: &Knowledge, who: PersonId, years: f64) {
        let mut dice = self.dice(who.0, site::FAMILY);
        let person = self.person(who);
        let changes = [
            ("hair_color", "gray", true),
            ("hair_length", "bald", person.sex == Sex::Male),
        ];
        for (facet, value, may) in changes {
            if may && dice.chance(0.02 * years) {
                self.set_look(knowledge, who, facet, value);
            }
        }
    }

    fn set_look(&mut self, knowledge: &Knowledge, who: PersonId, facet: &str, value: &str) {
        let facet = HostId::named(facet);
        let place = looks(knowledge).position(|it| it.id == facet);
        let looks = &mut self.person_mut(who).looks;
        if let Some(look) = place.and_then(|place| looks.get_mut(place)) {
            *look = Value::Symbol(SymbolId::named(value));
        }
    }
}

fn traits(dice: &mut Dice, parents: [Option<Traits>; 2]) -> Traits {
    let list = |it: Traits| {
        [
            it.openness,
            it.conscientiousness,
            it.extroversion,
            it.agreeableness,
            it.neuroticism,
        ]
    };
    let parents = parents.map(|it| it.map(list));
    let mut drawn = [0; 5];
    for (place, one) in drawn.iter_mut().enumerate() {
        let from = parents[usize::from(dice.chance(0.5))];
        let inherits = dice.chance(INHERITED[place]);
        let (mean, deviation) = match from.filter(|_| inherits) {
            Some(parent) => (f64::from(parent[place]) / 1000.0, INHERITED_DEVIATION),
            None => (MEANS[place], TRAIT_DEVIATION),
        };
        *one = thousandths((mean + deviation * dice.bell()).clamp(-1.0, 1.0));
    }
    let [
        openness,
        conscientiousness,
        extroversion,
        agreeableness,
        neuroticism,
    ] = drawn;
    Traits {
        openness,
        conscientiousness,
        extroversion,
        agreeableness,
        neuroticism,
    }
}

/// Mean 1, at most 1; at least 0.8 at birth and 0.5 for people from elsewhere.
fn memory(dice: &mut Dice, sex: Sex, parents: [Option<u16>; 2]) -> u16 {
    let born_here = parents.iter().any(Option::is_some);
    let parent = parents[usize::from(dice.chance(0.5))].filter(|_| dice.chance(0.6));
    let mean = parent.map_or(1.0, |memory| f64::from(memory) / 1000.0);
    let less = if sex == Sex::Male && parent.is_none() {
        0.03
    } else {
        0.0
    };
    let floor = if born_here { 0.8 } else { 0.5 };
    let memory = (mean - less + 0.05 * dice.bell()).clamp(floor, 1.0);
    thousandths(memory).unsigned_abs()
}

fn inherit_looks(
    dice: &mut Dice,
    knowledge: &Knowledge,
    sex: Sex,
    parents: [Option<&Person>; 2],
) -> Vec<Value> {
    let weight = |(_, men, women): &(Value, Share, Share)| match sex {
        Sex::Male => f64::from(men.0),
        Sex::Female => f64::from(women.0),
    };
    let drawn = looks(knowledge).enumerate().map(|(place, facet)| {
        let from = parents[usize::from(dice.chance(0.5))];
        let inherited = dice.chance(f64::from(facet.inherited.0) / WHOLE);
        let value = from.and_then(|parent| parent.looks.get(place).copied());
        let row = |value: &Value| facet.common.iter().find(|(it, ..)| it == value);
        let fits = |value: &Value| row(value).is_some_and(|row| weight(row) > 0.0);
        let own = dice.weighted(facet.common.iter().map(weight)).unwrap_or(0);
        let own = facet.common.get(own).map(|(value, ..)| *value);
        let value = value.filter(|value| inherited && fits(value)).or(own);
        value.unwrap_or(Value::Symbol(SymbolId::named("none")))
    });
    drawn.collect()
}
