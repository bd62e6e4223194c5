//! The place of a tree that runs.

use super::walk::{Resume, SUBTREES_MAX, Scratch, Status, Trees, Walk, World};
use super::{Node, Tree};
use serde::{Deserialize, Serialize};

/// The active leaf of a tree that runs: a task that takes time.
///
/// The tree is not walked again until the task ends. An observer that wants to restart a branch
/// compares its node with [`leads_through`](Cursor::leads_through), aborts and begins anew.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cursor {
    path: Path,
}

/// The node of each tree in a chain of trees, innermost first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Path {
    length: u8,
    nodes: [u16; SUBTREES_MAX + 1],
}

impl Path {
    /// Whether it leads nowhere.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The node in the outermost tree.
    pub fn outermost(&self) -> Option<u16> {
        self.nodes
            .get(usize::from(self.length).checked_sub(1)?)
            .copied()
    }

    /// Adds the node of the next outer tree.
    pub(super) fn push(&mut self, node: u16) {
        if let Some(place) = self.nodes.get_mut(usize::from(self.length)) {
            *place = node;
            self.length += 1;
        }
    }

    /// Leaves the outermost tree.
    pub(super) fn enter(&mut self) {
        self.length = self.length.saturating_sub(1);
    }
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
        scratch: &mut Scratch,
    ) -> Status {
        match is_list(tree) {
            true => self.begin_next(tree, 1, world),
            false => self.walk(tree, trees, world, None, scratch),
        }
    }

    /// Begins a task of a plain list of tasks. After the last one the list has succeeded.
    fn begin_next<W: World>(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        at: u16,
        mut world: W,
    ) -> Status {
        self.path = Path::default();
        let Some(placed) = tree.nodes.get(usize::from(at)) else {
            return Status::True;
        };
        let Node::Task(task) = placed.node else {
            return Status::False;
        };
        let status = world.begin(task);
        match status {
            Status::Running => self.path.push(at),
            Status::True => return self.begin_next(tree, at + 1, world),
            Status::False => {}
        }
        status
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
        if is_list(tree) {
            return match (succeeded, path.outermost()) {
                (true, Some(at)) => self.begin_next(tree, at.saturating_add(1), world),
                _ => Status::False,
            };
        }
        let status = match succeeded {
            true => Status::True,
            false => Status::False,
        };
        let resume = Some(Resume { path, status });
        self.walk(tree, trees, world, resume, &mut Scratch::default())
    }

    fn walk<W: World>(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        trees: &Trees<W::Condition, W::Expression>,
        world: W,
        resume: Option<Resume>,
        scratch: &mut Scratch,
    ) -> Status {
        let mut walk = Walk::<W, false>::new(world, trees, scratch);
        walk.resume = resume;
        let status = walk.run(tree);
        self.path = match status {
            Status::Running => walk.active,
            _ => Path::default(),
        };
        status
    }

    /// Forgets the task that runs. Says whether there was one: its owner stops it and cleans up.
    pub fn abort(&mut self) -> bool {
        !std::mem::take(&mut self.path).is_empty()
    }

    /// Whether the active task lies in the subtree of a node of the outermost tree.
    pub fn leads_through<C, E>(&self, tree: &Tree<C, E>, node: usize) -> bool {
        let outermost = self.path.outermost();
        outermost.is_some_and(|at| tree.contains(node, usize::from(at)))
    }

    /// Whether the active task lies to the right of a node: the node has the higher priority.
    pub fn is_right_of<C, E>(&self, tree: &Tree<C, E>, node: usize) -> bool {
        let end = tree.nodes.get(node).map_or(0, |placed| placed.end);
        self.path.outermost().is_some_and(|at| at >= end)
    }
}

/// Whether a tree is a plain list of tasks, as most executions are: it needs no walk.
fn is_list<C, E>(tree: &Tree<C, E>) -> bool {
    let mut nodes = tree.nodes.iter().map(|placed| &placed.node);
    matches!(nodes.next(), Some(Node::Sequence)) && nodes.all(|node| matches!(node, Node::Task(_)))
}
