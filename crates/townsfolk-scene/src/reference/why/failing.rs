//! Where a condition fails, and why it fails there.

use super::{Asking, Cause, Deepest, Failing};
use crate::reference::bindings::Bindings;
use crate::reference::matching::{Matcher, View};
use std::ops::ControlFlow;
use townsfolk_core::{RuleId, Tick, Value};
use townsfolk_module::{Clause, Comparison, Expr, Literal, Rule, Script};

/// How deeply defines are looked into.
const DEFINES_DEEP: usize = 6;

impl<'a> Asking<'a> {
    pub(super) fn failing(&mut self, rule: &'a Rule, deepest: Deepest) -> Failing {
        let Deepest { literal, partials } = deepest;
        let mut nearest: Option<(Bindings, Cause)> = None;
        if let Some(fails) = rule.when.get(literal) {
            for partial in &partials {
                let cause = self.cause(Some(rule.id), fails, partial, DEFINES_DEEP);
                if nearest
                    .as_ref()
                    .is_none_or(|(_, so_far)| is_sooner(&cause, so_far))
                {
                    nearest = Some((partial.clone(), cause));
                }
            }
        }
        let start = Bindings::new(rule.variables);
        let mut fixes = vec![];
        self.fixes(
            Some(rule.id),
            &rule.when,
            &start,
            literal,
            &partials,
            DEFINES_DEEP,
            &mut fixes,
        );
        let fix = self.first_that_helps(rule, fixes);
        let (bindings, cause) = match nearest {
            Some((bindings, cause)) => (bindings.values(), cause),
            None => (start.values(), Cause::Undefined),
        };
        Failing {
            literal,
            bindings,
            cause,
            fix,
        }
    }

    /// Why a literal fails with these values.
    fn cause(
        &mut self,
        rule: Option<RuleId>,
        literal: &Literal,
        bindings: &Bindings,
        deep: usize,
    ) -> Cause {
        let scene = self.view.scene;
        if literal.is_negated() {
            return match self.witness(rule, literal, bindings) {
                Some(arguments) => Cause::Holds(arguments),
                None => Cause::Undefined,
            };
        }
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => {
                let others = scene.facts.of(*fact, arguments.len());
                Cause::NoFact(others.take(3).cloned().collect())
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let nearest = self.nearest_clause(rule, *define, arguments, bindings);
                let Some((clause, deepest)) = nearest.filter(|_| deep > 0) else {
                    return Cause::Undefined;
                };
                let fails = clause.body.get(deepest.literal);
                let (Some(fails), Some(partial)) = (fails, deepest.partials.first()) else {
                    return Cause::Undefined;
                };
                Cause::Inside {
                    literal: fails.clone(),
                    bindings: partial.values(),
                    cause: Box::new(self.cause(rule, fails, partial, deep - 1)),
                }
            }
            Literal::Any { .. } | Literal::InState { .. } => Cause::Nobody,
            Literal::Coin { .. } => Cause::Coin,
            Literal::Host { .. } => Cause::Host,
            Literal::Compare {
                left,
                comparison,
                right,
            } => self.compared(rule, (left, *comparison, right), bindings),
        }
    }

    fn compared(
        &mut self,
        rule: Option<RuleId>,
        (left, comparison, right): (&Expr, Comparison, &Expr),
        bindings: &Bindings,
    ) -> Cause {
        let scene = self.view.scene;
        let literal = [Literal::Compare {
            left: left.clone(),
            comparison,
            right: right.clone(),
        }];
        let mut matcher = self.matcher(rule, &scene.facts);
        let values = (
            matcher.value(left, bindings),
            matcher.value(right, bindings),
        );
        matcher.solve(&literal, bindings, &mut |_, _| ControlFlow::Continue(()));
        let changes = matcher.wake_at.iter().min().copied();
        // At that moment its answer changes; whether to the better is seen by asking then.
        let holds_from = changes.filter(|then| {
            let later = View {
                now: *then,
                ..self.view
            };
            let mut matcher =
                Matcher::new(later, &scene.facts, &mut *self.fate, Some(self.who), rule);
            matcher.first(&literal, bindings).is_some()
        });
        Cause::Compared {
            left: values.0,
            right: values.1,
            holds_from,
        }
    }

    /// The arguments with which a negated literal holds after all.
    fn witness(
        &mut self,
        rule: Option<RuleId>,
        literal: &Literal,
        bindings: &Bindings,
    ) -> Option<Vec<Option<Value>>> {
        let mut values = bindings.values();
        let mut positive = literal.clone();
        let opened = |arguments: &mut [Expr], values: &mut Vec<Option<Value>>| {
            for argument in arguments {
                if matches!(argument, Expr::Anything) {
                    let index = u16::try_from(values.len()).unwrap_or(u16::MAX);
                    *argument = Expr::Variable(townsfolk_core::VarId(index));
                    values.push(None);
                }
            }
        };
        match &mut positive {
            Literal::Fact {
                negated, arguments, ..
            }
            | Literal::Define {
                negated, arguments, ..
            }
            | Literal::Host {
                negated, arguments, ..
            } => {
                *negated = false;
                opened(arguments, &mut values);
            }
            Literal::Any { negated, who, .. } | Literal::InState { negated, who, .. } => {
                *negated = false;
                opened(std::slice::from_mut(who), &mut values);
            }
            Literal::Compare { .. } | Literal::Coin { .. } => return None,
        }
        let start = Bindings::of(&values);
        let found = self.solutions(rule, std::slice::from_ref(&positive), &start);
        let solution = found.first()?;
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        let arguments = positive.expressions();
        let arguments = arguments.iter().map(|e| matcher.value(e, solution));
        Some(arguments.collect())
    }

    /// The clause of a define that gets furthest.
    fn nearest_clause(
        &mut self,
        rule: Option<RuleId>,
        define: townsfolk_core::DefineId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Option<(&'a Clause, Deepest)> {
        let script: &'a Script = self.view.script;
        let mut nearest: Option<(&Clause, Deepest)> = None;
        for clause in &script.define(define)?.clauses {
            let Some(start) = self.enter(clause, arguments, bindings) else {
                continue;
            };
            if let Some(deepest) = self.deepest(rule, &clause.body, &start)
                && nearest
                    .as_ref()
                    .is_none_or(|(_, so_far)| deepest.literal > so_far.literal)
            {
                nearest = Some((clause, deepest));
            }
        }
        nearest
    }

    /// The variables of a clause with the values that the arguments give them.
    pub(super) fn enter(
        &mut self,
        clause: &Clause,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Option<Bindings> {
        let scene = self.view.scene;
        let mut matcher = self.matcher(None, &scene.facts);
        let mut values = vec![None; usize::from(clause.variables)];
        for (parameter, argument) in clause.parameters.iter().zip(arguments) {
            let value = matcher.value(argument, bindings);
            match (parameter, value) {
                (Expr::Variable(variable), Some(value)) => {
                    let slot = values.get_mut(usize::from(variable.0))?;
                    if slot.is_some_and(|there| there != value) {
                        return None;
                    }
                    *slot = Some(value);
                }
                (Expr::Constant(constant), Some(value)) if *constant != value => return None,
                _ => {}
            }
        }
        Some(Bindings::of(&values))
    }
}

/// Whether one cause is over sooner than another, as far as that is known.
fn is_sooner(cause: &Cause, than: &Cause) -> bool {
    fn when(cause: &Cause) -> Option<Tick> {
        match cause {
            Cause::Compared { holds_from, .. } => *holds_from,
            Cause::Inside { cause, .. } => when(cause),
            _ => None,
        }
    }
    match (when(cause), when(than)) {
        (Some(a), Some(b)) => a < b,
        (Some(_), None) => true,
        _ => false,
    }
}
