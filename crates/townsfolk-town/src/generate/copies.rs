//! The copies of areas and locations that belong to each person.

use super::Town;
use super::names::{Namer, Names};
use super::sample::{Sample, UnitId, area_of};
use crate::plan::PlanArea;
use crate::plan::derive::{Content, named_props};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, MemberId, PropId, Seed};
use townsfolk_module::Category;
use townsfolk_module::mind::Area;

/// Work and leisure are mixed among neighbourhoods with about this many people together …
const MIXED_PEOPLE: u32 = 300;

/// … up to this number of neighbourhoods.
const MIXED_MAX: u32 = 8;

/// Maximum number of neighbourhoods.
const COPIES_MAX: u32 = 1 << 20;

/// The copies of a sample, with their names.
#[derive(Debug)]
pub(super) struct Copies {
    pub(super) count: u32,
    /// The area of the whole town.
    pub(super) root: AreaId,
    areas: BTreeMap<AreaId, Vec<AreaId>>,
    props: BTreeMap<PropId, Vec<PropId>>,
    /// The residents of each neighbourhood. The last one may have few.
    pub(super) people: BTreeMap<(MemberId, u32), MemberId>,
    /// Buildings that the last neighbourhood lacks.
    missing: BTreeSet<UnitId>,
    /// The building of each area.
    units: BTreeMap<AreaId, UnitId>,
    /// The building of each named prop.
    stands: BTreeMap<PropId, UnitId>,
    /// Residential buildings.
    homes: BTreeSet<UnitId>,
    /// Number of neighbourhoods among which work and leisure are mixed.
    mixed: u32,
    seed: Seed,
}

impl Copies {
    /// Names everything that is copied, and lists the areas in plan and module.
    pub(super) fn new(
        town: &mut Town,
        sample: &Sample<'_>,
        namer: &mut Namer<'_>,
        population: u32,
        seed: Seed,
    ) -> Copies {
        let people = u32::try_from(sample.module.minds.people.len()).unwrap_or(u32::MAX);
        let people = people.max(1);
        let count = population.div_ceil(people).clamp(1, COPIES_MAX);
        let units = sample.units.iter().zip(0..);
        let homes = units.filter(|(unit, _)| unit.is_home);
        let mut copies = Copies {
            count,
            root: sample.content.common(),
            areas: BTreeMap::new(),
            props: BTreeMap::new(),
            people: BTreeMap::new(),
            missing: BTreeSet::new(),
            units: BTreeMap::new(),
            stands: BTreeMap::new(),
            homes: homes.map(|(_, index)| UnitId(index)).collect(),
            mixed: (MIXED_PEOPLE / people).clamp(1, MIXED_MAX),
            seed,
        };
        for spot in &sample.plan.spots {
            let plate = sample.plan.plate(spot.plate);
            let unit = plate.and_then(|plate| sample.unit_of(plate.area));
            if let Some(unit) = unit {
                copies
                    .stands
                    .extend(spot.named.iter().map(|prop| (*prop, unit)));
            }
        }
        copies.find_missing(
            sample,
            population - (count - 1).saturating_mul(people).min(population),
        );
        copies.name_areas(town, sample, namer);
        copies.name_people(town, sample, namer, population);
        let mut names = Names::new(town.symbols.names.keys(), Category::Prop);
        for prop in named_props(sample.module) {
            let name = town.symbols.name(Category::Prop, prop.0);
            let ids =
                (1..=count).map(|n| PropId(names.give(&mut town.symbols, &format!("{name}_{n}"))));
            copies.props.insert(prop, ids.collect());
        }
        copies
    }

    /// Finds the buildings that the last neighbourhood lacks: homes without residents, and
    /// buildings in which no resident holds a role of the sample. Its people use those of others.
    fn find_missing(&mut self, sample: &Sample<'_>, last: u32) {
        if self.count < 2 {
            return;
        }
        let mut held: BTreeMap<UnitId, BTreeMap<_, bool>> = BTreeMap::new();
        for (person, n) in sample.households().into_iter().zip(0..) {
            for entry in &person.schedule.entries {
                if let Some(unit) = area_of(entry).and_then(|area| sample.unit_of(area)) {
                    let roles = held.entry(unit).or_default();
                    *roles.entry(entry.role).or_default() |= n < last;
                }
            }
        }
        for (unit, roles) in held {
            let is_home = self.homes.contains(&unit);
            let used = match is_home {
                true => roles.values().any(|held| *held),
                false => roles.values().all(|held| *held),
            };
            if !used {
                self.missing.insert(unit);
            }
        }
    }

    fn name_areas(&mut self, town: &mut Town, sample: &Sample<'_>, namer: &mut Namer<'_>) {
        let unnamed = (Category::Area, self.root.0);
        let name = town.symbols.names.entry(unnamed);
        let name = name.or_insert_with(|| "streets".to_owned()).clone();
        let root = PlanArea {
            id: self.root,
            name,
            within: None,
        };
        town.plan.areas.push(root);
        let areas = &sample.module.minds.areas;
        if !areas.iter().any(|area| area.id == self.root) {
            town.module.minds.areas.push(Area {
                id: self.root,
                within: None,
            });
        }
        let order = outer_first(&sample.content, self.root);
        for (area, _) in &order {
            self.units
                .extend(sample.unit_of(*area).map(|unit| (*area, unit)));
        }
        for copy in 0..self.count {
            for (area, within) in &order {
                let unit = sample.unit_of(*area);
                if let Some(unit) = unit.filter(|unit| !self.is_built(*unit, copy)) {
                    let instead = self.area(*area, self.mixed(unit, copy));
                    self.areas.entry(*area).or_default().push(instead);
                    continue;
                }
                let whole = within.map_or(self.root, |within| self.area(within, copy));
                let outer =
                    within.filter(|within| unit.is_some() && sample.unit_of(*within) == unit);
                let outer = outer.map(|_| town.symbols.name(Category::Area, whole.0));
                let name = namer.area(sample, *area, copy, outer.as_deref());
                let id = self.add_area(town, namer, &name, whole);
                self.areas.entry(*area).or_default().push(id);
            }
        }
    }

    /// Adds an area with this name, or with a numbered one if it is taken.
    pub(super) fn add_area(
        &self,
        town: &mut Town,
        namer: &mut Namer<'_>,
        name: &str,
        within: AreaId,
    ) -> AreaId {
        let id = AreaId(namer.areas.give(&mut town.symbols, name));
        let name = town.symbols.name(Category::Area, id.0);
        let within = Some(within);
        town.plan.areas.push(PlanArea { id, name, within });
        town.module.minds.areas.push(Area { id, within });
        id
    }

    fn name_people(
        &mut self,
        town: &mut Town,
        sample: &Sample<'_>,
        namer: &mut Namer<'_>,
        population: u32,
    ) {
        let mut names = Names::new(town.symbols.names.keys(), Category::Character);
        let households = sample.households();
        let all =
            (0..self.count).flat_map(|copy| households.iter().map(move |person| (person, copy)));
        for (person, copy) in all.take(population as usize) {
            let given = town.symbols.name(Category::Character, person.id.0);
            let name = format!("{given}_{}", namer.family(sample.home_of(person), copy));
            let id = MemberId(names.give(&mut town.symbols, &name));
            self.people.insert((person.id, copy), id);
        }
    }

    /// Whether a neighbourhood has a building.
    pub(super) fn is_built(&self, unit: UnitId, copy: u32) -> bool {
        copy + 1 < self.count || !self.missing.contains(&unit)
    }

    /// A copy of an area; one that is not copied is itself.
    pub(super) fn area(&self, area: AreaId, copy: u32) -> AreaId {
        let copies = self.areas.get(&area);
        let found = copies.and_then(|copies| copies.get(copy as usize));
        found.copied().unwrap_or(area)
    }

    /// A copy of a prop's name.
    pub(super) fn prop(&self, prop: PropId, copy: u32) -> PropId {
        let copies = self.props.get(&prop);
        let found = copies.and_then(|copies| copies.get(copy as usize));
        found.copied().unwrap_or(prop)
    }

    /// The area that characters of a neighbourhood mean by a name of the sample.
    pub(super) fn area_for(&self, area: AreaId, copy: u32) -> AreaId {
        let unit = self.units.get(&area);
        self.area(area, unit.map_or(copy, |unit| self.mixed(*unit, copy)))
    }

    /// The prop that characters of a neighbourhood mean by a name of the sample.
    pub(super) fn prop_for(&self, prop: PropId, copy: u32) -> PropId {
        let unit = self.stands.get(&prop);
        self.prop(prop, unit.map_or(copy, |unit| self.mixed(*unit, copy)))
    }

    /// The members for a copy of a building, in place of those of the sample.
    pub(super) fn members(&self, unit: UnitId, copy: u32, sample: &[MemberId]) -> Vec<MemberId> {
        if sample.is_empty() {
            return vec![];
        }
        let around = self.around(copy);
        let users = around.filter(|user| self.mixed(unit, *user) == copy);
        let members = users.flat_map(|user| {
            sample
                .iter()
                .filter_map(move |id| self.people.get(&(*id, user)))
        });
        let mut members: Vec<MemberId> = members.copied().collect();
        members.sort_unstable();
        members
    }

    /// The neighbourhoods with which one is mixed.
    fn around(&self, copy: u32) -> std::ops::Range<u32> {
        let first = copy / self.mixed * self.mixed;
        let last = first.saturating_add(self.mixed);
        // The last neighbourhood may need another for buildings that it lacks.
        match last + 1 == self.count {
            true => first..self.count,
            false if first + 1 == self.count => first.saturating_sub(self.mixed)..self.count,
            false => first..last.min(self.count),
        }
    }

    /// The copy of a building that the characters of a neighbourhood use: their own home, else one
    /// of those around.
    fn mixed(&self, unit: UnitId, copy: u32) -> u32 {
        // A large neighbourhood is not mixed: the way would take the morning.
        let own = self.mixed == 1 && self.is_built(unit, copy);
        if own || self.homes.contains(&unit) {
            return copy;
        }
        let around = self.around(copy);
        let key = |n: &u32| {
            let key = fold(fold(self.seed.0, unit.0 as u64), u64::from(*n));
            (key, *n)
        };
        let place = copy - around.start;
        let mut built: Vec<u32> = around.filter(|n| self.is_built(unit, *n)).collect();
        built.sort_by_key(key);
        let found = built.get(place as usize % built.len().max(1));
        found.copied().unwrap_or(copy)
    }
}

/// An area with the area that contains it, within a neighbourhood.
type Part = (AreaId, Option<AreaId>);

/// All areas of a neighbourhood, each after the one that contains it, the neighbourhood first.
/// Areas in a cycle belong to no neighbourhood.
fn outer_first(content: &Content<'_>, root: AreaId) -> Vec<Part> {
    let mut order: Vec<Part> = vec![(root, None)];
    let mut next = 0;
    while let Some((area, _)) = order.get(next).copied() {
        next += 1;
        let parts = match area == root {
            true => content.children(area),
            false => content.parts_of(Some(area)),
        };
        order.extend(parts.into_iter().map(|part| (part, Some(area))));
    }
    order
}
