//! The place of a tree that runs.

use super::Tree;
use super::walk::{Scratch, Status, Trees, Walk, World};
use serde::{Deserialize, Serialize};

/// The active leaf of a tree that runs: a task that takes time.
///
/// The tree is not walked again until the task ends. An observer that wants to restart a branch
/// compares its node with [`leads_through`](Cursor::leads_through), aborts and begins anew.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cursor {
    /// The node of each tree in the chain, innermost first. Empty if nothing runs.
    path: Vec<u16>,
}

impl Cursor {
    /// Whether a task runs.
    pub fn is_running(&self) -> bool {
        !self.path.is_empty()
    }

    /// Begins a tree at its root.
    pub fn begin<W: World>(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        trees: &Trees<W::Condition, W::Expression>,
        world: W,
    ) -> Status {
        self.path.clear();
        self.walk(tree, trees, world, None)
    }

    /// Goes on after the task that runs has ended.
    pub fn go_on<W: World>(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        trees: &Trees<W::Condition, W::Expression>,
        world: W,
        succeeded: bool,
    ) -> Status {
        let path = std::mem::take(&mut self.path);
        if path.is_empty() {
            return Status::False;
        }
        let status = match succeeded {
            true => Status::True,
            false => Status::False,
        };
        self.walk(tree, trees, world, Some((path, status)))
    }

    fn walk<W: World>(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        trees: &Trees<W::Condition, W::Expression>,
        world: W,
        resume: Option<(Vec<u16>, Status)>,
    ) -> Status {
        let mut scratch = Scratch::default();
        let mut walk = Walk::new(world, trees, &mut scratch);
        walk.resume = resume;
        let status = walk.run(tree);
        if status == Status::Running {
            self.path = std::mem::take(&mut walk.active);
        }
        status
    }

    /// Forgets the task that runs. Says whether there was one: its owner stops it and cleans up.
    pub fn abort(&mut self) -> bool {
        !std::mem::take(&mut self.path).is_empty()
    }

    /// Whether the active task lies in the subtree of a node of the outermost tree.
    pub fn leads_through<C, E>(&self, tree: &Tree<C, E>, node: usize) -> bool {
        let outermost = self.path.last().copied();
        outermost.is_some_and(|at| tree.contains(node, usize::from(at)))
    }

    /// Whether the active task lies to the right of a node: the node has the higher priority.
    pub fn is_right_of<C, E>(&self, tree: &Tree<C, E>, node: usize) -> bool {
        let end = tree.nodes.get(node).map_or(0, |placed| placed.end);
        self.path.last().is_some_and(|at| *at >= end)
    }
}
