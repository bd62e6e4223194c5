//! Streets: rows of buildings with their fronts to one another.

use super::lay_out::{Block, DOOR_MM, Site};
use super::{FLOOR_MM, Plan, Plate, PlateId, PlateUse, Rect, Way};
use townsfolk_core::AreaId;

/// Width of a street.
const STREET_MM: i32 = 6_000;

/// Distance between two buildings.
const GAP_MM: i32 = 2_000;

/// Maximum number of buildings in a street.
const LOTS: usize = 24;

/// A stretch of street with the buildings on both its sides, and a square at its east end if
/// something stands there.
#[derive(Debug)]
struct Street<'a> {
    south: &'a [Block<'a>],
    north: &'a [Block<'a>],
    square: Option<&'a Block<'a>>,
}

impl<'a> Street<'a> {
    fn new(buildings: &'a [Block<'a>], square: Option<&'a Block<'a>>) -> Street<'a> {
        let (south, north) = buildings.split_at(buildings.len() / 2);
        Street {
            south,
            north,
            square,
        }
    }

    /// Length of the street, without the square.
    fn street_mm(&self) -> i32 {
        let long = |row: &[Block<'_>]| {
            let lots = row.iter().map(|b| b.wide.saturating_add(GAP_MM));
            lots.fold(0, i32::saturating_add)
        };
        long(self.south).max(long(self.north)).max(2 * STREET_MM)
    }

    /// Depth of its ground south of the street, and north.
    fn deep_mm(&self) -> (i32, i32) {
        let deep = |row: &[Block<'_>]| row.iter().map(|b| b.deep).max().unwrap_or(0);
        let half = self.square.map_or(0, |square| square.deep / 2);
        (
            deep(self.south).max(half).saturating_add(GAP_MM),
            deep(self.north).max(half).saturating_add(GAP_MM),
        )
    }

    /// Builds it from the south-west corner of the street on; returns the plate of the street.
    fn build(&self, plan: &mut Plan, area: AreaId, (x, kerb): (i32, i32)) -> PlateId {
        let length = self.street_mm();
        let street = pave(plan, area, Rect::new(x, kerb, length, STREET_MM));
        for (row, north) in [(self.south, false), (self.north, true)] {
            let y = if north {
                kerb.saturating_add(STREET_MM)
            } else {
                kerb
            };
            let site = Site {
                used_as: PlateUse::Room,
                north,
            };
            let mut along = x;
            for building in row {
                let hall = building.build(plan, &site, (along, y));
                plan.connect(Way::Door, [street, hall], DOOR_MM);
                along = along.saturating_add(building.wide).saturating_add(GAP_MM);
            }
        }
        if let Some(square) = self.square {
            let site = Site {
                used_as: PlateUse::Square,
                north: true,
            };
            let y = kerb
                .saturating_add(STREET_MM / 2)
                .saturating_sub(square.deep / 2);
            let square = square.build(plan, &site, (x.saturating_add(length), y));
            plan.connect(Way::Mouth, [street, square], STREET_MM);
        }
        street
    }
}

/// Adds a street plate.
pub(crate) fn pave(plan: &mut Plan, area: AreaId, rect: Rect) -> PlateId {
    plan.add_plate(Plate {
        area,
        used_as: PlateUse::Street,
        rect,
        z_mm: 0,
        height_mm: FLOOR_MM,
        rough: vec![],
    })
}

/// Streets one north of the other, each with its mouth on the same cross street.
#[derive(Debug, Default)]
pub(crate) struct Streets {
    /// Where the ground of the next street begins.
    north: i32,
    streets: Vec<PlateId>,
}

impl Streets {
    /// Builds the streets of an area, with its buildings, and its square if something stands there.
    pub(crate) fn build(
        &mut self,
        plan: &mut Plan,
        area: AreaId,
        buildings: &[Block<'_>],
        square: Option<&Block<'_>>,
    ) {
        let rows = buildings.len().div_ceil(LOTS).max(1);
        for n in 0..rows {
            let row = buildings.chunks(LOTS).nth(n).unwrap_or(&[]);
            let street = Street::new(row, square.filter(|_| n == 0));
            let (south, north) = street.deep_mm();
            let kerb = self.north.saturating_add(south);
            let built = street.build(plan, area, (0, kerb));
            self.north = kerb.saturating_add(STREET_MM).saturating_add(north);
            self.streets.push(built);
        }
    }

    /// Joins all streets in the west, if there are several.
    pub(crate) fn join(self, plan: &mut Plan, area: AreaId) {
        if self.streets.len() < 2 {
            return;
        }
        let cross = pave(plan, area, Rect::new(-STREET_MM, 0, STREET_MM, self.north));
        for street in self.streets {
            plan.connect(Way::Mouth, [cross, street], STREET_MM);
        }
    }
}
