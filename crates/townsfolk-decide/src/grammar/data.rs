//! The compiled form of a grammar: nodes in an arena, shared by every character.

use serde::{Deserialize, Serialize};
use townsfolk_core::SymbolId;

/// A stochastic grammar. It is immutable; weights that change live in `Weights` of a character.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Grammar {
    /// Whether sentences need not end. Its symbols are then a stream.
    pub endless: bool,
    /// The nodes of all rules.
    pub nodes: Vec<Node>,
    /// Children of sequences and choices, as indices of nodes.
    pub kids: Vec<u32>,
    /// The rules, in the order of the source.
    pub rules: Vec<GrammarRule>,
    /// The rules with which a sentence may start.
    pub starts: Vec<Start>,
    /// The choices, in the order of the source.
    pub choices: Vec<ChoicePoint>,
    /// Authored weights of all alternatives, in thousandths. A choice owns a range of them.
    pub alternatives: Vec<u32>,
    /// The repetitions, in the order of the source.
    pub repeats: Vec<RepeatPoint>,
    /// Names of the terminals.
    pub symbols: Vec<SymbolId>,
}

/// A part of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Node {
    /// Nothing is put out.
    Empty,
    /// One symbol is put out: an index of [`Grammar::symbols`].
    Terminal(u16),
    /// All children in order.
    Sequence {
        /// Index of the first child in [`Grammar::kids`].
        first: u32,
        /// Number of children.
        count: u16,
    },
    /// One of the children, by weight.
    Choice {
        /// Which choice it is.
        choice: u16,
        /// Index of the first child in [`Grammar::kids`].
        first: u32,
        /// Number of children.
        count: u16,
        /// Index of the first weight in [`Grammar::alternatives`].
        weights: u32,
    },
    /// The child again and again.
    Repeat {
        /// Which repetition it is.
        repeat: u16,
        /// The child.
        kid: u32,
        /// Least number of times.
        min: u16,
        /// Greatest number of times; [`UNBOUNDED`] if there is none.
        max: u16,
    },
    /// The body of a rule.
    Rule(u16),
}

/// The greatest count of a repetition without an upper bound.
pub const UNBOUNDED: u16 = u16::MAX;

/// A named rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrammarRule {
    /// Its name.
    pub name: SymbolId,
    /// Its body: an index of a node.
    pub body: u32,
}

/// A rule with which a sentence may start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The rule.
    pub rule: u16,
    /// How often it is taken, in thousandths, relative to other starts.
    pub weight: u32,
}

/// A place where dice choose among alternatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoicePoint {
    /// The rule that it stands in.
    pub rule: u16,
    /// Index of its first weight in [`Grammar::alternatives`].
    pub first: u32,
    /// Number of alternatives.
    pub count: u16,
}

/// A place where dice decide whether a part is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RepeatPoint {
    /// The rule that it stands in.
    pub rule: u16,
    /// The chance of another time, in thousandths.
    pub chance: u32,
}

impl Grammar {
    /// A node; an empty one if there is none of this index.
    #[inline]
    pub fn node(&self, index: u32) -> Node {
        let node = self.nodes.get(index as usize);
        node.copied().unwrap_or(Node::Empty)
    }

    /// The children of a sequence or choice.
    pub fn kids_of(&self, node: Node) -> &[u32] {
        let (first, count) = match node {
            Node::Sequence { first, count } | Node::Choice { first, count, .. } => (first, count),
            _ => return &[],
        };
        let first = first as usize;
        let kids = self.kids.get(first..first + usize::from(count));
        kids.unwrap_or(&[])
    }

    /// The body of a rule.
    pub fn body_of(&self, rule: u16) -> Option<u32> {
        self.rules.get(usize::from(rule)).map(|rule| rule.body)
    }

    /// The rule with this name.
    pub fn rule_named(&self, name: SymbolId) -> Option<u16> {
        let place = self.rules.iter().position(|rule| rule.name == name)?;
        u16::try_from(place).ok()
    }

    /// The terminal with this name.
    pub fn symbol_named(&self, name: SymbolId) -> Option<u16> {
        let place = self.symbols.iter().position(|symbol| *symbol == name)?;
        u16::try_from(place).ok()
    }

    /// Whether every index in it exists. A file may have been damaged.
    pub fn is_sound(&self) -> bool {
        let node = |index: u32| (index as usize) < self.nodes.len();
        let within = |first: u32, count: u16, len: usize| {
            (first as usize).saturating_add(usize::from(count)) <= len
        };
        let weights = self.alternatives.len();
        let node_is_sound = |known: &Node| match *known {
            Node::Empty => true,
            Node::Terminal(symbol) => usize::from(symbol) < self.symbols.len(),
            Node::Sequence { first, count } => within(first, count, self.kids.len()),
            Node::Choice {
                choice,
                first,
                count,
                weights: at,
            } => {
                let point = self.choices.get(usize::from(choice));
                within(first, count, self.kids.len())
                    && point.is_some_and(|point| (point.first, point.count) == (at, count))
            }
            Node::Repeat {
                repeat,
                kid,
                min,
                max,
            } => node(kid) && min <= max && usize::from(repeat) < self.repeats.len(),
            Node::Rule(rule) => usize::from(rule) < self.rules.len(),
        };
        self.nodes.iter().all(node_is_sound)
            && self.kids.iter().all(|kid| node(*kid))
            && self.rules.iter().all(|rule| node(rule.body))
            && self
                .starts
                .iter()
                .all(|start| usize::from(start.rule) < self.rules.len())
            && self
                .choices
                .iter()
                .all(|point| within(point.first, point.count, weights))
            && self.repeats.iter().all(|point| point.chance <= 1000)
            && !self.starts.is_empty()
            && self.has_no_inner_circle()
    }

    /// Whether children stand after their parents, so that only rules can lead back.
    fn has_no_inner_circle(&self) -> bool {
        self.nodes
            .iter()
            .enumerate()
            .all(|(index, node)| match node {
                Node::Repeat { kid, .. } => (*kid as usize) < index,
                node => self
                    .kids_of(*node)
                    .iter()
                    .all(|kid| (*kid as usize) < index),
            })
    }
}
