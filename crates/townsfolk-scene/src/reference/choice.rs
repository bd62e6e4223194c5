//! Which of several solutions is taken. Section "Choice".

use super::bindings::Bindings;
use super::fate::DrawKey;
use super::matching::{Flow, Matcher};
use std::cmp::Ordering;
use std::ops::ControlFlow;
use townsfolk_core::{CharacterId, Number, Value};
use townsfolk_module::arithmetic::order;
use townsfolk_module::{Choose, Rule};

/// The solution of a rule's condition that is taken, among those that `accept` lets through.
pub fn choose(
    matcher: &mut Matcher<'_>,
    rule: &Rule,
    accept: &mut dyn FnMut(&mut Matcher<'_>, &Bindings) -> bool,
) -> Option<Bindings> {
    let mut solutions: Vec<Bindings> = vec![];
    let only_first = rule.choose == Choose::First;
    let start = Bindings::new(rule.variables);
    matcher.solve(&rule.when, &start, &mut |matcher, solution| -> Flow {
        if accept(matcher, solution) {
            solutions.push(solution.clone());
            if only_first {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    if matcher.exhausted || solutions.is_empty() {
        return None;
    }
    let index = match &rule.choose {
        Choose::First => 0,
        Choose::Any(variable) => {
            let value = |b: &Bindings| variable.map(|v| b.get(v));
            let mut distinct: Vec<usize> = vec![];
            for (index, solution) in solutions.iter().enumerate() {
                let known = |i: &usize| value(&solutions[*i]) == value(solution);
                if variable.is_none() || !distinct.iter().any(known) {
                    distinct.push(index);
                }
            }
            let who = matcher.me.unwrap_or(CharacterId(0));
            let key = DrawKey::of(who, rule.site, matcher.view.now);
            let picked = matcher.fate.pick(key, distinct.len());
            distinct.get(picked).copied().unwrap_or(0)
        }
        Choose::Nearest(variable) => least(&solutions, |solution| {
            let me = Value::Character(matcher.me?);
            let mm = matcher
                .view
                .stage
                .distance_mm(me, solution.get(*variable)?)?;
            Some(Value::Number(Number(mm)))
        }),
        Choose::Least(expr) => least(&solutions, |solution| matcher.value(expr, solution)),
        Choose::Most(expr) => greatest(&solutions, |solution| matcher.value(expr, solution)),
    };
    solutions.into_iter().nth(index)
}

fn least(solutions: &[Bindings], worth: impl FnMut(&Bindings) -> Option<Value>) -> usize {
    best(solutions, Ordering::Less, worth)
}

fn greatest(solutions: &[Bindings], worth: impl FnMut(&Bindings) -> Option<Value>) -> usize {
    best(solutions, Ordering::Greater, worth)
}

/// The best solution, the first among equals. A solution without a value loses to every solution
/// with one.
fn best(
    solutions: &[Bindings],
    better: Ordering,
    mut worth: impl FnMut(&Bindings) -> Option<Value>,
) -> usize {
    let mut best: Option<(usize, Value)> = None;
    for (index, solution) in solutions.iter().enumerate() {
        let Some(value) = worth(solution) else {
            continue;
        };
        if best.is_none_or(|(_, so_far)| order(value, so_far) == Some(better)) {
            best = Some((index, value));
        }
    }
    best.map_or(0, |(index, _)| index)
}
