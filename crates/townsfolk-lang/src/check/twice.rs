//! Rules that take a second thing before the first is given back, and rules that do nothing.

use super::analysis::{Analysis, may_match};
use crate::diagnostic::{Code, Diagnostic};
use townsfolk_module::{Expr, FactPattern, Finish, Literal, Rule, Visit};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    for index in 0..analysis.rules().len() {
        if analysis.unit.places.rules[index].when_broken {
            continue;
        }
        if let Some(problem) = takes_twice(analysis, index) {
            problems.push(problem);
        }
        if let Some(problem) = changes_nothing(analysis, index) {
            problems.push(problem);
        }
    }
}

/// A rule that takes something free (`not f(X, _)` … `add f(X, .me)`) and can fire again for the
/// same participant, with another `X`, before the first one was given back.
fn takes_twice(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let rule = &analysis.rules()[index];
    if rule.once || rule.finish != Finish::Stay || rule.again_after.is_some() {
        return None;
    }
    let taken = [&rule.now, &rule.then]
        .into_iter()
        .flat_map(|effects| &effects.add)
        .find(|fact| is_taking(analysis, index, fact))?;
    let stays = match (rule.state, rule.goto) {
        (None, _) => true,
        (Some(_), None) => true,
        (Some(state), Some(goto)) => state == goto,
    };
    if !stays || takes_care(rule, taken) || cannot_repeat(analysis, index) {
        return None;
    }
    let unit = analysis.unit;
    let (name, fact) = (unit.rule_name(index), unit.fact_name(taken.fact));
    let places = &unit.places.rules[index];
    let effects = [(&rule.now, &places.now), (&rule.then, &places.then)];
    let place = effects
        .into_iter()
        .flat_map(|(effects, places)| effects.add.iter().zip(&places.1))
        .find(|(added, _)| *added == taken)
        .map_or(places.name, |(_, place)| *place);
    let guard = own_pattern(taken);
    Some(
        Code::TakesTwice
            .at(
                places.name,
                format!("whoever has done `{name}` can do it again and take a second `{fact}`"),
            )
            .label("nothing in its condition says that the first is enough")
            .related(place, "taken here")
            .consequence("One participant could take everything that is free, one after the other.")
            .hint(format!(
                "ask for `not {fact}({guard})`, or `goto` another state"
            )),
    )
}

fn own_pattern(fact: &FactPattern) -> String {
    let arguments: Vec<&str> = fact
        .arguments
        .iter()
        .map(|a| if *a == Expr::Me { ".me" } else { "_" })
        .collect();
    arguments.join(", ")
}

/// Whether a fact says that `.me` takes something that the condition found free.
fn is_taking(analysis: &Analysis<'_>, index: usize, fact: &FactPattern) -> bool {
    let mine = fact.arguments.contains(&Expr::Me);
    mine && analysis.conditions[index].bodies.iter().any(|body| {
        body.absent().any(|(absent, pattern)| {
            absent == fact.fact
                && pattern.len() == fact.arguments.len()
                && pattern.iter().zip(&fact.arguments).any(|(p, a)| {
                    // Both name the same found thing, and the holder is open.
                    p == a && matches!(a, Expr::Variable(_))
                })
                // `not read(.me, Book)` asks what is left for `.me`, not what is left by all.
                && pattern
                    .iter()
                    .zip(&fact.arguments)
                    .all(|(p, a)| *p == Expr::Anything || (p == a && *a != Expr::Me))
        })
    })
}

/// Whether the rule counts what it takes, or gives it back when its action is done.
fn takes_care(rule: &Rule, taken: &FactPattern) -> bool {
    let counts = rule.when.has_expr(|expr| {
        matches!(expr, Expr::Count(counted)
            if matches!(counted.as_ref(), Literal::Fact { fact, .. } if *fact == taken.fact))
    });
    let gives_back = rule.now.add.contains(taken)
        && rule.then.remove.iter().any(|removal| {
            removal.fact == taken.fact && may_match(&removal.arguments, &taken.arguments, true)
        });
    counts || gives_back
}

/// Whether the rule's effects on its own participant make its condition false for it.
fn cannot_repeat(analysis: &Analysis<'_>, index: usize) -> bool {
    let rule = &analysis.rules()[index];
    let added: Vec<&FactPattern> = [&rule.now, &rule.then]
        .into_iter()
        .flat_map(|effects| &effects.add)
        .collect();
    let removed: Vec<&FactPattern> = [&rule.now, &rule.then]
        .into_iter()
        .flat_map(|effects| &effects.remove)
        .collect();
    analysis.conditions[index].bodies.iter().all(|body| {
        let forbidden = body.absent().any(|(fact, pattern)| {
            // All variables of the pattern are open: another binding is no way round it.
            let open = pattern
                .iter()
                .all(|p| matches!(p, Expr::Me | Expr::Anything | Expr::Constant(_)));
            open && added
                .iter()
                .any(|a| a.fact == fact && may_match(&a.arguments, pattern, true))
        });
        let spent = body.facts().any(|(fact, pattern)| {
            let own = pattern.contains(&Expr::Me);
            own && removed
                .iter()
                .any(|r| r.fact == fact && may_match(&r.arguments, pattern, true))
        });
        let gone = body.facts().any(|(fact, pattern)| {
            let bare = pattern.iter().all(|p| matches!(p, Expr::Constant(_)));
            bare && removed
                .iter()
                .any(|r| r.fact == fact && may_match(&r.arguments, pattern, true))
        });
        // A longer define about `.me` that reads an added fact is a guard.
        let guarded = body.literals.iter().any(|literal| {
            matches!(literal, Literal::Define { negated: true, define, arguments }
                if arguments.contains(&Expr::Me)
                    && added.iter().any(|a| analysis.speaks_of(*define, a.fact)))
        });
        forbidden || spent || gone || guarded
    })
}

/// A rule without action and without effects can never fire: it would change nothing.
fn changes_nothing(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let rule = &analysis.rules()[index];
    let places = &analysis.unit.places.rules[index];
    // A rule whose action or state could not be lowered has been reported.
    let idle = rule.action.is_none()
        && places.action.is_none()
        && (rule.goto.is_some() || places.goto.is_none())
        && rule.now.is_empty()
        && rule.then.is_empty()
        && rule.finish == Finish::Stay
        && (rule.goto.is_none() || rule.goto == rule.state)
        && places.broken_effects.is_empty();
    if !idle {
        return None;
    }
    let name = analysis.unit.rule_name(index);
    Some(
        Code::RuleChangesNothing
            .at(places.name, format!("`{name}` does nothing"))
            .label("no action, no effect, no other state")
            .consequence(
                "A rule that would change nothing is passed over, so this one never fires.",
            )
            .hint("give it something to `do`, `add`, `remove` or `goto`, or remove it"),
    )
}
