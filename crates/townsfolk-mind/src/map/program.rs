//! Layers woven once and laid out flat, to be shared by all minds that hold the same ones.

use super::weave::{Woven, weave};
use std::collections::BTreeMap;
use townsfolk_core::{LayerId, NeedId, NodeId, Word};
use townsfolk_module::mind::{
    Control, Deed, Degree, EventInput, Feeling, Layer, Need, NodeKind, Sources, Test,
};

/// A node of a program, by its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub u16);

/// Layers woven once and laid out flat.
#[derive(Clone, Debug)]
pub struct Program {
    /// The layers it was woven from; the first is the basic one.
    pub layers: Vec<LayerId>,
    /// The nodes and links it was made of, for explanations.
    pub woven: Woven,
    /// What it must be told at each update, in this order.
    pub inputs: Vec<(Place, Input)>,
    /// Its flags, and whether they are on at the start.
    pub flags: Vec<(Place, bool)>,
    /// Its actions.
    pub actions: Vec<Act>,
    /// Needs that exist while its layers are held.
    pub needs: Vec<Need>,
    /// Events that excite needs.
    pub events: Vec<EventInput>,
    /// What actions do to flags, and whose props they use.
    pub controls: Vec<Control>,
    pub(super) concept_sums: Vec<Sum>,
    pub(super) action_sums: Vec<Sum>,
    pub(super) links: Vec<FlatLink>,
    pub(super) operands: Vec<Place>,
    places: BTreeMap<NodeId, Place>,
}

/// An action that a map can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Where its node is.
    pub place: Place,
    /// Its node.
    pub node: NodeId,
    /// What it asks for.
    pub deed: Deed,
    /// How strongly it offers to drive.
    pub word: Word,
}

/// What a program must be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The level of a need.
    Need(NeedId),
    /// How true something is.
    Test(NodeId, Test),
    /// How the character is, or feels.
    Feeling(Feeling),
}

/// A node that takes the sum of the links from `first` up to `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    pub node: Place,
    pub first: u32,
    pub end: u32,
}

/// A link of which only the destination is left out: it is known from its place in the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatLink {
    pub from: Source,
    pub threshold: i32,
    pub weight: i32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    One(Place),
    /// Operands from here on, so many.
    All(u16, u16),
    Any(u16, u16),
}

impl Program {
    /// Weaves layers and lays them out. `None` if they are too large: more than 65,535 nodes or
    /// operands of composite links.
    pub fn compile(layers: &[&Layer]) -> Option<Program> {
        let woven = weave(layers);
        let mut places = BTreeMap::new();
        for (index, node) in woven.nodes.iter().enumerate() {
            places.insert(node.id, Place(u16::try_from(index).ok()?));
        }
        let mut program = Program {
            layers: layers.iter().map(|layer| layer.id).collect(),
            inputs: vec![],
            flags: vec![],
            actions: vec![],
            needs: distinct_needs(layers),
            events: layers.iter().flat_map(|l| l.events.clone()).collect(),
            controls: layers.iter().flat_map(|l| l.controls.clone()).collect(),
            concept_sums: vec![],
            action_sums: vec![],
            links: vec![],
            operands: vec![],
            woven: Woven {
                nodes: vec![],
                wires: vec![],
                loose: vec![],
            },
            places,
        };
        for node in &woven.nodes {
            let place = program.place(node.id)?;
            match &node.kind {
                NodeKind::Concept => {
                    let sum = program.lay_out(place, node.id, &woven)?;
                    program.concept_sums.push(sum);
                }
                NodeKind::Action { deed, word } => {
                    let sum = program.lay_out(place, node.id, &woven)?;
                    program.action_sums.push(sum);
                    program.actions.push(Act {
                        place,
                        node: node.id,
                        deed: *deed,
                        word: *word,
                    });
                }
                NodeKind::Need(need) => program.inputs.push((place, Input::Need(*need))),
                NodeKind::Test(test) => {
                    let input = Input::Test(node.id, *test);
                    program.inputs.push((place, input));
                }
                NodeKind::Feeling(feeling) => {
                    program.inputs.push((place, Input::Feeling(*feeling)));
                }
                NodeKind::Flag { on } => program.flags.push((place, *on)),
            }
        }
        program.woven = woven;
        Some(program)
    }

    fn lay_out(&mut self, place: Place, node: NodeId, woven: &Woven) -> Option<Sum> {
        let first = u32::try_from(self.links.len()).ok()?;
        for wire in woven.wires.iter().filter(|wire| wire.link.to == node) {
            let from = match &wire.link.from {
                Sources::One(from) => Source::One(self.place(*from)?),
                Sources::All(from) => {
                    let (start, count) = self.operands_of(from)?;
                    Source::All(start, count)
                }
                Sources::Any(from) => {
                    let (start, count) = self.operands_of(from)?;
                    Source::Any(start, count)
                }
            };
            self.links.push(FlatLink {
                from,
                threshold: wire.link.threshold.0,
                weight: wire.link.weight.as_weight().0,
            });
        }
        Some(Sum {
            node: place,
            first,
            end: u32::try_from(self.links.len()).ok()?,
        })
    }

    fn operands_of(&mut self, nodes: &[NodeId]) -> Option<(u16, u16)> {
        let start = u16::try_from(self.operands.len()).ok()?;
        for node in nodes {
            self.operands.push(self.place(*node)?);
        }
        u16::try_from(self.operands.len()).ok()?;
        Some((start, u16::try_from(nodes.len()).ok()?))
    }

    /// Where a node is.
    pub fn place(&self, node: NodeId) -> Option<Place> {
        self.places.get(&node).copied()
    }

    /// The node at a place.
    pub fn node(&self, place: Place) -> Option<NodeId> {
        self.woven.nodes.get(usize::from(place.0)).map(|n| n.id)
    }

    /// How many links there are.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// A need that exists while the layers are held.
    pub fn need(&self, need: NeedId) -> Option<&Need> {
        self.needs.iter().find(|known| known.id == need)
    }

    /// The levels of a need at which a link from it, or from a concept that it drives alone and in
    /// full, begins to pass: the moments at which a mind that sleeps should be woken.
    pub fn thresholds_of(&self, need: NeedId) -> Vec<Degree> {
        let is_it = |id: NodeId| {
            let mut nodes = self.woven.nodes.iter();
            nodes.any(|n| n.id == id && n.kind == NodeKind::Need(need))
        };
        let mut found = vec![];
        for wire in &self.woven.wires {
            let Sources::One(from) = wire.link.from else {
                continue;
            };
            let driven = || {
                let mut wires = self.woven.wires.iter();
                wires.any(|w| match w.link.from {
                    Sources::One(source) => {
                        is_it(source) && w.link.to == from && w.link.weight == Degree::ONE
                    }
                    Sources::All(_) | Sources::Any(_) => false,
                })
            };
            let within = wire.link.threshold > Degree::ZERO && wire.link.threshold <= Degree::ONE;
            if within && (is_it(from) || driven()) {
                found.push(wire.link.threshold);
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

fn distinct_needs(layers: &[&Layer]) -> Vec<Need> {
    let mut needs: Vec<Need> = vec![];
    for need in layers.iter().flat_map(|layer| &layer.needs) {
        if needs.iter().all(|known| known.id != need.id) {
            needs.push(need.clone());
        }
    }
    needs
}
