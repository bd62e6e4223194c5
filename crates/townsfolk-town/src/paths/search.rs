//! A* search on integers, for cells of a plate and for connectors of a town.
//!
//! Of equally promising nodes the one nearer to the goal comes first, then the one with the lower
//! number, so results are deterministic.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A search graph: numbered nodes with costs between them.
pub trait Searchable {
    /// Number of nodes. They are numbered from zero.
    fn size(&self) -> usize;

    /// Calls `visit` with every neighbour of a node and the cost of the step.
    fn neighbours(&self, node: u32, visit: &mut dyn FnMut(u32, u64));

    /// A lower bound of the cost from a node to the goal. It must be consistent: between neighbours
    /// it falls by at most the cost of the step.
    fn estimate(&self, node: u32) -> u64;
}

/// Buffers of a search, reused. They hold no state.
#[derive(Clone, Debug, Default)]
pub struct Search {
    seen: Vec<Seen>,
    open: BinaryHeap<Reverse<(u64, u64, u32)>>,
    round: u32,
    expanded: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    round: u32,
    from: u32,
    cost: u64,
}

impl Search {
    /// The cheapest way between two nodes, both included, with its cost. `None` if there is none,
    /// or if more than `most` nodes would be expanded.
    pub fn find(
        &mut self,
        space: &impl Searchable,
        from: u32,
        to: u32,
        most: usize,
    ) -> Option<(Vec<u32>, u64)> {
        self.begin(space.size());
        self.reach(from, from, 0, space.estimate(from));
        let mut looked_at = 0;
        while let Some(Reverse((promised, left, node))) = self.open.pop() {
            let cost = self.seen.get(node as usize)?.cost;
            if promised > cost.saturating_add(left) {
                continue; // A cheaper way here was found since.
            }
            if node == to {
                return Some((self.way_to(from, to), cost));
            }
            looked_at += 1;
            self.expanded += 1;
            if looked_at > most {
                return None;
            }
            space.neighbours(node, &mut |next, step| {
                let estimate = space.estimate(next);
                self.reach(next, node, cost.saturating_add(step), estimate);
            });
        }
        None
    }

    /// Number of expanded nodes in all searches so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    fn begin(&mut self, size: usize) {
        self.open.clear();
        if self.round == u32::MAX {
            self.seen.clear();
            self.round = 0;
        }
        self.round += 1;
        if self.seen.len() < size {
            self.seen.resize(size, Seen::default());
        }
    }

    fn reach(&mut self, node: u32, from: u32, cost: u64, left: u64) {
        let Some(seen) = self.seen.get_mut(node as usize) else {
            return;
        };
        if seen.round != self.round || cost < seen.cost {
            *seen = Seen {
                round: self.round,
                from,
                cost,
            };
            self.open
                .push(Reverse((cost.saturating_add(left), left, node)));
        }
    }

    fn way_to(&self, from: u32, to: u32) -> Vec<u32> {
        let mut way = vec![to];
        let mut node = to;
        while node != from {
            let Some(seen) = self.seen.get(node as usize) else {
                break;
            };
            node = seen.from;
            way.push(node);
        }
        way.reverse();
        way
    }
}
