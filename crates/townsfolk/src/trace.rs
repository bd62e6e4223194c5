//! The trace: decisions with their reasons.

use crate::minds::MindLine;
use std::collections::VecDeque;
use townsfolk_core::{SceneId, Tick};
use townsfolk_scene::Happening;

/// How much of the trace is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceMode {
    /// Nothing.
    #[default]
    Off,
    /// This many last lines.
    Ring(usize),
    /// Everything.
    Full,
}

/// One line of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// The tick.
    pub tick: Tick,
    /// The scene.
    pub scene: SceneId,
    /// The happening.
    pub what: Happening,
}

/// The trace.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// How much is kept of scenes.
    pub mode: TraceMode,
    /// How much is kept of decisions of minds.
    pub minds: TraceMode,
    lines: VecDeque<TraceLine>,
    mind_lines: VecDeque<MindLine>,
}

impl Trace {
    /// The lines, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &TraceLine> {
        self.lines.iter()
    }

    /// Takes all lines out.
    pub fn take(&mut self) -> Vec<TraceLine> {
        self.lines.drain(..).collect()
    }

    /// The lines of minds, oldest first.
    pub fn mind_lines(&self) -> impl Iterator<Item = &MindLine> {
        self.mind_lines.iter()
    }

    /// Takes all lines of minds out.
    pub fn take_minds(&mut self) -> Vec<MindLine> {
        self.mind_lines.drain(..).collect()
    }

    /// The capacity in lines.
    pub(crate) fn room(&self) -> usize {
        self.lines.capacity()
    }

    pub(crate) fn is_asked_of_minds(&self) -> bool {
        self.minds != TraceMode::Off
    }

    pub(crate) fn keep_mind(&mut self, line: MindLine) {
        keep(&mut self.mind_lines, line, self.minds);
    }

    pub(crate) fn is_on(&self) -> bool {
        self.mode != TraceMode::Off
    }

    pub(crate) fn keep(&mut self, line: TraceLine) {
        keep(&mut self.lines, line, self.mode);
    }
}

fn keep<T>(lines: &mut VecDeque<T>, line: T, mode: TraceMode) {
    match mode {
        TraceMode::Off => return,
        TraceMode::Ring(most) => {
            while lines.len() >= most.max(1) {
                lines.pop_front();
            }
        }
        TraceMode::Full => {}
    }
    lines.push_back(line);
}
