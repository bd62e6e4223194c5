//! Effects that contradict the rule's own action, and rules that contradict each other.

use super::analysis::{Analysis, may_match};
use super::body::Body;
use super::contain::{Budget, body_contains};
use crate::diagnostic::{Code, Diagnostic};
use townsfolk_module::{Expr, FactPattern, Finish, Literal, Rule, Visit};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    for index in 0..analysis.rules().len() {
        if analysis.unit.places.rules[index].when_broken {
            continue;
        }
        problems.extend(while_ends_at_once(analysis, index));
        problems.extend(claim_taken_late(analysis, index));
        problems.extend(undone_at_once(analysis, index));
    }
}

/// Whether every fact with these arguments matches a pattern of the same rule.
fn covers(pattern: &[Expr], arguments: &[Expr]) -> bool {
    let mut pairs = pattern.iter().zip(arguments);
    pattern.len() == arguments.len() && pairs.all(|(p, a)| *p == Expr::Anything || p == a)
}

/// A `while` condition that the rule itself makes false.
fn while_ends_at_once(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let rule = &analysis.rules()[index];
    let places = &unit.places.rules[index];
    let is_added = |fact, arguments: &[Expr]| {
        let mut added = rule.now.add.iter();
        added.any(|a| a.fact == fact && may_match(&a.arguments, arguments, true))
    };
    let (fact, change, place) = rule.while_holds.iter().find_map(|literal| {
        let Literal::Fact {
            negated,
            fact,
            arguments,
        } = literal
        else {
            return None;
        };
        let removed = rule.now.remove.iter().zip(&places.now.0);
        let added = rule.now.add.iter().zip(&places.now.1);
        match negated {
            true => added
                .filter(|(a, _)| a.fact == *fact && covers(arguments, &a.arguments))
                .map(|(a, place)| (a.fact, "adds", *place))
                .next(),
            false => removed
                .filter(|(r, _)| r.fact == *fact && covers(&r.arguments, arguments))
                .filter(|_| !is_added(*fact, arguments))
                .map(|(r, place)| (r.fact, "removes", *place))
                .next(),
        }
    })?;
    let (name, fact) = (unit.rule_name(index), unit.fact_name(fact));
    Some(
        Code::WhileEndsAtOnce
            .at(
                place,
                format!("`{name}` {change} the `{fact}` that its own `while` asks about"),
            )
            .label("so the condition of `while` is false from the beginning")
            .related(
                places.action.unwrap_or(places.name),
                "stopped as soon as it has begun",
            )
            .consequence(
                "The action never comes to its end, and what stands behind `then` never happens.",
            )
            .hint("write `then` before the change, or ask for something else in `while`"),
    )
}

/// A claim that the condition finds free and that is taken only when the action is done.
fn claim_taken_late(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let rule = &analysis.rules()[index];
    let places = &unit.places.rules[index];
    rule.action.as_ref()?;
    let is_claim = |added: &FactPattern| {
        let fact = unit.script.fact(added.fact);
        fact.is_some_and(|fact| fact.claim)
    };
    let found_free = |added: &FactPattern| {
        analysis.conditions[index].bodies.iter().all(|body| {
            body.absent()
                .any(|(fact, pattern)| fact == added.fact && covers(pattern, &added.arguments))
        })
    };
    // Another fact about the same prop, added at once, may keep others away.
    let is_marked = |added: &FactPattern| {
        let mut things = added.arguments.iter().filter(|a| **a != Expr::Me);
        things.any(|thing| {
            let mut now = rule.now.add.iter().chain(&rule.now.remove);
            now.any(|other| other.arguments.contains(thing))
        })
    };
    let (claim, place) = (rule.then.add.iter().zip(&places.then.1)).find(|(added, _)| {
        is_claim(added)
            && added.arguments.last() == Some(&Expr::Me)
            && found_free(added)
            && !is_marked(added)
    })?;
    let takers = (0..analysis.rules().len()).filter(|other| {
        let mut added = Analysis::additions(&analysis.rules()[*other]);
        added.any(|added| added.fact == claim.fact)
    });
    let lines: std::collections::BTreeSet<usize> = takers
        .flat_map(|rule| analysis.casts[rule].iter().copied())
        .collect();
    let people: u32 = lines
        .iter()
        .map(|line| u32::from(unit.script.cast[*line].max))
        .sum();
    if people < 2 {
        return None;
    }
    let (name, fact) = (unit.rule_name(index), unit.fact_name(claim.fact));
    Some(
        Code::ClaimTakenLate
            .at(
                *place,
                format!("`{name}` takes `{fact}` only when its action is done"),
            )
            .label("free for everybody until then")
            .related(
                places.action.unwrap_or(places.name),
                "meanwhile another can begin the same",
            )
            .consequence("Two go for one thing, and the second comes away with nothing.")
            .hint(format!(
                "write `add {fact}(…)` without `then`: a claim comes free again if the action fails"
            )),
    )
}

/// A rule without action that reverts at once what another rule without action does, so that the
/// two repeat for ever.
fn undone_at_once(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let undoer = (0..analysis.rules().len()).find(|other| undo(analysis, index, *other))?;
    let (name, other) = (unit.rule_name(index), unit.rule_name(undoer));
    Some(
        Code::RulesUndoEachOther
            .at(
                unit.places.rules[index].name,
                format!("`{name}` and `{other}` undo one another again and again"),
            )
            .label("this adds what the other asks for")
            .related(unit.places.rules[undoer].name, "and this removes it again")
            .consequence("Neither takes time, so they take turns at every tick and nothing else comes of it.")
            .hint(format!("give one of them something to `do`, or let `{other}` ask for more")),
    )
}

/// Whether one rule adds the fact it requires to be absent, the other removes it, and no other
/// condition stops either.
fn undo(analysis: &Analysis<'_>, adder: usize, remover: usize) -> bool {
    let (first, second) = (&analysis.rules()[adder], &analysis.rules()[remover]);
    let idle = |rule: &Rule| {
        rule.action.is_none()
            && rule.finish == Finish::Stay
            && (rule.goto.is_none() || rule.goto == rule.state)
            && !rule.once
            && rule.again_after.is_none()
    };
    let [have] = analysis.conditions[adder].bodies.as_slice() else {
        return false;
    };
    let [miss] = analysis.conditions[remover].bodies.as_slice() else {
        return false;
    };
    if adder == remover || !idle(first) || !idle(second) || !analysis.meet(adder, remover) {
        return false;
    }
    let [added] = first.now.add.as_slice() else {
        return false;
    };
    let [removed] = second.now.remove.as_slice() else {
        return false;
    };
    let own = |pattern: &[Expr]| {
        pattern
            .iter()
            .all(|e| matches!(e, Expr::Me | Expr::Constant(_) | Expr::Anything))
    };
    // Only this one fact changes.
    let quiet = |rule: &Rule| {
        let sizes = rule
            .effects()
            .map(|e| e.add.len() + e.remove.len() + e.set.len());
        sizes.iter().sum::<usize>() == 1
    };
    let fits = added.fact == removed.fact
        && own(&added.arguments)
        && covers(&removed.arguments, &added.arguments)
        && quiet(first)
        && quiet(second);
    if !fits {
        return false;
    }
    let without = |body: &Body, negated: bool| {
        let mut rest = body.clone();
        rest.literals.retain(|literal| {
            !matches!(literal, Literal::Fact { negated: n, fact, .. }
                if *n == negated && *fact == added.fact)
        });
        (rest.literals.len() + 1 == body.literals.len()).then_some(rest)
    };
    let (Some(first_rest), Some(second_rest)) = (without(have, true), without(miss, false)) else {
        return false;
    };
    // Clock, coin and host values may differ the next time.
    let lasting = |body: &Body| {
        body.literals.iter().all(|literal| {
            matches!(literal, Literal::Fact { .. } | Literal::Any { .. })
                && !literal.has_expr(|e| matches!(e, Expr::Count(_)))
        })
    };
    let module = &analysis.globals.module;
    let implied = |general: &Body, special: &Body| {
        body_contains(module, general, special, &mut Budget::of(1_000))
    };
    let acted_upon = (0..remover).any(|above| {
        analysis.rules()[above].action.is_some()
            && analysis.meet(above, remover)
            && analysis.conditions[above].bodies.iter().any(|body| {
                let mut facts = body.facts();
                facts.any(|(fact, _)| fact == added.fact)
            })
    });
    lasting(&first_rest)
        && lasting(&second_rest)
        && (implied(&first_rest, &second_rest) || implied(&second_rest, &first_rest))
        && !acted_upon
}
