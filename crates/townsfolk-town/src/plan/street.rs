//! Streets: rows of buildings with their fronts to one another.

use super::lay_out::{Block, DOOR_MM};
use super::{FLOOR_MM, Plan, Plate, PlateId, PlateUse, Rect, Way};
use townsfolk_core::AreaId;

/// How wide a street is.
pub(crate) const STREET_MM: i32 = 6_000;

/// How much space is between two buildings.
const GAP_MM: i32 = 2_000;

/// How many buildings a street has at most.
const LOTS: usize = 24;

/// Streets one north of the other, each with its mouth on the same cross street.
#[derive(Debug)]
pub(crate) struct Streets {
    /// Where the next street's ground begins.
    north: i32,
    streets: Vec<PlateId>,
}

impl Streets {
    pub(crate) fn new() -> Streets {
        Streets {
            north: 0,
            streets: vec![],
        }
    }

    /// Builds the streets of an area, with its buildings, and its square if something stands there.
    pub(crate) fn build(
        &mut self,
        plan: &mut Plan,
        area: AreaId,
        buildings: &[Block<'_>],
        square: Option<&Block<'_>>,
    ) {
        let rows = buildings.chunks(LOTS).map(Some).chain([None]);
        for (n, row) in rows.enumerate() {
            match (row, n) {
                (Some(row), 0) => self.street(plan, area, row, square),
                (Some(row), _) => self.street(plan, area, row, None),
                (None, 0) => self.street(plan, area, &[], square),
                (None, _) => {}
            }
        }
    }

    fn street(
        &mut self,
        plan: &mut Plan,
        area: AreaId,
        buildings: &[Block<'_>],
        square: Option<&Block<'_>>,
    ) {
        let (south, north) = buildings.split_at(buildings.len() / 2);
        let long = |row: &[Block<'_>]| row.iter().map(|b| b.wide + GAP_MM).sum::<i32>();
        let deep = |row: &[Block<'_>]| row.iter().map(|b| b.deep).max().unwrap_or(0);
        let length = long(south).max(long(north)).max(2 * STREET_MM);
        let half = square.map_or(0, |square| square.deep / 2);
        let kerb = self
            .north
            .saturating_add(deep(south).max(half))
            .saturating_add(GAP_MM);
        let street = plan.add_plate(Plate {
            area,
            used_as: PlateUse::Street,
            rect: Rect::new(0, kerb, length, STREET_MM),
            z_mm: 0,
            height_mm: FLOOR_MM,
            rough: vec![],
        });
        for (row, is_north) in [(south, false), (north, true)] {
            let y = if is_north {
                kerb.saturating_add(STREET_MM)
            } else {
                kerb
            };
            let mut x = 0;
            for building in row {
                let hall = building.build(plan, (x, y), is_north, PlateUse::Room);
                plan.connect(Way::Door, [street, hall], DOOR_MM);
                x = x.saturating_add(building.wide).saturating_add(GAP_MM);
            }
        }
        if let Some(square) = square {
            let y = kerb
                .saturating_add(STREET_MM / 2)
                .saturating_sub(square.deep / 2);
            let open = square.build(plan, (length, y), true, PlateUse::Square);
            plan.connect(Way::Mouth, [street, open], STREET_MM);
        }
        let top = kerb
            .saturating_add(STREET_MM)
            .saturating_add(deep(north).max(half));
        self.north = top.saturating_add(GAP_MM);
        self.streets.push(street);
    }

    /// Joins all streets in the west, if there are several.
    pub(crate) fn join(self, plan: &mut Plan, area: AreaId) {
        if self.streets.len() < 2 {
            return;
        }
        let cross = plan.add_plate(Plate {
            area,
            used_as: PlateUse::Street,
            rect: Rect::new(-STREET_MM, 0, STREET_MM, self.north),
            z_mm: 0,
            height_mm: FLOOR_MM,
            rough: vec![],
        });
        for street in self.streets {
            plan.connect(Way::Mouth, [cross, street], STREET_MM);
        }
    }
}
