//! Homes are locked to strangers.

use super::Town;
use super::copies::Copies;
use crate::plan::{PlateUse, Way};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, MemberId};
use townsfolk_mind::schedule;
use townsfolk_module::Module;
use townsfolk_module::mind::{CastMember, ScheduleEntry, Venue};

/// Locks the doors between homes and streets: only those may pass who live there. A house in which
/// a character also works, or to which others have reason to come, is open.
pub(super) fn lock_homes(town: &mut Town, sample: &Module, copies: &Copies) {
    let private = private_homes(sample, copies);
    let houses = copies.houses(&private);
    let mut residents: BTreeMap<AreaId, Vec<MemberId>> = BTreeMap::new();
    for person in &town.module.minds.people {
        let areas = person.schedule.entries.iter().filter_map(area_of);
        let own: BTreeSet<AreaId> = areas.filter_map(|a| houses.get(&a).copied()).collect();
        for house in own {
            residents.entry(house).or_default().push(person.id);
        }
    }
    let plates = &town.plan.plates;
    for connector in &mut town.plan.connectors {
        let sides = connector.between.map(|plate| plates.get(plate.index()));
        let [Some(a), Some(b)] = sides else {
            continue;
        };
        let house = match (a.used_as, b.used_as) {
            (PlateUse::Room, PlateUse::Room) => None,
            (PlateUse::Room, _) => houses.get(&a.area),
            (_, PlateUse::Room) => houses.get(&b.area),
            _ => None,
        };
        let residents = house.and_then(|house| residents.get(house));
        if let Some(residents) = residents.filter(|_| connector.way == Way::Door) {
            connector.admits.people.clone_from(residents);
        }
    }
}

/// The buildings of the sample that are nothing but homes.
fn private_homes(sample: &Module, copies: &Copies) -> BTreeSet<AreaId> {
    let mut private = copies.homes().clone();
    for person in &sample.minds.people {
        let night = night_of(person);
        let home = night.and_then(area_of).and_then(|a| copies.building(a));
        for entry in &person.schedule.entries {
            let building = area_of(entry).and_then(|area| copies.building(area));
            let lives = building == home && night.is_some_and(|night| night.role == entry.role);
            if let Some(building) = building.filter(|_| !lives) {
                private.remove(&building);
            }
        }
    }
    private
}

fn night_of(person: &CastMember) -> Option<&ScheduleEntry> {
    let mut entries = person.schedule.entries.iter();
    entries.find(|entry| schedule::in_force(entry, super::copies::NIGHT))
}

fn area_of(entry: &ScheduleEntry) -> Option<AreaId> {
    match entry.venue {
        Venue::Area(area) => Some(area),
        Venue::Suits(_) => None,
    }
}
