//! Behaviour trees: their nodes, as a flat list in depth-first order.

use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Number, RoleId, VarId};

/// Maximum depth of a tree. A deeper one is rejected when it is loaded.
pub const DEPTH_MAX: usize = 32;

/// A tree: its nodes in depth-first order, the root first.
///
/// `C` is the form of conditions, `E` the form of expressions: source form in content, compact form
/// where it is walked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tree<C, E> {
    /// Its nodes.
    pub nodes: Vec<Placed<C, E>>,
}

impl<C, E> Default for Tree<C, E> {
    fn default() -> Tree<C, E> {
        Tree { nodes: vec![] }
    }
}

/// A node with the extent of its descendants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed<C, E> {
    /// The node.
    pub node: Node<C, E>,
    /// The index after its last descendant.
    pub end: u16,
}

/// One node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Node<C, E> {
    /// True if every child is true. Stops at the first that is false.
    Sequence,
    /// True at the first child that is true.
    Selector,
    /// Always true. Every child is walked, whatever the others give.
    All,
    /// Always true, whatever its child gives.
    Optional,
    /// True if its child is false. The points of the child do not count.
    Not,
    /// True if a condition holds.
    When(C),
    /// True while the snippet is the one that runs.
    Running,
    /// Gives points.
    Score(i32),
    /// Gives the points of a curve at the value of an expression. Without points of a curve the
    /// value itself counts. False if the expression has no number.
    Curve {
        /// The input.
        input: E,
        /// Points of the curve, by rising input. Values between are interpolated.
        points: Vec<(Number, i32)>,
    },
    /// Walks its child for each candidate and keeps the one with the most points.
    Among(Among<C, E>),
    /// Another tree, with values for its parameters.
    Subtree {
        /// Which tree.
        tree: DeciderId,
        /// The values of its parameters.
        arguments: Vec<E>,
    },
    /// Something that takes time: the part of an execution with this index.
    Task(u16),
}

/// The candidates of a target selector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Among<C, E> {
    /// The variable that names the candidate.
    pub variable: VarId,
    /// Where the candidates come from.
    pub source: Source<E>,
    /// Only what is no further away, in millimetres.
    pub within_mm: Option<u32>,
    /// Whether the character itself is a candidate too.
    pub with_me: bool,
    /// The condition that every candidate must meet.
    pub keep: Option<C>,
}

/// The generator of candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Source<E> {
    /// All characters nearby.
    Everyone,
    /// Characters nearby that have a role, or one that descends from it.
    Role(RoleId),
    /// The character itself.
    Me,
    /// The character that an expression gives: a leader, an attacker.
    One(E),
}

impl<E> Source<E> {
    fn map<F>(&self, expression: &mut impl FnMut(&E) -> F) -> Source<F> {
        match self {
            Source::Everyone => Source::Everyone,
            Source::Role(role) => Source::Role(*role),
            Source::Me => Source::Me,
            Source::One(one) => Source::One(expression(one)),
        }
    }
}

/// A tree in nested form, to build one from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<C, E> {
    /// The node.
    pub node: Node<C, E>,
    /// Its children.
    pub children: Vec<Branch<C, E>>,
}

impl<C, E> Branch<C, E> {
    /// A node without children.
    pub fn leaf(node: Node<C, E>) -> Branch<C, E> {
        Branch {
            node,
            children: vec![],
        }
    }

    /// A node with children.
    pub fn of(node: Node<C, E>, children: Vec<Branch<C, E>>) -> Branch<C, E> {
        Branch { node, children }
    }

    /// The points that an optional condition gives.
    pub fn points_if(condition: C, points: i32) -> Branch<C, E> {
        let both = vec![
            Branch::leaf(Node::When(condition)),
            Branch::leaf(Node::Score(points)),
        ];
        Branch::of(Node::Optional, vec![Branch::of(Node::Sequence, both)])
    }

    /// The tree in flat form.
    pub fn flatten(self) -> Tree<C, E> {
        let mut tree = Tree::default();
        self.put_into(&mut tree.nodes);
        tree
    }

    fn put_into(self, nodes: &mut Vec<Placed<C, E>>) {
        let at = nodes.len();
        nodes.push(Placed {
            node: self.node,
            end: 0,
        });
        for child in self.children {
            child.put_into(nodes);
        }
        let end = u16::try_from(nodes.len()).unwrap_or(u16::MAX);
        if let Some(placed) = nodes.get_mut(at) {
            placed.end = end;
        }
    }
}

impl<C, E> Tree<C, E> {
    /// The indexes of a node's children, left to right.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let end = self
            .nodes
            .get(at)
            .map_or(0, |placed| usize::from(placed.end));
        let mut next = at + 1;
        std::iter::from_fn(move || {
            let child = Some(next).filter(|child| *child < end)?;
            next = self
                .nodes
                .get(child)
                .map_or(end, |placed| usize::from(placed.end));
            Some(child)
        })
    }

    /// Whether a node is an ancestor of another, or the same.
    pub fn contains(&self, at: usize, other: usize) -> bool {
        let end = self
            .nodes
            .get(at)
            .map_or(0, |placed| usize::from(placed.end));
        (at..end).contains(&other)
    }

    /// Whether the extents of all nodes lie within one another, no deeper than [`DEPTH_MAX`], and
    /// every node has as many children as it needs.
    pub fn is_sound(&self) -> bool {
        let mut open: Vec<usize> = vec![];
        for (at, placed) in self.nodes.iter().enumerate() {
            let end = usize::from(placed.end);
            open.retain(|outer| *outer > at);
            let inside = open.last().copied().unwrap_or(self.nodes.len());
            if end <= at || end > inside || (open.is_empty() && at > 0) {
                return false;
            }
            open.push(end);
            if open.len() > DEPTH_MAX || !self.has_fitting_children(at) {
                return false;
            }
        }
        !self.nodes.is_empty()
    }

    fn has_fitting_children(&self, at: usize) -> bool {
        let count = self.children(at).count();
        match self.nodes.get(at).map(|placed| &placed.node) {
            Some(Node::Sequence | Node::Selector | Node::All) => true,
            Some(Node::Optional | Node::Not | Node::Among(_)) => count == 1,
            _ => count == 0,
        }
    }

    /// The same tree with its conditions and expressions in another form.
    pub fn map<D, F>(
        &self,
        condition: &mut impl FnMut(&C) -> D,
        expression: &mut impl FnMut(&E) -> F,
    ) -> Tree<D, F> {
        let nodes = self.nodes.iter().map(|placed| Placed {
            node: placed.node.map(condition, expression),
            end: placed.end,
        });
        Tree {
            nodes: nodes.collect(),
        }
    }
}

impl<C, E> Node<C, E> {
    fn map<D, F>(
        &self,
        condition: &mut impl FnMut(&C) -> D,
        expression: &mut impl FnMut(&E) -> F,
    ) -> Node<D, F> {
        match self {
            Node::Sequence => Node::Sequence,
            Node::Selector => Node::Selector,
            Node::All => Node::All,
            Node::Optional => Node::Optional,
            Node::Not => Node::Not,
            Node::Running => Node::Running,
            Node::When(asked) => Node::When(condition(asked)),
            Node::Score(points) => Node::Score(*points),
            Node::Task(part) => Node::Task(*part),
            Node::Curve { input, points } => Node::Curve {
                input: expression(input),
                points: points.clone(),
            },
            Node::Among(among) => Node::Among(Among {
                variable: among.variable,
                source: among.source.map(expression),
                within_mm: among.within_mm,
                with_me: among.with_me,
                keep: among.keep.as_ref().map(condition),
            }),
            Node::Subtree { tree, arguments } => Node::Subtree {
                tree: *tree,
                arguments: arguments.iter().map(expression).collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Plain = Branch<(), ()>;

    #[test]
    fn a_nested_tree_becomes_a_list_in_depth_first_order() {
        let tree = Plain::of(
            Node::Selector,
            vec![
                Plain::of(
                    Node::Sequence,
                    vec![Plain::leaf(Node::When(())), Plain::leaf(Node::Score(1))],
                ),
                Plain::leaf(Node::Score(2)),
            ],
        )
        .flatten();
        let ends: Vec<u16> = tree.nodes.iter().map(|placed| placed.end).collect();
        assert_eq!(ends, [5, 4, 3, 4, 5]);
        assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(tree.children(1).collect::<Vec<_>>(), [2, 3]);
        assert!(tree.is_sound());
    }

    #[test]
    fn forged_extents_and_bottomless_trees_are_refused() {
        let mut tree = Plain::points_if((), 5).flatten();
        assert!(tree.is_sound());
        tree.nodes[1].end = 9;
        assert!(!tree.is_sound(), "a child that reaches out of its parent");
        let mut deep = Plain::leaf(Node::Score(1));
        for _ in 0..DEPTH_MAX {
            deep = Plain::of(Node::Not, vec![deep]);
        }
        assert!(!deep.flatten().is_sound());
        assert!(!Tree::<(), ()>::default().is_sound(), "a tree needs a root");
        let childless = Plain::leaf(Node::Not).flatten();
        assert!(!childless.is_sound());
    }
}
