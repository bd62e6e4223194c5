//! Where people spend their time: looks at each square metre.

use std::collections::BTreeMap;
use townsfolk_town::living::Living;

/// Millimetres of a cell's side.
pub(crate) const CELL_MM: i32 = 1_000;

/// Cells that are kept; where nobody has been by then stays cold.
const CELLS: usize = 200_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Heat {
    /// How often somebody was seen there: east and north in metres, the height of the floor in
    /// decimetres.
    pub(crate) cells: BTreeMap<(i32, i32, i32), u32>,
}

impl Heat {
    pub(crate) fn look(&mut self, town: &Living) {
        for body in town.stage.bodies_at(town.folk.now()) {
            // Who stands on stairs is on the way, and warms no floor.
            let at = body.at;
            let cell = (
                at.x_mm.div_euclid(CELL_MM),
                at.y_mm.div_euclid(CELL_MM),
                at.z_mm.div_euclid(100),
            );
            if self.cells.len() < CELLS || self.cells.contains_key(&cell) {
                let seen = self.cells.entry(cell).or_default();
                *seen = seen.saturating_add(1);
            }
        }
    }
}
