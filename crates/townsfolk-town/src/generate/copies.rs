//! The copies of areas and locations that belong to each person.

use super::Town;
use crate::plan::derive::{Content, named_props};
use crate::plan::{Plan, PlanArea};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, PropId, Seed};
use townsfolk_mind::{Moment, schedule};
use townsfolk_module::mind::{Area, Venue};
use townsfolk_module::{Category, Module, Symbols};

/// Number of neighbourhoods among which work and leisure are mixed.
const MIXED: u32 = 8;

/// A time at which everyone is at home.
pub(super) const NIGHT: Moment = Moment(3 * 3600);

/// No town has more neighbourhoods.
const COPIES_MAX: u32 = 1 << 20;

/// The copies of a sample, with their names.
#[derive(Debug)]
pub(super) struct Copies {
    pub(super) count: u32,
    /// The area of the whole town.
    pub(super) root: AreaId,
    areas: BTreeMap<AreaId, Vec<AreaId>>,
    props: BTreeMap<PropId, Vec<PropId>>,
    /// The outermost part of a neighbourhood an area is in: its building.
    buildings: BTreeMap<AreaId, AreaId>,
    /// In which building something with a name stands.
    stands: BTreeMap<PropId, AreaId>,
    /// Buildings in which people live.
    homes: BTreeSet<AreaId>,
    seed: Seed,
}

impl Copies {
    /// Names everything that is copied, and lists the areas in plan and module.
    pub(super) fn new(
        town: &mut Town,
        sample: &Module,
        content: &Content<'_>,
        population: u32,
        seed: Seed,
    ) -> Copies {
        let people = u32::try_from(sample.minds.people.len()).unwrap_or(u32::MAX);
        let count = population.div_ceil(people.max(1)).clamp(1, COPIES_MAX);
        let root = content.common();
        let mut copies = Copies {
            count,
            root,
            areas: BTreeMap::new(),
            props: BTreeMap::new(),
            buildings: BTreeMap::new(),
            stands: BTreeMap::new(),
            homes: BTreeSet::new(),
            seed,
        };
        copies.name_areas(town, sample, content);
        copies.find_homes(sample);
        copies.find_stands(&Plan::derive(sample, &town.symbols));
        let mut names = Names::new(town.symbols.names.keys(), Category::Prop);
        for prop in named_props(sample) {
            let name = town.symbols.name(Category::Prop, prop.0);
            let ids = (0..count).map(|n| PropId(names.give(&mut town.symbols, &name, n)));
            copies.props.insert(prop, ids.collect());
        }
        copies
    }

    fn name_areas(&mut self, town: &mut Town, sample: &Module, content: &Content<'_>) {
        let mut names = Names::new(town.symbols.names.keys(), Category::Area);
        let unnamed = (Category::Area, self.root.0);
        let name = town.symbols.names.entry(unnamed);
        let name = name.or_insert_with(|| "streets".to_owned()).clone();
        let root = PlanArea {
            id: self.root,
            name,
            within: None,
        };
        town.plan.areas.push(root);
        if !sample.minds.areas.iter().any(|area| area.id == self.root) {
            town.module.minds.areas.push(Area {
                id: self.root,
                within: None,
            });
        }
        let order = outer_first(content, self.root);
        for (area, _, building) in &order {
            let name = town.symbols.name(Category::Area, area.0);
            let ids = (0..self.count).map(|n| AreaId(names.give(&mut town.symbols, &name, n)));
            self.areas.insert(*area, ids.collect());
            self.buildings.insert(*area, *building);
        }
        for n in 0..self.count {
            for (area, within, _) in &order {
                let id = self.area(*area, n);
                let within = within.map_or(self.root, |within| self.area(within, n));
                let name = town.symbols.name(Category::Area, id.0);
                let within = Some(within);
                town.plan.areas.push(PlanArea { id, name, within });
                town.module.minds.areas.push(Area { id, within });
            }
        }
    }

    fn find_homes(&mut self, sample: &Module) {
        let homes = sample.minds.people.iter().filter_map(|person| {
            let mut entries = person.schedule.entries.iter();
            let night = entries.find(|entry| schedule::in_force(entry, NIGHT))?;
            match night.venue {
                Venue::Area(area) => self.buildings.get(&area).copied(),
                Venue::Suits(_) => None,
            }
        });
        self.homes = homes.collect();
    }

    fn find_stands(&mut self, plan: &Plan) {
        for spot in &plan.spots {
            let area = plan.plate(spot.plate).map(|plate| plate.area);
            let building = area.and_then(|area| self.buildings.get(&area));
            if let Some(building) = building {
                let named = spot.named.iter().map(|prop| (*prop, *building));
                self.stands.extend(named);
            }
        }
    }

    /// Buildings of the sample in which people live.
    pub(super) fn homes(&self) -> &BTreeSet<AreaId> {
        &self.homes
    }

    /// The building of the sample an area of it is in.
    pub(super) fn building(&self, area: AreaId) -> Option<AreaId> {
        self.buildings.get(&area).copied()
    }

    /// All copies of areas in some buildings, with the copy of the building they are in.
    pub(super) fn houses(&self, buildings: &BTreeSet<AreaId>) -> BTreeMap<AreaId, AreaId> {
        let inside = self.buildings.iter().filter(|(_, b)| buildings.contains(b));
        let houses = inside.flat_map(|(area, building)| {
            (0..self.count).map(|n| (self.area(*area, n), self.area(*building, n)))
        });
        houses.collect()
    }

    /// A copy of an area; one that is not copied is itself.
    pub(super) fn area(&self, area: AreaId, copy: u32) -> AreaId {
        let copies = self.areas.get(&area);
        let found = copies.and_then(|copies| copies.get(copy as usize));
        found.copied().unwrap_or(area)
    }

    /// A copy of the name of something.
    pub(super) fn prop(&self, prop: PropId, copy: u32) -> PropId {
        let copies = self.props.get(&prop);
        let found = copies.and_then(|copies| copies.get(copy as usize));
        found.copied().unwrap_or(prop)
    }

    /// The area that people of a neighbourhood mean by the name of one.
    pub(super) fn area_for(&self, area: AreaId, copy: u32) -> AreaId {
        let building = self.buildings.get(&area);
        self.area(
            area,
            building.map_or(copy, |building| self.mixed(*building, copy)),
        )
    }

    /// The thing that people of a neighbourhood mean by its name.
    pub(super) fn prop_for(&self, prop: PropId, copy: u32) -> PropId {
        let building = self.stands.get(&prop);
        self.prop(
            prop,
            building.map_or(copy, |building| self.mixed(*building, copy)),
        )
    }

    /// Which copy of a building the people of a neighbourhood go to: at home to their own, else to
    /// one of those around, each to another.
    fn mixed(&self, building: AreaId, copy: u32) -> u32 {
        if self.homes.contains(&building) || building == self.root {
            return copy;
        }
        let first = copy / MIXED * MIXED;
        let last = first.saturating_add(MIXED).min(self.count);
        let key = |n: &u32| {
            let key = fold(fold(self.seed.0, u64::from(building.0)), u64::from(*n));
            (key, *n)
        };
        let mut around: Vec<u32> = (first..last).collect();
        around.sort_by_key(key);
        around.get((copy - first) as usize).copied().unwrap_or(copy)
    }
}

/// An area with the one it is part of, within a neighbourhood, and the building it is in.
type Part = (AreaId, Option<AreaId>, AreaId);

/// All areas of a neighbourhood, each after the one it is part of, first the neighbourhood itself.
/// Areas in a circle are part of no neighbourhood.
fn outer_first(content: &Content<'_>, root: AreaId) -> Vec<Part> {
    let mut order: Vec<Part> = vec![(root, None, root)];
    let mut next = 0;
    while let Some((area, _, building)) = order.get(next).copied() {
        next += 1;
        let parts = if area == root {
            content.children(area)
        } else {
            content.parts_of(Some(area))
        };
        for part in parts {
            let building = if building == root { part } else { building };
            order.push((part, Some(area), building));
        }
    }
    order
}

/// Gives out ids for new names; a number that is taken is passed over.
#[derive(Debug)]
pub(super) struct Names {
    category: Category,
    taken: BTreeSet<u32>,
}

impl Names {
    pub(super) fn new<'a>(
        known: impl Iterator<Item = &'a (Category, u32)>,
        category: Category,
    ) -> Names {
        let known = known.filter(|(of, _)| *of == category);
        Names {
            category,
            taken: known.map(|(_, id)| *id).collect(),
        }
    }

    /// An id for a copy of something, counted from one as people do.
    pub(super) fn give(&mut self, symbols: &mut Symbols, name: &str, copy: u32) -> u32 {
        let name = format!("{name}_{}", copy + 1);
        let mut id = townsfolk_core::id_of(&name);
        while !self.taken.insert(id) {
            id = id.wrapping_add(1).max(1);
        }
        symbols.names.insert((self.category, id), name);
        id
    }
}
