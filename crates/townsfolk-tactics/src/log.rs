//! The last decisions of a character, with reasons.

use serde::{Deserialize, Serialize};
use townsfolk_core::{SymbolId, Tick};

/// Number of decisions that are kept.
const DECISIONS_MAX: usize = 32;

/// Why a skill began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// It ranks higher than the skill that ran, and became valid.
    Higher,
    /// The skill that ran was done.
    Done,
    /// The skill that ran no longer wanted to.
    NotWanted,
    /// Nothing ran.
    First,
    /// Nothing was valid, so the last skill began although it was not.
    NothingValid,
    /// There were too many changes in one tick; this choice stands.
    Thrash,
    /// It is driven from outside.
    Puppet,
    /// It is no longer driven from outside.
    PuppetEnded,
}

impl Reason {
    /// The reason in words, after "because".
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Higher => "it is more important and became possible",
            Reason::Done => "the skill before was done",
            Reason::NotWanted => "the skill before was no longer wanted",
            Reason::First => "nothing ran",
            Reason::NothingValid => "no skill was possible, and this is the last",
            Reason::Thrash => "skills changed too often in one tick",
            Reason::Puppet => "it is driven from outside",
            Reason::PuppetEnded => "it is no longer driven from outside",
        }
    }
}

/// A change of skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// When.
    pub tick: Tick,
    /// The skill that ran.
    pub from: Option<SymbolId>,
    /// The skill that began.
    pub to: Option<SymbolId>,
    /// Why.
    pub reason: Reason,
}

/// The last decisions, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DecisionLog(Vec<Decision>);

impl DecisionLog {
    /// Adds a decision. The oldest of more than 32 is dropped.
    pub fn push(&mut self, decision: Decision) {
        if self.0.len() >= DECISIONS_MAX {
            self.0.remove(0);
        }
        self.0.push(decision);
    }

    /// The decisions, oldest first.
    pub fn decisions(&self) -> &[Decision] {
        &self.0
    }

    /// Moves its moments, for a save that is loaded into a later time.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.0.iter_mut().for_each(|one| one.tick = later(one.tick));
    }
}
