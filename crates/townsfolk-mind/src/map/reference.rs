//! The definition of a map update; simple rather than fast.

use super::weave::{ActiveLink, JoinedLayers, weave};
use super::{PASSES_MAX, Settled};
use std::collections::BTreeMap;
use townsfolk_core::{LayerId, NodeId, PropId};
use townsfolk_module::mind::{Degree, Layer, NodeKind, Sources};

/// The inputs of a map: the activation of needs, tests and feelings. A missing input is zero.
pub type Inputs = BTreeMap<NodeId, Degree>;

/// A map, in the plainest form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The layers it is joined from; the first is the basic one.
    pub layers: Vec<Layer>,
    /// The activation of every node.
    pub activations: BTreeMap<NodeId, Degree>,
    /// The props that flags remember.
    pub props: BTreeMap<NodeId, PropId>,
}

impl Map {
    /// A map of the basic layer alone.
    pub fn new(basic: Layer) -> Map {
        let mut map = Map {
            layers: vec![basic],
            activations: BTreeMap::new(),
            props: BTreeMap::new(),
        };
        map.start_over();
        map
    }

    /// Adds a layer, unless it is held already.
    pub fn put_on(&mut self, layer: Layer) {
        if self.layers.iter().all(|held| held.id != layer.id) {
            self.layers.push(layer);
            self.start_over();
        }
    }

    /// Removes a layer with all its nodes and links. The basic layer stays.
    pub fn take_off(&mut self, layer: LayerId) {
        let place = self.layers.iter().skip(1).position(|held| held.id == layer);
        if let Some(place) = place {
            self.layers.remove(place + 1);
            self.start_over();
        }
    }

    /// The nodes and links that are active now.
    pub fn woven(&self) -> JoinedLayers {
        let layers: Vec<&Layer> = self.layers.iter().collect();
        weave(&layers)
    }

    /// A change of layers resets the activations, so that they do not depend on the layers held
    /// before. Flags of layers that stay are kept.
    fn start_over(&mut self) {
        let nodes = self.woven().nodes;
        let before = std::mem::take(&mut self.activations);
        for node in &nodes {
            let activation = match node.kind {
                NodeKind::Flag { on } => before.get(&node.id).copied().unwrap_or(switched(on)),
                _ => Degree::ZERO,
            };
            self.activations.insert(node.id, activation);
        }
        let is_flag = |id: &NodeId| {
            let mut flags = nodes
                .iter()
                .filter(|n| matches!(n.kind, NodeKind::Flag { .. }));
            flags.any(|node| node.id == *id)
        };
        self.props.retain(|flag, _| is_flag(flag));
    }

    /// Switches a flag, and stores or clears the prop it remembers.
    pub fn switch(&mut self, flag: NodeId, on: bool, prop: Option<PropId>) {
        let nodes = self.woven().nodes;
        let is_flag = |kind: &NodeKind| matches!(kind, NodeKind::Flag { .. });
        if nodes.iter().any(|n| n.id == flag && is_flag(&n.kind)) {
            self.activations.insert(flag, switched(on));
            match prop {
                Some(prop) if on => self.props.insert(flag, prop),
                _ => self.props.remove(&flag),
            };
        }
    }

    /// Sets the inputs, evaluates the concepts until they rest, then the actions.
    pub fn update(&mut self, inputs: &Inputs) -> Settled {
        let woven = self.woven();
        self.take_in(&woven, inputs);
        let mut settled = Settled {
            passes: 0,
            at_rest: false,
        };
        while settled.passes < PASSES_MAX && !settled.at_rest {
            settled.at_rest = !self.pass(&woven);
            settled.passes += 1;
        }
        self.sum_up_actions(&woven);
        settled
    }

    fn take_in(&mut self, woven: &JoinedLayers, inputs: &Inputs) {
        for node in &woven.nodes {
            let told = inputs.get(&node.id).copied().unwrap_or_default();
            match node.kind {
                NodeKind::Need(_) | NodeKind::Test(_) | NodeKind::Feeling(_) => {
                    self.activations.insert(node.id, told.clamped());
                }
                NodeKind::Concept | NodeKind::Flag { .. } | NodeKind::Action { .. } => {}
            }
        }
    }

    /// One pass over the concepts in order; each sees the new values of those before it. Returns
    /// whether anything changed.
    fn pass(&mut self, woven: &JoinedLayers) -> bool {
        let mut changed = false;
        for node in &woven.nodes {
            if node.kind == NodeKind::Concept {
                let activation = self.sum(node.id, &woven.wires).clamped();
                changed |= self.activations.insert(node.id, activation) != Some(activation);
            }
        }
        changed
    }

    fn sum_up_actions(&mut self, woven: &JoinedLayers) {
        for node in &woven.nodes {
            if let NodeKind::Action { .. } = node.kind {
                let activation = self.sum(node.id, &woven.wires);
                self.activations.insert(node.id, activation);
            }
        }
    }

    /// The sum of a node's incoming links: exact, and rounded once to the nearest degree.
    fn sum(&self, node: NodeId, wires: &[ActiveLink]) -> Degree {
        let mut exact: i64 = 0;
        for wire in wires.iter().filter(|wire| wire.link.to == node) {
            let activation = self.combined(&wire.link.from);
            if activation >= wire.link.threshold {
                exact += i64::from(activation.0) * i64::from(wire.link.weight.as_weight().0);
            }
        }
        Degree::rounded(exact)
    }

    /// The activation at the source of a link: the minimum for AND, the maximum for OR.
    fn combined(&self, from: &Sources) -> Degree {
        let activation = |node: &NodeId| self.activation(*node);
        match from {
            Sources::One(node) => activation(node),
            Sources::All(nodes) => nodes.iter().map(activation).min().unwrap_or_default(),
            Sources::Any(nodes) => nodes.iter().map(activation).max().unwrap_or_default(),
        }
    }

    /// The activation of a node; zero if there is no such node.
    pub fn activation(&self, node: NodeId) -> Degree {
        self.activations.get(&node).copied().unwrap_or_default()
    }

    /// The action to do: the most active one above zero. Ties go to the action in progress, then to
    /// the first in order.
    pub fn choose(&self, doing: Option<NodeId>) -> Option<NodeId> {
        let mut best: Option<(NodeId, Degree)> = None;
        for node in &self.woven().nodes {
            let NodeKind::Action { .. } = node.kind else {
                continue;
            };
            let activation = self.activation(node.id);
            let better = match best {
                None => activation > Degree::ZERO,
                Some((_, so_far)) if activation == so_far => doing == Some(node.id),
                Some((_, so_far)) => activation > so_far,
            };
            if better {
                best = Some((node.id, activation));
            }
        }
        best.map(|(action, _)| action)
    }
}

fn switched(on: bool) -> Degree {
    if on { Degree::ONE } else { Degree::ZERO }
}
