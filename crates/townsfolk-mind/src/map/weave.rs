//! Which nodes and links several layers make together.
//!
//! The map of a mind is woven from its layers anew whenever one is put on or taken off, so that
//! nothing of a layer can stay behind: neither node nor link nor threshold.

use std::collections::BTreeMap;
use townsfolk_core::{LayerId, NodeId};
use townsfolk_module::mind::{
    Degree, Inhibition, Layer, Link, Node, NodeKind, Sources, not_ready_to_change_role,
};

/// Layers woven into one map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Woven {
    /// All nodes: those of the basic layer, then those of the others, in the order of the layers.
    pub nodes: Vec<Node>,
    /// All links, with the thresholds that count now.
    pub wires: Vec<Wire>,
    /// Links that name a node which is not there.
    pub loose: Vec<(LayerId, Link)>,
}

/// A link as it counts now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wire {
    /// The layer it belongs to.
    pub layer: LayerId,
    /// The link, with the threshold that counts now.
    pub link: Link,
    /// Whether it was made because a layer was put on, and not by an author.
    pub automatic: bool,
}

/// Weaves layers into one map. The first is the basic one.
///
/// A node that an earlier layer has already is not taken again.
pub fn weave(layers: &[&Layer]) -> Woven {
    let mut nodes: Vec<Node> = vec![];
    let mut known: BTreeMap<NodeId, NodeKind> = BTreeMap::new();
    for node in layers.iter().flat_map(|layer| &layer.nodes) {
        known.entry(node.id).or_insert_with(|| {
            nodes.push(node.clone());
            node.kind.clone()
        });
    }
    let fits = |link: &Link| {
        let from = link.from.nodes();
        let sources = from.iter().all(|node| known.contains_key(node));
        let takes = matches!(
            known.get(&link.to),
            Some(NodeKind::Concept | NodeKind::Action { .. })
        );
        sources && takes && !from.is_empty()
    };
    let mut wires: Vec<Wire> = vec![];
    let mut loose: Vec<(LayerId, Link)> = vec![];
    for layer in layers {
        for link in layer.links.iter().chain(&layer.across) {
            if fits(link) {
                wires.push(Wire {
                    layer: layer.id,
                    link: link.clone(),
                    automatic: false,
                });
            } else {
                loose.push((layer.id, link.clone()));
            }
        }
    }
    change_thresholds(layers, &mut wires);
    let inhibiting = inhibit(layers, &known, &wires);
    wires.extend(inhibiting);
    Woven {
        nodes,
        wires,
        loose,
    }
}

/// Gives links the thresholds that layers above their own want. The topmost has the last word.
fn change_thresholds(layers: &[&Layer], wires: &mut [Wire]) {
    for layer in layers {
        for change in &layer.threshold_changes {
            for wire in wires.iter_mut() {
                let link = &mut wire.link;
                if link.from == Sources::One(change.from) && link.to == change.to {
                    link.threshold = change.threshold;
                }
            }
        }
    }
}

/// The links by which every concept of the basic layer holds down every concept of the others.
fn inhibit(layers: &[&Layer], known: &BTreeMap<NodeId, NodeKind>, wires: &[Wire]) -> Vec<Wire> {
    let Some((basic, others)) = layers.split_first() else {
        return vec![];
    };
    let concepts = |layer: &Layer| -> Vec<NodeId> {
        let nodes = layer.nodes.iter();
        let concepts = nodes.filter(|node| node.kind == NodeKind::Concept);
        concepts.map(|node| node.id).collect()
    };
    let mut made = vec![];
    for layer in others {
        for from in concepts(basic) {
            // It would hold down the very task that raises it.
            if from == not_ready_to_change_role() {
                continue;
            }
            let Some(threshold) = inhibits_from(layer.inhibition, from, known, wires) else {
                continue;
            };
            for to in concepts(layer) {
                if from != to && known.get(&to) == Some(&NodeKind::Concept) {
                    let link = Link::plain(from, to, layer.inhibition.weight).above(threshold);
                    made.push(Wire {
                        layer: layer.id,
                        link,
                        automatic: true,
                    });
                }
            }
        }
    }
    made
}

/// From which activation on a basic concept holds others down, if it does at all: when it is strong
/// enough to be acted on.
fn inhibits_from(
    inhibition: Inhibition,
    concept: NodeId,
    known: &BTreeMap<NodeId, NodeKind>,
    wires: &[Wire],
) -> Option<Degree> {
    if inhibition.weight == Degree::ZERO {
        return None;
    }
    if !inhibition.gated {
        return Some(Degree::ZERO);
    }
    let drives = |wire: &&Wire| {
        let link = &wire.link;
        let action = matches!(known.get(&link.to), Some(NodeKind::Action { .. }));
        action && link.from == Sources::One(concept) && link.weight > Degree::ZERO
    };
    let driving = wires.iter().filter(drives);
    driving.map(|wire| wire.link.threshold).min()
}
