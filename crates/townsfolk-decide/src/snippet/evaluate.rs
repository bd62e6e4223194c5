//! One snippet in one situation.

use super::brain::Tactic;
use crate::tree::walk::on_curve;
use crate::tree::{Frame, Node, Scratch, Status, Trace, TraceLine, Traced, Trees, Walk, World};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Value};
use townsfolk_module::decide::Snippet;

/// Points that a preferred ability gets.
pub const PREFERRED_POINTS: i32 = 5;

/// The result of one evaluation: one row of a character's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// Which snippet.
    pub snippet: DeciderId,
    /// Whether it can be used now. A snippet that cannot leaves the comparison.
    pub ok: bool,
    /// Its points; zero if it cannot be used.
    pub score: i32,
    /// Its best target.
    pub target: Option<Value>,
}

impl Evaluation {
    /// A snippet that cannot be used.
    pub(super) fn unusable(snippet: DeciderId) -> Evaluation {
        Evaluation {
            snippet,
            ok: false,
            score: 0,
            target: None,
        }
    }
}

/// The circumstances of an evaluation that belong to the character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Circumstances {
    /// Whether the snippet runs.
    pub runs: bool,
    /// The target of the snippet that runs.
    pub current: Option<Value>,
    /// The player's tactic for its ability.
    pub tactic: Tactic,
}

/// Evaluates a snippet. Nothing is changed but the scratch memory.
pub fn evaluate<W: World>(
    snippet: &Snippet<W::Condition, W::Expression>,
    trees: &Trees<W::Condition, W::Expression>,
    world: W,
    given: Circumstances,
    scratch: &mut Scratch,
) -> Evaluation {
    let mut row = Evaluation::unusable(snippet.id);
    evaluate_into(&mut row, snippet, trees, world, given, scratch);
    row
}

/// Evaluates a snippet into a row for it that says that it cannot be used.
///
/// A plain utility writes its points alone: a whole row would be read back before it is in memory, which
/// takes longer than the evaluation.
#[inline]
pub(super) fn evaluate_into<W: World>(
    row: &mut Evaluation,
    snippet: &Snippet<W::Condition, W::Expression>,
    trees: &Trees<W::Condition, W::Expression>,
    world: W,
    given: Circumstances,
    scratch: &mut Scratch,
) {
    if given.tactic == Tactic::Allowed
        && let Some(points) = points_alone(snippet, &world, scratch)
    {
        if let Some(points) = points {
            (row.ok, row.score) = (true, points);
        }
        return;
    }
    let mut walk = Walk::<W, false>::new(world, trees, scratch);
    *row = run(snippet, &mut walk, given);
}

/// The points of a snippet that is nothing but a score, which needs no walk: a plain utility, or
/// movement with fixed points. The outer option says whether it is one.
#[inline]
fn points_alone<W: World>(
    snippet: &Snippet<W::Condition, W::Expression>,
    world: &W,
    scratch: &Scratch,
) -> Option<Option<i32>> {
    let [only] = snippet.evaluation.nodes.as_slice() else {
        return None;
    };
    match &only.node {
        Node::Score(points) => Some(Some(*points)),
        Node::Curve { input, points } => Some(match world.value(input, scratch.frame()) {
            Some(Value::Number(value)) => Some(on_curve(points, value.0)),
            _ => None,
        }),
        _ => None,
    }
}

/// Evaluates a snippet and keeps the trace, whose points add up to the score. The frame has the
/// values of the variables.
pub fn probe<W: World>(
    snippet: &Snippet<W::Condition, W::Expression>,
    trees: &Trees<W::Condition, W::Expression>,
    world: W,
    given: Circumstances,
) -> (Evaluation, Trace, Frame) {
    let mut scratch = Scratch::default();
    let mut walk = Walk::<W, true>::new(world, trees, &mut scratch);
    let evaluation = run(snippet, &mut walk, given);
    let trace = std::mem::take(&mut walk.trace);
    let frame = *walk.frame();
    (evaluation, trace, frame)
}

fn run<W: World, const TRACED: bool>(
    snippet: &Snippet<W::Condition, W::Expression>,
    walk: &mut Walk<'_, W, TRACED>,
    given: Circumstances,
) -> Evaluation {
    walk.is_running = given.runs;
    walk.current = given.current;
    let ok = given.tactic != Tactic::Forbidden && walk.run(&snippet.evaluation) == Status::True;
    if ok && given.tactic == Tactic::Preferred {
        prefer(walk);
    }
    Evaluation {
        snippet: snippet.id,
        ok,
        score: if ok { walk.score } else { 0 },
        target: walk.target.filter(|_| ok),
    }
}

fn prefer<W: World, const TRACED: bool>(walk: &mut Walk<'_, W, TRACED>) {
    walk.score = walk.score.saturating_add(PREFERRED_POINTS);
    if TRACED {
        walk.trace.lines.push(TraceLine {
            tree: None,
            node: 0,
            about: None,
            what: Traced::Tactic(PREFERRED_POINTS),
            counts: true,
        });
    }
}
