//! The open nodes of a search, each with its best cost so far.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a search knows of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    pub(super) key: u64,
    pub(super) node: T,
    /// Cost from the start.
    pub(super) cost: u64,
    /// The entry before it on the way.
    pub(super) before: u32,
    is_done: bool,
}

/// A priority queue of nodes that are named by keys.
#[derive(Debug)]
pub(super) struct Frontier<T> {
    entries: Vec<Entry<T>>,
    /// Indexes of entries by hash of the key, open addressing; 0 is empty.
    table: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, Reverse<u64>, u32)>>,
    left: u32,
}

impl<T: Copy> Frontier<T> {
    pub(super) fn new(nodes: u32) -> Frontier<T> {
        Frontier {
            entries: vec![],
            table: vec![0; 256],
            queue: BinaryHeap::new(),
            left: nodes,
        }
    }

    /// Offers a way to a node: its cost from the start, and the least cost to the goal.
    pub(super) fn offer(&mut self, key: u64, node: T, (cost, rest): (u64, u64), before: u32) {
        let index = match self.find(key) {
            Ok(index) => {
                let entry = &mut self.entries[index as usize];
                if entry.is_done || entry.cost <= cost {
                    return;
                }
                (entry.node, entry.cost, entry.before) = (node, cost, before);
                index
            }
            Err(slot) => {
                let index = self.entries.len() as u32;
                self.entries.push(Entry {
                    key,
                    node,
                    cost,
                    before,
                    is_done: false,
                });
                self.table[slot] = index + 1;
                if self.entries.len() * 2 > self.table.len() {
                    self.grow();
                }
                index
            }
        };
        // Of equal ones the one nearer to the goal comes first, then the one that was found first.
        self.queue
            .push(Reverse((cost + rest, Reverse(cost), index)));
    }

    /// The node that may lie on the cheapest way, with its index; `Err` if the budget is spent.
    pub(super) fn next(&mut self) -> Result<Option<(u32, Entry<T>)>, Spent> {
        while let Some(Reverse((_, Reverse(cost), index))) = self.queue.pop() {
            let entry = &mut self.entries[index as usize];
            if entry.is_done || entry.cost != cost {
                continue;
            }
            if self.left == 0 {
                return Err(Spent);
            }
            self.left -= 1;
            entry.is_done = true;
            return Ok(Some((index, *entry)));
        }
        Ok(None)
    }

    /// The nodes from the start to an entry.
    pub(super) fn way_to(&self, index: u32) -> Vec<T> {
        let step = |index: &u32| {
            let before = self.entries[*index as usize].before;
            (before != *index).then_some(before)
        };
        let way = std::iter::successors(Some(index), step);
        let mut way: Vec<T> = way.map(|index| self.entries[index as usize].node).collect();
        way.reverse();
        way
    }

    pub(super) fn is_done(&self, key: u64) -> bool {
        let found = self.find(key).ok();
        found.is_some_and(|index| self.entries[index as usize].is_done)
    }

    fn find(&self, key: u64) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            match self.table[slot] {
                0 => return Err(slot),
                index if self.entries[index as usize - 1].key == key => return Ok(index - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 4];
        for index in 0..self.entries.len() {
            if let Err(slot) = self.find(self.entries[index].key) {
                self.table[slot] = index as u32 + 1;
            }
        }
    }
}

/// The budget of a search is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spent;
