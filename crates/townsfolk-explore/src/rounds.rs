//! Cycles: sets of situations that lead to each other and nowhere else.

use crate::graph::{Graph, StateIndex};

const UNSEEN: u32 = u32::MAX;

/// For each of some states, the cycle it belongs to, if nothing leads out of that cycle (except
/// faults). The states must lead only to each other.
///
/// These are the strongly connected components without exit, by Tarjan's algorithm.
pub(crate) fn last_rounds(graph: &Graph, among: &[bool]) -> Vec<Option<u32>> {
    let count = among.len();
    let mut search = Search {
        graph,
        among,
        number: vec![UNSEEN; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: vec![],
        component: vec![UNSEEN; count],
        components: 0,
        next: 0,
    };
    for state in 0..count as StateIndex {
        if among[state as usize] && search.number[state as usize] == UNSEEN {
            search.from(state);
        }
    }
    let component = search.component;
    let mut is_last = vec![true; search.components as usize];
    for state in (0..count as StateIndex).filter(|s| among[*s as usize]) {
        let own = component[state as usize];
        for to in steps(graph, state) {
            if component[to as usize] != own {
                is_last[own as usize] = false;
            }
        }
    }
    let last = |c: &u32| is_last.get(*c as usize).copied().unwrap_or(false);
    component
        .into_iter()
        .map(|c| Some(c).filter(last))
        .collect()
}

fn steps(graph: &Graph, from: StateIndex) -> impl Iterator<Item = StateIndex> {
    let edges = graph.edges_of(from).iter().filter(|edge| !edge.fault);
    edges.map(|edge| edge.to)
}

struct Search<'a> {
    graph: &'a Graph,
    among: &'a [bool],
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<StateIndex>,
    component: Vec<u32>,
    components: u32,
    next: u32,
}

impl Search<'_> {
    fn from(&mut self, root: StateIndex) {
        let mut open: Vec<(StateIndex, usize)> = vec![(root, 0)];
        while let Some((at, edge)) = open.pop() {
            let index = at as usize;
            if edge == 0 {
                self.number[index] = self.next;
                self.low[index] = self.next;
                self.next += 1;
                self.stack.push(at);
                self.on_stack[index] = true;
            }
            match steps(self.graph, at).nth(edge) {
                Some(to) => {
                    open.push((at, edge + 1));
                    if self.among[to as usize] && self.number[to as usize] == UNSEEN {
                        open.push((to, 0));
                    } else if self.on_stack[to as usize] {
                        self.low[index] = self.low[index].min(self.number[to as usize]);
                    }
                }
                None => self.leave(at, open.last().map(|(parent, _)| *parent)),
            }
        }
    }

    fn leave(&mut self, at: StateIndex, parent: Option<StateIndex>) {
        let index = at as usize;
        if self.low[index] == self.number[index] {
            while let Some(member) = self.stack.pop() {
                self.on_stack[member as usize] = false;
                self.component[member as usize] = self.components;
                if member == at {
                    break;
                }
            }
            self.components += 1;
        }
        if let Some(parent) = parent {
            self.low[parent as usize] = self.low[parent as usize].min(self.low[index]);
        }
    }
}
