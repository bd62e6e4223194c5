//! The graph of a mind: its nodes with their activations, and the value passed along each link.

use super::{Answerer, share};
use serde::Serialize;
use townsfolk::words::mind::{node_as_written, node_name};
use townsfolk_core::{CharacterId, NodeId};
use townsfolk_module::Category;
use townsfolk_module::mind::{Degree, Layer, Link, NodeKind, Sources};

#[derive(Serialize)]
pub(super) struct MindShown {
    id: u32,
    name: String,
    layers: Vec<LayerShown>,
    nodes: Vec<NodeShown>,
    links: Vec<LinkShown>,
}

#[derive(Serialize)]
struct LayerShown {
    id: u32,
    name: String,
}

#[derive(Serialize)]
struct NodeShown {
    id: u32,
    name: String,
    /// Its name in links of the same layer.
    written: String,
    layer: u32,
    /// `concept`, `need`, `test`, `flag`, `feeling`, `action`.
    kind: &'static str,
    activation: f64,
    /// Whether it is the chosen action.
    chosen: bool,
}

#[derive(Serialize)]
struct LinkShown {
    layer: u32,
    from: Vec<u32>,
    /// How several sources are combined: `one`, `all`, `any`.
    how: &'static str,
    to: u32,
    weight: f64,
    threshold: f64,
    /// The value it passes now.
    passes: f64,
}

impl Answerer<'_> {
    pub(super) fn mind(&self, who: CharacterId) -> Option<MindShown> {
        let folk = &self.town.folk;
        let minded = folk.mind(who)?;
        let map = minded.mind.map();
        let held = self.layers_held(who);
        let module = folk.module();
        let layers = held.iter();
        let layers = layers.filter_map(|id| module.minds.layers.iter().find(|l| l.id == *id));
        let layers: Vec<&Layer> = layers.collect();
        let chosen = minded.mind.why().chosen.map(|(node, _)| node);
        let nodes = layers.iter().flat_map(|layer| {
            layer.nodes.iter().map(|node| NodeShown {
                id: node.id.0,
                name: node_name(&self.chronicle.symbols, node.id),
                written: node_as_written(&self.chronicle.symbols, node.id),
                layer: layer.id.0,
                kind: kind(&node.kind),
                activation: share(map.activation(node.id)),
                chosen: chosen == Some(node.id),
            })
        });
        let at = |node: NodeId| map.activation(node);
        let links = layers.iter().flat_map(|layer| {
            let links = layer.links.iter().chain(&layer.across);
            links.map(|link| link_shown(layer, link, threshold(&layers, link), at))
        });
        Some(MindShown {
            id: who.0,
            name: self.words().name(who),
            nodes: nodes.collect(),
            links: links.collect(),
            layers: layers
                .iter()
                .map(|layer| LayerShown {
                    id: layer.id.0,
                    name: self.plain(Category::Layer, layer.id.0),
                })
                .collect(),
        })
    }
}

/// The threshold of a link, possibly changed by an upper layer.
fn threshold(layers: &[&Layer], link: &Link) -> Degree {
    let Sources::One(from) = link.from else {
        return link.threshold;
    };
    let mut changes = layers.iter().flat_map(|layer| &layer.threshold_changes);
    let change = changes.find(|change| (change.from, change.to) == (from, link.to));
    change.map_or(link.threshold, |change| change.threshold)
}

fn link_shown(
    layer: &Layer,
    link: &Link,
    threshold: Degree,
    at: impl Fn(NodeId) -> Degree,
) -> LinkShown {
    let nodes = link.from.nodes().iter().map(|node| at(*node));
    let (how, strength) = match &link.from {
        Sources::One(node) => ("one", at(*node)),
        Sources::All(_) => ("all", nodes.min().unwrap_or(Degree::ZERO)),
        Sources::Any(_) => ("any", nodes.max().unwrap_or(Degree::ZERO)),
    };
    let weight = share(link.weight);
    LinkShown {
        layer: layer.id.0,
        from: link.from.nodes().iter().map(|node| node.0).collect(),
        how,
        to: link.to.0,
        weight,
        threshold: share(threshold),
        passes: match strength >= threshold {
            true => share(strength) * weight,
            false => 0.0,
        },
    }
}

fn kind(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Concept => "concept",
        NodeKind::Need(_) => "need",
        NodeKind::Test(_) => "test",
        NodeKind::Flag { .. } => "flag",
        NodeKind::Feeling(_) => "feeling",
        NodeKind::Action { .. } => "action",
    }
}
