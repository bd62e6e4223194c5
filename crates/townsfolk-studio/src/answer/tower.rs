//! A tower: its floors and connectors for the map, and their use for the tools that edit it.

use super::Answerer;
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk_core::LocationKindId;
use townsfolk_module::Category;
use townsfolk_town::plan::FLOOR_MM;
use townsfolk_town::stage::tower::{TILE_MM, Trip};
use townsfolk_town::tower::{Shaft, ShaftKind, ShaftNumber};

#[derive(Serialize)]
pub(super) struct TowerOnMap {
    floors: u16,
    /// Number of tiles from wall to wall.
    wide: u16,
    /// Height of a floor and width of a tile, in millimetres.
    floor_mm: i32,
    tile_mm: i32,
    /// Runs of walkable tiles: floor, first and last tile.
    plates: Vec<[u16; 3]>,
    shafts: Vec<ShaftOnMap>,
}

#[derive(Serialize)]
struct ShaftOnMap {
    number: u16,
    kind: &'static str,
    /// Its tile.
    x: u16,
    low: u16,
    high: u16,
    capacity: u16,
    open: bool,
}

/// The present use of a tower.
#[derive(Serialize)]
pub(super) struct TowerUse {
    floors: u16,
    wide: u16,
    shafts: Vec<ShaftUse>,
    kinds: Vec<KindOfPlace>,
}

#[derive(Serialize)]
struct ShaftUse {
    #[serde(flatten)]
    shaft: ShaftOnMap,
    riding: usize,
    waiting: usize,
}

#[derive(Serialize)]
struct KindOfPlace {
    name: String,
    /// The name in scripts.
    written: String,
    count: usize,
    /// Money that was paid at places of this kind.
    coins: i64,
}

impl Answerer<'_> {
    pub(super) fn tower_on_map(&self) -> Option<TowerOnMap> {
        let tower = self.town.stage.tower()?;
        let plates = tower.plates();
        let plates = plates.map(|(_, plate)| [plate.floor, plate.x0, plate.x1]);
        Some(TowerOnMap {
            floors: tower.floors(),
            wide: tower.wide(),
            floor_mm: FLOOR_MM,
            tile_mm: TILE_MM,
            plates: plates.collect(),
            shafts: tower.shafts().map(|(n, shaft)| on_map(n, shaft)).collect(),
        })
    }

    /// Who rides and waits where, and the kinds of places with their takings.
    pub(super) fn tower_use(&self) -> Option<TowerUse> {
        let (folk, stage) = (&self.town.folk, &self.town.stage);
        let tower = stage.tower()?;
        let trips = stage.bodies_at(folk.now());
        let trips = trips.filter_map(|body| stage.trip_of(body.who, folk.now()));
        let trips: Vec<Trip> = trips.collect();
        let count = |wanted: Trip| trips.iter().filter(|trip| **trip == wanted).count();
        let shafts = tower.shafts().map(|(number, shaft)| ShaftUse {
            shaft: on_map(number, shaft),
            riding: count(Trip::Rides(number)),
            waiting: count(Trip::Waits(number)),
        });
        Some(TowerUse {
            floors: tower.floors(),
            wide: tower.wide(),
            shafts: shafts.collect(),
            kinds: self.kinds_of_places(),
        })
    }

    fn kinds_of_places(&self) -> Vec<KindOfPlace> {
        let (folk, stage) = (&self.town.folk, &self.town.stage);
        let mut counts: BTreeMap<LocationKindId, (usize, i64)> = BTreeMap::new();
        for kind in &folk.module().locations {
            counts.entry(kind.id).or_default();
        }
        for place in folk.locations().filter(|place| !place.gone) {
            counts.entry(place.kind).or_default().0 += 1;
        }
        for (location, coins) in stage.tills() {
            if let Some(place) = folk.location(location) {
                counts.entry(place.kind).or_default().1 += coins;
            }
        }
        let kinds = counts
            .into_iter()
            .map(|(kind, (count, coins))| KindOfPlace {
                name: self.plain(Category::Location, kind.0),
                written: self.chronicle.symbols.name(Category::Location, kind.0),
                count,
                coins,
            });
        let mut kinds: Vec<KindOfPlace> = kinds.collect();
        kinds.sort_by(|a, b| a.name.cmp(&b.name));
        kinds
    }
}

fn on_map(number: ShaftNumber, shaft: &Shaft) -> ShaftOnMap {
    ShaftOnMap {
        number: number.0,
        kind: match shaft.kind {
            ShaftKind::Stairs => "stairs",
            ShaftKind::Escalator => "escalator",
            ShaftKind::Lift => "lift",
        },
        x: shaft.x,
        low: shaft.low,
        high: shaft.high,
        capacity: shaft.capacity,
        open: shaft.open,
    }
}
