//! The trace: decisions with their reasons.

use std::collections::VecDeque;
use townsfolk_core::Tick;
use townsfolk_scene::reference::{Happening, SceneId};

/// How much is kept of what happens in scenes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TraceMode {
    /// Nothing.
    #[default]
    Off,
    /// The last so many lines.
    Ring(usize),
    /// Everything.
    Full,
}

/// One line of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// When.
    pub tick: Tick,
    /// In which scene.
    pub scene: SceneId,
    /// What.
    pub what: Happening,
}

/// What is kept.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// How much is kept.
    pub mode: TraceMode,
    lines: VecDeque<TraceLine>,
}

impl Trace {
    /// What is kept, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &TraceLine> {
        self.lines.iter()
    }

    /// Takes out everything that is kept.
    pub fn take(&mut self) -> Vec<TraceLine> {
        self.lines.drain(..).collect()
    }

    /// For how many lines there is room.
    pub(crate) fn room(&self) -> usize {
        self.lines.capacity()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.mode != TraceMode::Off
    }

    pub(crate) fn keep(&mut self, line: TraceLine) {
        match self.mode {
            TraceMode::Off => return,
            TraceMode::Ring(most) => {
                while self.lines.len() >= most.max(1) {
                    self.lines.pop_front();
                }
            }
            TraceMode::Full => {}
        }
        self.lines.push_back(line);
    }
}
