//! Samples of positions per square metre.

use std::collections::BTreeMap;
use townsfolk_town::living::Living;

/// Side of a cell in millimetres.
pub(crate) const CELL_MM: i32 = 1_000;

/// Maximum number of cells; later ones are not counted.
const CELLS: usize = 200_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Heat {
    /// Number of samples by cell: east and north in metres, the height of the floor in decimetres.
    pub(crate) cells: BTreeMap<(i32, i32, i32), u32>,
}

impl Heat {
    pub(crate) fn look(&mut self, town: &Living) {
        for body in town.stage.bodies_at(town.folk.now()) {
            // A person on stairs is on the way and does not count for a floor.
            let at = town.stage.on_map(body.at);
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
