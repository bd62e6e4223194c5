//! Blocks: a room with its parts behind it, laid out as one rectangle.
//!
//! A block has a front, towards the street or the room before it. Behind the front is the block's own
//! floor with its locations; behind that, side by side, are its parts, each a block with its front to
//! that floor.

use super::{AreaAccess, BLOCKED, Connector, FLOOR_MM, Plan, Plate, PlateId, PlateUse};
use super::{Rect, Rough, Spot, Way};
use crate::paths::cells::CELL_MM;
use townsfolk::Place;
use townsfolk_core::AreaId;
use townsfolk_module::LocationKind;

/// Minimum distance from a wall.
const CLEAR_MM: i32 = 1_000;

/// Minimum side of a room.
const SIDE_MM: i32 = 4_000;

/// Minimum space of a location, to each side.
const REACH_MM: i32 = 1_500;

/// Width of a door.
pub(crate) const DOOR_MM: i32 = 900;

/// Maximum number of parts on one floor.
const GROUND_FLOOR: usize = 4;

/// Distance of stairs from the wall.
const STAIRS_MM: i32 = 250;

/// Properties common to all blocks of a street.
pub(crate) struct Site {
    /// The use of their plates.
    pub(crate) used_as: PlateUse,
    /// Whether they lie north of their front.
    pub(crate) north: bool,
}

/// A room with its parts, measured but not yet placed.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    area: AreaId,
    /// Locations with their positions, from the west end of the front.
    stands: Vec<(&'a LocationKind, (i32, i32))>,
    parts: Vec<Block<'a>>,
    /// Number of parts on the ground floor.
    below: usize,
    pub(crate) wide: i32,
    own_deep: i32,
    pub(crate) deep: i32,
}

impl<'a> Block<'a> {
    /// Measures a room with its own locations and its parts.
    pub(crate) fn new(
        area: AreaId,
        kinds: &[&'a LocationKind],
        parts: Vec<Block<'a>>,
    ) -> Block<'a> {
        let in_a_row = (1..).find(|n| n * n >= kinds.len()).unwrap_or(1);
        let (mut wide, mut deep) = (0, CLEAR_MM);
        let mut stands = vec![];
        for row in kinds.chunks(in_a_row.max(1)) {
            let (mut along, mut row_deep) = (CLEAR_MM, 0);
            for kind in row {
                let room = footprint(kind);
                let at = (
                    middle_of_cell(along.saturating_sub(room.x0)),
                    middle_of_cell(deep.saturating_sub(room.y0)),
                );
                stands.push((*kind, at));
                along = along.saturating_add(room.wide());
                row_deep = row_deep.max(room.deep());
            }
            wide = wide.max(along);
            deep = deep.saturating_add(row_deep);
        }
        let below = match parts.len() {
            few @ ..=GROUND_FLOOR => few,
            // A building with an upper floor is not part of one.
            many if parts.iter().all(|part| part.below == part.parts.len()) => many.div_ceil(2),
            many => many,
        };
        let (ground, upper) = parts.split_at(below.min(parts.len()));
        let row = |row: &[Block<'_>]| {
            row.iter()
                .fold(0, |sum: i32, part| sum.saturating_add(part.wide))
        };
        let parts_deep = parts.iter().map(|part| part.deep).max().unwrap_or(0);
        let own_deep = whole_cells(deep.saturating_add(CLEAR_MM).max(SIDE_MM));
        Block {
            area,
            stands,
            wide: whole_cells(
                wide.saturating_add(CLEAR_MM)
                    .max(row(ground))
                    .max(row(upper))
                    .max(SIDE_MM),
            ),
            own_deep,
            deep: own_deep.saturating_add(parts_deep),
            parts,
            below,
        }
    }

    /// Adds it to a plan from a corner of its front; returns the plate behind the front.
    pub(crate) fn build(&self, plan: &mut Plan, site: &Site, corner: (i32, i32)) -> PlateId {
        let floor = self.build_floor(plan, site, corner, 0);
        for (kind, (along, deep)) in &self.stands {
            let at = (
                corner.0.saturating_add(*along),
                self.deeper(site, corner.1, *deep),
            );
            stand(plan, floor, kind, at);
        }
        let (ground, upper) = self.parts.split_at(self.below.min(self.parts.len()));
        self.build_parts(plan, site, corner, (floor, 0), ground);
        if !upper.is_empty() {
            let landing = self.build_floor(plan, site, corner, FLOOR_MM);
            let end = |deep: i32, z: i32| Place {
                x_mm: corner.0.saturating_add(STAIRS_MM),
                y_mm: self.deeper(site, corner.1, deep),
                z_mm: z,
            };
            plan.connectors.push(Connector {
                way: Way::Stairs,
                between: [floor, landing],
                ends: [
                    end(middle_of_cell(CELL_MM), 0),
                    end(middle_of_cell(self.own_deep - CELL_MM), FLOOR_MM),
                ],
                width_mm: DOOR_MM,
                admits: AreaAccess::default(),
            });
            self.build_parts(plan, site, corner, (landing, FLOOR_MM), upper);
        }
        floor
    }

    fn build_floor(&self, plan: &mut Plan, site: &Site, (x, y): (i32, i32), z_mm: i32) -> PlateId {
        let south = if site.north {
            y
        } else {
            self.deeper(site, y, self.own_deep)
        };
        plan.add_plate(Plate {
            area: self.area,
            used_as: site.used_as,
            rect: Rect::new(x, south, self.wide, self.own_deep),
            z_mm,
            height_mm: FLOOR_MM,
            rough: vec![],
        })
    }

    fn build_parts(
        &self,
        plan: &mut Plan,
        site: &Site,
        (x, y): (i32, i32),
        (floor, z_mm): (PlateId, i32),
        parts: &[Block<'a>],
    ) {
        let mut along = x;
        for part in parts {
            let behind = part.build(plan, site, (along, self.deeper(site, y, self.own_deep)));
            lift(plan, behind.index(), z_mm);
            plan.connect(Way::Door, [floor, behind], DOOR_MM);
            along = along.saturating_add(part.wide);
        }
    }

    fn deeper(&self, site: &Site, y: i32, by: i32) -> i32 {
        if site.north {
            y.saturating_add(by)
        } else {
            y.saturating_sub(by)
        }
    }
}

/// Raises all plates from an index on, with their doors and locations.
fn lift(plan: &mut Plan, from: usize, by_mm: i32) {
    if by_mm == 0 {
        return;
    }
    for plate in plan.plates.iter_mut().skip(from) {
        plate.z_mm = plate.z_mm.saturating_add(by_mm);
    }
    let lifted = |plate: &PlateId| plate.index() >= from;
    for connector in plan.connectors.iter_mut().rev() {
        if !connector.between.iter().all(lifted) {
            break;
        }
        for end in &mut connector.ends {
            end.z_mm = end.z_mm.saturating_add(by_mm);
        }
    }
    for spot in plan.spots.iter_mut().rev() {
        if !lifted(&spot.plate) {
            break;
        }
        spot.at.z_mm = spot.at.z_mm.saturating_add(by_mm);
    }
}

/// Places a location on a plate. One without props is itself an obstacle.
pub(crate) fn stand(plan: &mut Plan, plate: PlateId, kind: &LocationKind, (x, y): (i32, i32)) {
    let Some(floor) = plan.plates.get_mut(plate.index()) else {
        return;
    };
    if kind.props.is_empty() {
        let rect = Rect::new(x, y, 0, 0).grown(CELL_MM / 2 - 50);
        floor.rough.push(Rough {
            rect,
            value: BLOCKED,
        });
    }
    let at = floor.place(x, y);
    plan.spots.push(Spot {
        kind: kind.id,
        plate,
        at,
        named: vec![],
    });
}

/// The space of a location with its props.
pub(crate) fn footprint(kind: &LocationKind) -> Rect {
    let mut room = Rect {
        x0: -REACH_MM,
        y0: -REACH_MM,
        x1: REACH_MM,
        y1: REACH_MM,
    };
    for prop in &kind.props {
        let (x, y) = prop.at_mm;
        // In the south everything is mirrored, so both sides need the same space.
        let (x, y) = (x.saturating_abs(), y.saturating_abs());
        let reach = |n: i32| n.saturating_add(CLEAR_MM).min(100_000);
        room.x1 = room.x1.max(reach(x));
        room.y1 = room.y1.max(reach(y));
    }
    Rect {
        x0: -room.x1,
        y0: -room.y1,
        ..room
    }
}

fn middle_of_cell(mm: i32) -> i32 {
    (mm.div_euclid(CELL_MM) * CELL_MM).saturating_add(CELL_MM / 2)
}

fn whole_cells(mm: i32) -> i32 {
    mm.saturating_add(CELL_MM - 1).div_euclid(CELL_MM) * CELL_MM
}
