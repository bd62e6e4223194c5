//! A stage for characters with schedules: their areas side by side, and every character where its
//! schedule says.

use super::setting::{Material, made_kind};
use crate::arguments::Play;
use crate::trouble::Trouble;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::Extent;
use townsfolk::prelude::*;
use townsfolk_core::{AreaId, SymbolId};
use townsfolk_mind::schedule;
use townsfolk_module::mind::{CastMember, Venue};
use townsfolk_module::{Category, LocationKind, Module};
use townsfolk_town::TownStage;
use townsfolk_town::plan::derive::{areas_for, name_rank, named_props};
use townsfolk_town::stage::Opening;

/// Default start of a day.
const MORNING: i32 = 6 * 3600;

/// Default calendar seconds in a second of the stage, in thousandths: a day takes 24 minutes, and
/// the way across a village a quarter of an hour.
const USUAL_RATE: i64 = 60_000;

/// Width and depth of an area without parts.
const SIDE_MM: i32 = 8_000;

/// Space of a location: they stand in pairs, from the west on.
const ROOM_MM: i32 = 4_000;

/// Distance between areas, and between parts and the edge of the whole.
const GAP_MM: i32 = 2_000;

/// Whether a play is about schedules, and not about one script at one location.
pub fn is_meant(material: &Material, arguments: &Play) -> bool {
    let one_scene = arguments.script.is_some()
        || arguments.location.is_some()
        || arguments.cast.is_some()
        || !arguments.group.is_empty()
        || arguments.places != 1;
    (!material.module.minds.people.is_empty() || material.is_tower()) && !one_scene
}

/// Lays out the areas, places locations, and adds all characters.
pub fn populate(material: &Material, arguments: &Play) -> Result<(Folk, TownStage), Trouble> {
    if arguments.arrivals.is_some_and(|rate| rate > 0) {
        let trouble = Trouble::new("nobody just passes by where people have days of their own");
        return Err(trouble.hint("leave `--arrivals` out, or play one script with `--script NAME`"));
    }
    let seed = Seed(arguments.seed.unwrap_or(1));
    let mut folk = Folk::new(material.module.clone(), seed);
    folk.set_symbols(material.symbols.clone());
    let usual = Opening {
        seconds: MORNING,
        ..Opening::default().at_rate(USUAL_RATE)
    };
    let usual = Opening::usual_for(&material.module, usual);
    let seconds = arguments.from.unwrap_or(usual.seconds);
    let rate = arguments.rate.unwrap_or(usual.rate);
    let has_player = !arguments.cueing.player.is_empty();
    if let Some(atlas) = &material.atlas {
        let mut stage = TownStage::new(atlas.clone(), seed);
        stage.set_player_accepts(true);
        let opening = Opening {
            seconds,
            ..Opening::default().at_rate(rate)
        };
        stage.open(&mut folk, opening);
        let first = stage.bodies_at(folk.now()).next().map(|body| body.at);
        if let Some(at) = first.filter(|_| has_player) {
            let at = stage.room_for_one(at);
            stage.bring_player(&mut folk, at);
        }
        return Ok((folk, stage));
    }
    folk.report(Report::Calendar { seconds, rate });
    let town = Town::of(material);
    for (area, extent) in &town.extents {
        folk.lay_out(*area, vec![*extent]);
    }
    town.build(&mut folk);
    town.bring_people(&mut folk, seconds);
    let mut stage = TownStage::on_open_ground(seed);
    if has_player {
        let first = town.parts_of(None).first().copied();
        let at = first.and_then(|area| town.extents.get(&area));
        let at = at.map(Extent::middle).unwrap_or_default();
        stage.bring_player(&mut folk, at);
    }
    Ok((folk, stage))
}

/// The layout.
struct Town<'a> {
    material: &'a Material,
    /// Kinds of locations, by the area they stand in.
    stands: BTreeMap<AreaId, Vec<LocationKindId>>,
    extents: BTreeMap<AreaId, Extent>,
}

impl<'a> Town<'a> {
    fn of(material: &'a Material) -> Town<'a> {
        let mut town = Town {
            material,
            stands: BTreeMap::new(),
            extents: BTreeMap::new(),
        };
        let made = material.scripts.iter().map(|(_, name)| made_kind(name));
        let made: BTreeSet<LocationKindId> = made.collect();
        let mut kinds: Vec<&LocationKind> = town.module().locations.iter().collect();
        kinds.sort_by_key(|kind| town.name(Category::Location, kind.id.0));
        for kind in kinds.iter().filter(|kind| !made.contains(&kind.id)) {
            let mut areas = areas_for(kind, &material.module, &material.symbols);
            if areas.is_empty() {
                areas.extend(town.parts_of(None).first());
            }
            for area in areas {
                town.stands.entry(area).or_default().push(kind.id);
            }
        }
        town.lay_out_parts(None, Place::default());
        town
    }

    fn module(&self) -> &'a Module {
        &self.material.module
    }

    fn name(&self, category: Category, id: u32) -> String {
        self.material.symbols.name(category, id)
    }

    /// The parts of an area, or the root areas, by name.
    fn parts_of(&self, whole: Option<AreaId>) -> Vec<AreaId> {
        let areas = self.module().minds.areas.iter();
        let parts = areas.filter(|area| area.within == whole);
        let mut parts: Vec<AreaId> = parts.map(|area| area.id).collect();
        parts.sort_by_key(|area| self.name(Category::Area, area.0));
        parts
    }

    /// Lays out the parts of an area from a corner on, in about as many rows as columns; returns
    /// the extent to the east and north.
    fn lay_out_parts(&mut self, whole: Option<AreaId>, corner: Place) -> (i32, i32) {
        let parts = self.parts_of(whole);
        let in_a_row = (1..).find(|n| n * n >= parts.len()).unwrap_or(1);
        let (mut east, mut north) = (0, 0);
        for row in parts.chunks(in_a_row) {
            let (mut along, mut deep) = (0, 0);
            for part in row {
                let (wide, high) = self.lay_out(*part, corner.offset((along, north)));
                along = along.saturating_add(wide).saturating_add(GAP_MM);
                deep = deep.max(high);
            }
            north = north.saturating_add(deep).saturating_add(GAP_MM);
            east = east.max(along);
        }
        (east, north)
    }

    /// Lays out an area from a corner on: its own locations in the west, its parts beside them.
    fn lay_out(&mut self, area: AreaId, corner: Place) -> (i32, i32) {
        let own = self.stands.get(&area).map_or(0, Vec::len).div_ceil(2);
        let own = i32::try_from(own).unwrap_or(0).saturating_mul(ROOM_MM);
        let beside = corner.offset((own.saturating_add(GAP_MM), GAP_MM));
        let size = match self.lay_out_parts(Some(area), beside) {
            (0, 0) => (own.max(SIDE_MM), SIDE_MM),
            (east, north) => (
                own.saturating_add(GAP_MM).saturating_add(east),
                north.saturating_add(GAP_MM).max(SIDE_MM),
            ),
        };
        let far = corner.offset(size);
        let extent = Extent {
            from: corner,
            to: Place { z_mm: 3_000, ..far },
        };
        self.extents.insert(area, extent);
        size
    }

    /// Places all locations, and reports their names.
    fn build(&self, folk: &mut Folk) {
        let mut built: Vec<(String, String, LocationId)> = vec![];
        for (area, kinds) in &self.stands {
            let Some(extent) = self.extents.get(area) else {
                continue;
            };
            for (kind, index) in kinds.iter().zip(0..) {
                let (along, across) = (index / 2 * ROOM_MM, index % 2 * ROOM_MM);
                let at = extent
                    .from
                    .offset((ROOM_MM / 2 + along, ROOM_MM / 2 + across));
                let location = folk.place_location(Placement {
                    kind: *kind,
                    at,
                    region: RegionId(0),
                });
                let area = self.name(Category::Area, area.0);
                built.push((area, self.name(Category::Location, kind.0), location));
            }
        }
        built.sort();
        for prop in named_props(self.module()) {
            let name = self.name(Category::Prop, prop.0);
            let ranked = built.iter().filter_map(|(area, kind, location)| {
                Some((name_rank(&name, area, kind)?, *location))
            });
            if let Some((_, location)) = ranked.min_by_key(|(rank, _)| *rank) {
                folk.report(Report::Named(location, prop));
            }
        }
    }

    /// Adds all characters where they should be by now, in order of name.
    fn bring_people(&self, folk: &mut Folk, seconds: i32) {
        let mut people: Vec<&CastMember> = self.module().minds.people.iter().collect();
        people.sort_by_key(|person| self.name(Category::Character, person.id.0));
        for (person, index) in people.into_iter().zip(0..) {
            let middle = self.home_of(person, seconds).unwrap_or_default();
            let at = middle.offset((index % 5 * 600 - 1_200, -1_000 - index / 5 % 4 * 500));
            let who = folk.add_character(folk.newcomer_of(person.id, at));
            folk.give_mind(who, person.id);
        }
    }

    /// Where a schedule has a character at a time of day.
    fn home_of(&self, person: &CastMember, seconds: i32) -> Option<Place> {
        let now = townsfolk_mind::Moment(i64::from(seconds));
        let entries = &person.schedule.entries;
        let entry = entries.iter().find(|entry| schedule::in_force(entry, now));
        let area = match entry?.venue {
            Venue::Area(area) => Some(area),
            Venue::Suits(activity) => self.venue(activity),
        };
        let area = area.or_else(|| self.parts_of(None).first().copied());
        self.extents.get(&area?).map(Extent::middle)
    }

    fn venue(&self, activity: SymbolId) -> Option<AreaId> {
        let suits = |kind: &LocationKindId| {
            let kind = self.module().location(*kind);
            kind.is_some_and(|kind| kind.tags.contains(&activity))
        };
        let mut stands = self.stands.iter();
        let found = stands.find(|(_, kinds)| kinds.iter().any(suits));
        found.map(|(area, _)| *area)
    }
}
