//! Courses: steps of actions that a character performs in order.

use crate::action::Call;
use crate::attribute::AttributeWrite;
use crate::condition::Expr;
use crate::visit::Visit;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CourseId, Kind, SymbolId};

/// A course of action: steps in order. All orders of one step start together.
///
/// The main branch comes first, then the named branches, then the fallback. The last step of each
/// branch has `ends`, so performing never runs from one branch into the next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Its id.
    pub id: CourseId,
    /// Kinds of its arguments, which are variables 0 and on.
    pub parameters: Vec<Kind>,
    /// Number of variables.
    pub variables: u16,
    /// Its steps. A course begins with the first.
    pub steps: Vec<CourseStep>,
    /// The step where the fallback begins, if there is one.
    pub fallback: Option<u16>,
    /// Whether an interrupted course resumes at its step instead of the beginning.
    pub resumes: bool,
}

/// One step of a course.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CourseStep {
    /// The name of the branch that begins here.
    pub name: Option<SymbolId>,
    /// Actions that start together. The step is done when all are done.
    pub actions: Vec<Call>,
    /// Attributes that are set as the step begins.
    pub set: Vec<AttributeWrite>,
    /// The reaction to a failed action.
    pub on_failure: OnFailure,
    /// Whether the course is done after it: it is the last step of its branch.
    pub ends: bool,
}

/// The reaction to a failed action of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum OnFailure {
    /// The course's fallback begins. Without one, and inside it, the course fails.
    #[default]
    Fallback,
    /// The course continues at this step.
    GoTo(u16),
    /// The course continues as if the step were done.
    GoOn,
}

impl Course {
    /// A step, if there is one of this index.
    pub fn step(&self, index: u16) -> Option<&CourseStep> {
        self.steps.get(usize::from(index))
    }

    /// Whether every step and variable that it names exists, and its last step ends it.
    pub(crate) fn is_sound(&self) -> bool {
        let known = |index: u16| self.step(index).is_some();
        let step_is_sound = |step: &CourseStep| match step.on_failure {
            OnFailure::GoTo(index) => known(index),
            OnFailure::Fallback | OnFailure::GoOn => true,
        };
        let mut variables_are_sound = self.parameters.len() <= usize::from(self.variables);
        self.each_expr(&mut |expr| {
            if let Expr::Variable(variable) = expr {
                variables_are_sound &= variable.0 < self.variables;
            }
        });
        let last_ends = self.steps.last().is_some_and(|step| step.ends);
        let steps_are_sound = self.steps.iter().all(step_is_sound);
        last_ends && steps_are_sound && variables_are_sound && self.fallback.is_none_or(known)
    }
}
