//! The map of one mind over a shared [`Program`]: one number per node.

use super::program::{Act, NodeIndex, Program, WeightedSum, span};
use super::{PASSES_MAX, Settled};
use std::sync::Arc;
use townsfolk_core::{NodeId, PropId};
use townsfolk_module::mind::Degree;

/// The map of one mind. It agrees with [`super::reference::Map`] at every update.
#[derive(Clone, Debug)]
pub struct Map {
    program: Arc<Program>,
    activations: Box<[i32]>,
    /// The props that flags remember; usually none.
    props: Vec<(NodeIndex, PropId)>,
    /// Concepts with an input that changed since their last evaluation, as bits. A cache:
    /// evaluating the others would change nothing.
    stale: u64,
}

impl Map {
    /// A map with its flags as they are at the start.
    pub fn new(program: Arc<Program>) -> Map {
        let mut activations = vec![0; program.woven.nodes.len()].into_boxed_slice();
        for (place, on) in &program.flags {
            activations[usize::from(place.0)] = switched(*on);
        }
        Map {
            program,
            activations,
            props: vec![],
            stale: u64::MAX,
        }
    }

    /// Replaces the layers. Flags that are in both keep their state; everything else starts over.
    pub fn change_layers(&mut self, program: Arc<Program>) {
        let before = std::mem::replace(self, Map::new(program));
        for (place, _) in &before.program.flags {
            let Some(flag) = before.program.node(*place) else {
                continue;
            };
            let on = before.activations[usize::from(place.0)] != 0;
            self.switch(flag, on, before.prop_of(flag));
        }
    }

    /// The program it runs on.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Switches a flag, and stores or clears the prop it remembers.
    pub fn switch(&mut self, flag: NodeId, on: bool, prop: Option<PropId>) {
        let Some(place) = self.program.place(flag) else {
            return;
        };
        if self.program.flags.iter().any(|(known, _)| *known == place) {
            self.activations[usize::from(place.0)] = switched(on);
            self.stale |= self.program.readers[usize::from(place.0)];
            self.props.retain(|(known, _)| *known != place);
            if let Some(prop) = prop.filter(|_| on) {
                self.props.push((place, prop));
            }
        }
    }

    /// The prop that a flag remembers.
    pub fn prop_of(&self, flag: NodeId) -> Option<PropId> {
        let place = self.program.place(flag)?;
        let mut props = self.props.iter();
        props
            .find(|(known, _)| *known == place)
            .map(|(_, prop)| *prop)
    }

    /// Switches off every flag that remembers a prop the character has given up.
    pub fn give_up(&mut self, prop: PropId) {
        for (place, _) in self.props.extract_if(.., |(_, kept)| *kept == prop) {
            self.activations[usize::from(place.0)] = 0;
            self.stale |= self.program.readers[usize::from(place.0)];
        }
    }

    /// Sets one input, by its index in [`Program::inputs`]. Returns whether it changed.
    #[inline]
    pub fn tell(&mut self, input: usize, degree: Degree) -> bool {
        let Some((place, _)) = self.program.inputs.get(input) else {
            return false;
        };
        let (told, place) = (degree.clamped().0, usize::from(place.0));
        let news = std::mem::replace(&mut self.activations[place], told) != told;
        if news {
            self.stale |= self.program.readers[place];
        }
        news
    }

    /// Evaluates the concepts until they rest, then the actions.
    pub fn settle(&mut self) -> Settled {
        let mut settled = Settled {
            passes: 0,
            at_rest: false,
        };
        while settled.passes < PASSES_MAX && !settled.at_rest {
            settled.at_rest = !self.pass();
            settled.passes += 1;
        }
        for sum in &self.program.action_sums {
            let activation = take(&self.program, &self.activations, sum);
            let place = usize::from(sum.node.0);
            if std::mem::replace(&mut self.activations[place], activation) != activation {
                // Checked content links nothing to an action's own activation.
                self.stale |= self.program.readers[place];
            }
        }
        settled
    }

    /// One pass over the concepts. Returns whether anything changed.
    pub(super) fn pass(&mut self) -> bool {
        let mut changed = false;
        for (index, sum) in self.program.concept_sums.iter().enumerate() {
            let bit = if index < 64 { 1 << index } else { 0 };
            if bit != 0 && self.stale & bit == 0 {
                continue;
            }
            self.stale &= !bit;
            let activation = take(&self.program, &self.activations, sum).clamp(0, Degree::ONE.0);
            let place = usize::from(sum.node.0);
            if std::mem::replace(&mut self.activations[place], activation) != activation {
                self.stale |= self.program.readers[place];
                changed = true;
            }
        }
        changed
    }

    /// The activation of a node; zero if there is no such node.
    pub fn activation(&self, node: NodeId) -> Degree {
        let place = self.program.place(node);
        place.map_or(Degree::ZERO, |place| self.at(place))
    }

    /// The activation at an index.
    #[inline]
    pub fn at(&self, place: NodeIndex) -> Degree {
        Degree(self.activations[usize::from(place.0)])
    }

    /// All activations, in the order of the nodes.
    pub fn activations(&self) -> &[i32] {
        &self.activations
    }

    /// The action to do, see [`super::reference::Map::choose`].
    pub fn choose(&self, doing: Option<NodeId>) -> Option<&Act> {
        self.choose_among(doing, |_| true)
    }

    /// The same, among the actions that are possible.
    pub fn choose_among(
        &self,
        doing: Option<NodeId>,
        can_be_done: impl Fn(&Act) -> bool,
    ) -> Option<&Act> {
        let mut best: Option<(&Act, Degree)> = None;
        for action in &self.program.actions {
            let activation = self.at(action.place);
            let better = match best {
                None => activation > Degree::ZERO,
                Some((_, so_far)) if activation == so_far => doing == Some(action.node),
                Some((_, so_far)) => activation > so_far,
            };
            if better && can_be_done(action) {
                best = Some((action, activation));
            }
        }
        best.map(|(action, _)| action)
    }

    /// The flags: which are on, and the props they remember.
    pub fn flags(&self) -> impl Iterator<Item = (NodeId, bool, Option<PropId>)> {
        let flags = self.program.flags.iter();
        flags.filter_map(|(place, _)| {
            let flag = self.program.node(*place)?;
            Some((flag, self.at(*place) != Degree::ZERO, self.prop_of(flag)))
        })
    }

    /// Restores a saved activation. A node that the content no longer has is ignored.
    pub(crate) fn restore(&mut self, node: NodeId, activation: Degree) {
        if let Some(place) = self.program.place(node) {
            self.activations[usize::from(place.0)] = activation.0;
            self.stale = u64::MAX;
        }
    }

    /// Size of this map in bytes, without the shared program.
    pub fn bytes(&self) -> usize {
        size_of::<Map>()
            + size_of_val::<[i32]>(&self.activations)
            + self.props.capacity() * size_of::<(NodeIndex, PropId)>()
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        self.program.layers == other.program.layers
            && self.activations == other.activations
            && self.props == other.props
    }
}

impl Eq for Map {}

#[inline]
fn take(program: &Program, activations: &[i32], sum: &WeightedSum) -> i32 {
    let at = |place: &NodeIndex| activations[usize::from(place.0)];
    let mut exact: i64 = 0;
    for link in &program.links[span(&sum.links)] {
        let activation = at(&link.from);
        let passed = if activation >= link.threshold {
            activation
        } else {
            0
        };
        exact += i64::from(passed) * i64::from(link.weight);
    }
    for link in &program.combinations[span(&sum.combinations)] {
        let operands = program.operands[span(&link.operands)].iter().map(at);
        let activation = if link.all {
            operands.min()
        } else {
            operands.max()
        };
        let activation = activation.unwrap_or(0);
        if activation >= link.threshold {
            exact += i64::from(activation) * i64::from(link.weight);
        }
    }
    Degree::rounded(exact).0
}

fn switched(on: bool) -> i32 {
    if on { Degree::ONE.0 } else { 0 }
}
