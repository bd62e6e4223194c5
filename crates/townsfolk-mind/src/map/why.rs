//! Explains why an action was chosen, and why the next one was not.

use super::fast::Map;
use super::weave::ActiveLink;
use crate::Moment;
use townsfolk_core::NodeId;
use townsfolk_module::mind::{Degree, NodeKind, Sources};

/// The explanation of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// The chosen action and its activation.
    pub chosen: Option<(NodeId, Degree)>,
    /// The links that fed it, back to the inputs: first those into the action, strongest first,
    /// then those into the concepts before it.
    pub fed_by: Vec<Contribution>,
    /// The runner-up: the most active other action; ties go to the one with the most support.
    pub runner_up: Option<(NodeId, Degree)>,
    /// What inhibited it: negative links into it or into the concepts that support it, strongest
    /// first, and links below their threshold.
    pub held_down_by: Vec<Contribution>,
}

/// Why an action is not chosen: its supporting and inhibiting links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyNot {
    /// Its activation.
    pub degree: Degree,
    /// The links that support it, back to the inputs.
    pub fed_by: Vec<Contribution>,
    /// The links that inhibit it, strongest first.
    pub held_down_by: Vec<Contribution>,
    /// Until when it is put off because it was not possible.
    pub put_off: Option<Moment>,
}

/// The contribution of one link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// The link.
    pub wire: ActiveLink,
    /// The activation of its source.
    pub activation: Degree,
    /// What it adds to its destination; zero if the threshold is not reached.
    pub amount: Degree,
}

impl Contribution {
    /// Whether the activation reaches the threshold.
    pub fn passes(&self) -> bool {
        self.activation >= self.wire.link.threshold
    }
}

/// Explains the choice of an updated map.
pub fn why(map: &Map, doing: Option<NodeId>) -> Why {
    let chosen = map.choose(doing).map(|act| act.node);
    let actions = map.program().woven.nodes.iter();
    let actions = actions.filter(|node| matches!(node.kind, NodeKind::Action { .. }));
    let others = actions
        .map(|node| node.id)
        .filter(|node| Some(*node) != chosen);
    let runner_up = others
        .filter(|node| urge(map, *node, 0) > Degree::ZERO)
        .min_by_key(|node| {
            let worth = (map.activation(*node), urge(map, *node, 0));
            std::cmp::Reverse(worth)
        });
    let with_degree = |node: NodeId| (node, map.activation(node));
    Why {
        chosen: chosen.map(with_degree),
        fed_by: chosen.map_or(vec![], |node| feeding(map, node)),
        runner_up: runner_up.map(with_degree),
        held_down_by: runner_up.map_or(vec![], |node| holding_down(map, node)),
    }
}

impl Why {
    /// The explanation as text.
    pub fn tell(&self, name: &dyn Fn(NodeId) -> String) -> String {
        let mut text = match &self.chosen {
            Some((node, degree)) => format!("{} ({degree})\n", name(*node)),
            None => String::from("nothing to do\n"),
        };
        for link in &self.fed_by {
            text += &format!("  {}\n", line(link, name));
        }
        if let Some((node, degree)) = &self.runner_up {
            text += &format!("rather than {} ({degree})\n", name(*node));
            for link in &self.held_down_by {
                text += &format!("  {}\n", line(link, name));
            }
        }
        text
    }
}

fn line(part: &Contribution, name: &dyn Fn(NodeId) -> String) -> String {
    let link = &part.wire.link;
    let names = |nodes: &[NodeId], word: &str| {
        let names: Vec<String> = nodes.iter().map(|node| name(*node)).collect();
        names.join(word)
    };
    let from = match &link.from {
        Sources::One(node) => name(*node),
        Sources::All(nodes) => names(nodes, " and "),
        Sources::Any(nodes) => names(nodes, " or "),
    };
    let (to, activation, threshold) = (name(link.to), part.activation, link.threshold);
    if !part.passes() {
        return format!("{from} ({activation}) does not reach {threshold} for {to}");
    }
    let verb = if part.amount < Degree::ZERO {
        "takes"
    } else {
        "gives"
    };
    let amount = Degree(part.amount.0.saturating_abs());
    let whose = if part.wire.automatic {
        " (body before duty)"
    } else {
        ""
    };
    format!("{from} ({activation}) {verb} {to} {amount}{whose}")
}

fn contributions(map: &Map, node: NodeId) -> Vec<Contribution> {
    let wires = map.program().woven.wires.iter();
    let into = wires.filter(|wire| wire.link.to == node);
    into.map(|wire| {
        let degrees = || {
            wire.link
                .from
                .nodes()
                .iter()
                .map(|node| map.activation(*node))
        };
        let activation = match wire.link.from {
            Sources::One(_) | Sources::All(_) => degrees().min(),
            Sources::Any(_) => degrees().max(),
        };
        let activation = activation.unwrap_or_default();
        let passes = activation >= wire.link.threshold;
        Contribution {
            wire: wire.clone(),
            activation,
            amount: if passes {
                activation.times(wire.link.weight.as_weight())
            } else {
                Degree::ZERO
            },
        }
    })
    .collect()
}

/// The links that support a node and the concepts they come from, back to the inputs.
pub fn feeding(map: &Map, node: NodeId) -> Vec<Contribution> {
    let mut fed: Vec<Contribution> = vec![];
    let mut open = vec![node];
    let mut seen = vec![node];
    while !open.is_empty() {
        let mut giving: Vec<Contribution> = open
            .drain(..)
            .flat_map(|node| contributions(map, node))
            .filter(|part| part.amount > Degree::ZERO)
            .collect();
        giving.sort_by_key(|part| std::cmp::Reverse(part.amount));
        for from in giving.iter().flat_map(|part| part.wire.link.from.nodes()) {
            if !seen.contains(from) {
                seen.push(*from);
                open.push(*from);
            }
        }
        fed.extend(giving);
    }
    fed
}

/// What supports and what inhibits an action of an updated map. `None` if it is not in the map.
pub fn why_not(map: &Map, action: NodeId) -> Option<WhyNot> {
    let mut nodes = map.program().woven.nodes.iter();
    let known = nodes.any(|node| node.id == action);
    known.then(|| WhyNot {
        degree: map.activation(action),
        fed_by: feeding(map, action),
        held_down_by: holding_down(map, action),
        put_off: None,
    })
}

/// Negative links into a node and into the concepts that support it, and links below their
/// threshold.
fn holding_down(map: &Map, node: NodeId) -> Vec<Contribution> {
    let mut nodes = vec![node];
    let mut next = 0;
    while let Some(node) = nodes.get(next).copied() {
        next += 1;
        for part in contributions(map, node) {
            if part.wire.link.weight > Degree::ZERO {
                for from in part.wire.link.from.nodes() {
                    if !nodes.contains(from) {
                        nodes.push(*from);
                    }
                }
            }
        }
    }
    let parts = nodes.into_iter().flat_map(|node| contributions(map, node));
    let mut taking: Vec<Contribution> = parts
        .filter(|part| {
            let blocked = part.wire.link.weight > Degree::ZERO && !part.passes();
            part.amount < Degree::ZERO || blocked && part.activation > Degree::ZERO
        })
        .collect();
    taking.sort_by_key(|part| part.amount);
    taking
}

/// The support of a node without its inhibitions.
fn urge(map: &Map, node: NodeId, depth: u8) -> Degree {
    let parts = contributions(map, node);
    if parts.is_empty() || depth > 1 {
        return map.activation(node);
    }
    let giving = parts
        .iter()
        .filter(|part| part.wire.link.weight > Degree::ZERO);
    let sum = giving.fold(Degree::ZERO, |sum, part| {
        let urges = part
            .wire
            .link
            .from
            .nodes()
            .iter()
            .map(|from| urge(map, *from, depth + 1));
        let from = match part.wire.link.from {
            Sources::One(_) | Sources::All(_) => urges.min(),
            Sources::Any(_) => urges.max(),
        };
        sum.plus(
            from.unwrap_or_default()
                .times(part.wire.link.weight.as_weight()),
        )
    });
    sum.clamped()
}
