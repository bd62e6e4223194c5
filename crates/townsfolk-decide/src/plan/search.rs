//! Uniform-cost forward search over states.

use super::bits::Bits;
use super::domain::{Rule, Target};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Memory of a search, kept between searches so that they do not allocate.
#[derive(Clone, Debug, Default)]
pub struct Search<const W: usize> {
    nodes: Vec<Node<W>>,
    /// Nodes to be expanded: cost, order of insertion, index.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// The cheapest node of each state.
    best: BTreeMap<Bits<W>, u32>,
    /// Number of states expanded by the last search.
    pub expanded: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    state: Bits<W>,
    cost: u32,
    parent: u32,
    rule: u16,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The cheapest sequence of operators, by index, and its cost.
    Steps(Vec<u16>, u32),
    /// No state satisfies the goal.
    Impossible,
    /// The limit of expansions was reached first.
    BudgetSpent,
}

impl<const W: usize> Search<W> {
    /// The cheapest way from a state to a goal. Of equal ones, the one found first.
    pub fn run(
        &mut self,
        rules: &[Rule<W>],
        goal: &Target<W>,
        start: Bits<W>,
        expansions_max: usize,
    ) -> Found {
        self.clear();
        self.push(start, 0, u32::MAX, 0);
        while let Some(Reverse((cost, _, index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            if self.best.get(&node.state) != Some(&index) {
                continue;
            }
            if goal.is_satisfied(&node.state) {
                return Found::Steps(self.steps_to(index), cost);
            }
            if self.expanded == expansions_max {
                return Found::BudgetSpent;
            }
            self.expanded += 1;
            self.expand(rules, &node, index);
        }
        Found::Impossible
    }

    fn expand(&mut self, rules: &[Rule<W>], node: &Node<W>, index: u32) {
        for (number, rule) in rules.iter().enumerate() {
            if !rule.is_applicable(&node.state) {
                continue;
            }
            let next = rule.apply(&node.state);
            if next != node.state {
                let cost = node.cost.saturating_add(rule.cost);
                self.push(next, cost, index, number as u16);
            }
        }
    }

    /// Adds a state, unless it is known and not cheaper now.
    fn push(&mut self, state: Bits<W>, cost: u32, parent: u32, rule: u16) {
        let known = self.best.get(&state);
        if known.is_some_and(|known| self.nodes[*known as usize].cost <= cost) {
            return;
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            state,
            cost,
            parent,
            rule,
        });
        self.best.insert(state, index);
        self.open.push(Reverse((cost, index, index)));
    }

    fn steps_to(&self, index: u32) -> Vec<u16> {
        let mut steps = vec![];
        let mut node = &self.nodes[index as usize];
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            steps.push(node.rule);
            node = parent;
        }
        steps.reverse();
        steps
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.best.clear();
        self.expanded = 0;
    }
}
