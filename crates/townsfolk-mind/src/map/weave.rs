//! Joins several layers into one set of nodes and links.
//!
//! The layers are joined again whenever one is added or removed, so that no node, link or threshold
//! of a removed layer remains.

use std::collections::BTreeMap;
use townsfolk_core::{LayerId, NodeId};
use townsfolk_module::mind::{
    Degree, Inhibition, Layer, Link, Node, NodeKind, Sources, not_ready_to_change_role,
};

/// Several layers joined into one map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinedLayers {
    /// All nodes: those of the basic layer, then those of the others, in the order of the layers.
    pub nodes: Vec<Node>,
    /// All links, with their effective thresholds.
    pub wires: Vec<ActiveLink>,
    /// Links that name a missing node.
    pub loose: Vec<(LayerId, Link)>,
}

/// A link with its effective threshold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActiveLink {
    /// The layer it belongs to.
    pub layer: LayerId,
    /// The link, with its effective threshold.
    pub link: Link,
    /// Whether it was generated because a layer was added, instead of written by an author.
    pub automatic: bool,
}

/// Joins layers into one map. The first is the basic one.
///
/// A node that an earlier layer has already is not added again.
pub fn weave(layers: &[&Layer]) -> JoinedLayers {
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
    let mut wires: Vec<ActiveLink> = vec![];
    let mut loose: Vec<(LayerId, Link)> = vec![];
    for layer in layers {
        for link in layer.links.iter().chain(&layer.across) {
            if fits(link) {
                wires.push(ActiveLink {
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
    JoinedLayers {
        nodes,
        wires,
        loose,
    }
}

/// Applies the threshold changes of upper layers. The topmost change wins.
fn change_thresholds(layers: &[&Layer], wires: &mut [ActiveLink]) {
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

/// The links by which every concept of the basic layer inhibits every concept of the others.
fn inhibit(
    layers: &[&Layer],
    known: &BTreeMap<NodeId, NodeKind>,
    wires: &[ActiveLink],
) -> Vec<ActiveLink> {
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
            // It would inhibit the very task that raises it.
            if from == not_ready_to_change_role() {
                continue;
            }
            let Some(threshold) = inhibits_from(layer.inhibition, from, known, wires) else {
                continue;
            };
            for to in concepts(layer) {
                if from != to && known.get(&to) == Some(&NodeKind::Concept) {
                    let link = Link::plain(from, to, layer.inhibition.weight).above(threshold);
                    made.push(ActiveLink {
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

/// The activation from which a basic concept inhibits others, if it does: where it is strong enough
/// to be acted on.
fn inhibits_from(
    inhibition: Inhibition,
    concept: NodeId,
    known: &BTreeMap<NodeId, NodeKind>,
    wires: &[ActiveLink],
) -> Option<Degree> {
    if inhibition.weight == Degree::ZERO {
        return None;
    }
    if !inhibition.gated {
        return Some(Degree::ZERO);
    }
    let drives = |wire: &&ActiveLink| {
        let link = &wire.link;
        let action = matches!(known.get(&link.to), Some(NodeKind::Action { .. }));
        action && link.from == Sources::One(concept) && link.weight > Degree::ZERO
    };
    let driving = wires.iter().filter(drives);
    driving.map(|wire| wire.link.threshold).min()
}
