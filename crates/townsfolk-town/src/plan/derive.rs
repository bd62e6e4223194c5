//! A plan for content that only names its areas: rooms, doors and streets are invented.
//!
//! An area is outdoors if it is the only root, or has parts with parts: a street, with a square if
//! something stands there. Its parts are buildings with their fronts to the street, or districts
//! with streets of their own if they are nested deeply enough. Parts of a building are rooms behind
//! it.

use super::lay_out::Block;
use super::street::Streets;
use super::{Plan, PlanArea};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, PropId, SymbolId};
use townsfolk_module::mind::{Deed, NodeKind, Venue};
use townsfolk_module::{Category, LocationKind, Module, Symbols};

/// Maximum nesting depth. Deeper areas form a cycle.
const DEPTH_MAX: usize = 32;

/// The name of the streets in content without a common root area.
const STREETS: &str = "the streets";

impl Plan {
    /// Invents a plan for the areas and locations of a module.
    pub fn derive(module: &Module, symbols: &Symbols) -> Plan {
        let content = Content::of(module, symbols);
        let mut plan = Plan::default();
        let common = content.common();
        if content.parts_of(None).as_slice() != [common] {
            plan.areas.push(PlanArea {
                id: common,
                name: STREETS.to_owned(),
                within: None,
            });
        }
        content.list_areas(&mut plan);
        let mut streets = Streets::default();
        content.build_outdoors(&mut plan, &mut streets, common, 0);
        streets.join(&mut plan, common);
        content.name_spots(&mut plan);
        plan
    }
}

/// The content's statements about space.
pub(crate) struct Content<'a> {
    module: &'a Module,
    symbols: &'a Symbols,
    parts: BTreeMap<Option<AreaId>, Vec<AreaId>>,
    stands: BTreeMap<AreaId, Vec<&'a LocationKind>>,
}

impl<'a> Content<'a> {
    pub(crate) fn of(module: &'a Module, symbols: &'a Symbols) -> Content<'a> {
        let mut content = Content {
            module,
            symbols,
            parts: BTreeMap::new(),
            stands: BTreeMap::new(),
        };
        let known: BTreeSet<AreaId> = module.minds.areas.iter().map(|area| area.id).collect();
        for area in &module.minds.areas {
            let whole = area.within.filter(|whole| known.contains(whole));
            content.parts.entry(whole).or_default().push(area.id);
        }
        for parts in content.parts.values_mut() {
            parts.sort_by_key(|area| symbols.name(Category::Area, area.0));
        }
        let mut kinds: Vec<&LocationKind> = module.locations.iter().collect();
        kinds.sort_by_key(|kind| symbols.name(Category::Location, kind.id.0));
        for kind in kinds {
            let mut areas = areas_for(kind, module, symbols);
            if areas.is_empty() {
                areas.push(content.common());
            }
            for area in areas {
                content.stands.entry(area).or_default().push(kind);
            }
        }
        content
    }

    fn name(&self, category: Category, id: u32) -> String {
        self.symbols.name(category, id)
    }

    /// The parts of an area, or the root areas, by name.
    pub(crate) fn parts_of(&self, whole: Option<AreaId>) -> Vec<AreaId> {
        self.parts.get(&whole).cloned().unwrap_or_default()
    }

    /// The area of the streets: the common root, or an invented one.
    pub(crate) fn common(&self) -> AreaId {
        match self.parts_of(None).as_slice() {
            [only] => *only,
            _ => AreaId::named(STREETS),
        }
    }

    /// Number of nesting levels below an area.
    fn levels(&self, area: AreaId, depth: usize) -> usize {
        if depth >= DEPTH_MAX {
            return 0;
        }
        let parts = self.parts_of(Some(area));
        let levels = parts.iter().map(|part| 1 + self.levels(*part, depth + 1));
        levels.max().unwrap_or(0)
    }

    /// Adds all areas to a plan, each after the one that contains it.
    pub(super) fn list_areas(&self, plan: &mut Plan) {
        self.list_parts(plan, None, 0);
    }

    fn list_parts(&self, plan: &mut Plan, whole: Option<AreaId>, depth: usize) {
        if depth >= DEPTH_MAX {
            return;
        }
        for id in self.parts_of(whole) {
            let name = self.name(Category::Area, id.0);
            plan.areas.push(PlanArea {
                id,
                name,
                within: whole,
            });
            self.list_parts(plan, Some(id), depth + 1);
        }
    }

    /// The direct parts of an outdoor area; for made-up streets, all roots.
    pub(crate) fn children(&self, area: AreaId) -> Vec<AreaId> {
        if area == AreaId::named(STREETS) {
            return self.parts_of(None);
        }
        self.parts_of(Some(area))
    }

    fn build_outdoors(&self, plan: &mut Plan, streets: &mut Streets, area: AreaId, depth: usize) {
        let (districts, buildings) = self.split(area, depth);
        let blocks: Vec<Block<'_>> = buildings.iter().map(|b| self.block(*b, 0)).collect();
        let own = self.stands.get(&area);
        let square = own.map(|kinds| Block::new(area, kinds, vec![]));
        streets.build(plan, area, &blocks, square.as_ref());
        for district in districts {
            self.build_outdoors(plan, streets, district, depth + 1);
        }
    }

    /// The parts of an outdoor area: districts, and buildings.
    fn split(&self, area: AreaId, depth: usize) -> (Vec<AreaId>, Vec<AreaId>) {
        let deep = if area == AreaId::named(STREETS) { 2 } else { 3 };
        let is_district = |part: &AreaId| self.levels(*part, 0) >= deep && depth < DEPTH_MAX;
        self.children(area).into_iter().partition(is_district)
    }

    fn block(&self, area: AreaId, depth: usize) -> Block<'a> {
        let own = self.stands.get(&area).map_or(&[][..], Vec::as_slice);
        let parts = if depth < DEPTH_MAX {
            self.parts_of(Some(area))
        } else {
            vec![]
        };
        let parts = parts.into_iter().map(|part| self.block(part, depth + 1));
        Block::new(area, own, parts.collect())
    }

    /// The locations that name each area in their tags, by name.
    pub(super) fn tagged(&self) -> Vec<(AreaId, Vec<&'a LocationKind>)> {
        let areas = self.module.minds.areas.iter().map(|area| area.id);
        let tagged = areas.map(|area| {
            let stands = self.stands.get(&area).into_iter().flatten();
            let own =
                stands.filter(|kind| tagged_areas(kind, self.module, self.symbols).contains(&area));
            (area, own.copied().collect())
        });
        tagged.collect()
    }

    /// Gives locations the names that layers use for them.
    pub(super) fn name_spots(&self, plan: &mut Plan) {
        for prop in named_props(self.module) {
            let name = self.name(Category::Prop, prop.0);
            let ranked = plan.spots.iter().enumerate().filter_map(|(index, spot)| {
                let kind = self.name(Category::Location, spot.kind.0);
                Some((name_rank(&name, &plan.name_of(spot.plate), &kind)?, index))
            });
            let best = ranked.min();
            if let Some(spot) = best.and_then(|(_, index)| plan.spots.get_mut(index)) {
                spot.named.push(prop);
            }
        }
    }
}

/// The areas in which a kind of location stands: those among its tags, else the one of its own
/// name, else the workplace of a role that it casts. Empty if it stands outdoors.
pub fn areas_for(kind: &LocationKind, module: &Module, symbols: &Symbols) -> Vec<AreaId> {
    let tagged = tagged_areas(kind, module, symbols);
    if !tagged.is_empty() {
        return tagged;
    }
    let own = symbols.name(Category::Location, kind.id.0);
    let mut areas = module.minds.areas.iter().map(|area| area.id);
    let namesake = areas.find(|area| symbols.name(Category::Area, area.0) == own);
    let found = namesake.or_else(|| workplace(kind, module));
    found.into_iter().collect()
}

/// The areas among the tags of a kind of location, by name.
fn tagged_areas(kind: &LocationKind, module: &Module, symbols: &Symbols) -> Vec<AreaId> {
    let areas = module.minds.areas.iter();
    let mut areas: Vec<(String, AreaId)> = areas
        .map(|area| (symbols.name(Category::Area, area.id.0), area.id))
        .filter(|(name, _)| kind.tags.contains(&SymbolId::named(name)))
        .collect();
    areas.sort();
    areas.into_iter().map(|(_, area)| area).collect()
}

/// Where characters have by schedule a role that one of a location's scripts asks for.
fn workplace(kind: &LocationKind, module: &Module) -> Option<AreaId> {
    let scripts = kind.prefers.iter().filter_map(|p| module.script(p.script));
    let mut lines = scripts.flat_map(|script| &script.cast);
    lines.find_map(|line| {
        let entries = module.minds.people.iter().flat_map(|p| &p.schedule.entries);
        let mut fitting = entries.filter(|entry| module.is_a(entry.role, line.role));
        fitting.find_map(|entry| match entry.venue {
            Venue::Area(area) => Some(area),
            Venue::Suits(_) => None,
        })
    })
}

/// The props that layers name as `my …`.
pub fn named_props(module: &Module) -> BTreeSet<PropId> {
    let nodes = module.minds.layers.iter().flat_map(|l| &l.nodes);
    let named = nodes.filter_map(|node| match node.kind {
        NodeKind::Action {
            deed: Deed::UseProp(prop, _),
            ..
        } => Some(prop),
        _ => None,
    });
    named.collect()
}

/// How well a name fits a kind of location in an area, lower is better: `bed`, `attic_bed` for the
/// bed in the attic, `isoldes_bed` for any bed. `None` if it does not fit.
pub fn name_rank(name: &str, area: &str, kind: &str) -> Option<u8> {
    let before = name.strip_suffix(kind)?;
    match before.strip_suffix('_') {
        None => before.is_empty().then_some(0),
        Some(before) if before == area => Some(1),
        Some(_) => Some(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_locations_are_understood() {
        assert_eq!(name_rank("bed", "attic", "bed"), Some(0));
        assert_eq!(name_rank("attic_bed", "attic", "bed"), Some(1));
        assert_eq!(name_rank("isoldes_bed", "attic", "bed"), Some(2));
        assert_eq!(name_rank("flowerbed", "attic", "bed"), None);
        assert_eq!(name_rank("table", "attic", "bed"), None);
    }
}
