//! Which plate a place is on.

use super::{Plan, PlateId, Rect};
use std::collections::BTreeMap;
use townsfolk::Place;

/// The side of a cell of the index.
const CELL_MM: i32 = 16_000;

/// A plate of more cells is too large.
const CELLS_MAX: i64 = 1 << 16;

/// Plates by the cells they touch. A cache: made from the plan.
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

    /// The plate that holds a place; on a common edge, the first in the plan.
    pub(crate) fn plate_at(&self, plan: &Plan, at: Place) -> Option<PlateId> {
        let here = self.cells.get(&cell(at.x_mm, at.y_mm))?;
        let holds = |id: &&PlateId| plan.plate(**id).is_some_and(|plate| plate.holds(at));
        here.iter().find(holds).copied()
    }

    /// All that share a cell, in order.
    pub(crate) fn neighbourhoods(&self) -> impl Iterator<Item = &[PlateId]> {
        self.cells.values().map(Vec::as_slice)
    }
}

/// Whether a plate is larger than anything that is walked on: no plan may have it.
pub(crate) fn is_too_large(rect: &Rect) -> bool {
    let cells = |mm: i32| i64::from(mm / CELL_MM) + 1;
    cells(rect.wide()).saturating_mul(cells(rect.deep())) > CELLS_MAX
}

fn cell(x: i32, y: i32) -> (i32, i32) {
    (x.div_euclid(CELL_MM), y.div_euclid(CELL_MM))
}
