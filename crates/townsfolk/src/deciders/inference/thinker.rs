//! A character that infers: its sets with their rows, and what it is offered because of them.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use townsfolk_act::CourseOf;
use townsfolk_core::{Channel, DeciderId, SymbolId, Tick, Urgency, Value};
use townsfolk_decide::inference::situation::Change;
use townsfolk_decide::inference::{Chosen, Program, Row};
use townsfolk_module::decide::Inference;
use townsfolk_module::decide::inference::ReferentIndex;

/// Maximum number of recent decisions that are kept for explanation.
const LINES_MAX: usize = 16;

/// A set of referents, and its program.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(super) of: Inference,
    pub(super) program: Program,
}

impl Compiled {
    /// Compiles a set. A forged module may have one that has no program.
    pub(super) fn new(of: &Inference) -> Option<Compiled> {
        Some(Compiled {
            of: of.clone(),
            program: Program::compile(of).ok()?,
        })
    }
}

/// A character that infers.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    /// Its sets in order of id, each with its row.
    pub(super) sets: Vec<(Arc<Compiled>, Row)>,
    /// What it is offered now, by channel.
    pub(super) offered: Vec<Offered>,
    /// Recent decisions, oldest first. They are not saved.
    pub(super) lines: VecDeque<Line>,
}

/// An output that is offered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Offered {
    pub(super) channel: Channel,
    pub(super) urgency: Urgency,
    pub(super) reason: SymbolId,
    pub(super) course: CourseOf,
    pub(super) set: DeciderId,
    pub(super) motor: u16,
    pub(super) referent: Option<ReferentIndex>,
}

impl Offered {
    /// The output that it was made from.
    pub(super) fn chosen(&self) -> Chosen {
        Chosen {
            motor: usize::from(self.motor),
            referent: self.referent,
        }
    }

    /// Whether another offer asks for the same, so that what runs goes on.
    pub(super) fn is_same(&self, other: &Offered) -> bool {
        self.channel == other.channel
            && self.urgency == other.urgency
            && self.reason == other.reason
            && self.course == other.course
    }
}

/// A recent decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(super) tick: Tick,
    pub(super) what: LineKind,
}

/// What was decided or perceived.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum LineKind {
    /// A situation was entered, left or forgotten.
    Situation(SymbolId, Change),
    /// The host entered or left a situation.
    Told(SymbolId, bool),
    /// A referent was bound.
    Bound(SymbolId, Value),
    /// A referent lost its object.
    Unbound(SymbolId),
    /// An output was acted on, for this reason.
    Does(SymbolId),
}

impl Thinker {
    /// Whether it holds exactly these sets.
    pub(super) fn holds(&self, sets: &[DeciderId]) -> bool {
        self.sets.iter().map(|(set, _)| &set.of.id).eq(sets)
    }

    /// Ticks between two cycles.
    pub(super) fn beat(&self) -> i64 {
        let beats = self.sets.iter().map(|(set, _)| set.of.limits.beat.0);
        beats.min().unwrap_or(1).max(1)
    }

    /// Keeps a recent decision.
    pub(super) fn note(&mut self, tick: Tick, what: LineKind) {
        if self.lines.len() >= LINES_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back(Line { tick, what });
    }
}
