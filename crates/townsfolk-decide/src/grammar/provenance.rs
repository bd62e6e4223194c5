//! The rules and alternatives that made a symbol.

use super::stream::Watch;
use serde::{Deserialize, Serialize};

/// A step on the way from the start to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Step {
    /// A rule was entered.
    Rule(u16),
    /// A choice took an alternative.
    Chose {
        /// Which choice.
        choice: u16,
        /// Which alternative.
        alternative: u16,
    },
    /// A repetition went on after so many times.
    Repeated {
        /// Which repetition.
        repeat: u16,
        /// Number of earlier times.
        count: u32,
    },
}

/// Maximum number of steps that are kept. The oldest are forgotten first.
pub const STEPS_KEPT_MAX: usize = 128;

/// The way to the last symbol of a stream. It goes with the stream, and is saved with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trail {
    steps: Vec<Step>,
    /// For each open node of the stream, the number of steps that led to it.
    marks: Vec<u32>,
}

impl Trail {
    /// A trail at the beginning of a sentence.
    pub fn new() -> Trail {
        Trail::default()
    }

    /// Forgets the last sentence. Call it where a sentence begins.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.marks.clear();
    }

    /// The way to the last symbol, from the start on.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The innermost rule that made the last symbol.
    pub fn rule(&self) -> Option<u16> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Rule(rule) => Some(*rule),
            _ => None,
        })
    }

    fn push(&mut self, step: Step) {
        if self.steps.len() >= STEPS_KEPT_MAX {
            let forgotten = STEPS_KEPT_MAX / 2;
            self.steps.drain(..forgotten);
            for mark in &mut self.marks {
                *mark = mark.saturating_sub(forgotten as u32);
            }
        }
        self.steps.push(step);
    }

    fn back_to(&mut self, mark: Option<u32>) {
        self.steps.truncate(mark.unwrap_or(0) as usize);
    }
}

impl Watch for Trail {
    fn entered(&mut self, rule: u16) {
        self.push(Step::Rule(rule));
    }

    fn chose(&mut self, choice: u16, alternative: u16) {
        self.push(Step::Chose {
            choice,
            alternative,
        });
    }

    fn repeated(&mut self, repeat: u16, count: u32, goes_on: bool, _rolled: bool) {
        if goes_on {
            self.push(Step::Repeated { repeat, count });
        }
    }

    fn opened(&mut self) {
        self.marks.push(self.steps.len() as u32);
    }

    fn returned(&mut self) {
        self.back_to(self.marks.last().copied());
    }

    fn closed(&mut self) {
        // The last child of a sequence stands below it, so only the mark goes.
        self.marks.pop();
    }
}
