//! From the syntax of a goal to its compiled form.

use super::proposition::{contradiction, of_literals};
use crate::condition::Vocabulary;
use crate::context::Context;
use crate::declaration::daily::lower::urgency;
use crate::declaration::deed::decider_lower;
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Urgency};
use townsfolk_module::Category;
use townsfolk_module::decide::{Deciders, Goal};

/// Lowers a goal.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let urgency = urgency(node, cx, Urgency::Wish);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, format!("goal {}", declaration.name));
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let (literals, places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let scope = lower.scope;
    scope.finish(cx);
    let when = of_literals(cx, &literals, &places, &mut into.planners);
    if node.child(WHEN).is_none() {
        cx.problem(
            Code::EmptyDecider
                .at(
                    declaration.place,
                    format!("the goal `{}` wants nothing", declaration.name),
                )
                .label("no `when`")
                .hint("add `when` and what must hold in the end"),
        );
    }
    if let Some((place, first)) = contradiction(&when, &into.planners) {
        cx.problem(
            Code::Contradiction
                .at(
                    place,
                    format!("the goal `{}` contradicts itself", declaration.name),
                )
                .label("this cannot hold together")
                .related(first, "with this")
                .consequence("No plan ever reaches it.")
                .hint("remove one of them"),
        );
    }
    into.planners.goals.push(Goal {
        id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
        urgency,
        when: when.into_iter().map(|(effect, _)| effect).collect(),
    });
}
