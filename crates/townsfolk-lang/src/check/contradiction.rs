//! Conditions of deciders that contradict themselves.

use super::body::Body;
use super::contain::is_impossible;
use crate::context::Context;
use crate::diagnostic::Code;
use crate::source::Place;
use townsfolk_module::{Literal, Module};

/// Reports two parts of a decider's condition that can never hold together. `consequence` says what
/// never happens because of them.
pub(crate) fn check_condition(
    cx: &mut Context<'_>,
    (condition, places): (&[Literal], &[Place]),
    consequence: &str,
) {
    let Some((earlier, later)) = contradiction(&cx.globals.module, condition) else {
        return;
    };
    let (Some(first), Some(place)) = (places.get(earlier), places.get(later)) else {
        return;
    };
    let problem = match earlier == later {
        true => Code::Contradiction
            .at(*place, "this can never hold")
            .label("outside of what the attribute can be"),
        false => Code::Contradiction
            .at(*place, "this condition contradicts itself")
            .label("this cannot hold together")
            .related(*first, "with this"),
    };
    let hint = match earlier == later {
        true => "compare with a value within the range of the attribute",
        false => "remove one of them",
    };
    cx.problem(problem.consequence(consequence.to_string()).hint(hint));
}

/// The first two literals that cannot hold together. Both are the same if one cannot hold by itself.
fn contradiction(module: &Module, condition: &[Literal]) -> Option<(usize, usize)> {
    let impossible = |literals: Vec<Literal>| match Body::of(literals) {
        Some(body) => is_impossible(module, &body),
        None => true,
    };
    (0..condition.len()).find_map(|later| {
        if impossible(vec![condition[later].clone()]) {
            return Some((later, later));
        }
        let with = |earlier: &usize| {
            impossible(vec![condition[*earlier].clone(), condition[later].clone()])
        };
        Some(((0..later).find(with)?, later))
    })
}
