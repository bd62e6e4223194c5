//! The least and the greatest number of points that a tree can give.
//!
//! The rules: points of a score are themselves; a sequence adds its children up; a selector takes the
//! least and the greatest of its children; an optional child may give nothing; conditions give none.

use super::walk::{SUBTREES_MAX, Trees};
use super::{Node, Tree};
use townsfolk_core::DeciderId;

/// The points of a tree over all ways in which it can succeed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least.
    pub low: Extreme,
    /// The greatest.
    pub high: Extreme,
}

/// A number of points, and the nodes that give them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extreme {
    /// The sum.
    pub points: i64,
    /// The nodes that give points, in order: the subtree, the node in it, its points.
    pub path: Vec<(Option<DeciderId>, u16, i64)>,
}

/// What is known of expressions without a run.
pub trait Statics<E> {
    /// The least and the greatest value of an expression, in thousandths. Parameters of a subtree
    /// have the ranges of its arguments.
    fn range(&self, expression: &E, parameters: &[(i64, i64)]) -> (i64, i64);
}

impl Interval {
    fn exactly(extreme: Extreme) -> Interval {
        Interval {
            low: extreme.clone(),
            high: extreme,
        }
    }

    fn add(mut self, other: Interval) -> Interval {
        self.low.add(other.low);
        self.high.add(other.high);
        self
    }

    fn union(self, other: Interval) -> Interval {
        Interval {
            low: match other.low.points < self.low.points {
                true => other.low,
                false => self.low,
            },
            high: match other.high.points > self.high.points {
                true => other.high,
                false => self.high,
            },
        }
    }
}

impl Extreme {
    fn add(&mut self, other: Extreme) {
        self.points = self.points.saturating_add(other.points);
        self.path.extend(other.path);
    }
}

/// The interval of a tree.
pub fn interval<C, E>(
    tree: &Tree<C, E>,
    trees: &Trees<C, E>,
    statics: &dyn Statics<E>,
) -> Interval {
    let mut search = Search {
        trees,
        statics,
        parameters: vec![],
        subtree: None,
        depth: 0,
    };
    search.node(tree, 0)
}

struct Search<'a, C, E> {
    trees: &'a Trees<C, E>,
    statics: &'a dyn Statics<E>,
    parameters: Vec<(i64, i64)>,
    subtree: Option<DeciderId>,
    depth: usize,
}

impl<C, E> Search<'_, C, E> {
    fn node(&mut self, tree: &Tree<C, E>, at: usize) -> Interval {
        let nothing = Interval::exactly(Extreme::default());
        let Some(placed) = tree.nodes.get(at) else {
            return nothing;
        };
        match &placed.node {
            Node::When(_) | Node::Running | Node::Not | Node::Task(_) => nothing,
            Node::Score(points) => self.points(at, i64::from(*points), i64::from(*points)),
            Node::Curve { input, points } if points.is_empty() => {
                let (low, high) = self.statics.range(input, &self.parameters);
                self.points(at, low / 1_000, high / 1_000)
            }
            Node::Curve { points, .. } => {
                let points = points.iter().map(|(_, points)| i64::from(*points));
                let (low, high) = (points.clone().min(), points.max());
                self.points(at, low.unwrap_or(0), high.unwrap_or(0))
            }
            Node::Sequence => {
                let children: Vec<usize> = tree.children(at).collect();
                let parts = children.into_iter().map(|child| self.node(tree, child));
                parts.fold(nothing, Interval::add)
            }
            Node::Selector => {
                let children: Vec<usize> = tree.children(at).collect();
                let parts = children.into_iter().map(|child| self.node(tree, child));
                parts.reduce(Interval::union).unwrap_or(nothing)
            }
            Node::All | Node::Optional => {
                let children: Vec<usize> = tree.children(at).collect();
                children.into_iter().fold(nothing.clone(), |sum, child| {
                    sum.add(self.node(tree, child).union(nothing.clone()))
                })
            }
            Node::Among(_) => self.node(tree, at + 1),
            Node::Subtree { tree, arguments } => self.subtree(*tree, arguments),
        }
    }

    fn points(&self, at: usize, low: i64, high: i64) -> Interval {
        let node = u16::try_from(at).unwrap_or(u16::MAX);
        let extreme = |points| Extreme {
            points,
            path: vec![(self.subtree, node, points)],
        };
        Interval {
            low: extreme(low),
            high: extreme(high),
        }
    }

    fn subtree(&mut self, name: DeciderId, arguments: &[E]) -> Interval {
        let trees = self.trees;
        let Some(tree) = trees.get(name).filter(|_| self.depth < SUBTREES_MAX) else {
            return Interval::exactly(Extreme::default());
        };
        let ranges = arguments.iter();
        let ranges = ranges.map(|argument| self.statics.range(argument, &self.parameters));
        let ranges = ranges.collect();
        let outer = std::mem::replace(&mut self.parameters, ranges);
        let outer = (outer, self.subtree.replace(name));
        self.depth += 1;
        let found = self.node(tree, 0);
        self.depth -= 1;
        (self.parameters, self.subtree) = outer;
        found
    }
}
