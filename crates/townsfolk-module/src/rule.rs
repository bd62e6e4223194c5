//! Rules: when something holds, someone does something, and the facts change.

use crate::action::Call;
use crate::attribute::AttributeWrite;
use crate::condition::{Expr, Literal};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, FactId, RoleId, RuleId, SiteId, StateId, VarId};

/// One rule of a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// Its id, from its name.
    pub id: RuleId,
    /// The key of the draws this rule makes as a whole (`choose any`, rests).
    pub site: SiteId,
    /// Only participants in this state; `None` stands in every state's list.
    pub state: Option<StateId>,
    /// Only participants cast in one of these roles; empty means everyone.
    pub roles: Vec<RoleId>,
    /// Number of variables.
    pub variables: u16,
    /// The condition.
    pub when: Vec<Literal>,
    /// Which solution is taken.
    pub choose: Choose,
    /// The action, if any.
    pub action: Option<Call>,
    /// The other participant of a joint action.
    pub together: Option<VarId>,
    /// The action is stopped when this no longer holds. Empty: no such condition.
    pub while_holds: Vec<Literal>,
    /// Effects when it fires.
    pub now: Effects,
    /// Effects when the action is done (at once if there is none).
    pub then: Effects,
    /// Effects when the action failed.
    pub on_failure: Effects,
    /// Effects when the action was stopped.
    pub on_stop: Effects,
    /// The state afterwards.
    pub goto: Option<StateId>,
    /// Whether the participant leaves or the scene ends.
    pub finish: Finish,
    /// Whether it is tried while a lower rule's action runs.
    pub urgent: bool,
    /// Whether it fires at most once per participant.
    pub once: bool,
    /// How long it rests for a participant after firing.
    pub again_after: Option<(Duration, Duration)>,
}

impl Rule {
    /// Its effects: when it fires, when its action is done, failed, and was stopped.
    pub fn effects(&self) -> [&Effects; 4] {
        [&self.now, &self.then, &self.on_failure, &self.on_stop]
    }

    /// The same, to be changed.
    pub fn effects_mut(&mut self) -> [&mut Effects; 4] {
        [
            &mut self.now,
            &mut self.then,
            &mut self.on_failure,
            &mut self.on_stop,
        ]
    }
}

/// Facts removed and added and attributes set together; removals come first, then additions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Effects {
    /// Every fact that matches goes.
    pub remove: Vec<FactPattern>,
    /// These facts come.
    pub add: Vec<FactPattern>,
    /// These attributes change, in this order. A module file keeps them apart, see `acts.rs`.
    #[serde(skip)]
    pub set: Vec<AttributeWrite>,
}

impl Effects {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.remove.is_empty() && self.add.is_empty() && self.set.is_empty()
    }
}

/// A fact as an effect writes it. In a removal, unbound variables and `_` match anything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FactPattern {
    /// Which fact.
    pub fact: FactId,
    /// Its arguments.
    pub arguments: Vec<Expr>,
}

/// Which solution of a condition is taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Choose {
    /// The first, in the order of matching.
    #[default]
    First,
    /// Any, each distinct value of the variable (or each solution) equally likely.
    Any(Option<VarId>),
    /// The one whose thing is nearest to `.me`; ties go to the first.
    Nearest(VarId),
    /// The one with the least value; ties go to the first.
    Least(Expr),
    /// The one with the greatest value; ties go to the first.
    Most(Expr),
}

/// How a rule ends someone's part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Finish {
    /// Not at all.
    #[default]
    Stay,
    /// The participant leaves once the action has ended.
    Leave,
    /// The scene ends once the action has ended.
    End,
}
