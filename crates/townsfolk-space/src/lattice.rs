//! Square cells over the ground: bits and heights.

use crate::rect::Rect;
use serde::{Deserialize, Serialize};
use townsfolk_core::Place;

/// The side of a cell of height grids and exposure maps.
pub const CELL_MM: i32 = 500;

/// A cell, by column and row.
pub type Cell = (i32, i32);

/// Square cells over a rectangle of one floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lattice {
    /// The south-west corner of the first cell.
    pub origin: (i32, i32),
    /// The height of the floor.
    pub z_mm: i32,
    /// The side of a cell.
    pub cell_mm: i32,
    /// Number of columns.
    pub wide: u32,
    /// Number of rows.
    pub deep: u32,
}

impl Lattice {
    /// Cells that cover a rectangle. Their corners are multiples of the side.
    pub fn over(rect: &Rect, z_mm: i32, cell_mm: i32) -> Lattice {
        let side = cell_mm.max(1);
        let first = |low: i32| low.div_euclid(side);
        let count = |low: i32, high: i32| {
            let last = (i64::from(high) - 1).div_euclid(i64::from(side));
            u32::try_from(last - i64::from(first(low)) + 1).unwrap_or(0)
        };
        Lattice {
            origin: (
                first(rect.x0).saturating_mul(side),
                first(rect.y0).saturating_mul(side),
            ),
            z_mm,
            cell_mm: side,
            wide: count(rect.x0, rect.x1),
            deep: count(rect.y0, rect.y1),
        }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.wide as usize * self.deep as usize
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell of a place, which may lie outside.
    pub fn cell_of(&self, at: Place) -> Cell {
        let cell = |at: i32, origin: i32| {
            let cell =
                (i64::from(at) - i64::from(origin)).div_euclid(i64::from(self.cell_mm.max(1)));
            cell as i32
        };
        (cell(at.x_mm, self.origin.0), cell(at.y_mm, self.origin.1))
    }

    /// The index of a cell in row-major order; `None` outside.
    pub fn index(&self, (column, row): Cell) -> Option<usize> {
        let inside = (0..self.wide as i64).contains(&i64::from(column))
            && (0..self.deep as i64).contains(&i64::from(row));
        inside.then(|| row as usize * self.wide as usize + column as usize)
    }

    /// The cell with an index.
    pub fn cell_at(&self, index: usize) -> Cell {
        let wide = (self.wide as usize).max(1);
        ((index % wide) as i32, (index / wide) as i32)
    }

    /// The centre of a cell, on the floor.
    pub fn center(&self, (column, row): Cell) -> Place {
        let at = |cell: i32, origin: i32| {
            let low = i64::from(origin) + i64::from(cell) * i64::from(self.cell_mm);
            (low + i64::from(self.cell_mm / 2)) as i32
        };
        Place {
            x_mm: at(column, self.origin.0),
            y_mm: at(row, self.origin.1),
            z_mm: self.z_mm,
        }
    }

    /// The ground of a cell.
    pub fn rect(&self, cell: Cell) -> Rect {
        let center = self.center(cell);
        let half = self.cell_mm / 2;
        let (x0, y0) = (center.x_mm - half, center.y_mm - half);
        Rect {
            x0,
            y0,
            x1: x0 + self.cell_mm,
            y1: y0 + self.cell_mm,
        }
    }

    /// Whether a place is on its floor or up to a storey above.
    pub fn is_level_with(&self, at: Place) -> bool {
        let above = i64::from(at.z_mm) - i64::from(self.z_mm);
        (-500..2_500).contains(&above)
    }
}

/// One bit for each cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BitGrid {
    lattice: Lattice,
    words: Vec<u64>,
}

impl BitGrid {
    /// A grid without a set bit.
    pub fn empty(lattice: Lattice) -> BitGrid {
        BitGrid {
            lattice,
            words: vec![0; lattice.len().div_ceil(64)],
        }
    }

    /// The cells.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Whether the bit of a cell is set. Outside no bit is set.
    pub fn get(&self, cell: Cell) -> bool {
        self.lattice.index(cell).is_some_and(|n| self.get_index(n))
    }

    /// Whether the bit with an index is set.
    pub fn get_index(&self, index: usize) -> bool {
        let word = self.words.get(index / 64).copied().unwrap_or(0);
        word >> (index % 64) & 1 == 1
    }

    /// Whether the bit of the cell of a place on this floor is set.
    pub fn holds(&self, at: Place) -> bool {
        self.lattice.is_level_with(at) && self.get(self.lattice.cell_of(at))
    }

    /// Sets or clears the bit of a cell. Outside nothing happens.
    pub fn set(&mut self, cell: Cell, bit: bool) {
        if let Some(index) = self.lattice.index(cell) {
            self.set_index(index, bit);
        }
    }

    /// Sets or clears the bit with an index.
    pub fn set_index(&mut self, index: usize, bit: bool) {
        if let Some(word) = self.words.get_mut(index / 64) {
            match bit {
                true => *word |= 1 << (index % 64),
                false => *word &= !(1 << (index % 64)),
            }
        }
    }

    /// Clears all bits.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Number of set bits.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The set cells in row-major order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.indexes().map(|index| self.lattice.cell_at(index))
    }

    /// The indexes of the set cells, ascending.
    pub fn indexes(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(n, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(n * 64 + bit)
            })
        })
    }

    /// Adds the set bits of a grid over the same cells; another grid changes nothing.
    pub fn add(&mut self, other: &BitGrid) {
        if self.lattice == other.lattice {
            let words = self.words.iter_mut().zip(&other.words);
            words.for_each(|(word, other)| *word |= other);
        }
    }
}
