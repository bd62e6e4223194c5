//! Checks of the nodes and links of layers.

use crate::map::weave;
use townsfolk_core::{LayerId, NeedId, NodeId};
use townsfolk_module::mind::{
    Control, Degree, Layer, Link, NodeKind, Sources, not_ready_to_change_role, time_to_change_role,
};

/// Something wrong with a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The layer it was found in.
    pub layer: LayerId,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A link, threshold change or control names a node that no layer has.
    MissingNode(NodeId),
    /// A link leads to a node that takes no activation.
    LeadsNowhere(NodeId, NodeId),
    /// A need, test or feeling is linked to an action directly.
    SkipsConcepts(NodeId, NodeId),
    /// An action is linked to something.
    ActionAsSource(NodeId, NodeId),
    /// A weight outside −1 and 1.
    WeightOutOfRange(NodeId, NodeId, Degree),
    /// A threshold change names two nodes without a plain link between them.
    NoSuchLink(NodeId, NodeId),
    /// A control names something that is not an action, flag or test where it must.
    WrongControl(NodeId),
    /// A node or event input names a need that no layer has.
    MissingNeed(NeedId),
    /// Two nodes have one id.
    DoubleNode(NodeId),
    /// A concept that nothing drives: it is always zero.
    UndrivenConcept(NodeId),
    /// A need, test, feeling or flag without any outgoing link.
    UnheardInput(NodeId),
    /// An action without any incoming link: it is never done.
    UndrivenAction(NodeId),
    /// The curve of a need goes the wrong way, or its times do not ascend.
    BadCurve(NeedId),
}

/// Checks a basic layer, and layers that are put on over it, each on its own.
pub fn check(basic: &Layer, over: &[&Layer]) -> Vec<Problem> {
    let mut problems = check_one(basic, basic, &[basic]);
    for id in [time_to_change_role(), not_ready_to_change_role()] {
        if basic.nodes.iter().all(|node| node.id != id) {
            problems.push(Problem {
                layer: basic.id,
                fault: Fault::MissingNode(id),
            });
        }
    }
    for layer in over {
        problems.extend(check_one(layer, basic, &[basic, layer]));
    }
    problems
}

fn check_one(layer: &Layer, basic: &Layer, held: &[&Layer]) -> Vec<Problem> {
    let mut faults: Vec<Fault> = vec![];
    let kind = |id: NodeId| {
        let mut nodes = held.iter().flat_map(|layer| &layer.nodes);
        nodes.find(|node| node.id == id).map(|node| &node.kind)
    };
    for link in layer.links.iter().chain(&layer.across) {
        check_link(link, &kind, &mut faults);
    }
    let plain = |from: NodeId, to: NodeId| {
        let mut links = held
            .iter()
            .flat_map(|layer| layer.links.iter().chain(&layer.across));
        links.any(|link| link.from == Sources::One(from) && link.to == to)
    };
    for change in &layer.threshold_changes {
        if !plain(change.from, change.to) {
            faults.push(Fault::NoSuchLink(change.from, change.to));
        }
    }
    for control in &layer.controls {
        let (action, other) = match control {
            Control::Sets { action, flag, .. } => (*action, *flag),
            Control::Uses { action, test } => (*action, *test),
        };
        if !matches!(kind(action), Some(NodeKind::Action { .. })) {
            faults.push(Fault::WrongControl(action));
        }
        let fits = match (control, kind(other)) {
            (Control::Sets { .. }, Some(NodeKind::Flag { .. })) => true,
            (Control::Uses { .. }, Some(NodeKind::Test(_))) => true,
            (Control::Sets { .. } | Control::Uses { .. }, _) => false,
        };
        if !fits {
            faults.push(Fault::WrongControl(other));
        }
    }
    check_needs(layer, held, &mut faults);
    check_driven(layer, basic, held, &mut faults);
    let problem = |fault| Problem {
        layer: layer.id,
        fault,
    };
    faults.into_iter().map(problem).collect()
}

fn check_link<'a>(
    link: &Link,
    kind: &dyn Fn(NodeId) -> Option<&'a NodeKind>,
    faults: &mut Vec<Fault>,
) {
    let to = kind(link.to);
    match to {
        None => faults.push(Fault::MissingNode(link.to)),
        Some(NodeKind::Concept | NodeKind::Action { .. }) => {}
        Some(_) => {
            let from = link.from.nodes().first().copied().unwrap_or(link.to);
            faults.push(Fault::LeadsNowhere(from, link.to));
        }
    }
    for from in link.from.nodes() {
        match (kind(*from), to) {
            (None, _) => faults.push(Fault::MissingNode(*from)),
            (Some(NodeKind::Action { .. }), _) => {
                faults.push(Fault::ActionAsSource(*from, link.to));
            }
            (
                Some(NodeKind::Need(_) | NodeKind::Test(_) | NodeKind::Feeling(_)),
                Some(NodeKind::Action { .. }),
            ) => faults.push(Fault::SkipsConcepts(*from, link.to)),
            _ => {}
        }
        if link.weight != link.weight.as_weight() {
            faults.push(Fault::WeightOutOfRange(*from, link.to, link.weight));
        }
    }
}

fn check_needs(layer: &Layer, held: &[&Layer], faults: &mut Vec<Fault>) {
    let known = |id: NeedId| {
        held.iter()
            .flat_map(|layer| &layer.needs)
            .any(|n| n.id == id)
    };
    for node in &layer.nodes {
        if let NodeKind::Need(need) = node.kind
            && !known(need)
        {
            faults.push(Fault::MissingNeed(need));
        }
    }
    for event in layer.events.iter().filter(|event| !known(event.need)) {
        faults.push(Fault::MissingNeed(event.need));
    }
    for need in &layer.needs {
        let pairs = |points: &[(u32, Degree)], ascends: fn(Degree, Degree) -> bool| {
            let mut pairs = points.windows(2);
            pairs.all(|w| w[0].0 < w[1].0 && ascends(w[0].1, w[1].1))
        };
        let rises = pairs(&need.rise.points, |a, b| a <= b);
        if !rises || !pairs(&need.fall.points, |a, b| a >= b) {
            faults.push(Fault::BadCurve(need.id));
        }
    }
}

fn check_driven(layer: &Layer, basic: &Layer, held: &[&Layer], faults: &mut Vec<Fault>) {
    let woven = weave(held);
    for (index, node) in layer.nodes.iter().enumerate() {
        let earlier = &layer.nodes[..index];
        let in_basic = layer.id != basic.id && basic.nodes.iter().any(|n| n.id == node.id);
        if in_basic || earlier.iter().any(|n| n.id == node.id) {
            faults.push(Fault::DoubleNode(node.id));
        }
        let mut wires = woven.wires.iter();
        let driven = wires.any(|wire| {
            let link = &wire.link;
            link.to == node.id && link.weight > Degree::ZERO && link.threshold <= Degree::ONE
        });
        match node.kind {
            // Roles drive it, not the basic layer.
            NodeKind::Concept if !driven && node.id != not_ready_to_change_role() => {
                faults.push(Fault::UndrivenConcept(node.id));
            }
            NodeKind::Action { .. } if !driven => faults.push(Fault::UndrivenAction(node.id)),
            NodeKind::Concept | NodeKind::Action { .. } => {}
            // Roles read it.
            NodeKind::Flag { .. } if node.id == time_to_change_role() => {}
            NodeKind::Need(_)
            | NodeKind::Test(_)
            | NodeKind::Feeling(_)
            | NodeKind::Flag { .. } => {
                let mut wires = woven.wires.iter();
                if !wires.any(|wire| wire.link.from.nodes().contains(&node.id)) {
                    faults.push(Fault::UnheardInput(node.id));
                }
            }
        }
    }
}
