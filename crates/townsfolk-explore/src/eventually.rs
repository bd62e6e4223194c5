//! Properties `eventually`: finds where the expectation can no longer be met.

use crate::canonical::Renaming;
use crate::event::World;
use crate::finding::counts;
use crate::graph::{Graph, JudgedIndex, StateIndex};
use crate::property::{self, Values};
use std::collections::BTreeMap;
use townsfolk_module::Property;
use townsfolk_scene::Phase;

/// Index of the values of a property's variables.
type ValuesIndex = u32;

/// Index of a situation together with values for which something is still expected.
type ObligationIndex = u32;

/// The first of some states with a solution of a premise whose expectation cannot be met.
pub(crate) fn never_comes(
    world: &World<'_>,
    graph: &Graph,
    property: &Property,
    states: &[StateIndex],
    lively: &[u16],
) -> Option<StateIndex> {
    let mut hopes = Obligations {
        world,
        graph,
        property,
        values: vec![],
        known_values: BTreeMap::new(),
        renamed: BTreeMap::new(),
        met: BTreeMap::new(),
        hopes: vec![],
        at: vec![vec![]; graph.states.len()],
    };
    let mut premises: BTreeMap<JudgedIndex, Vec<ValuesIndex>> = BTreeMap::new();
    let mut begun: Vec<ObligationIndex> = vec![];
    for at in states {
        let Some(judged) = graph.states[*at as usize].judged else {
            continue;
        };
        let found = premises.entry(judged).or_insert_with(|| {
            let situation = &graph.judged[judged as usize];
            // An expectation that begins while the scene ends cannot be met, and is not reported.
            let found = match situation.scene.phase {
                Phase::Running => property::premises(world.module, property, situation),
                _ => vec![],
            };
            found.into_iter().map(|v| hopes.index_of(v)).collect()
        });
        for values in found.clone() {
            begun.push(hopes.hope(*at, values));
        }
    }
    let fulfilled = hopes.follow(lively);
    let first = begun.iter().find(|hope| !fulfilled[**hope as usize])?;
    Some(hopes.hopes[*first as usize].0)
}

/// All open expectations, with their situations.
struct Obligations<'a> {
    world: &'a World<'a>,
    graph: &'a Graph,
    property: &'a Property,
    values: Vec<Values>,
    known_values: BTreeMap<Values, ValuesIndex>,
    /// Values after a step.
    renamed: BTreeMap<(ValuesIndex, Renaming), ValuesIndex>,
    /// Whether an expectation holds.
    met: BTreeMap<(JudgedIndex, ValuesIndex), bool>,
    hopes: Vec<(StateIndex, ValuesIndex)>,
    /// For each state, its open expectations.
    at: Vec<Vec<(ValuesIndex, ObligationIndex)>>,
}

impl Obligations<'_> {
    fn index_of(&mut self, values: Values) -> ValuesIndex {
        if let Some(index) = self.known_values.get(&values) {
            return *index;
        }
        let index = self.values.len() as ValuesIndex;
        self.values.push(values.clone());
        self.known_values.insert(values, index);
        index
    }

    fn hope(&mut self, at: StateIndex, values: ValuesIndex) -> ObligationIndex {
        let known = self.at[at as usize].iter();
        if let Some((_, hope)) = known.copied().find(|(other, _)| *other == values) {
            return hope;
        }
        let hope = self.hopes.len() as ObligationIndex;
        self.hopes.push((at, values));
        self.at[at as usize].push((values, hope));
        hope
    }

    fn is_met(&mut self, at: StateIndex, values: ValuesIndex) -> bool {
        let state = &self.graph.states[at as usize];
        let (true, Some(judged)) = (state.expanded, state.judged) else {
            // Unexplored states count as good.
            return !state.expanded;
        };
        self.holds_in(judged, values)
    }

    fn holds_in(&mut self, judged: JudgedIndex, values: ValuesIndex) -> bool {
        let (world, property) = (self.world, self.property);
        let (graph, wanted) = (self.graph, &self.values);
        *self.met.entry((judged, values)).or_insert_with(|| {
            let situation = &graph.judged[judged as usize];
            property::is_met(world.module, property, situation, &wanted[values as usize])
        })
    }

    fn rename(&mut self, values: ValuesIndex, renaming: Renaming) -> ValuesIndex {
        if let Some(known) = self.renamed.get(&(values, renaming)) {
            return *known;
        }
        let old = &self.values[values as usize];
        let new = property::renamed(old, renaming, self.world.survey);
        let new = self.index_of(new);
        self.renamed.insert((values, renaming), new);
        new
    }

    /// Propagates the expectations, and returns which can still be met.
    fn follow(&mut self, lively: &[u16]) -> Vec<bool> {
        let graph = self.graph;
        let mut open: Vec<ObligationIndex> = vec![];
        let mut steps: Vec<(ObligationIndex, ObligationIndex)> = vec![];
        let mut next = 0;
        while let Some((at, values)) = self.hopes.get(next).copied() {
            let hope = next as ObligationIndex;
            next += 1;
            if self.is_met(at, values) {
                open.push(hope);
                continue;
            }
            let lively = lively[at as usize];
            let edges = graph.edges_with_way(at);
            for (edge, way) in edges.filter(|(edge, _)| counts(edge, lively)) {
                if way.iter().any(|judged| self.holds_in(*judged, values)) {
                    open.push(hope);
                    continue;
                }
                let later = self.rename(values, edge.renaming);
                steps.push((self.hope(edge.to, later), hope));
            }
        }
        steps.sort_unstable();
        let mut fulfilled = vec![false; self.hopes.len()];
        while let Some(hope) = open.pop() {
            if !std::mem::replace(&mut fulfilled[hope as usize], true) {
                let first = steps.partition_point(|(to, _)| *to < hope);
                let sources = steps[first..].iter().take_while(|(to, _)| *to == hope);
                open.extend(sources.map(|(_, from)| *from));
            }
        }
        fulfilled
    }
}
