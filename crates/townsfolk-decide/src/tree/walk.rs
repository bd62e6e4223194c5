//! The walk through a tree.

use super::cursor::Path;
use super::trace::{Trace, TraceLine, Traced};
use super::{Among, Node, Placed, Tree};
use crate::query::{Best, Candidate};
use townsfolk_core::{DeciderId, Number, Value};

pub use townsfolk_module::decide::TREE_VARIABLES_MAX as VARIABLES_MAX;

/// Maximum number of nodes that one walk visits. A walk that needs more gives false.
pub const NODES_MAX: u32 = 50_000;

/// Maximum number of trees that use one another in a chain.
pub const SUBTREES_MAX: usize = 8;

/// The values of variables: parameters and candidates.
pub type Frame = [Candidate; VARIABLES_MAX];

const EMPTY: Candidate = Candidate::plain(Value::Number(Number(0)));

/// The world as a walk sees it.
pub trait World {
    /// The form of conditions.
    type Condition;
    /// The form of expressions.
    type Expression;

    /// Whether a condition holds.
    fn holds(&self, condition: &Self::Condition, frame: &Frame) -> bool;

    /// The value of an expression, if it has one.
    fn value(&self, expression: &Self::Expression, frame: &Frame) -> Option<Value>;

    /// Adds the candidates of a target selector, in any order. The walk checks their `keep`.
    fn candidates(
        &self,
        among: &Among<Self::Condition, Self::Expression>,
        frame: &Frame,
        found: &mut Vec<Candidate>,
    );

    /// An argument of a subtree, with its attributes if it is a candidate.
    fn argument(&self, expression: &Self::Expression, frame: &Frame) -> Option<Candidate> {
        self.value(expression, frame).map(Candidate::plain)
    }

    /// Begins a task. Evaluation never does.
    fn begin(&mut self, _task: u16) -> Status {
        Status::False
    }
}

/// The result of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It succeeded.
    True,
    /// It failed.
    False,
    /// A task below it takes time.
    Running,
}

impl Status {
    fn of(holds: bool) -> Status {
        match holds {
            true => Status::True,
            false => Status::False,
        }
    }
}

/// Trees that others use, by name.
#[derive(Clone, Debug)]
pub struct Trees<C, E>(Vec<(DeciderId, Tree<C, E>)>);

impl<C, E> Default for Trees<C, E> {
    fn default() -> Trees<C, E> {
        Trees(vec![])
    }
}

impl<C, E> Trees<C, E> {
    /// Trees by name. Of two with the same name the first counts.
    pub fn new(mut trees: Vec<(DeciderId, Tree<C, E>)>) -> Trees<C, E> {
        trees.sort_by_key(|(name, _)| *name);
        trees.dedup_by_key(|(name, _)| *name);
        Trees(trees)
    }

    /// The tree of a name.
    pub fn get(&self, name: DeciderId) -> Option<&Tree<C, E>> {
        let index = self
            .0
            .binary_search_by_key(&name, |(known, _)| *known)
            .ok()?;
        self.0.get(index).map(|(_, tree)| tree)
    }
}

/// Memory that walks share, so that a walk allocates nothing.
#[derive(Clone, Debug)]
pub struct Scratch {
    pool: Vec<Candidate>,
    frame: Frame,
}

impl Scratch {
    /// The values of the variables after the last walk.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            pool: vec![],
            frame: [EMPTY; VARIABLES_MAX],
        }
    }
}

/// Where a walk goes on: at a task that has ended, with its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resume {
    pub(super) path: Path,
    pub(super) status: Status,
}

/// One walk through a tree. A traced one keeps a record.
#[derive(Debug)]
pub struct Walk<'s, W: World, const TRACED: bool> {
    /// The world.
    pub world: W,
    /// Points so far.
    pub score: i32,
    /// The chosen target.
    pub target: Option<Value>,
    /// Whether the snippet is the one that runs.
    pub is_running: bool,
    /// The target that stays when points are equal.
    pub current: Option<Value>,
    /// The record of a traced walk.
    pub trace: Trace,
    trees: &'s Trees<W::Condition, W::Expression>,
    scratch: &'s mut Scratch,
    nodes_left: u32,
    /// The variables that enclosing selectors bind, as bits.
    open: u8,
    subtree: Option<DeciderId>,
    depth: usize,
    about: Option<Value>,
    /// Where the walk goes on.
    pub(super) resume: Option<Resume>,
    /// The task at which the walk stopped.
    pub(super) active: Path,
}

impl<'s, W: World, const TRACED: bool> Walk<'s, W, TRACED> {
    /// A walk that is about to begin.
    pub fn new(
        world: W,
        trees: &'s Trees<W::Condition, W::Expression>,
        scratch: &'s mut Scratch,
    ) -> Walk<'s, W, TRACED> {
        scratch.pool.clear();
        Walk {
            world,
            score: 0,
            target: None,
            is_running: false,
            current: None,
            trace: Trace::default(),
            trees,
            scratch,
            nodes_left: NODES_MAX,
            open: 0,
            subtree: None,
            depth: 0,
            about: None,
            resume: None,
            active: Path::default(),
        }
    }

    /// The values of the variables after the walk.
    pub fn frame(&self) -> &Frame {
        &self.scratch.frame
    }

    /// Whether the walk had to stop because it visited too many nodes.
    pub fn is_exhausted(&self) -> bool {
        self.nodes_left == 0
    }

    /// Walks a tree from its root.
    pub fn run(&mut self, tree: &Tree<W::Condition, W::Expression>) -> Status {
        self.node(tree, 0)
    }

    /// Walks one node. A node that gives false leaves points and target as they were.
    fn node(&mut self, tree: &Tree<W::Condition, W::Expression>, at: usize) -> Status {
        let Some(placed) = tree.nodes.get(at) else {
            return Status::False;
        };
        if self.nodes_left == 0 {
            return Status::False;
        }
        self.nodes_left -= 1;
        let before = (self.score, self.target);
        let mark = self.mark();
        let status = self.enter(tree, at, placed);
        if status == Status::False {
            (self.score, self.target) = before;
            self.undo_from(mark);
        }
        status
    }

    fn enter(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        at: usize,
        placed: &Placed<W::Condition, W::Expression>,
    ) -> Status {
        let end = usize::from(placed.end);
        match &placed.node {
            Node::Sequence => self.until(tree, at, end, Status::False),
            Node::Selector => self.until(tree, at, end, Status::True),
            Node::All | Node::Optional => self.all(tree, at, end),
            Node::Not => self.not(tree, at),
            Node::When(condition) => {
                let holds = self.world.holds(condition, &self.scratch.frame);
                self.note(at, Traced::Condition(holds));
                Status::of(holds)
            }
            Node::Running => {
                self.note(at, Traced::Condition(self.is_running));
                Status::of(self.is_running)
            }
            Node::Score(points) => self.give(at, *points),
            Node::Curve { input, points } => match self.number(input) {
                Some(value) => self.give(at, on_curve(points, value)),
                None => Status::False,
            },
            Node::Among(among) => self.among(tree, at, among),
            Node::Subtree { tree, arguments } => self.subtree(at, *tree, arguments),
            Node::Task(task) => self.task(at, *task),
        }
    }

    /// Walks children from left to right, up to the first with a status, or that takes time.
    fn until(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        at: usize,
        end: usize,
        stop: Status,
    ) -> Status {
        let mut child = self.first_child(tree, at);
        while child < end {
            let status = self.node(tree, child);
            if status == stop || status == Status::Running {
                return status;
            }
            child = after(tree, child, end);
        }
        match stop {
            Status::True => Status::False,
            _ => Status::True,
        }
    }

    fn all(&mut self, tree: &Tree<W::Condition, W::Expression>, at: usize, end: usize) -> Status {
        let mut child = self.first_child(tree, at);
        while child < end {
            if self.node(tree, child) == Status::Running {
                return Status::Running;
            }
            child = after(tree, child, end);
        }
        Status::True
    }

    fn not(&mut self, tree: &Tree<W::Condition, W::Expression>, at: usize) -> Status {
        let before = (self.score, self.target);
        let mark = self.mark();
        let status = match self.node(tree, at + 1) {
            Status::True => Status::False,
            Status::False => Status::True,
            Status::Running => return Status::Running,
        };
        (self.score, self.target) = before;
        self.undo_from(mark);
        status
    }

    fn give(&mut self, at: usize, points: i32) -> Status {
        self.score = self.score.saturating_add(points);
        self.note(at, Traced::Score(points));
        Status::True
    }

    fn number(&self, input: &W::Expression) -> Option<i64> {
        match self.world.value(input, &self.scratch.frame)? {
            Value::Number(number) => Some(number.0),
            _ => None,
        }
    }

    /// Walks the child for each candidate, each from the same points, and keeps the best.
    fn among(
        &mut self,
        tree: &Tree<W::Condition, W::Expression>,
        at: usize,
        among: &Among<W::Condition, W::Expression>,
    ) -> Status {
        let variable = usize::from(among.variable.0) % VARIABLES_MAX;
        let first = self.scratch.pool.len();
        let Scratch { pool, frame } = &mut *self.scratch;
        self.world.candidates(among, frame, pool);
        let outer = (self.score, self.target, self.about, self.open);
        let outer_candidate = self.scratch.frame[variable];
        let mut best = Best::new(self.current);
        // Only a selector inside this one binds further variables that belong to the choice.
        let inner = nests(tree, at);
        let mut frame: Option<Frame> = None;
        let mut counted = (0, 0);
        let mark = self.mark();
        self.open |= 1 << variable;
        for index in first..self.scratch.pool.len() {
            let candidate = self.scratch.pool[index];
            (self.score, self.target) = (outer.0, outer.1);
            self.scratch.frame[variable] = candidate;
            self.about = Some(candidate.thing);
            let from = self.mark();
            let fits = self.is_kept(among) && self.node(tree, at + 1) == Status::True;
            self.note(at, Traced::Candidate(fits.then_some(self.score)));
            if fits && best.take_in(candidate, self.score) {
                frame = inner.then_some(self.scratch.frame);
                counted = (from, self.mark());
            }
        }
        self.scratch.pool.truncate(first);
        (self.score, self.target, self.about, self.open) = outer;
        self.scratch.frame[variable] = outer_candidate;
        let Some((points, candidate)) = best.get() else {
            return Status::False;
        };
        self.count_only(mark, counted.0, counted.1);
        self.score = points;
        self.target = Some(candidate.thing);
        if let Some(frame) = frame {
            self.scratch.frame = frame;
        }
        // A selector inside another one for the same variable gives the variable back.
        self.scratch.frame[variable] = match outer.3 & (1 << variable) {
            0 => candidate,
            _ => outer_candidate,
        };
        Status::True
    }

    fn is_kept(&self, among: &Among<W::Condition, W::Expression>) -> bool {
        let keep = among.keep.as_ref();
        keep.is_none_or(|keep| self.world.holds(keep, &self.scratch.frame))
    }

    /// Walks another tree in a frame of its own. Its target becomes the target here.
    fn subtree(&mut self, at: usize, name: DeciderId, arguments: &[W::Expression]) -> Status {
        let trees = self.trees;
        let (Some(tree), Some(frame)) = (trees.get(name), self.frame_of(arguments)) else {
            return Status::False;
        };
        if self.depth >= SUBTREES_MAX {
            return Status::False;
        }
        let outer = (self.scratch.frame, self.subtree, self.open);
        (self.scratch.frame, self.subtree, self.open) = (frame, Some(name), 0);
        self.depth += 1;
        self.step_into(at);
        let status = self.node(tree, 0);
        self.depth -= 1;
        (self.scratch.frame, self.subtree, self.open) = outer;
        if status == Status::Running {
            self.active.push(index(at));
        }
        status
    }

    /// The frame of a subtree: its parameters come first.
    fn frame_of(&self, arguments: &[W::Expression]) -> Option<Frame> {
        let mut frame = [EMPTY; VARIABLES_MAX];
        for (slot, argument) in frame.iter_mut().zip(arguments) {
            *slot = self.world.argument(argument, &self.scratch.frame)?;
        }
        Some(frame)
    }

    /// Begins a task, or goes on with the result of the one that has ended here.
    fn task(&mut self, at: usize, task: u16) -> Status {
        let status = match self.resume.take() {
            Some(resume) => resume.status,
            None => self.world.begin(task),
        };
        if status == Status::Running {
            self.active.push(index(at));
        }
        status
    }

    /// The child at which a composite begins: the first, or the one where the walk goes on.
    fn first_child(&self, tree: &Tree<W::Condition, W::Expression>, at: usize) -> usize {
        let resume = self.resume.as_ref();
        match resume.and_then(|resume| resume.path.outermost()) {
            None => at + 1,
            Some(goal) => {
                let goal = usize::from(goal);
                let on_path = |child: &usize| tree.contains(*child, goal);
                tree.children(at).find(on_path).unwrap_or(at + 1)
            }
        }
    }

    /// The path on which the walk goes on leads into a subtree.
    fn step_into(&mut self, at: usize) {
        if let Some(resume) = &mut self.resume
            && resume.path.outermost() == Some(index(at))
        {
            resume.path.enter();
        }
    }

    fn mark(&self) -> usize {
        match TRACED {
            true => self.trace.lines.len(),
            false => 0,
        }
    }

    fn note(&mut self, at: usize, what: Traced) {
        if TRACED {
            self.trace.lines.push(TraceLine {
                tree: self.subtree,
                node: index(at),
                about: self.about,
                what,
                counts: true,
            });
        }
    }

    fn undo_from(&mut self, mark: usize) {
        if TRACED {
            self.trace.undo_from(mark);
        }
    }

    /// Of the lines about all candidates only those about the chosen one count.
    fn count_only(&mut self, mark: usize, from: usize, to: usize) {
        for (at, line) in self.trace.lines.iter_mut().enumerate().skip(mark) {
            line.counts &= (from..to).contains(&at);
        }
    }
}

/// Whether a target selector stands inside a node.
fn nests<C, E>(tree: &Tree<C, E>, at: usize) -> bool {
    let end = after(tree, at, at);
    let inside = tree.nodes.get(at + 1..end).unwrap_or(&[]);
    { inside.iter() }.any(|placed| matches!(placed.node, Node::Among(_)))
}

fn index(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

fn after<C, E>(tree: &Tree<C, E>, child: usize, end: usize) -> usize {
    tree.nodes
        .get(child)
        .map_or(end, |placed| usize::from(placed.end))
}

/// The points of a curve at a value in thousandths, rounded to the nearest whole point.
#[inline]
pub(crate) fn on_curve(points: &[(Number, i32)], value: i64) -> i32 {
    match points.is_empty() {
        true => clamped(value.saturating_add(500).div_euclid(1_000)),
        false => between_points(points, value),
    }
}

fn between_points(points: &[(Number, i32)], value: i64) -> i32 {
    let above = points.partition_point(|(input, _)| input.0 <= value);
    let below = above.checked_sub(1).and_then(|i| points.get(i));
    match (below, points.get(above)) {
        (Some((_, only)), None) | (None, Some((_, only))) => *only,
        (Some((from, low)), Some((to, high))) => {
            let width = i128::from(to.0) - i128::from(from.0);
            let rise = i128::from(*high) - i128::from(*low);
            let part = (i128::from(value) - i128::from(from.0)) * rise;
            clamped(i64::from(*low) + rounded(part, width))
        }
        (None, None) => 0,
    }
}

fn clamped(points: i64) -> i32 {
    points.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// A quotient rounded to the nearest whole number, halves upwards.
fn rounded(value: i128, by: i128) -> i64 {
    let by = by.max(1);
    let quotient = (2 * value + by).div_euclid(2 * by);
    i64::try_from(quotient).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}
