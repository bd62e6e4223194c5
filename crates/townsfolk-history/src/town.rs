//! The town while its history is made, and as it stands at the end.

use crate::calendar::{Day, Step};
use crate::dice::Dice;
use crate::event::Event;
use crate::feeling::Feeling;
use crate::names::Names;
use crate::person::{Person, PersonId};
use crate::place::{LotId, Place, PlaceId, Plan, Use};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Seed, SiteId};
use townsfolk_knowledge::Salience;
use townsfolk_knowledge::salience::Tie;

/// Apartments of a house whose people are neighbours of the whole block.
const SMALL_HOUSE: usize = 8;

/// Apartments on one floor of a high house.
const FLOOR: usize = 4;

/// A town with everybody who ever lived there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// The seed of all draws.
    pub seed: Seed,
    /// The number of people for which it was planned.
    pub people_about: u32,
    /// The founding.
    pub founded: Day,
    /// The half day up to which it has been simulated.
    pub now: Step,
    /// Everybody who ever lived there.
    pub people: Vec<Person>,
    /// Every dwelling and firm that ever stood.
    pub places: Vec<Place>,
    /// The plan.
    pub plan: Plan,
    /// All events, in order.
    pub events: Vec<Event>,
    /// How much people matter to each other.
    pub salience: Salience,
    /// What each person feels for others, sorted by the other.
    pub feelings: Vec<Vec<(PersonId, Feeling)>>,
    /// The best friend, worst enemy and love interest of each person.
    pub favourites: Vec<[Option<PersonId>; 3]>,
    /// Residents, sorted.
    pub residents: Vec<PersonId>,
    /// Births to come.
    pub due: BTreeMap<Step, Vec<PersonId>>,
    #[serde(skip)]
    pub(crate) names: Names,
}

impl Town {
    /// The lists of names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Today.
    pub fn today(&self) -> Day {
        self.now.day()
    }

    /// A person. Ids come from this town.
    pub fn person(&self, id: PersonId) -> &Person {
        &self.people[id.0 as usize]
    }

    pub(crate) fn person_mut(&mut self, id: PersonId) -> &mut Person {
        &mut self.people[id.0 as usize]
    }

    /// A place. Ids come from this town.
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
    }

    pub(crate) fn place_mut(&mut self, id: PlaceId) -> &mut Place {
        &mut self.places[id.0 as usize]
    }

    /// The name of a person.
    pub fn name_of(&self, id: PersonId) -> String {
        self.person(id).name(&self.names)
    }

    /// Age of a person today, or at death.
    pub fn age(&self, id: PersonId) -> i32 {
        self.person(id).age(self.today())
    }

    /// Title and level of a person's job.
    pub fn occupation(&self, id: PersonId) -> Option<(&'static str, u8)> {
        let job = self.person(id).job?;
        let trade = self.place(job.firm).trade()?.get();
        let (title, level, _) = trade.jobs.get(usize::from(job.row))?;
        Some((title, *level))
    }

    /// The level of a person's job. 0 without one.
    pub fn level(&self, id: PersonId) -> u8 {
        self.occupation(id).map_or(0, |(_, level)| level)
    }

    /// What a person feels for another.
    pub fn feeling(&self, owner: PersonId, subject: PersonId) -> Option<&Feeling> {
        let row = self.feelings.get(owner.0 as usize)?;
        let place = row.binary_search_by_key(&subject, |(other, _)| *other);
        place.ok().map(|place| &row[place].1)
    }

    /// Whether the subject has this tie to the observer.
    pub fn has_tie(&self, observer: PersonId, subject: PersonId, tie: Tie) -> bool {
        let bond = self
            .salience
            .bond(observer.character(), subject.character());
        bond.is_some_and(|bond| bond.ties.has(tie))
    }

    /// Homes that stand on the block of a home, without itself.
    pub fn neighbour_homes(&self, home: PlaceId) -> Vec<PlaceId> {
        if let Use::Apartment(complex, own) = self.place(home).used {
            let all = self.apartments(complex);
            if all.len() > SMALL_HOUSE {
                // In a high house those on the same floor are neighbours.
                let floor = |n: usize| n / FLOOR == usize::from(own.saturating_sub(1)) / FLOOR;
                let near = all.into_iter().enumerate().filter(|(n, _)| floor(*n));
                return near.map(|(_, it)| it).filter(|it| *it != home).collect();
            }
        }
        let lots = self.plan.block_of(self.place(home).lot);
        let places = lots.flat_map(|lot| self.homes_on(lot));
        places.filter(|other| *other != home).collect()
    }

    /// The homes on a lot: a house, or all apartments.
    fn homes_on(&self, lot: LotId) -> Vec<PlaceId> {
        let Some(place) = self.plan.taken.get(usize::from(lot.0)).copied().flatten() else {
            return vec![];
        };
        match self.place(place).used {
            Use::Firm(trade) if trade.get().name == "apartment_complex" => {
                let all = self.apartments(place);
                if all.len() > SMALL_HOUSE { vec![] } else { all }
            }
            Use::Firm(_) => vec![],
            _ => vec![place],
        }
    }

    /// The apartments of a complex. They follow it in the list.
    pub fn apartments(&self, complex: PlaceId) -> Vec<PlaceId> {
        let after = self.places.iter().enumerate().skip(complex.0 as usize + 1);
        let of_it = after
            .take_while(|(_, place)| matches!(place.used, Use::Apartment(of, _) if of == complex));
        of_it.map(|(place, _)| PlaceId(place as u32)).collect()
    }

    pub(crate) fn dice(&self, owner: u32, site: SiteId) -> Dice {
        Dice::new(self.seed, u64::from(owner), self.now, site)
    }

    pub(crate) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn add_person(&mut self, person: Person) -> PersonId {
        let id = PersonId(self.people.len() as u32);
        self.people.push(person);
        self.feelings.push(vec![]);
        self.favourites.push([None; 3]);
        self.residents.push(id);
        id
    }

    /// Ids of people as characters.
    pub fn character(&self, id: CharacterId) -> Option<PersonId> {
        let id = PersonId(id.0);
        ((id.0 as usize) < self.people.len()).then_some(id)
    }

    /// Whether two people are kin.
    pub fn are_kin(&self, a: PersonId, b: PersonId) -> bool {
        self.has_tie(a, b, Tie::ExtendedFamily)
    }

    /// The open firms.
    pub fn firms(&self) -> impl Iterator<Item = PlaceId> + '_ {
        let places = self.places.iter().enumerate();
        let open = places.filter(|(_, place)| place.is_open() && !place.is_home());
        open.map(|(place, _)| PlaceId(place as u32))
    }

    /// Whether a town that was read from a file is one that this crate writes: references hold, days
    /// and numbers are in their ranges.
    pub fn is_sound(&self) -> bool {
        let (people, places) = (self.people.len() as u32, self.places.len() as u32);
        let person = |id: &PersonId| id.0 < people;
        let place = |id: &PlaceId| id.0 < places;
        let sound_place = |it: &Place| {
            usize::from(it.lot.0) < self.plan.taken.len()
                && it.people.iter().all(person)
                && !matches!(it.used, Use::Apartment(of, _) if !place(&of))
                && sound_day(it.opened)
        };
        let sound_event = |event: &Event| {
            let who = event.person.iter().chain(&event.other);
            who.into_iter().all(person) && event.place.iter().all(place) && sound_day(event.day)
        };
        self.people
            .iter()
            .all(|who| sound_person(who, &person, &place))
            && self.plan.is_sound()
            && self.plan.taken.iter().flatten().all(place)
            && self.places.iter().all(sound_place)
            && self.events.iter().all(sound_event)
            && self.residents.iter().all(person)
            && self.feelings.len() == self.people.len()
            && self.favourites.len() == self.people.len()
            && self.feelings.iter().flatten().all(|(who, _)| person(who))
            && self.favourites.iter().flatten().flatten().all(person)
            && self.due.values().flatten().all(person)
            && sound_day(self.founded)
            && sound_day(self.today())
    }
}

/// Whether a day is within a few thousand years.
fn sound_day(day: Day) -> bool {
    (0..2_000_000).contains(&day.0)
}

fn sound_person(
    who: &Person,
    person: &impl Fn(&PersonId) -> bool,
    place: &impl Fn(&PlaceId) -> bool,
) -> bool {
    let mut kin = who
        .parents()
        .chain(who.spouse)
        .chain(who.children.iter().copied());
    let traits = &who.traits;
    let mut traits = [
        traits.openness,
        traits.conscientiousness,
        traits.extroversion,
        traits.agreeableness,
        traits.neuroticism,
    ]
    .into_iter();
    kin.all(|id| person(&id))
        && who.home.iter().all(place)
        && who
            .job
            .iter()
            .chain(&who.retired)
            .all(|job| place(&job.firm))
        && traits.all(|it| (-1000..=1000).contains(&it))
        && who.memory <= 1000
        && [who.born, who.came].into_iter().all(sound_day)
        && who.left.is_none_or(|(day, _)| sound_day(day))
}
