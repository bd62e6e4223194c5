//! The one search: cells of a plate and connectors of a town are searched by the same code.
//!
//! The cheapest way by A*, on whole numbers. Of equally promising nodes the one nearer to the goal
//! goes first, then the one with the lower number, so the same question has the same answer
//! everywhere.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Something that can be searched: numbered nodes with costs between them.
pub trait Searchable {
    /// How many nodes there are. They are numbered from nought.
    fn size(&self) -> usize;

    /// Calls `visit` with every node that can be reached from one, and at what cost.
    fn neighbours(&self, node: u32, visit: &mut dyn FnMut(u32, u64));

    /// What is left from a node to the goal, at the least. From a node to its neighbour this may
    /// not fall by more than the step costs.
    fn estimate(&self, node: u32) -> u64;
}

/// The room a search needs. It is kept between searches and means nothing.
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
    /// The cheapest way from one node to another, both included, with its cost. `None` if there is
    /// none, or if more than `most` nodes would have to be looked at.
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

    /// How many nodes were looked at in all searches so far.
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
