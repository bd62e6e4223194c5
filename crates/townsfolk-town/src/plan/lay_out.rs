//! Blocks: a room with its parts behind it, laid out as one rectangle.
//!
//! A block has a front, towards the street or the room before it. Behind the front is the block's own
//! floor with its locations; behind that, side by side, are its parts, each a block with its front to
//! that floor.

use super::{BLOCKED, FLOOR_MM};
use super::{Plan, Plate, PlateId, PlateUse, Rect, Rough, Spot, Way};
use crate::paths::cells::CELL_MM;
use townsfolk_core::AreaId;
use townsfolk_module::LocationKind;

/// Nothing stands nearer to a wall than this.
const CLEAR_MM: i32 = 1_000;

/// The least side of a room.
const SIDE_MM: i32 = 4_000;

/// How much room a location takes at least, to each side.
const REACH_MM: i32 = 1_500;

/// How wide a door is.
pub(crate) const DOOR_MM: i32 = 900;

/// A room with its parts, measured but not yet placed.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    area: AreaId,
    /// Locations with where they stand, from the west end of the front.
    stands: Vec<(&'a LocationKind, (i32, i32))>,
    parts: Vec<Block<'a>>,
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
                    middle_of_cell(along - room.x0),
                    middle_of_cell(deep - room.y0),
                );
                stands.push((*kind, at));
                along += room.wide();
                row_deep = row_deep.max(room.deep());
            }
            wide = wide.max(along);
            deep += row_deep;
        }
        let parts_wide: i32 = parts.iter().map(|part| part.wide).sum();
        let parts_deep = parts.iter().map(|part| part.deep).max().unwrap_or(0);
        let own_deep = whole_cells((deep + CLEAR_MM).max(SIDE_MM));
        Block {
            area,
            stands,
            wide: whole_cells((wide + CLEAR_MM).max(parts_wide).max(SIDE_MM)),
            own_deep,
            deep: own_deep.saturating_add(parts_deep),
            parts,
        }
    }

    /// Puts it into a plan, and says which plate is behind its front. Its front begins at a corner;
    /// with `north`, it lies north of that, else south.
    pub(crate) fn build(
        &self,
        plan: &mut Plan,
        (x, y): (i32, i32),
        north: bool,
        used_as: PlateUse,
    ) -> PlateId {
        let deeper = |by: i32| {
            if north {
                y.saturating_add(by)
            } else {
                y.saturating_sub(by)
            }
        };
        let south = if north { y } else { deeper(self.own_deep) };
        let floor = plan.add_plate(Plate {
            area: self.area,
            used_as,
            rect: Rect::new(x, south, self.wide, self.own_deep),
            z_mm: 0,
            height_mm: FLOOR_MM,
            rough: vec![],
        });
        for (kind, (along, deep)) in &self.stands {
            let at = (x.saturating_add(*along), deeper(*deep));
            stand(plan, floor, kind, at);
        }
        let mut along = x;
        for part in &self.parts {
            let behind = part.build(plan, (along, deeper(self.own_deep)), north, used_as);
            plan.connect(Way::Door, [floor, behind], DOOR_MM);
            along = along.saturating_add(part.wide);
        }
        floor
    }
}

/// Puts a location on a plate. What has no props is a thing itself, and stands in the way.
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

/// The room a location takes around it, with its props.
fn footprint(kind: &LocationKind) -> Rect {
    let mut room = Rect {
        x0: -REACH_MM,
        y0: -REACH_MM,
        x1: REACH_MM,
        y1: REACH_MM,
    };
    for prop in &kind.props {
        let (x, y) = prop.at_mm;
        // In the south everything is mirrored, so there must be as much room on both sides.
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
    mm.div_euclid(CELL_MM) * CELL_MM + CELL_MM / 2
}

fn whole_cells(mm: i32) -> i32 {
    mm.saturating_add(CELL_MM - 1).div_euclid(CELL_MM) * CELL_MM
}
