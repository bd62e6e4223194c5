//! Layers joined and compiled to flat arrays, shared by all minds that hold the same ones.

use super::weave::{JoinedLayers, weave};
use std::collections::BTreeMap;
use std::ops::Range;
use townsfolk_core::{LayerId, NeedId, NodeId, Urgency};
use townsfolk_module::mind::{
    Control, Deed, Degree, EventInput, Feeling, Layer, Need, NodeKind, Sources, Test,
    not_ready_to_change_role,
};

/// The index of a node in a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeIndex(pub u16);

/// Layers joined and compiled to flat arrays.
#[derive(Clone, Debug)]
pub struct Program {
    /// The layers it was compiled from; the first is the basic one.
    pub layers: Vec<LayerId>,
    /// The nodes and links it was compiled from, for explanations.
    pub woven: JoinedLayers,
    /// Its inputs, in the order in which they are set.
    pub inputs: Vec<(NodeIndex, Input)>,
    /// Its flags, and whether they are on at the start.
    pub flags: Vec<(NodeIndex, bool)>,
    /// Its actions.
    pub actions: Vec<Act>,
    /// Needs that exist while its layers are held.
    pub needs: Vec<Need>,
    /// Events that excite needs.
    pub events: Vec<EventInput>,
    /// Effects of actions on flags, and the props that actions use.
    pub controls: Vec<Control>,
    pub(super) concept_sums: Vec<WeightedSum>,
    pub(super) action_sums: Vec<WeightedSum>,
    pub(super) links: Vec<FlatLink>,
    pub(super) combinations: Vec<Combination>,
    pub(super) operands: Vec<NodeIndex>,
    /// For each node, the concepts that read it, as bits in their order. Concepts beyond the last
    /// bit are always evaluated.
    pub(super) readers: Vec<u64>,
    /// For each need in order, the level from which it drives an action.
    acted_on: Vec<Option<Degree>>,
    /// For each need in order, the levels at which a link from it begins to pass.
    thresholds: Vec<Vec<Degree>>,
    /// The index of the concept that delays giving up a role.
    pub not_ready: Option<NodeIndex>,
    places: BTreeMap<NodeId, NodeIndex>,
}

/// An action that a map can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// The index of its node.
    pub place: NodeIndex,
    /// Its node.
    pub node: NodeId,
    /// What it asks for.
    pub deed: Deed,
    /// The urgency of its offer to drive.
    pub urgency: Urgency,
}

/// An input of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The level of a need.
    Need(NeedId),
    /// How true something is.
    Test(NodeId, Test),
    /// A trait or feeling of the character.
    Feeling(Feeling),
}

/// A node that takes the sum of plain links and of combinations.
#[derive(Clone, Debug)]
pub(super) struct WeightedSum {
    pub node: NodeIndex,
    pub links: Range<u32>,
    pub combinations: Range<u32>,
}

/// A link without its destination, which follows from its position in the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatLink {
    pub from: NodeIndex,
    pub threshold: i32,
    pub weight: i32,
}

/// The same for a link from several nodes.
#[derive(Clone, Debug)]
pub(super) struct Combination {
    pub operands: Range<u32>,
    /// AND or OR.
    pub all: bool,
    pub threshold: i32,
    pub weight: i32,
}

impl Program {
    /// Joins layers and compiles them. `None` if there are more than 65,536 nodes.
    pub fn compile(layers: &[&Layer]) -> Option<Program> {
        let woven = weave(layers);
        let mut places = BTreeMap::new();
        for (index, node) in woven.nodes.iter().enumerate() {
            places.insert(node.id, NodeIndex(u16::try_from(index).ok()?));
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
            combinations: vec![],
            operands: vec![],
            readers: vec![0; woven.nodes.len()],
            acted_on: vec![],
            thresholds: vec![],
            not_ready: None,
            woven: JoinedLayers {
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
                NodeKind::Action { deed, urgency } => {
                    let sum = program.lay_out(place, node.id, &woven)?;
                    program.action_sums.push(sum);
                    program.actions.push(Act {
                        place,
                        node: node.id,
                        deed: *deed,
                        urgency: *urgency,
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
        program.note_readers();
        program.not_ready = program.place(not_ready_to_change_role());
        program.acted_on = program
            .needs
            .iter()
            .map(|need| acted_on(&woven, need.id))
            .collect();
        program.thresholds = program
            .needs
            .iter()
            .map(|need| thresholds(&woven, need.id))
            .collect();
        program.woven = woven;
        Some(program)
    }

    fn note_readers(&mut self) {
        for (bit, sum) in self.concept_sums.iter().enumerate().take(64) {
            let links = &self.links[span(&sum.links)];
            let combinations = &self.combinations[span(&sum.combinations)];
            let operands = combinations
                .iter()
                .flat_map(|c| &self.operands[span(&c.operands)]);
            for from in links.iter().map(|link| &link.from).chain(operands) {
                self.readers[usize::from(from.0)] |= 1 << bit;
            }
        }
    }

    fn lay_out(
        &mut self,
        place: NodeIndex,
        node: NodeId,
        woven: &JoinedLayers,
    ) -> Option<WeightedSum> {
        let links = length(&self.links)?;
        let combinations = length(&self.combinations)?;
        for wire in woven.wires.iter().filter(|wire| wire.link.to == node) {
            let threshold = wire.link.threshold.0;
            let weight = wire.link.weight.as_weight().0;
            let (nodes, all) = match &wire.link.from {
                Sources::One(from) => {
                    let from = self.place(*from)?;
                    self.links.push(FlatLink {
                        from,
                        threshold,
                        weight,
                    });
                    continue;
                }
                Sources::All(nodes) => (nodes, true),
                Sources::Any(nodes) => (nodes, false),
            };
            let first = length(&self.operands)?;
            for node in nodes {
                self.operands.push(self.place(*node)?);
            }
            self.combinations.push(Combination {
                operands: first..length(&self.operands)?,
                all,
                threshold,
                weight,
            });
        }
        Some(WeightedSum {
            node: place,
            links: links..length(&self.links)?,
            combinations: combinations..length(&self.combinations)?,
        })
    }

    /// The index of a node.
    pub fn place(&self, node: NodeId) -> Option<NodeIndex> {
        self.places.get(&node).copied()
    }

    /// The node at an index.
    pub fn node(&self, place: NodeIndex) -> Option<NodeId> {
        self.woven.nodes.get(usize::from(place.0)).map(|n| n.id)
    }

    /// The number of links.
    pub fn link_count(&self) -> usize {
        self.links.len() + self.combinations.len()
    }

    /// A need that exists while the layers are held.
    pub fn need(&self, need: NeedId) -> Option<&Need> {
        self.needs.iter().find(|known| known.id == need)
    }

    /// The lowest level of a need at which it alone, through its concept, drives an action. For a
    /// need that drives from zero on, this returns one half, as a guess: it is acted on when
    /// nothing else is to do.
    pub fn acted_on_from(&self, need: NeedId) -> Option<Degree> {
        let place = self.needs.iter().position(|known| known.id == need)?;
        self.acted_on.get(place).copied().flatten()
    }

    /// The levels of a need at which a link begins to pass: a link from the need, or from a concept
    /// that it drives alone and fully. At these moments a sleeping mind should be woken.
    pub fn thresholds_of(&self, need: NeedId) -> &[Degree] {
        let place = self.needs.iter().position(|known| known.id == need);
        let thresholds = place.and_then(|place| self.thresholds.get(place));
        thresholds.map_or(&[], Vec::as_slice)
    }
}

/// A range of indices for slicing.
pub(super) fn span(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

fn length<T>(list: &[T]) -> Option<u32> {
    u32::try_from(list.len()).ok()
}

fn acted_on(woven: &JoinedLayers, need: NeedId) -> Option<Degree> {
    let kind = |id: NodeId| {
        let mut nodes = woven.nodes.iter();
        nodes.find(|node| node.id == id).map(|node| &node.kind)
    };
    let driving = || {
        let links = woven.wires.iter().map(|wire| &wire.link);
        links.filter(|link| link.weight == Degree::ONE && link.threshold <= Degree::ONE)
    };
    let from_need = driving().filter(|link| match link.from {
        Sources::One(from) => kind(from) == Some(&NodeKind::Need(need)),
        Sources::All(_) | Sources::Any(_) => false,
    });
    let levels = from_need.flat_map(|first| {
        let onward = driving().filter(|link| link.from == Sources::One(first.to));
        let acting = onward.filter(|link| matches!(kind(link.to), Some(NodeKind::Action { .. })));
        acting.map(|second| first.threshold.max(second.threshold))
    });
    let least = levels.min()?;
    Some(if least == Degree::ZERO {
        Degree::HALF
    } else {
        least
    })
}

fn thresholds(woven: &JoinedLayers, need: NeedId) -> Vec<Degree> {
    let is_it = |id: NodeId| {
        let mut nodes = woven.nodes.iter();
        nodes.any(|n| n.id == id && n.kind == NodeKind::Need(need))
    };
    let mut found = vec![];
    for wire in &woven.wires {
        let Sources::One(from) = wire.link.from else {
            continue;
        };
        let driven = || {
            let mut wires = woven.wires.iter();
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

fn distinct_needs(layers: &[&Layer]) -> Vec<Need> {
    let mut needs: Vec<Need> = vec![];
    for need in layers.iter().flat_map(|layer| &layer.needs) {
        if needs.iter().all(|known| known.id != need.id) {
            needs.push(need.clone());
        }
    }
    needs
}
