//! Where the steps of a performance come from.

use crate::order::Order;
use crate::value::{Scope, value_of};
use serde::{Deserialize, Serialize};
use townsfolk_core::{CourseId, Pushed, Value};
use townsfolk_module::{AttributeWrite, Call, Course, Module, OnFailure, WriteValue};

/// The course that a decider offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CourseOf {
    /// Steps that the decider puts together itself, one order each. A step that fails ends it.
    Steps(Vec<Order>),
    /// A course that content declares.
    Declared {
        /// Which.
        course: CourseId,
        /// The values of its parameters.
        arguments: Vec<Value>,
    },
}

impl CourseOf {
    /// A course of one action.
    pub fn action(order: Order) -> CourseOf {
        CourseOf::Steps(vec![order])
    }

    /// The declared course, if it is one that content still has.
    pub(crate) fn declared<'m>(&self, module: &'m Module) -> Option<&'m Course> {
        match self {
            CourseOf::Steps(_) => None,
            CourseOf::Declared { course, .. } => module.course(*course),
        }
    }

    /// The orders of a step, worked out now. `None` if there is no such step, or if an expression in
    /// it has no value.
    pub(crate) fn orders(
        &self,
        module: &Module,
        step: u16,
        scope: &dyn Scope,
    ) -> Option<Vec<Order>> {
        match self {
            CourseOf::Steps(steps) => steps.get(usize::from(step)).map(|step| vec![step.clone()]),
            CourseOf::Declared { arguments, .. } => {
                let step = self.declared(module)?.steps.get(usize::from(step))?;
                let sets = step
                    .set
                    .iter()
                    .map(|write| set_order(write, arguments, scope));
                let acts = step
                    .actions
                    .iter()
                    .map(|call| act_order(call, arguments, scope));
                sets.chain(acts).collect()
            }
        }
    }

    /// The successor of a successful step; `None` at the end of the course.
    pub(crate) fn after(&self, module: &Module, step: u16) -> Option<u16> {
        let next = step.checked_add(1)?;
        match self {
            CourseOf::Steps(steps) => (usize::from(next) < steps.len()).then_some(next),
            CourseOf::Declared { .. } => {
                let steps = &self.declared(module)?.steps;
                let ends = steps.get(usize::from(step)).is_none_or(|step| step.ends);
                (!ends && usize::from(next) < steps.len()).then_some(next)
            }
        }
    }

    /// The successor of a failed step; `None` if the course has failed.
    pub(crate) fn after_failure(&self, module: &Module, step: u16) -> Option<u16> {
        let course = self.declared(module)?;
        match course.steps.get(usize::from(step))?.on_failure {
            OnFailure::GoTo(next) => Some(next),
            OnFailure::GoOn => self.after(module, step),
            // A failure inside the fallback itself ends the course.
            OnFailure::Fallback => course.fallback.filter(|fallback| step < *fallback),
        }
    }

    /// Whether an interrupted performance goes on at the step where it stopped.
    pub(crate) fn resumes(&self, module: &Module) -> bool {
        self.declared(module).is_some_and(|course| course.resumes)
    }

    /// Whether a step stands outside the main line of the course: reached after a failure only.
    pub(crate) fn is_branch(&self, module: &Module, step: u16) -> bool {
        let Some(course) = self.declared(module) else {
            return false;
        };
        let main = course.steps.iter().position(|step| step.ends);
        main.is_some_and(|last| usize::from(step) > last)
    }
}

fn act_order(call: &Call, bound: &[Value], scope: &dyn Scope) -> Option<Order> {
    let value = |expression| value_of(expression, bound, scope);
    let named = call.named.iter();
    Some(Order::Act {
        action: call.action,
        arguments: call.arguments.iter().map(value).collect::<Option<_>>()?,
        named: named
            .map(|(name, expression)| Some((*name, value(expression)?)))
            .collect::<Option<_>>()?,
    })
}

fn set_order(write: &AttributeWrite, bound: &[Value], scope: &dyn Scope) -> Option<Order> {
    let value = |expression| value_of(expression, bound, scope);
    Some(Order::Set {
        name: write.name,
        arguments: write.arguments.iter().map(value).collect::<Option<_>>()?,
        value: match &write.value {
            WriteValue::Holds => Pushed::Holds,
            WriteValue::HoldsNot => Pushed::HoldsNot,
            WriteValue::Is(expression) => Pushed::Is(value(expression)?),
        },
    })
}
