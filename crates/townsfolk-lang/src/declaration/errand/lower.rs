//! From the syntax of an errand to its compiled form.

use crate::check::contradiction::check_condition;
use crate::condition::{Lower, Vocabulary, Where, duration_range};
use crate::context::Context;
use crate::declaration::deed::decider_lower;
use crate::declaration::need::lower::symbol;
use crate::declaration::script::rule::call;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::{DeciderId, Duration, TICKS_PER_SECOND};
use townsfolk_module::Category;
use townsfolk_module::decide::{Deciders, Errand, ErrandStep, NeededPlace};

/// Whole seconds of a duration that an author counts on the calendar.
pub(crate) fn calendar_seconds(span: Duration) -> u32 {
    u32::try_from(span.0 / TICKS_PER_SECOND).unwrap_or(0)
}

/// Lowers an errand.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    into: &mut Deciders,
) {
    let needs = node
        .child(NEEDED_PLACE)
        .and_then(|part| needed_place(&part, cx));
    // The reason of an offer is the errand's name as a symbol.
    symbol(cx, &declaration.name);
    let nothing = Vocabulary::default();
    let site = format!("errand {}", declaration.name);
    let mut lower = decider_lower(cx, &nothing, site);
    let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
    let (when, places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let never = format!("The errand `{}` is never run.", declaration.name);
    check_condition(lower.cx, (&when, &places), &never);
    let walks = node.child(NEEDED_PLACE).is_some();
    let own: Vec<Node> = node.children_of(COURSE_STEP).collect();
    let branch = node.child(COURSE_BRANCH);
    let instead: Vec<Node> = branch
        .iter()
        .flat_map(|branch| branch.children_of(COURSE_STEP).collect::<Vec<_>>())
        .collect();
    let steps = steps(&mut lower, &own, walks);
    let otherwise = self::steps(&mut lower, &instead, walks);
    let scope = lower.scope;
    scope.finish(cx);
    if own.is_empty() {
        cx.problem(
            Code::EmptyDecider
                .at(
                    declaration.place,
                    format!("the errand `{}` has no steps", declaration.name),
                )
                .label("nothing is done")
                .hint("add a step: `step do …`"),
        );
    }
    // A variable has no value here, which has been reported.
    if scope.variables.is_empty() {
        into.dailies.errands.push(Errand {
            id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
            when,
            needs,
            steps,
            otherwise,
        });
    }
}

fn needed_place(part: &Node, cx: &mut Context<'_>) -> Option<NeededPlace> {
    let (name, _) = cx.reference(part)?;
    Some(NeededPlace {
        serving: symbol(cx, &name),
        own: part.words().iter().any(|word| word == "own"),
    })
}

/// Reports errands that need a place with a tag that no location has.
pub(crate) fn check_tags(trees: &[FileTree], globals: &Globals) -> Vec<Diagnostic> {
    let locations = first_of(trees, globals, LOCATION_DECL);
    let lists = locations.flat_map(|(_, node)| node.children_of(TAGS).collect::<Vec<_>>());
    let lists = lists.filter_map(|tags| tags.child(NAMES));
    let tags: BTreeSet<String> = lists
        .flat_map(|list| list.children_of(NAME_REF).collect::<Vec<_>>())
        .filter_map(|tag| tag.word())
        .collect();
    let mut problems = vec![];
    for (declaration, node) in first_of(trees, globals, ERRAND_DECL) {
        let mut cx = Context::new(globals, declaration.place.file, declaration.package);
        let part = node.child(NEEDED_PLACE);
        let Some((name, place)) = part.and_then(|part| cx.reference(&part)) else {
            continue;
        };
        if !tags.contains(&name) {
            let problem = Code::NoPlaceServes
                .at(place, format!("no location serves `{name}`"))
                .label("no location has this tag")
                .consequence("Whoever tries this errand finds nowhere to go.")
                .did_you_mean(place, &name, tags.iter().map(String::as_str));
            let hint = format!("write `tags {name}` in the location that serves it");
            problems.push(problem.or_hint(hint));
        }
    }
    problems
}

fn steps(lower: &mut Lower<'_, '_, '_>, nodes: &[Node], walks: bool) -> Vec<ErrandStep> {
    let before = std::mem::replace(&mut lower.at, Where::Effect);
    let steps = nodes.iter().flat_map(|node| step(lower, node, walks));
    let steps = steps.collect();
    lower.at = before;
    steps
}

/// A step; several if it sets several attributes.
fn step(lower: &mut Lower<'_, '_, '_>, node: &Node, walks: bool) -> Vec<ErrandStep> {
    let range = node.child(RANGE);
    let span = range.and_then(|range| duration_range(lower.cx, &range));
    let span = span.map(|(low, high)| (calendar_seconds(low), calendar_seconds(high)));
    if let Some(action) = node.child(DO) {
        return act(lower, &action, span).into_iter().collect();
    }
    if let Some(effect) = node.child(EFFECT) {
        let list = effect.child(LITERALS).into_iter();
        let writes = list.flat_map(|list| list.children_of(LITERAL).collect::<Vec<_>>());
        let writes = writes.filter_map(|write| lower.write(&write));
        return writes.map(ErrandStep::Set).collect();
    }
    let words = node.words();
    match words.get(1).map(String::as_str) {
        Some("wait") => span
            .map(|(low, high)| ErrandStep::Wait(low, high))
            .into_iter()
            .collect(),
        Some("go") if !walks => {
            let place = node.place(lower.cx.file);
            lower.cx.problem(
                Code::NotAvailableHere
                    .at(place, "there is nowhere to go")
                    .label("this errand needs no place")
                    .hint("add `needs open place serving …, nearest`, or remove the step"),
            );
            vec![]
        }
        Some("go") => {
            needs_walking(lower, node);
            vec![ErrandStep::Go]
        }
        _ => vec![],
    }
}

fn act(
    lower: &mut Lower<'_, '_, '_>,
    action: &Node,
    span: Option<(u32, u32)>,
) -> Option<ErrandStep> {
    let named: Vec<Node> = action.children_of(NAMED_ARGUMENT).collect();
    let mut calls = action.children();
    let node = calls.find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
    let call = call(lower, &node, &named)?;
    Some(ErrandStep::Act(call, span))
}

/// Walking is an action of the host, which content must declare.
fn needs_walking(lower: &mut Lower<'_, '_, '_>, node: &Node) {
    let cx = &mut *lower.cx;
    let declared = cx.globals.find(Namespace::Action, "walk_to", cx.package);
    if declared.is_none() {
        let place = node.place(cx.file);
        cx.problem(
            Code::UnknownAction
                .at(place, "nobody can walk here")
                .label("there is no action `walk_to`")
                .consequence("Every walk of this errand would fail.")
                .hint("declare it: `action walk_to takes 1 s, limit 10 min`"),
        );
    }
}
