//! The record of one walk: conditions asked, points given, candidates rated.

use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Value};

/// The record of one walk, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// Its lines.
    pub lines: Vec<TraceLine>,
}

/// One line of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceLine {
    /// The subtree in which the node stands; `None` for the snippet's own tree.
    pub tree: Option<DeciderId>,
    /// The index of the node.
    pub node: u16,
    /// The candidate that was looked at.
    pub about: Option<Value>,
    /// What happened.
    pub what: Traced,
    /// Whether its points are part of the result. Points of a branch that failed are not, nor those
    /// of a candidate that was not chosen.
    pub counts: bool,
}

/// What a line of a trace tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Traced {
    /// A condition was asked.
    Condition(bool),
    /// Points were given.
    Score(i32),
    /// A candidate was rated; `None` if it was rejected.
    Candidate(Option<i32>),
    /// Points for a tactic of the player.
    Tactic(i32),
}

impl Traced {
    fn points(self) -> i32 {
        match self {
            Traced::Score(points) | Traced::Tactic(points) => points,
            Traced::Condition(_) | Traced::Candidate(_) => 0,
        }
    }
}

impl Trace {
    /// The sum of all points that count.
    pub fn sum(&self) -> i32 {
        let counted = self.lines.iter().filter(|line| line.counts);
        counted.map(|line| line.what.points()).sum()
    }

    /// The lines from an index on count no longer: their branch failed.
    pub(crate) fn undo_from(&mut self, first: usize) {
        for line in self.lines.iter_mut().skip(first) {
            line.counts = false;
        }
    }
}
