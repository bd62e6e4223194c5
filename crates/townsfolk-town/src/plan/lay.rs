//! A plan from ground written by an author: `plan` in content.
//!
//! Streets and squares that touch are connected. Locations stand where the plan puts them; others
//! stand in the areas among their tags, where there is room. Locations that are neither placed nor
//! tagged are left out.

use super::derive::Content;
use super::lay_out::{footprint, stand};
use super::{
    BLOCKED, Connector, ConnectorId, FLOOR_MM, Plan, Plate, PlateId, PlateUse, Rect, Rough, Way,
};
use crate::paths::cells::CELL_MM;
use std::sync::Arc;
use townsfolk::Place;
use townsfolk_core::{AreaId, MemberId};
use townsfolk_module::ground::{Ground, GroundRect, Lot, LotUse, LotWay, LotWayKind, PlacedHere};
use townsfolk_module::mind::Venue;
use townsfolk_module::{LocationKind, Module, Symbols};

/// Minimum common border of two streets that are connected.
const MOUTH_MM: i32 = 900;

/// Minimum distance to a door of locations without a given place.
const DOORWAY_MM: i32 = 1_250;

/// Maximum nesting depth. Deeper areas form a cycle.
const DEPTH_MAX: usize = 32;

impl Plan {
    /// The plan for ground written by an author.
    pub fn lay(ground: &Ground, module: &Module, symbols: &Symbols) -> Plan {
        let content = Content::of(module, symbols);
        let mut plan = Plan {
            tower: ground.tower.clone().map(Arc::new),
            arena: (!ground.arena.is_empty()).then(|| Arc::new(ground.arena.clone())),
            ..Plan::default()
        };
        content.list_areas(&mut plan);
        for lot in &ground.lots {
            plan.add_plate(plate(lot));
        }
        plan.join_streets(&ground.lots);
        for way in &ground.ways {
            plan.add_way(way, &ground.lots, module);
        }
        for obstacle in &ground.arena.obstacles {
            plan.block(&obstacle.rect);
        }
        for placed in &ground.places {
            plan.put(placed, module);
        }
        for (area, kinds) in content.tagged() {
            for kind in kinds {
                plan.find_room(area, kind);
            }
        }
        content.name_spots(&mut plan);
        plan
    }

    fn join_streets(&mut self, lots: &[Lot]) {
        let outdoors = || (0..).zip(lots).filter(|(_, lot)| lot.used_as.is_outdoors());
        for (a, one) in outdoors() {
            for (b, other) in outdoors().filter(|(b, _)| *b > a) {
                let border = one.border_with(other);
                if border >= MOUTH_MM {
                    self.connect(Way::Mouth, [PlateId(a), PlateId(b)], border);
                }
            }
        }
    }

    fn add_way(&mut self, way: &LotWay, lots: &[Lot], module: &Module) {
        let between = way.between.map(plate_id);
        let added = match way.kind {
            LotWayKind::Door => self.connect(Way::Door, between, way.wide_mm),
            LotWayKind::Window => self.connect(Way::Window, between, way.wide_mm),
            LotWayKind::Stairs => self.add_stairs(way, lots),
        };
        let behind = way.between.first().and_then(|lot| lots.get(*lot));
        let Some(connector) = added.and_then(|id| self.connectors.get_mut(id.index())) else {
            return;
        };
        let admits = &mut connector.admits;
        admits.hours = way.open;
        admits.roles.clone_from(&way.admits);
        admits.key = way.key;
        if let Some(behind) = behind.filter(|_| way.private) {
            admits.people = who_belongs(module, behind.area);
        }
    }

    /// Stairs stand at the west wall that two floors have in common, and lead from one end of it to
    /// the other.
    fn add_stairs(&mut self, way: &LotWay, lots: &[Lot]) -> Option<ConnectorId> {
        let [a, b] = way.between.map(|lot| lots.get(lot));
        let (a, b) = (a?, b?);
        let (from, to) = a.shared_with(b)?;
        let (foot, head) = (
            from.1.saturating_add(CELL_MM / 2),
            to.1.saturating_sub(CELL_MM / 2),
        );
        let end = |lot: &Lot| Place {
            x_mm: from.0.saturating_add(CELL_MM / 2),
            y_mm: if lot.floor == a.floor.min(b.floor) {
                foot
            } else {
                head
            },
            z_mm: lot.floor.saturating_mul(FLOOR_MM),
        };
        let ends = [end(a), end(b)];
        self.connectors.push(Connector {
            way: Way::Stairs,
            between: way.between.map(plate_id),
            ends,
            width_mm: way.wide_mm,
            admits: Default::default(),
        });
        let last = self.connectors.len().checked_sub(1)?;
        u32::try_from(last).ok().map(ConnectorId)
    }

    /// Blocks the ground of a wall or cover on each plate that it lies on.
    fn block(&mut self, blocked: &GroundRect) {
        let rect = Rect {
            x0: blocked.from.0,
            y0: blocked.from.1,
            x1: blocked.to.0,
            y1: blocked.to.1,
        };
        let z_mm = blocked.floor.saturating_mul(FLOOR_MM);
        let plates = self.plates.iter_mut();
        for plate in plates.filter(|plate| plate.z_mm == z_mm && plate.rect.overlaps(&rect)) {
            let ground = plate.rect;
            plate.rough.push(Rough {
                rect: Rect {
                    x0: rect.x0.max(ground.x0),
                    y0: rect.y0.max(ground.y0),
                    x1: rect.x1.min(ground.x1),
                    y1: rect.y1.min(ground.y1),
                },
                value: BLOCKED,
            });
        }
    }

    fn put(&mut self, placed: &PlacedHere, module: &Module) {
        let plate = plate_id(placed.lot);
        let corner = self
            .plate(plate)
            .map(|plate| (plate.rect.x0, plate.rect.y0));
        let Some(((x, y), kind)) = corner.zip(module.location(placed.kind)) else {
            return;
        };
        let at = (x.saturating_add(placed.at.0), y.saturating_add(placed.at.1));
        stand(self, plate, kind, at);
        if let Some(spot) = self.spots.last_mut() {
            spot.named.extend(placed.named);
        }
    }

    /// Places a location in an area, unless one of its kind has been placed there.
    fn find_room(&mut self, area: AreaId, kind: &LocationKind) {
        let mine = |plate: PlateId| self.plate(plate).is_some_and(|plate| plate.area == area);
        if self
            .spots
            .iter()
            .any(|spot| spot.kind == kind.id && mine(spot.plate))
        {
            return;
        }
        let plates = (0..)
            .zip(&self.plates)
            .filter(|(_, plate)| plate.area == area);
        let found = plates.filter_map(|(id, _)| {
            let id = PlateId(id);
            self.free_spot(id, kind).map(|at| (id, at))
        });
        if let Some((plate, at)) = found.into_iter().next() {
            stand(self, plate, kind, at);
        }
    }

    /// A free place for a location on a plate, from the north-west on.
    fn free_spot(&self, id: PlateId, kind: &LocationKind) -> Option<(i32, i32)> {
        let plate = self.plate(id)?;
        let room = footprint(kind);
        let here = self.spots.iter().filter(|spot| spot.plate == id);
        let taken: Vec<(i32, i32)> = here.map(|spot| (spot.at.x_mm, spot.at.y_mm)).collect();
        let ways = self.connectors.iter();
        let ends = ways.filter_map(|way| way.side_on(id).and_then(|side| way.ends.get(side)));
        let doors: Vec<Place> = ends.copied().collect();
        let (wide, deep) = (room.wide(), room.deep());
        let columns = (0..).map(|n: i32| n.saturating_mul(CELL_MM));
        let fits = |x: i32, y: i32| {
            let own = Rect::new(x, y, 0, 0).grown(1);
            let clear = |at: &Place| {
                let apart = (at.x_mm.saturating_sub(x)).saturating_abs();
                apart.max(at.y_mm.saturating_sub(y).saturating_abs()) >= DOORWAY_MM
            };
            let apart = |(ox, oy): &(i32, i32)| {
                let (dx, dy) = (ox.saturating_sub(x), oy.saturating_sub(y));
                dx.saturating_abs() >= wide * 2 / 3 || dy.saturating_abs() >= deep * 2 / 3
            };
            plate.rect.contains(&own) && doors.iter().all(clear) && taken.iter().all(apart)
        };
        let first = (
            plate.rect.x0.saturating_add(wide / 2).saturating_sub(250),
            plate.rect.y1.saturating_sub(deep / 2).saturating_add(250),
        );
        let (last_x, last_y) = (
            plate.rect.x1.saturating_sub(wide / 2).saturating_add(250),
            plate.rect.y0.saturating_add(deep / 2).saturating_sub(250),
        );
        let xs = columns.clone().map(|by| first.0.saturating_add(by));
        let ys = columns.map(|by| first.1.saturating_sub(by));
        ys.take_while(|y| *y >= last_y).find_map(|y| {
            let mut xs = xs.clone().take_while(|x| *x <= last_x);
            xs.find(|x| fits(*x, y)).map(|x| (x, y))
        })
    }
}

fn plate_id(lot: usize) -> PlateId {
    PlateId(u32::try_from(lot).unwrap_or(u32::MAX))
}

fn plate(lot: &Lot) -> Plate {
    Plate {
        area: lot.area,
        used_as: match lot.used_as {
            LotUse::Street => PlateUse::Street,
            LotUse::Square => PlateUse::Square,
            LotUse::Room => PlateUse::Room,
        },
        rect: Rect {
            x0: lot.from.0,
            y0: lot.from.1,
            x1: lot.to.0,
            y1: lot.to.1,
        },
        z_mm: lot.floor.saturating_mul(FLOOR_MM),
        height_mm: FLOOR_MM,
        rough: vec![],
    }
}

/// Members whose schedule includes an area or one of its parts.
fn who_belongs(module: &Module, area: AreaId) -> Vec<MemberId> {
    let within = |part: &AreaId| {
        let mut areas = module.minds.areas.iter();
        areas.find(|known| known.id == *part)?.within
    };
    let is_in = |part: AreaId| {
        let mut wholes = std::iter::successors(Some(part), within).take(DEPTH_MAX);
        wholes.any(|whole| whole == area)
    };
    let people = module.minds.people.iter().filter(|who| {
        let mut entries = who.schedule.entries.iter();
        entries.any(|entry| match entry.venue {
            Venue::Area(area) => is_in(area),
            Venue::Suits(_) => false,
        })
    });
    people.map(|who| who.id).collect()
}
