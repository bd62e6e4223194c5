//! Stochastic grammars: patterns with dice.

use super::Deed;
use crate::condition::{Expr, Literal};
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Channel, DeciderId, SymbolId, TextId, Urgency};

/// A stochastic grammar. It is immutable; weights that change live in `Weights` of a character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grammar {
    /// Its id.
    pub id: DeciderId,
    /// How much its deeds matter beside other deciders.
    pub urgency: Urgency,
    /// What it needs of a character.
    pub channel: Channel,
    /// Whether sentences need not end. Its symbols are then a stream.
    pub endless: bool,
    /// The nodes of all rules.
    pub nodes: Vec<GrammarNode>,
    /// Children of sequences and choices, as indices of nodes.
    pub kids: Vec<u32>,
    /// The rules, in the order of the source.
    pub rules: Vec<GrammarRule>,
    /// The rules with which a sentence may start.
    pub starts: Vec<GrammarStart>,
    /// The choices, in the order of the source.
    pub choices: Vec<ChoicePoint>,
    /// Authored weights of all alternatives, in thousandths. A choice owns a range of them.
    pub alternatives: Vec<u32>,
    /// The repetitions, in the order of the source.
    pub repeats: Vec<RepeatPoint>,
    /// The terminals, in the order of the source.
    pub symbols: Vec<GrammarSymbol>,
    /// Choices whose weights come from attributes.
    pub bindings: Vec<WeightBinding>,
    /// Patterns whose rate is watched.
    pub patterns: Vec<GrammarPattern>,
}

/// A terminal of a grammar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrammarSymbol {
    /// Its name. That of a text is its id as a symbol.
    pub name: SymbolId,
    /// What it stands for.
    pub means: Meaning,
    /// Number of variables of its condition and deed.
    pub variables: u16,
    /// Its condition: where it does not hold, a character discards the symbol.
    pub when: Vec<Literal>,
}

/// What a terminal stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Meaning {
    /// Itself.
    Plain,
    /// A piece of text.
    Text(TextId),
    /// Something that a character does.
    Do(Deed),
}

impl GrammarSymbol {
    /// A terminal that stands for itself.
    pub fn plain(name: SymbolId) -> GrammarSymbol {
        GrammarSymbol {
            name,
            means: Meaning::Plain,
            variables: 0,
            when: vec![],
        }
    }
}

/// A choice whose weights come from attributes of the situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeightBinding {
    /// The choice.
    pub choice: u16,
    /// One score for each alternative. If one has no value, the authored weights count.
    pub scores: Vec<Expr>,
    /// How a score becomes a weight.
    pub shape: WeightShape,
    /// The least weight, in thousandths.
    pub least: u32,
    /// Whether scores are read at every choice, instead of once for each sentence.
    pub at_every_choice: bool,
}

/// How a score becomes a weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WeightShape {
    /// The score itself.
    Linear,
    /// A power of the score. A higher one prefers the best more clearly.
    Power(u8),
    /// The exponential of the score divided by a temperature in thousandths.
    Softmax(u32),
}

impl Default for WeightShape {
    fn default() -> WeightShape {
        WeightShape::Power(2)
    }
}

/// A pattern whose rate is watched while playing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrammarPattern {
    /// The symbols, in order.
    pub symbols: Vec<u16>,
    /// How often it should begin, in a thousand symbols.
    pub per_thousand: u32,
    /// How far off the rate may be, in thousandths of the target.
    pub tolerance: u32,
    /// Number of symbols over which it is counted.
    pub window: u16,
}

impl Default for Grammar {
    /// A grammar without rules, which is not sound.
    fn default() -> Grammar {
        Grammar {
            id: DeciderId(0),
            urgency: Urgency::Wish,
            channel: Channel::Body,
            endless: false,
            nodes: vec![],
            kids: vec![],
            rules: vec![],
            starts: vec![],
            choices: vec![],
            alternatives: vec![],
            repeats: vec![],
            symbols: vec![],
            bindings: vec![],
            patterns: vec![],
        }
    }
}

impl Visit for Grammar {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        for symbol in &self.symbols {
            symbol.when.visit(visitor);
            if let Meaning::Do(deed) = &symbol.means {
                deed.visit(visitor);
            }
        }
        for binding in &self.bindings {
            binding.scores.visit(visitor);
        }
    }
}

/// A part of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GrammarNode {
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
        /// Greatest number of times; [`REPEAT_UNBOUNDED`] if there is none.
        max: u16,
    },
    /// The body of a rule.
    Rule(u16),
}

/// The greatest count of a repetition without an upper bound.
pub const REPEAT_UNBOUNDED: u16 = u16::MAX;

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
pub struct GrammarStart {
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
    pub fn node(&self, index: u32) -> GrammarNode {
        let node = self.nodes.get(index as usize);
        node.copied().unwrap_or(GrammarNode::Empty)
    }

    /// The children of a sequence or choice.
    pub fn kids_of(&self, node: GrammarNode) -> &[u32] {
        let (first, count) = match node {
            GrammarNode::Sequence { first, count } | GrammarNode::Choice { first, count, .. } => {
                (first, count)
            }
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
        let place = self.symbols.iter().position(|symbol| symbol.name == name)?;
        u16::try_from(place).ok()
    }

    /// Whether every index in it exists. A file may have been damaged.
    pub fn is_sound(&self) -> bool {
        let node = |index: u32| (index as usize) < self.nodes.len();
        let within = |first: u32, count: u16, len: usize| {
            (first as usize).saturating_add(usize::from(count)) <= len
        };
        let weights = self.alternatives.len();
        let node_is_sound = |known: &GrammarNode| match *known {
            GrammarNode::Empty => true,
            GrammarNode::Terminal(symbol) => usize::from(symbol) < self.symbols.len(),
            GrammarNode::Sequence { first, count } => within(first, count, self.kids.len()),
            GrammarNode::Choice {
                choice,
                first,
                count,
                weights: at,
            } => {
                let point = self.choices.get(usize::from(choice));
                within(first, count, self.kids.len())
                    && point.is_some_and(|point| (point.first, point.count) == (at, count))
            }
            GrammarNode::Repeat {
                repeat,
                kid,
                min,
                max,
            } => node(kid) && min <= max && usize::from(repeat) < self.repeats.len(),
            GrammarNode::Rule(rule) => usize::from(rule) < self.rules.len(),
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
            && self.parts_are_sound()
    }

    /// Whether bindings, patterns and conditions name only what exists.
    fn parts_are_sound(&self) -> bool {
        let bindings_are_sound = self.bindings.iter().all(|binding| {
            let point = self.choices.get(usize::from(binding.choice));
            point.is_some_and(|point| usize::from(point.count) == binding.scores.len())
        });
        let patterns_are_sound = self.patterns.iter().all(|pattern| {
            let known = |symbol: &u16| usize::from(*symbol) < self.symbols.len();
            !pattern.symbols.is_empty() && pattern.symbols.iter().all(known)
        });
        let mut variables_are_sound = true;
        for symbol in &self.symbols {
            let mut note = |part: Visited<'_>| {
                if let Visited::Expr(Expr::Variable(variable)) = part {
                    variables_are_sound &= variable.0 < symbol.variables;
                }
            };
            symbol.when.visit(&mut note);
            if let Meaning::Do(deed) = &symbol.means {
                deed.visit(&mut note);
            }
        }
        bindings_are_sound && patterns_are_sound && variables_are_sound
    }

    /// Whether children stand before their parents, so that only rules can lead back.
    fn has_no_inner_circle(&self) -> bool {
        self.nodes
            .iter()
            .enumerate()
            .all(|(index, node)| match node {
                GrammarNode::Repeat { kid, .. } => (*kid as usize) < index,
                node => self
                    .kids_of(*node)
                    .iter()
                    .all(|kid| (*kid as usize) < index),
            })
    }
}
