//! The cells around a character that it has not looked at yet.

use crate::lattice::{BitGrid, CELL_MM, Lattice};
use crate::rect::Rect;
use crate::space::Space;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Place};

/// What a character faces: a sector of a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wedge {
    /// Its tip.
    pub at: Place,
    /// Its middle.
    pub facing: Angle,
    /// Its whole angle, in whole degrees.
    pub degrees: i32,
    /// Its radius.
    pub length_mm: u32,
}

/// A grid over a circle of ground. It stays where it was laid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CanvassGrid {
    center: Place,
    radius_mm: u32,
    unseen: BitGrid,
}

impl CanvassGrid {
    /// The walkable cells within a radius, all of them unseen.
    pub fn lay(space: &Space, center: Place, radius_mm: u32) -> CanvassGrid {
        let reach = i32::try_from(radius_mm).unwrap_or(i32::MAX);
        let here = (center.x_mm, center.y_mm);
        let square = Rect::of(here, here).grown(reach);
        let mut grid = CanvassGrid {
            center,
            radius_mm,
            unseen: BitGrid::empty(Lattice::over(&square, center.z_mm, CELL_MM)),
        };
        grid.lay_again(space);
        grid
    }

    /// Makes all walkable cells within the radius unseen again.
    pub fn lay_again(&mut self, space: &Space) {
        let lattice = *self.unseen.lattice();
        for index in 0..lattice.len() {
            let at = lattice.center(lattice.cell_at(index));
            let open = self.holds(at) && space.is_walkable(at);
            self.unseen.set_index(index, open);
        }
    }

    /// Whether a place is within the circle.
    pub fn holds(&self, at: Place) -> bool {
        self.center.is_within(at, self.radius_mm)
    }

    /// Number of unseen cells.
    pub fn left(&self) -> u32 {
        self.unseen.count()
    }

    /// Number of unseen cells in a wedge.
    pub fn unseen_in(&self, wedge: &Wedge) -> u32 {
        let lattice = self.unseen.lattice();
        let cells = self.unseen.cells();
        cells
            .filter(|cell| wedge.holds(lattice.center(*cell)))
            .count() as u32
    }

    /// Marks the cells of a wedge as seen.
    pub fn see(&mut self, wedge: &Wedge) {
        let lattice = *self.unseen.lattice();
        let seen: Vec<_> = self.unseen.cells().collect();
        for cell in seen {
            if wedge.holds(lattice.center(cell)) {
                self.unseen.set(cell, false);
            }
        }
    }

    /// The unseen cells.
    pub fn unseen(&self) -> &BitGrid {
        &self.unseen
    }
}

impl Wedge {
    /// Whether a place lies in it, seen from above.
    pub fn holds(&self, at: Place) -> bool {
        let part = |a: i32, b: i32| i128::from(b) - i128::from(a);
        let (x, y) = (part(self.at.x_mm, at.x_mm), part(self.at.y_mm, at.y_mm));
        let square = x * x + y * y;
        let length = i128::from(self.length_mm);
        if square > length * length {
            return false;
        }
        if self.degrees >= 360 {
            return true;
        }
        // The cosine of the angle to the middle, times the length of the offset.
        let ahead = x * i128::from(self.facing.cos()) + y * i128::from(self.facing.sin());
        let edge = i128::from(Angle::thousandths(i64::from(self.degrees) * 500).cos());
        match (ahead >= 0, edge >= 0) {
            (true, true) => ahead * ahead >= square * edge * edge,
            (true, false) => true,
            (false, true) => false,
            (false, false) => ahead * ahead <= square * edge * edge,
        }
    }
}
