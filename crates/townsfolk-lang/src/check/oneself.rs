//! Actions that can be aimed at the acting participant: `.any(X)` also finds `.me`.

use super::analysis::Analysis;
use super::body::{Body, substitute};
use super::contain::is_impossible;
use crate::diagnostic::{Code, Diagnostic};
use townsfolk_core::{Channel, RoleId, VarId};
use townsfolk_module::{Comparison, Expr, Literal, Rule};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    for index in 0..analysis.rules().len() {
        if !analysis.unit.places.rules[index].when_broken {
            problems.extend(aimed_at_oneself(analysis, index));
        }
    }
}

fn aimed_at_oneself(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let rule = &analysis.rules()[index];
    let call = rule.action.as_ref()?;
    let who = call.arguments.iter().find_map(|argument| match argument {
        Expr::Variable(id) if rule.together != Some(*id) => Some(*id),
        _ => None,
    })?;
    let channel = analysis.globals.module.action(call.action)?.channel;
    let must_be_me = finds_oneself(rule, who);
    // Body actions may be aimed at oneself; speech and looks are for another participant.
    if channel == Channel::Body && !is_between(rule, who) {
        return None;
    }
    let [body] = analysis.conditions[index].bodies.as_slice() else {
        return None;
    };
    let found = match must_be_me {
        true => !is_impossible(&analysis.globals.module, body),
        false => finds_anybody(analysis, index, body, who),
    };
    if !found {
        return None;
    }
    let places = &unit.places.rules[index];
    let variable = places.variables.get(usize::from(who.0))?;
    let name = unit.rule_name(index);
    let (can, may) = match must_be_me {
        true => ("is always", "is"),
        false => ("can be", "may be"),
    };
    Some(
        Code::AimedAtOneself
            .at(
                places.action.unwrap_or(places.name),
                format!("`{name}` {can} aimed at whoever does it"),
            )
            .label(format!("`{variable}` {may} `.me`"))
            .consequence(
                "`.any` finds everybody present, `.me` included, so people talk to themselves.",
            )
            .hint(match must_be_me {
                true => format!("write `{variable} != .me` for `{variable} = .me`"),
                false => format!("add `{variable} != .me` to `when`"),
            }),
    )
}

/// Whether a condition finds a participant by `.any` and requires that it is `.me`.
fn finds_oneself(rule: &Rule, who: VarId) -> bool {
    let found = Expr::Variable(who);
    let mut literals = rule.when.iter();
    let by_any = literals.any(
        |literal| matches!(literal, Literal::Any { negated: false, who, .. } if *who == found),
    );
    let mut literals = rule.when.iter();
    by_any
        && literals.any(|literal| match literal {
            Literal::Compare {
                left,
                comparison: Comparison::Equal,
                right,
            } => [left, right].contains(&&found) && [left, right].contains(&&Expr::Me),
            _ => false,
        })
}

/// Whether a rule has a fact that relates `.me` and the found participant.
fn is_between(rule: &Rule, who: VarId) -> bool {
    let between = |arguments: &[Expr]| {
        arguments.contains(&Expr::Me) && arguments.contains(&Expr::Variable(who))
    };
    let effects = rule.effects().into_iter().flat_map(|effects| &effects.add);
    let mut added = effects.map(|fact| fact.arguments.as_slice());
    let asked = rule.when.iter().any(|literal| {
        matches!(literal, Literal::Fact { negated: true, arguments, .. } if between(arguments))
    });
    asked || added.any(between)
}

/// Whether a condition finds a participant by `.any` alone, and nothing in it excludes `.me`.
fn finds_anybody(analysis: &Analysis<'_>, index: usize, body: &Body, who: VarId) -> bool {
    let found = Expr::Variable(who);
    let mut by_any = false;
    for literal in &body.literals {
        match literal {
            Literal::Any {
                negated: false,
                who,
                role,
            } if *who == found => {
                by_any = role.is_none_or(|role| can_be_me(analysis, index, role));
                if !by_any {
                    return false;
                }
            }
            Literal::Fact {
                negated: false,
                arguments,
                ..
            } if arguments.contains(&found) => return false,
            Literal::Fact { .. } | Literal::Any { .. } => {}
            Literal::Compare {
                left,
                comparison: Comparison::NotEqual,
                right,
            } if [left, right].contains(&&found) && ![left, right].contains(&&Expr::Me) => {}
            // A reading, a comparison or a define may tell them apart.
            other => {
                let mut speaks = false;
                substitute(other, &mut |id| {
                    speaks |= id == who;
                    Expr::Variable(id)
                });
                if speaks {
                    return false;
                }
            }
        }
    }
    let mut as_me = body.clone();
    for literal in &mut as_me.literals {
        *literal = substitute(literal, &mut |id| match id == who {
            true => Expr::Me,
            false => Expr::Variable(id),
        });
    }
    by_any && !is_impossible(&analysis.globals.module, &as_me)
}

/// Whether a participant that fires a rule can be cast in a role, or in a special case of it.
fn can_be_me(analysis: &Analysis<'_>, index: usize, role: RoleId) -> bool {
    let cast = &analysis.unit.script.cast;
    let mut lines = analysis.lines_in_state(index);
    lines.any(|line| analysis.globals.module.is_a(cast[line].role, role))
}
