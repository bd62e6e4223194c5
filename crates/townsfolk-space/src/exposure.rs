//! What an observer sees of the ground, cell by cell, computed in slices.

use crate::height::HeightGrid;
use crate::lattice::{BitGrid, Cell, Lattice};
use serde::{Deserialize, Serialize};
use townsfolk_core::Place;

/// Number of lines of a slice, unless the caller decides otherwise.
pub const LINES_PER_TICK: u32 = 128;

/// The height of the eyes of a standing observer above the ground, in steps.
pub const STANDING_STEPS: u8 = 16;

/// The height of the eyes of a crouching observer above the ground, in steps.
pub const CROUCHING_STEPS: u8 = 10;

/// How much of a body has to show, in steps above the ground.
pub const BODY_STEPS: u8 = 10;

/// The cells that an observer sees. While a new map is computed, the last one stays published.
///
/// Lines run from the eye to every cell on the border of a square. Along a line, a cell is visible
/// if the top of a body on it rises above the steepest slope before it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ExposureMap {
    range_mm: i32,
    eye: Place,
    eye_steps: u8,
    next_line: u32,
    growing: BitGrid,
    published: BitGrid,
    seen_from: Option<Place>,
}

impl ExposureMap {
    /// A map over the cells of a height grid in which nothing is seen yet.
    pub fn new(lattice: Lattice, range_mm: i32) -> ExposureMap {
        ExposureMap {
            range_mm,
            growing: BitGrid::empty(lattice),
            published: BitGrid::empty(lattice),
            ..ExposureMap::default()
        }
    }

    /// The map of an observer at once.
    pub fn seen(heights: &HeightGrid, eye: Place, eye_steps: u8, range_mm: i32) -> ExposureMap {
        let mut map = ExposureMap::new(*heights.lattice(), range_mm);
        map.advance(heights, (eye, eye_steps), u32::MAX);
        map
    }

    /// Computes up to a number of lines. The answer is whether a map has been published.
    ///
    /// The observer is looked at only when a map begins.
    pub fn advance(&mut self, heights: &HeightGrid, eye: (Place, u8), lines: u32) -> bool {
        if self.next_line == 0 {
            (self.eye, self.eye_steps) = eye;
            self.growing.clear();
        }
        let total = self.lines();
        let end = self.next_line.saturating_add(lines).min(total);
        let center = self.growing.lattice().cell_of(self.eye);
        let height = i64::from(heights.at(center)) + i64::from(self.eye_steps);
        self.growing.set(center, true);
        for line in self.next_line..end {
            self.sweep(heights, center, height, line);
        }
        self.next_line = end;
        if end < total {
            return false;
        }
        self.next_line = 0;
        std::mem::swap(&mut self.growing, &mut self.published);
        self.seen_from = Some(self.eye);
        true
    }

    /// The cells that were seen from the observer's place when the last map began.
    pub fn published(&self) -> &BitGrid {
        &self.published
    }

    /// Where the observer of the published map was; `None` before the first map.
    pub fn seen_from(&self) -> Option<Place> {
        self.seen_from
    }

    /// Whether a place is seen, as published last.
    pub fn sees(&self, at: Place) -> bool {
        self.published.holds(at)
    }

    /// Number of lines of a whole map.
    pub fn lines(&self) -> u32 {
        8 * self.half().unsigned_abs()
    }

    fn half(&self) -> i32 {
        (self.range_mm / self.growing.lattice().cell_mm.max(1)).max(1)
    }

    fn sweep(&mut self, heights: &HeightGrid, center: Cell, eye: i64, line: u32) {
        let end = border_cell(center, self.half(), line);
        let mut steepest = (-255_i64, 1_i64);
        for (d, cell) in (0..).zip(Line::new(center, end)).skip(1) {
            let Some(index) = self.growing.lattice().index(cell) else {
                return;
            };
            let height = i64::from(heights.at(cell));
            if is_seen(height, eye, d, steepest) {
                self.growing.set_index(index, true);
            }
            steepest = steeper(steepest, (height - eye, d));
        }
    }
}

/// Whether the top of a body at a height and a distance shows above the steepest slope.
fn is_seen(height: i64, eye: i64, d: i64, (dh_max, d_max): (i64, i64)) -> bool {
    (height + i64::from(BODY_STEPS) - eye) * d_max >= dh_max * d
}

fn steeper(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    if b.0 * a.1 > a.0 * b.1 { b } else { a }
}

/// The cell with a number on the border of a square, counterclockwise from its south-east corner.
fn border_cell((x, y): Cell, half: i32, line: u32) -> Cell {
    let side = 2 * half;
    let along = (line as i32) % side - half;
    match (line as i32) / side {
        0 => (x + half, y + along),
        1 => (x - along, y + half),
        2 => (x - half, y - along),
        _ => (x + along, y - half),
    }
}

/// The cells of a straight line (Bresenham's), both ends included.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    at: Option<Cell>,
    end: Cell,
    size: (i32, i32),
    step: (i32, i32),
    error: i32,
}

impl Line {
    pub(crate) fn new(from: Cell, to: Cell) -> Line {
        let size = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
        Line {
            at: Some(from),
            end: to,
            size,
            step: ((to.0 - from.0).signum(), (to.1 - from.1).signum()),
            error: size.0 + size.1,
        }
    }
}

impl Iterator for Line {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let here = self.at?;
        if here == self.end {
            self.at = None;
            return Some(here);
        }
        let twice = 2 * self.error;
        let (mut x, mut y) = here;
        if twice >= self.size.1 {
            self.error += self.size.1;
            x += self.step.0;
        }
        if twice <= self.size.0 {
            self.error += self.size.0;
            y += self.step.1;
        }
        self.at = Some((x, y));
        Some(here)
    }
}

/// What an observer sees if a line of its own is drawn to each cell: the naive method, which tests
/// and benchmarks compare with the sweep.
pub fn line_per_cell(heights: &HeightGrid, eye: Place, eye_steps: u8, range_mm: i32) -> BitGrid {
    let lattice = *heights.lattice();
    let mut seen = BitGrid::empty(lattice);
    let center = lattice.cell_of(eye);
    let half = (range_mm / lattice.cell_mm.max(1)).max(1);
    let top = i64::from(heights.at(center)) + i64::from(eye_steps);
    for row in center.1 - half..=center.1 + half {
        for column in center.0 - half..=center.0 + half {
            let mut steepest = (-255, 1);
            let mut visible = true;
            for (d, cell) in (0..).zip(Line::new(center, (column, row))).skip(1) {
                let height = i64::from(heights.at(cell));
                visible = is_seen(height, top, d, steepest);
                steepest = steeper(steepest, (height - top, d));
            }
            seen.set((column, row), visible);
        }
    }
    seen
}
