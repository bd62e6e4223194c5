//! Where people are in a half day: at work, at school, on errands, visiting, at home.

use crate::dice::{Dice, site};
use crate::person::{Person, PersonId};
use crate::place::PlaceId;
use crate::town::Town;
use crate::trade::TradeId;
use townsfolk_knowledge::salience::Tie;

/// Why a person is where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Doing {
    /// At home.
    Home,
    /// At work.
    Work,
    /// At school or in day care.
    School,
    /// On an errand or out for pleasure.
    Out,
    /// On a visit at another home.
    Visit,
}

/// Firms where people go in a half day, and schools.
#[derive(Clone, Debug, Default)]
pub(crate) struct Venues {
    /// Open firms with visitors.
    visited: Vec<PlaceId>,
    school: Option<PlaceId>,
    day_care: Option<PlaceId>,
}

impl Venues {
    pub(crate) fn of(town: &Town) -> Venues {
        let mut venues = Venues::default();
        let [school, day_care] = [TradeId::named("school"), TradeId::named("day_care")];
        for firm in town.firms() {
            let trade = town.place(firm).trade();
            let staffed = !town.place(firm).people.is_empty();
            if trade == school {
                venues.school = Some(firm);
            } else if trade == day_care {
                venues.day_care = Some(firm);
            } else if staffed && trade.is_some_and(|trade| trade.get().visited) {
                venues.visited.push(firm);
            }
        }
        venues
    }
}

impl Town {
    /// Where a person is now, and why.
    pub(crate) fn routine(&self, who: PersonId, venues: &Venues) -> Option<(PlaceId, Doing)> {
        let person = self.person(who);
        let home = person.home?;
        let mut dice = self.dice(who.0, site::ROUTINE);
        let night = self.now.is_night();
        let stays = (home, Doing::Home);
        let age = self.age(who);
        if let Some(job) = person.job.filter(|job| job.night == night) {
            let sick = dice.chance(0.03);
            return Some(match sick {
                false => (job.firm, Doing::Work),
                true if dice.chance(0.05) => self.go_out(person, home, venues, &mut dice),
                true => stays,
            });
        }
        if age < 18 && person.job.is_none() {
            let school = if age > 5 {
                venues.school
            } else {
                venues.day_care
            };
            let school = school.filter(|_| !night && age > 2);
            return Some(school.map_or(stays, |school| (school, Doing::School)));
        }
        let leaves = self.leaves_home(person, night);
        Some(match dice.chance(leaves) {
            true => self.go_out_or_visit(who, home, venues, &mut dice),
            false => stays,
        })
    }

    /// The chance that an adult without work in this half day leaves home.
    fn leaves_home(&self, person: &Person, night: bool) -> f64 {
        let traits = &person.traits;
        let urge = f64::from(traits.extroversion + traits.openness) / 2000.0;
        let urge = match night {
            false => urge.clamp(0.30, 0.95),
            true => urge.clamp(0.15, 0.90),
        };
        let minor = |child: &PersonId| {
            let it = self.person(*child);
            it.home == person.home && self.age(*child) < 14
        };
        if person.children.iter().any(minor) {
            return urge * 0.3;
        }
        urge
    }

    fn go_out_or_visit(
        &self,
        who: PersonId,
        home: PlaceId,
        venues: &Venues,
        dice: &mut Dice,
    ) -> (PlaceId, Doing) {
        if dice.chance(0.75) {
            return self.go_out(self.person(who), home, venues, dice);
        }
        match self.visits(who, home, dice) {
            Some(host) => (host, Doing::Visit),
            None => (home, Doing::Home),
        }
    }

    /// An errand to some kind of firm, usually to the nearest of all.
    fn go_out(
        &self,
        person: &Person,
        home: PlaceId,
        venues: &Venues,
        dice: &mut Dice,
    ) -> (PlaceId, Doing) {
        let Some(wanted) = dice.pick(&venues.visited).copied() else {
            return (home, Doing::Home);
        };
        let from = self.place(home).lot;
        let trade = self.place(wanted).trade();
        let of_kind = venues
            .visited
            .iter()
            .filter(|firm| self.place(**firm).trade() == trade);
        let nearest = of_kind.min_by_key(|firm| self.plan.distance(from, self.place(**firm).lot));
        let goes = if dice.chance(0.75) {
            nearest.copied().unwrap_or(wanted)
        } else {
            wanted
        };
        let works = person.job.is_some_and(|job| job.firm == goes);
        (goes, if works { Doing::Work } else { Doing::Out })
    }

    /// The home of a neighbour, a friend or kin.
    fn visits(&self, who: PersonId, home: PlaceId, dice: &mut Dice) -> Option<PlaceId> {
        let tie = match dice.unit() {
            n if n < 0.35 => Tie::Neighbour,
            n if n < 0.65 => Tie::Friend,
            n if n < 0.90 => Tie::ImmediateFamily,
            _ => Tie::ExtendedFamily,
        };
        let bonds = self.salience.bonds(who.character()).iter();
        let homes = bonds.filter(|(_, bond)| bond.ties.has(tie));
        let homes = homes.filter_map(|(other, _)| self.person(self.character(*other)?).home);
        let homes: Vec<PlaceId> = homes.filter(|other| *other != home).collect();
        dice.pick(&homes).copied()
    }

    /// Where all residents are now, sorted by place.
    pub(crate) fn whereabouts(&self) -> Vec<(PlaceId, PersonId, Doing)> {
        let venues = Venues::of(self);
        let found = self.residents.iter().filter_map(|who| {
            let (place, doing) = self.routine(*who, &venues)?;
            Some((place, *who, doing))
        });
        let mut found: Vec<(PlaceId, PersonId, Doing)> = found.collect();
        found.sort_unstable_by_key(|(place, who, _)| (*place, *who));
        found
    }
}
