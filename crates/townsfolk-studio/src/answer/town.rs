//! The map data: positions and names.

use super::Answerer;
use super::arena::ArenaOnMap;
use super::tower::TowerOnMap;
use serde::Serialize;
use townsfolk_module::Category;
use townsfolk_town::plan::{Connector, FLOOR_MM, PlateUse, Way};
use townsfolk_town::stage::tower::{TILE_MM, place_of_tile};

/// What is drawn between two floors of a tower.
const CEILING_MM: i32 = 400;

#[derive(Serialize)]
pub(super) struct TownMap {
    title: String,
    /// Calendar seconds per second of the stage.
    rate: f64,
    areas: Vec<AreaOnMap>,
    plates: Vec<PlateOnMap>,
    ways: Vec<WayOnMap>,
    locations: Vec<LocationOnMap>,
    people: Vec<NamedThing>,
    /// The tower, if the ground is one.
    tower: Option<TowerOnMap>,
    /// Walls, light and senses, where characters hunt one another.
    arena: Option<ArenaOnMap>,
}

#[derive(Serialize)]
struct AreaOnMap {
    id: u32,
    name: String,
    within: Option<u32>,
}

#[derive(Serialize)]
struct PlateOnMap {
    area: u32,
    #[serde(rename = "use")]
    used_as: &'static str,
    rect: [i32; 4],
    z: i32,
    rough: Vec<[i32; 4]>,
}

#[derive(Serialize)]
struct WayOnMap {
    way: &'static str,
    /// Its middle on each side: x, y, height.
    ends: [[i32; 3]; 2],
    width: i32,
    /// Whether the wall runs from south to north.
    upright: bool,
    private: bool,
}

#[derive(Serialize)]
struct LocationOnMap {
    id: u32,
    name: String,
    x: i32,
    y: i32,
    z: i32,
    /// The ids of its scripts.
    plays: Vec<u32>,
    props: Vec<PropOnMap>,
}

#[derive(Serialize)]
struct PropOnMap {
    name: String,
    /// The name in scripts.
    written: String,
    kind: String,
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct NamedThing {
    id: u32,
    name: String,
}

impl Answerer<'_> {
    pub(super) fn map(&self) -> TownMap {
        let folk = &self.town.folk;
        let plan = self.town.content.atlas.plan();
        let areas = plan.areas.iter().map(|area| AreaOnMap {
            id: area.id.0,
            name: area.name.replace('_', " "),
            within: area.within.map(|within| within.0),
        });
        let plates = plan.plates.iter().map(|plate| PlateOnMap {
            area: plate.area.0,
            used_as: match plate.used_as {
                PlateUse::Street => "street",
                PlateUse::Square => "square",
                PlateUse::Room => "room",
            },
            rect: corners(&plate.rect),
            z: plate.z_mm,
            rough: plate.rough.iter().map(|r| corners(&r.rect)).collect(),
        });
        let people = folk.characters().map(|person| NamedThing {
            id: person.id.0,
            name: self.words().name(person.id),
        });
        TownMap {
            title: self.title.to_owned(),
            rate: folk.calendar_rate() as f64 / 1000.0,
            areas: areas.collect(),
            plates: plates.chain(self.section()).collect(),
            ways: plan.connectors.iter().map(|way| self.way(way)).collect(),
            locations: self.locations_on_map(),
            people: people.collect(),
            tower: self.tower_on_map(),
            arena: self.arena_on_map(),
        }
    }

    /// A tower in section: its floors one above the other, and its connectors through them.
    fn section(&self) -> Vec<PlateOnMap> {
        let Some(tower) = self.town.stage.tower() else {
            return vec![];
        };
        let place = |floor, x| self.town.stage.on_map(place_of_tile(floor, x));
        let (half, high) = (TILE_MM / 2, FLOOR_MM - CEILING_MM);
        let rect = |low: (u16, u16), top: (u16, u16)| {
            let (from, to) = (place(low.0, low.1), place(top.0, top.1));
            [from.x_mm - half, from.y_mm, to.x_mm + half, to.y_mm + high]
        };
        let on_map = |used_as, rect| PlateOnMap {
            area: 0,
            used_as,
            rect,
            z: 0,
            rough: vec![],
        };
        let floors = tower.plates().map(|(_, plate)| {
            let ends = ((plate.floor, plate.x0), (plate.floor, plate.x1));
            on_map("room", rect(ends.0, ends.1))
        });
        let shafts = tower.shafts().map(|(_, shaft)| {
            let used_as = if shaft.open { "street" } else { "square" };
            on_map(used_as, rect((shaft.low, shaft.x), (shaft.high, shaft.x)))
        });
        floors.chain(shafts).collect()
    }

    fn way(&self, connector: &Connector) -> WayOnMap {
        let plan = self.town.content.atlas.plan();
        let [a, b] = connector.between.map(|id| plan.plate(id));
        let border = a.zip(b).and_then(|(a, b)| a.rect.border_with(&b.rect));
        WayOnMap {
            way: match connector.way {
                Way::Door => "door",
                Way::Mouth => "mouth",
                Way::Stairs => "stairs",
                Way::Window => "window",
            },
            ends: connector.ends.map(|end| [end.x_mm, end.y_mm, end.z_mm]),
            width: connector.width_mm,
            upright: border.is_some_and(|border| border.upright),
            private: connector.admits.is_private(),
        }
    }

    fn locations_on_map(&self) -> Vec<LocationOnMap> {
        let folk = &self.town.folk;
        let there = folk.locations().filter(|location| !location.gone);
        let shown = there.map(|location| {
            let kind = folk.module().location(location.kind);
            let props = kind.map_or(&[][..], |kind| &kind.props);
            let props = props.iter().map(|prop| {
                let at = location.at.offset(prop.at_mm);
                PropOnMap {
                    name: self.plain(Category::Prop, prop.id.0),
                    written: self.chronicle.symbols.name(Category::Prop, prop.id.0),
                    kind: self.plain(Category::PropKind, prop.kind.0),
                    x: at.x_mm,
                    y: at.y_mm,
                }
            });
            let at = self.town.stage.on_map(location.at);
            LocationOnMap {
                id: location.id.0,
                name: self.plain(Category::Location, location.kind.0),
                x: at.x_mm,
                y: at.y_mm,
                z: at.z_mm,
                plays: kind.map_or_else(Vec::new, |kind| {
                    let plays = location.preferences(kind).iter();
                    plays.map(|plays| plays.script.0).collect()
                }),
                props: props.collect(),
            }
        });
        shown.collect()
    }
}

fn corners(rect: &townsfolk_town::plan::Rect) -> [i32; 4] {
    [rect.x0, rect.y0, rect.x1, rect.y1]
}
