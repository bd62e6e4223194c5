//! A spatial index of plates.

use super::{Plan, PlateId, Rect};
use std::collections::BTreeMap;
use townsfolk::Place;

/// The side of a cell of the index.
const CELL_MM: i32 = 16_000;

/// Maximum number of cells of a plate.
const CELLS_MAX: i64 = 1 << 16;

/// Maximum number of rings of cells in which ground is searched.
const RINGS_MAX: i32 = 16;

/// Plates by the cells they touch. A cache of the plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlateIndex {
    cells: BTreeMap<(i32, i32), Vec<PlateId>>,
}

impl PlateIndex {
    /// The index of a plan.
    pub(crate) fn of(plan: &Plan) -> PlateIndex {
        let mut index = PlateIndex::default();
        for (plate, id) in plan.plates.iter().zip(0..) {
            let rect = plate.rect;
            let (low, high) = (cell(rect.x0, rect.y0), cell(rect.x1, rect.y1));
            if is_too_large(&rect) {
                continue;
            }
            for x in low.0..=high.0 {
                for y in low.1..=high.1 {
                    index.cells.entry((x, y)).or_default().push(PlateId(id));
                }
            }
        }
        index
    }

    /// The plate at a place; on a common edge, the first in the plan.
    pub(crate) fn plate_at(&self, plan: &Plan, at: Place) -> Option<PlateId> {
        let here = self.cells.get(&cell(at.x_mm, at.y_mm))?;
        let holds = |id: &&PlateId| plan.plate(**id).is_some_and(|plate| plate.holds(at));
        here.iter().find(holds).copied()
    }

    /// The outdoor plate nearest to a place, and the nearest point on it; `None` if there is none
    /// within [`RINGS_MAX`] cells.
    pub(crate) fn outdoors_near(&self, plan: &Plan, at: Place) -> Option<(PlateId, Place)> {
        let (x, y) = cell(at.x_mm, at.y_mm);
        let mut best: Option<(i64, PlateId, Place)> = None;
        for ring in 0..=RINGS_MAX {
            // Anything outside the rings so far is further away than this.
            let seen_mm = i64::from(CELL_MM) * i64::from(ring - 1);
            if best.is_some_and(|(away, ..)| away <= seen_mm) {
                break;
            }
            for column in x.saturating_sub(ring)..=x.saturating_add(ring) {
                let edge = column.abs_diff(x) == ring.unsigned_abs();
                let rows = y.saturating_sub(ring)..=y.saturating_add(ring);
                let rows = rows.filter(|row| edge || row.abs_diff(y) == ring.unsigned_abs());
                let there = rows.filter_map(|row| self.cells.get(&(column, row)));
                for id in there.flatten() {
                    let Some(plate) = plan.plate(*id).filter(|plate| plate.is_outdoors()) else {
                        continue;
                    };
                    let inside = plate.nearest_to(at);
                    let found = (inside.distance_mm(at), *id, inside);
                    if best.is_none_or(|best| (found.0, found.1) < (best.0, best.1)) {
                        best = Some(found);
                    }
                }
            }
        }
        best.map(|(_, plate, inside)| (plate, inside))
    }

    /// The plates of each cell, in order.
    pub(crate) fn neighbourhoods(&self) -> impl Iterator<Item = &[PlateId]> {
        self.cells.values().map(Vec::as_slice)
    }
}

/// Whether a plate exceeds the maximum size.
pub(crate) fn is_too_large(rect: &Rect) -> bool {
    let cells = |mm: i32| i64::from(mm / CELL_MM) + 1;
    cells(rect.wide()).saturating_mul(cells(rect.deep())) > CELLS_MAX
}

fn cell(x: i32, y: i32) -> (i32, i32) {
    (x.div_euclid(CELL_MM), y.div_euclid(CELL_MM))
}
