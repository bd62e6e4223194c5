//! The height of the ground with what stands on it, cell by cell.

use crate::lattice::{CELL_MM, Cell, Lattice};
use crate::rect::Rect;
use crate::solid::Blocker;
use crate::space::Space;
use townsfolk_core::Place;

/// The size of a step of height.
pub const STEP_OF_HEIGHT_MM: i32 = 100;

/// The height of each cell above the floor, in steps of a tenth of a metre.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeightGrid {
    lattice: Lattice,
    heights: Vec<u8>,
}

impl HeightGrid {
    /// Flat ground.
    pub fn flat(lattice: Lattice) -> HeightGrid {
        HeightGrid {
            lattice,
            heights: vec![0; lattice.len()],
        }
    }

    /// The heights of one floor of a space, in cells of half a metre.
    ///
    /// A cell is as high as what covers its centre. A wall without thickness raises each cell that
    /// it crosses, except at open doors and windows.
    pub fn of(space: &Space, z_mm: i32) -> HeightGrid {
        let Some(bounds) = space.bounds(z_mm) else {
            return HeightGrid::default();
        };
        let mut grid = HeightGrid::flat(Lattice::over(&bounds, z_mm, CELL_MM));
        for solid in space.solids() {
            let (bottom, top) = (solid.low[2] - z_mm, solid.high[2] - z_mm);
            if matches!(solid.by, Blocker::Floor(_)) || bottom > 1_500 || top <= 0 {
                continue;
            }
            let rect = Rect {
                x0: solid.low[0],
                y0: solid.low[1],
                x1: solid.high[0],
                y1: solid.high[1],
            };
            grid.raise(&rect, top, |at| {
                let along = if rect.x0 == rect.x1 { at.1 } else { at.0 };
                let holes = solid.holes.iter().filter(|hole| {
                    (hole.along.0..=hole.along.1).contains(&along)
                        && space.is_open_index(hole.opening)
                });
                // Sight passes above the sill.
                holes.map(|hole| hole.height.0 - z_mm).min()
            });
        }
        grid
    }

    /// The cells.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The height of a cell in steps; 0 outside.
    pub fn at(&self, cell: Cell) -> u8 {
        let index = self.lattice.index(cell);
        index
            .and_then(|n| self.heights.get(n).copied())
            .unwrap_or(0)
    }

    /// The height of the cell of a place in steps.
    pub fn at_place(&self, at: Place) -> u8 {
        self.at(self.lattice.cell_of(at))
    }

    /// Sets the height of a cell in steps. Outside nothing happens.
    pub fn set(&mut self, cell: Cell, steps: u8) {
        let index = self.lattice.index(cell);
        if let Some(height) = index.and_then(|n| self.heights.get_mut(n)) {
            *height = steps;
        }
    }

    /// Raises the cells of a rectangle or line. `lower` tells the height of a hole at a centre.
    fn raise(&mut self, rect: &Rect, top_mm: i32, lower: impl Fn((i32, i32)) -> Option<i32>) {
        let corner = |x_mm: i32, y_mm: i32| {
            let z_mm = self.lattice.z_mm;
            self.lattice.cell_of(Place { x_mm, y_mm, z_mm })
        };
        let (low, high) = (corner(rect.x0, rect.y0), corner(rect.x1, rect.y1));
        let (flat_x, flat_y) = (rect.x0 == rect.x1, rect.y0 == rect.y1);
        for row in low.1.max(0)..=high.1.min(self.lattice.deep as i32 - 1) {
            for column in low.0.max(0)..=high.0.min(self.lattice.wide as i32 - 1) {
                let center = self.lattice.center((column, row));
                let covers_x = flat_x || (rect.x0..rect.x1).contains(&center.x_mm);
                let covers_y = flat_y || (rect.y0..rect.y1).contains(&center.y_mm);
                if !covers_x || !covers_y {
                    continue;
                }
                let height = lower((center.x_mm, center.y_mm)).unwrap_or(top_mm);
                let steps = (height / STEP_OF_HEIGHT_MM).clamp(0, 255) as u8;
                let steps = steps.max(self.at((column, row)));
                self.set((column, row), steps);
            }
        }
    }
}
