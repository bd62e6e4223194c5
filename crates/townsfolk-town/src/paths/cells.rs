//! The ground of a plate in square cells, and ways around its furniture.

use super::search::{Search, Searchable};
use crate::plan::{BLOCKED, Plate, Rect};
use townsfolk::Place;

/// The side of a cell, about the width of a person.
pub const CELL_MM: i32 = 500;

/// Minimum distance of a straight way from furniture.
const MARGIN_MM: i32 = 150;

/// From the middle of a cell to the middle of the next.
const STRAIGHT: u64 = 500;

/// From the middle of a cell to that of the next across a corner, rounded up.
const ACROSS: u64 = 708;

/// The ground of a plate. One without furniture has no cells and only straight ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    rect: Rect,
    z_mm: i32,
    columns: i32,
    rows: i32,
    /// The cost value of each cell, by rows; empty if all are free.
    values: Vec<u16>,
    /// Ground that is not free, extended to whole cells.
    rough: Vec<Rect>,
}

impl Cells {
    /// The ground of a plate.
    pub fn of(plate: &Plate) -> Cells {
        let rect = plate.rect;
        let count = |mm: i32| mm.saturating_add(CELL_MM - 1).div_euclid(CELL_MM).max(1);
        let mut cells = Cells {
            rect,
            z_mm: plate.z_mm,
            columns: count(rect.wide()),
            rows: count(rect.deep()),
            values: vec![],
            rough: vec![],
        };
        let rough = plate.rough.iter().filter(|rough| rough.value > 0);
        for rough in rough.filter(|rough| rough.rect.overlaps(&rect)) {
            cells.roughen(rough.rect, rough.value);
        }
        cells
    }

    fn roughen(&mut self, rect: Rect, value: u16) {
        if self.values.is_empty() {
            let size = i64::from(self.columns) * i64::from(self.rows);
            self.values = vec![0; usize::try_from(size).unwrap_or(0)];
        }
        let first = |mm: i32, from: i32| mm.saturating_sub(from).div_euclid(CELL_MM).max(0);
        let last = |mm: i32, from: i32, count: i32| {
            mm.saturating_sub(from)
                .saturating_sub(1)
                .div_euclid(CELL_MM)
                .min(count - 1)
        };
        let (x0, y0) = (first(rect.x0, self.rect.x0), first(rect.y0, self.rect.y0));
        let (x1, y1) = (
            last(rect.x1, self.rect.x0, self.columns),
            last(rect.y1, self.rect.y0, self.rows),
        );
        for y in y0..=y1 {
            for x in x0..=x1 {
                let cell = (y * self.columns + x) as usize;
                if let Some(known) = self.values.get_mut(cell) {
                    *known = value.max(*known);
                }
            }
        }
        let corner = |n: i32, from: i32| from.saturating_add(n.saturating_mul(CELL_MM));
        self.rough.push(Rect {
            x0: corner(x0, self.rect.x0),
            y0: corner(y0, self.rect.y0),
            x1: corner(x1 + 1, self.rect.x0),
            y1: corner(y1 + 1, self.rect.y0),
        });
    }

    /// The cost value of the cell at a place, in thousandths.
    pub fn value_at(&self, at: Place) -> u16 {
        self.value(self.cell_at(at))
    }

    fn value(&self, cell: usize) -> u16 {
        if self.values.is_empty() {
            return 0;
        }
        self.values.get(cell).copied().unwrap_or(BLOCKED)
    }

    /// The cell at a place; for a place off the plate, the nearest.
    fn cell_at(&self, at: Place) -> usize {
        let index = |mm: i32, from: i32, count: i32| {
            mm.saturating_sub(from)
                .div_euclid(CELL_MM)
                .clamp(0, count - 1)
        };
        let x = index(at.x_mm, self.rect.x0, self.columns);
        let y = index(at.y_mm, self.rect.y0, self.rows);
        y as usize * self.columns as usize + x as usize
    }

    fn column_and_row(&self, cell: usize) -> (i32, i32) {
        let columns = self.columns as usize;
        ((cell % columns) as i32, (cell / columns) as i32)
    }

    fn middle_of(&self, cell: usize) -> Place {
        let (x, y) = self.column_and_row(cell);
        let middle = |from: i32, n: i32| {
            from.saturating_add(n.saturating_mul(CELL_MM))
                .saturating_add(CELL_MM / 2)
        };
        // A cell at the far edge may be cut off.
        let (x, y) = self
            .rect
            .nearest(middle(self.rect.x0, x), middle(self.rect.y0, y));
        Place {
            x_mm: x,
            y_mm: y,
            z_mm: self.z_mm,
        }
    }

    /// The nearest free cell: this one, or one in the rings around it.
    pub(crate) fn nearest_free(&self, at: Place) -> Option<usize> {
        let home = self.cell_at(at);
        let (hx, hy) = self.column_and_row(home);
        let reach = self.columns.max(self.rows);
        (0..reach).find_map(|ring| {
            let mut best: Option<(u64, usize)> = None;
            for y in (hy - ring).max(0)..=(hy + ring).min(self.rows - 1) {
                for x in (hx - ring).max(0)..=(hx + ring).min(self.columns - 1) {
                    if (x - hx).abs().max((y - hy).abs()) != ring {
                        continue;
                    }
                    let cell = y as usize * self.columns as usize + x as usize;
                    if self.value(cell) < BLOCKED {
                        let far = super::length_mm(at, self.middle_of(cell));
                        best = best.min(Some((far, cell))).or(Some((far, cell)));
                    }
                }
            }
            best.map(|(_, cell)| cell)
        })
    }

    /// The nearest place to stand: the place itself, or the middle of the nearest free cell.
    pub fn standing_at(&self, at: Place) -> Option<Place> {
        let cell = self.nearest_free(at)?;
        if cell == self.cell_at(at) && self.rect.holds(at.x_mm, at.y_mm) {
            return Some(Place {
                z_mm: self.z_mm,
                ..at
            });
        }
        Some(self.middle_of(cell))
    }

    /// Whether a straight way touches no rough ground.
    pub fn is_clear(&self, from: Place, to: Place) -> bool {
        !self
            .rough
            .iter()
            .any(|rect| rect.grown(MARGIN_MM).meets(from, to))
    }

    /// The points of the cheapest way between two places, without the first and with the last. It
    /// crosses nothing blocked; a character on blocked ground first steps off it.
    pub fn way(&self, search: &mut Search, from: Place, to: Place) -> Option<Vec<Place>> {
        if self.is_clear(from, to) {
            return Some(vec![to]);
        }
        let (first, last) = (self.nearest_free(from)?, self.nearest_free(to)?);
        let goal = self.column_and_row(last);
        let searched = Towards { cells: self, goal };
        let (way, _) = search.find(&searched, first as u32, last as u32, self.values.len())?;
        let mut points: Vec<Place> = vec![from];
        points.extend(way.iter().map(|cell| self.middle_of(*cell as usize)));
        if self.value_at(to) < BLOCKED {
            points.push(to);
        }
        Some(self.straighten(&points))
    }

    /// Removes points between which the straight way is clear.
    fn straighten(&self, points: &[Place]) -> Vec<Place> {
        let mut kept = vec![];
        let mut here = 0;
        while here + 1 < points.len() {
            let clear = |next: &usize| match (points.get(here), points.get(*next)) {
                (Some(from), Some(to)) => self.is_clear(*from, *to),
                _ => false,
            };
            let next = (here + 2..points.len())
                .rev()
                .find(clear)
                .unwrap_or(here + 1);
            kept.extend(points.get(next));
            here = next;
        }
        kept
    }

    /// Connected components of cells: a number for each cell, `u32::MAX` if blocked.
    pub(crate) fn parts(&self) -> Vec<u32> {
        let size = (self.columns as usize).saturating_mul(self.rows as usize);
        let mut parts = vec![u32::MAX; size];
        let mut count = 0;
        for cell in 0..size {
            if parts.get(cell) != Some(&u32::MAX) || self.value(cell) >= BLOCKED {
                continue;
            }
            let mut open = vec![cell as u32];
            while let Some(next) = open.pop() {
                match parts.get_mut(next as usize) {
                    Some(part) if *part == u32::MAX => *part = count,
                    _ => continue,
                }
                self.steps(next, &mut |step, _| open.push(step));
            }
            count += 1;
        }
        parts
    }

    fn steps(&self, node: u32, visit: &mut dyn FnMut(u32, u64)) {
        let (x, y) = self.column_and_row(node as usize);
        let cell = |x: i32, y: i32| {
            let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
            let cell = inside.then(|| y as usize * self.columns as usize + x as usize)?;
            (self.value(cell) < BLOCKED).then_some(cell)
        };
        for (dx, dy) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
            let Some(next) = cell(x + dx, y + dy) else {
                continue;
            };
            let across = dx != 0 && dy != 0;
            // No path leads between two touching corners.
            if across && (cell(x + dx, y).is_none() || cell(x, y + dy).is_none()) {
                continue;
            }
            let step = if across { ACROSS } else { STRAIGHT };
            let ease = u64::from(BLOCKED - self.value(next).min(BLOCKED - 1));
            visit(next as u32, step * u64::from(BLOCKED) / ease);
        }
    }
}

/// A search graph of cells with a goal.
struct Towards<'a> {
    cells: &'a Cells,
    goal: (i32, i32),
}

impl Searchable for Towards<'_> {
    fn size(&self) -> usize {
        self.cells.values.len()
    }

    fn neighbours(&self, node: u32, visit: &mut dyn FnMut(u32, u64)) {
        self.cells.steps(node, visit);
    }

    fn estimate(&self, node: u32) -> u64 {
        let (x, y) = self.cells.column_and_row(node as usize);
        let (dx, dy) = (self.goal.0.abs_diff(x), self.goal.1.abs_diff(y));
        let (long, short) = (u64::from(dx.max(dy)), u64::from(dx.min(dy)));
        STRAIGHT * (long - short) + ACROSS * short
    }
}
