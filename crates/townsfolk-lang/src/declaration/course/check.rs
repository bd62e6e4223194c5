//! Checks of a course as a whole: missing steps, and unreachable branches.

use super::lower::{Branch, BranchKind};
use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::syntax::{Node, TreeExt, *};

pub(super) fn check(branches: &[Branch], declaration: &Declaration, cx: &mut Context<'_>) {
    for branch in branches.iter().filter(|branch| branch.steps.is_empty()) {
        cx.problem(empty(branch, &declaration.name));
    }
    for step in branches.iter().flat_map(|branch| &branch.steps) {
        check_outcome(step, cx);
    }
    // A `goto` to an unknown branch has been reported; any branch may have been meant.
    if branches
        .iter()
        .flat_map(|branch| &branch.steps)
        .any(|step| {
            let goto = goto_of(step).map(BranchKind::Named);
            goto.is_some_and(|goto| branches.iter().all(|branch| branch.kind != goto))
        })
    {
        return;
    }
    let reached = reached(branches);
    for branch in branches {
        if !reached.contains(&&branch.kind) && !branch.steps.is_empty() {
            cx.problem(unreachable(branch));
        }
    }
}

/// A failure needs an action.
fn check_outcome(step: &Node, cx: &mut Context<'_>) {
    if let Some(part) = step.child(ON_FAILURE)
        && step.child(DO).is_none()
        && step.child(EFFECT).is_some()
    {
        let place = part.place(cx.file);
        cx.problem(
            Code::PartNeedsAction
                .at(place, "an outcome needs an action, and this step has none")
                .label("nothing is being done here")
                .hint("add `do` and an action, or remove this part"),
        );
    }
}

/// The branches that a failure can lead to, and the main one.
fn reached(branches: &[Branch]) -> Vec<&BranchKind> {
    let mut reached = vec![&BranchKind::Main];
    let mut at = 0;
    while let Some(kind) = reached.get(at).copied() {
        at += 1;
        let steps = branches.iter().filter(|branch| branch.kind == *kind);
        for step in steps.flat_map(|branch| &branch.steps) {
            let next = branches
                .iter()
                .map(|branch| &branch.kind)
                .find(|other| leads_to(step, kind, other));
            reached.extend(next.filter(|next| !reached.contains(next)));
        }
    }
    reached
}

/// The branch that a step names for its failure.
fn goto_of(step: &Node) -> Option<String> {
    let goto = step.child(ON_FAILURE)?.child(GOTO)?;
    goto.child(NAME_REF)?.word()
}

/// Whether a failure of a step continues in a branch.
fn leads_to(step: &Node, from: &BranchKind, to: &BranchKind) -> bool {
    match (step.child(ON_FAILURE), to) {
        (Some(_), BranchKind::Named(name)) => goto_of(step).as_ref() == Some(name),
        (None, BranchKind::Fallback) => *from != BranchKind::Fallback && step.child(DO).is_some(),
        _ => false,
    }
}

fn empty(branch: &Branch, course: &str) -> Diagnostic {
    let (message, consequence) = match &branch.kind {
        BranchKind::Named(name) => (
            format!("the branch `{name}` has no steps"),
            "Whoever comes here after a failure would find nothing to do.",
        ),
        BranchKind::Fallback => (
            "`otherwise` has no steps".to_string(),
            "Whoever fails would find nothing to do instead.",
        ),
        BranchKind::Main => (
            format!("the course `{course}` has no steps"),
            "Whoever follows it would do nothing at all.",
        ),
    };
    Code::EmptyCourse
        .at(branch.place, message)
        .label("nothing is done")
        .consequence(consequence)
        .hint("add a step: `step do …`")
}

fn unreachable(branch: &Branch) -> Diagnostic {
    let problem = match &branch.kind {
        BranchKind::Named(name) => Code::UnreachableBranch
            .at(
                branch.place,
                format!("nothing leads to the branch `{name}`"),
            )
            .label(format!("no step says `on failure goto {name}`"))
            .hint(format!(
                "add `on failure goto {name}` to the step that may fail, or remove the branch"
            )),
        BranchKind::Main | BranchKind::Fallback => Code::UnreachableBranch
            .at(branch.place, "nothing leads to this `otherwise`")
            .label("every step says itself what follows a failure, or cannot fail")
            .hint("remove it, or an `on failure` of a step"),
    };
    problem.consequence("Its steps are never performed.")
}
