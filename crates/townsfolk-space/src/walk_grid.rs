//! Which cells of the ground can be walked, and from which cell to which.

use crate::cost::Shortest;
use crate::lattice::{Cell, Lattice};
use crate::path::Way;
use crate::rect::Rect;
use crate::space::Space;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use townsfolk_core::Place;

/// The side of a cell.
pub const SEARCH_CELL_MM: i32 = 1_000;

/// Number of nodes that a search between two neighbouring cells may open.
const NODES: u32 = 48;

/// The eight neighbours of a cell, counterclockwise from the east.
const AROUND: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The walkable cells of one floor, with a point in each and the neighbours that can be reached.
///
/// It holds the doors as they were when it was built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WalkGrid {
    lattice: Lattice,
    points: Vec<Option<Place>>,
    links: Vec<u8>,
}

impl WalkGrid {
    /// The cells of the ground within a distance of a place, along each axis.
    pub fn around(space: &Space, at: Place, reach_mm: i32) -> WalkGrid {
        let here = (at.x_mm, at.y_mm);
        let floor = space.snap(at).unwrap_or(at).z_mm;
        let window = Rect::of(here, here).grown(reach_mm);
        let window = space
            .bounds(floor)
            .and_then(|bounds| bounds.common(&window));
        let lattice = match window {
            Some(rect) => Lattice::over(&rect, floor, SEARCH_CELL_MM),
            None => Lattice::default(),
        };
        let cells = (0..lattice.len()).map(|index| lattice.cell_at(index));
        let points = cells.map(|cell| standing_point(space, &lattice, cell));
        let mut grid = WalkGrid {
            points: points.collect(),
            links: vec![0; lattice.len()],
            lattice,
        };
        for index in 0..lattice.len() {
            for direction in 0..4 {
                grid.link(space, index, direction);
            }
        }
        grid
    }

    /// The cells.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The point of a cell where a body can stand, by the index of the cell.
    pub fn point(&self, index: usize) -> Option<Place> {
        self.points.get(index).copied().flatten()
    }

    /// The index of the cell of a place, or of a neighbour if it cannot be walked.
    pub fn index_of(&self, at: Place) -> Option<usize> {
        let cell = self.lattice.cell_of(at);
        let around = AROUND.iter().map(|(x, y)| (cell.0 + x, cell.1 + y));
        let mut cells = std::iter::once(cell).chain(around);
        cells.find_map(|cell| {
            let index = self.lattice.index(cell)?;
            self.point(index).map(|_| index)
        })
    }

    /// The indexes of the cells that can be reached from a cell in one step.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let links = self.links.get(index).copied().unwrap_or(0);
        let (x, y) = self.lattice.cell_at(index);
        let steps = AROUND.iter().enumerate();
        let steps = steps.filter(move |(n, _)| links >> n & 1 == 1);
        steps.filter_map(move |(_, (dx, dy))| self.lattice.index((x + dx, y + dy)))
    }

    /// The walking distance in millimetres from the nearest of some cells to each cell, with the
    /// number of that cell in the list; `None` where there is no way.
    pub fn distances(&self, from: &[usize]) -> Vec<Option<(u32, u32)>> {
        let mut best: Vec<Option<(u32, u32)>> = vec![None; self.lattice.len()];
        let mut queue = BinaryHeap::new();
        for (n, index) in (0..).zip(from) {
            if best.get(*index).is_some_and(Option::is_none) {
                best[*index] = Some((0, n));
                queue.push(Reverse((0, n, *index)));
            }
        }
        while let Some(Reverse((distance, n, index))) = queue.pop() {
            if best[index] != Some((distance, n)) {
                continue;
            }
            for next in self.neighbours(index) {
                let (a, b) = (self.lattice.cell_at(index), self.lattice.cell_at(next));
                let straight = a.0 == b.0 || a.1 == b.1;
                let there = (distance + if straight { 1_000 } else { 1_414 }, n);
                if best[next].is_none_or(|before| there < before) {
                    best[next] = Some(there);
                    queue.push(Reverse((there.0, there.1, next)));
                }
            }
        }
        best
    }

    fn link(&mut self, space: &Space, index: usize, direction: usize) {
        let (x, y) = self.lattice.cell_at(index);
        let (dx, dy) = AROUND[direction];
        let Some(other) = self.lattice.index((x + dx, y + dy)) else {
            return;
        };
        if let (Some(a), Some(b)) = (self.point(index), self.point(other))
            && is_near_on_foot(space, a, b)
        {
            self.links[index] |= 1 << direction;
            self.links[other] |= 1 << (direction + 4);
        }
    }
}

/// Whether one can walk from one point to another without a detour.
fn is_near_on_foot(space: &Space, a: Place, b: Place) -> bool {
    if space.walk_ray(a, b).is_none() {
        return true;
    }
    let straight = a.distance_mm(b).max(i64::from(SEARCH_CELL_MM));
    match space.path(a, b, &Shortest, NODES) {
        Way::Found(path) => i64::from(path.length_mm) * 2 <= straight * 3,
        Way::Missing | Way::Spent => false,
    }
}

fn standing_point(space: &Space, lattice: &Lattice, cell: Cell) -> Option<Place> {
    let center = lattice.center(cell);
    let ground = lattice.rect(cell);
    let near = space.polys_near(&ground).into_iter();
    let points = near.filter_map(|id| {
        let poly = space.poly(id)?;
        let piece = poly.rect.common(&ground)?;
        let walkable = space.is_poly_open(id) && poly.is_level_with(center);
        let nearest = poly.place(piece.nearest((center.x_mm, center.y_mm)));
        // The upper edges of a cell belong to the next one.
        (walkable && lattice.cell_of(nearest) == cell).then_some(nearest)
    });
    points.min_by_key(|at| at.distance_mm(center))
}
