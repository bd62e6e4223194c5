//! The last selections of a person: the answer to "why is this person doing this?".

use super::day::CalendarTime;
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, SymbolId};
use townsfolk_module::mind::Daytime;

/// Number of selections that are remembered.
pub const REMEMBERED: usize = 8;

/// The reason of a selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// The block of these hours.
    Block(Daytime, Daytime),
    /// A one-shot that came up at this time of day.
    OneShot(Daytime),
    /// The errand could not be done, for this reason; its fallback was chosen.
    Fallback(Abort),
    /// Nothing could be done; the person waits before the next selection.
    Idle(Abort),
    /// A step of a plan for this goal.
    Plan(DeciderId),
}

/// The reason why an errand could not be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Abort {
    /// Its condition does not hold.
    NotNow,
    /// No open place has the tag.
    NoPlace(SymbolId),
    /// The person has no place of its own of this name.
    NoOwnPlace(SymbolId),
    /// A value in one of its steps is missing.
    NoValue,
    /// Content has no errand of this name.
    Unknown,
    /// A step failed while it was performed.
    Failed,
    /// There was nothing to do in the list.
    Nothing,
    /// The planner found no way to the goal.
    NoPlan,
}

/// One selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// When, on the calendar.
    pub at: CalendarTime,
    /// The errand, or the operator of a plan.
    pub errand: DeciderId,
    /// Why.
    pub cause: Cause,
}

/// The last selections, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ring {
    entries: Vec<Selected>,
}

impl Ring {
    /// Remembers a selection, and forgets the oldest of nine.
    pub fn note(&mut self, selected: Selected) {
        if self.entries.len() >= REMEMBERED {
            self.entries.remove(0);
        }
        self.entries.push(selected);
    }

    /// The selections, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Selected> {
        self.entries.iter()
    }

    /// The last selection.
    pub fn last(&self) -> Option<&Selected> {
        self.entries.last()
    }
}
