//! The peer: A* over the raw cells of a tower, as one would write it first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Floors and tiles with lifts at some tiles of every floor.
pub(super) struct Grid {
    pub(super) floors: u16,
    pub(super) wide: u16,
    pub(super) lifts: Vec<u16>,
    cost: Vec<u32>,
}

impl Grid {
    pub(super) fn new(floors: u16, wide: u16, lifts: &[u16]) -> Grid {
        let layers = lifts.len() + 1;
        Grid {
            floors,
            wide,
            lifts: lifts.to_vec(),
            cost: vec![u32::MAX; usize::from(floors) * usize::from(wide) * layers],
        }
    }

    /// The cheapest cost, and the number of expanded cells. A cell is a tile, or the inside of a lift.
    pub(super) fn search(&mut self, from: (u16, u16), to: (u16, u16)) -> (u32, usize) {
        self.cost.fill(u32::MAX);
        let (floors, wide) = (usize::from(self.floors), usize::from(self.wide));
        let tile = |floor: usize, x: usize| floor * wide + x;
        let inside = |lift: usize, floor: usize| (lift + 1) * floors * wide + floor;
        let place = |cell: usize, lifts: &[u16]| match cell < floors * wide {
            true => (cell / wide, cell % wide, None),
            false => {
                let lift = cell / (floors * wide) - 1;
                let floor = cell % (floors * wide);
                (floor, usize::from(lifts[lift]), Some(lift))
            }
        };
        let goal = tile(usize::from(to.0), usize::from(to.1));
        let left = |floor: usize, x: usize| {
            (floor.abs_diff(usize::from(to.0)) + x.abs_diff(usize::from(to.1))) as u32
        };
        let start = tile(usize::from(from.0), usize::from(from.1));
        self.cost[start] = 0;
        let mut open = BinaryHeap::from([Reverse((0u32, Reverse(0u32), start))]);
        let mut expanded = 0;
        while let Some(Reverse((_, Reverse(cost), cell))) = open.pop() {
            if self.cost[cell] != cost {
                continue;
            }
            if cell == goal {
                return (cost, expanded);
            }
            expanded += 1;
            let (floor, x, lift) = place(cell, &self.lifts);
            let mut next: Vec<(usize, u32, usize, usize)> = Vec::with_capacity(4);
            match lift {
                None => {
                    if x > 0 {
                        next.push((tile(floor, x - 1), 1, floor, x - 1));
                    }
                    if x + 1 < wide {
                        next.push((tile(floor, x + 1), 1, floor, x + 1));
                    }
                    let lifts = self.lifts.iter();
                    if let Some(lift) = lifts.clone().position(|at| usize::from(*at) == x) {
                        next.push((inside(lift, floor), 10, floor, x));
                    }
                }
                Some(lift) => {
                    if floor > 0 {
                        next.push((inside(lift, floor - 1), 1, floor - 1, x));
                    }
                    if floor + 1 < floors {
                        next.push((inside(lift, floor + 1), 1, floor + 1, x));
                    }
                    next.push((tile(floor, x), 0, floor, x));
                }
            }
            for (cell, more, floor, x) in next {
                let total = cost + more;
                if total < self.cost[cell] {
                    self.cost[cell] = total;
                    open.push(Reverse((total + left(floor, x), Reverse(total), cell)));
                }
            }
        }
        (u32::MAX, expanded)
    }
}
