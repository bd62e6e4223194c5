//! Homes: who lives where, building, moving, and neighbours.

use crate::event::{Event, Kind};
use crate::person::PersonId;
use crate::place::{LotId, Place, PlaceId, Use};
use crate::town::Town;
use crate::trade::Ground;
use townsfolk_knowledge::salience::Tie;

/// People for whom houses suffice on the largest plan. Larger towns build apartments.
const HOUSES_HOLD: u32 = 1000;

impl Town {
    /// A person lives in a dwelling from now on. Neighbours follow.
    pub(crate) fn live_at(&mut self, who: PersonId, home: PlaceId) {
        if self.person(who).home == Some(home) {
            return;
        }
        self.leave_home(who);
        for other in self.neighbours(home) {
            self.salience
                .begin_mutual(who.character(), other.character(), Tie::Neighbour);
        }
        let people = &mut self.place_mut(home).people;
        let place = people.partition_point(|other| *other < who);
        people.insert(place, who);
        self.person_mut(who).home = Some(home);
    }

    /// A person leaves its dwelling.
    pub(crate) fn leave_home(&mut self, who: PersonId) {
        let Some(home) = self.person_mut(who).home.take() else {
            return;
        };
        for other in self.neighbours(home) {
            self.salience
                .end_mutual(who.character(), other.character(), Tie::Neighbour);
        }
        self.place_mut(home).people.retain(|other| *other != who);
    }

    /// Residents of the other homes of a block.
    pub fn neighbours(&self, home: PlaceId) -> Vec<PersonId> {
        let homes = self.neighbour_homes(home).into_iter();
        homes
            .flat_map(|home| self.place(home).people.clone())
            .collect()
    }

    /// People move together into a dwelling of their own, if there is one.
    pub(crate) fn move_out(&mut self, household: &[PersonId]) -> bool {
        let Some(home) = self.find_home() else {
            return false;
        };
        self.move_to(household, home);
        true
    }

    /// People move into a dwelling.
    pub(crate) fn move_to(&mut self, household: &[PersonId], home: PlaceId) {
        let today = self.today();
        let empty = self.place(home).people.is_empty();
        if let Some(first) = household
            .first()
            .filter(|_| empty && self.place(home).used == Use::House)
        {
            self.note(Event::new(today, Kind::Purchase).of(*first).at(home));
        }
        for who in household {
            self.live_at(*who, home);
            self.note(Event::new(today, Kind::Move).of(*who).at(home));
        }
    }

    /// An empty dwelling, or a new house on a free lot.
    pub(crate) fn find_home(&mut self) -> Option<PlaceId> {
        let empty = self
            .places
            .iter()
            .position(|place| place.is_home() && place.is_open() && place.people.is_empty());
        if let Some(place) = empty {
            return Some(PlaceId(place as u32));
        }
        let lot = self.plan.free(Ground::Lot)?;
        if self.people_about <= HOUSES_HOLD {
            return Some(self.build_house(lot));
        }
        let complex = self.build_complex(lot)?;
        self.apartments(complex).first().copied()
    }

    pub(crate) fn build_house(&mut self, lot: LotId) -> PlaceId {
        let today = self.today();
        let name = self.plan.address(lot);
        let home = self.add_place(Place {
            used: Use::House,
            lot,
            name,
            opened: today,
            closed: None,
            people: vec![],
        });
        self.plan.taken[usize::from(lot.0)] = Some(home);
        self.note(Event::new(today, Kind::Construction).at(home));
        home
    }

    pub(crate) fn add_place(&mut self, place: Place) -> PlaceId {
        let id = PlaceId(self.places.len() as u32);
        self.places.push(place);
        id
    }

    /// The apartments of a new complex.
    pub(crate) fn build_apartments(&mut self, complex: PlaceId, count: u16) {
        let Place { lot, name, .. } = self.place(complex).clone();
        let opened = self.today();
        for number in 1..=count {
            self.add_place(Place {
                used: Use::Apartment(complex, number),
                lot,
                name: format!("{name}, apartment {number}"),
                opened,
                closed: None,
                people: vec![],
            });
        }
    }

    /// A house that stands empty makes room.
    pub(crate) fn demolish_empty(&mut self) -> Option<LotId> {
        let empty = self.places.iter().position(|place| {
            place.used == Use::House && place.is_open() && place.people.is_empty()
        })?;
        let today = self.today();
        let home = PlaceId(empty as u32);
        self.place_mut(home).closed = Some(today);
        let lot = self.place(home).lot;
        self.plan.taken[usize::from(lot.0)] = None;
        self.note(Event::new(today, Kind::Demolition).at(home));
        Some(lot)
    }
}
