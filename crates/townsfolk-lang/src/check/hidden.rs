//! Rules that can never be chosen, and rules that keep others from ever being chosen.

use super::analysis::{Analysis, may_match};
use super::body::Body;
use super::contain::{Budget, can_both_hold, contains, is_impossible};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use townsfolk_core::{Duration, HostId, RoleId, StateId};
use townsfolk_module::{Category, Expr, Finish, HostForm, Literal, Rule, Visit, Visited};

/// Maximum number of steps for comparing the rules of one script.
const STEPS_PER_SCRIPT: u64 = 400_000;

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let mut hidden = dead(analysis, problems);
    hidden.extend(compare_all(analysis, &hidden, problems));
    starvation(analysis, &hidden, problems);
}

/// Rules that no participant can reach, or whose condition contradicts itself.
fn dead(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) -> BTreeSet<usize> {
    let unit = analysis.unit;
    let mut dead = BTreeSet::new();
    for (index, rule) in analysis.rules().iter().enumerate() {
        let places = &unit.places.rules[index];
        let name = unit.rule_name(index);
        if analysis.casts[index].is_empty() && !unit.script.cast.is_empty() {
            let role = rule
                .roles
                .first()
                .map(|role| analysis.globals.role_name(*role));
            let role = role.unwrap_or_default();
            let cast: Vec<String> = unit
                .script
                .cast
                .iter()
                .map(|line| analysis.globals.role_name(line.role))
                .collect();
            problems.push(
                Code::RuleNeverFires
                    .at(
                        places.name,
                        format!("`{name}` is for `{role}`, but nobody is cast as one"),
                    )
                    .label("nobody can fire this")
                    .related(
                        unit.places.name,
                        format!("the cast is: {}", cast.join(", ")),
                    )
                    .hint(format!(
                        "add `{role} 0..1` to the cast, or name another role"
                    )),
            );
            dead.insert(index);
            continue;
        }
        let alternatives = &analysis.conditions[index];
        let impossible = alternatives.bodies.iter().all(|body| {
            is_impossible(&analysis.globals.module, body) || asks_for_nobody(analysis, body)
        });
        if impossible && !alternatives.cut && !places.when_broken && !rule.when.is_empty() {
            problems.push(
                Code::ConditionNeverHolds
                    .at(
                        places.when.first().copied().unwrap_or(places.name),
                        format!("the condition of `{name}` can never hold"),
                    )
                    .label("this contradicts itself")
                    .related(places.name, "so this rule never fires")
                    .hint("remove one side of the contradiction"),
            );
            dead.insert(index);
        } else if !analysis.is_live(index) {
            // An unreachable state is reported at its declaration. Here it is reachable, but not by
            // the roles that the rule is for.
            let reached_by_others = analysis.reached.iter().any(|r| r.contains(&rule.state));
            if reached_by_others && let Some(state) = rule.state {
                let state = unit.state_name(state);
                problems.push(
                    Code::RuleNeverFires
                        .at(
                            places.name,
                            format!("nobody `{name}` is for can ever be in the state `{state}`"),
                        )
                        .label("never reached by these roles")
                        .hint(format!(
                            "let one of their rules `goto {state}`, or move the rule"
                        )),
                );
            }
            dead.insert(index);
        }
    }
    dead
}

/// Whether a condition looks for a participant in a role that is not cast.
fn asks_for_nobody(analysis: &Analysis<'_>, body: &Body) -> bool {
    body.literals.iter().any(|literal| match literal {
        Literal::Any {
            negated: false,
            role: Some(role),
            ..
        } => !analysis
            .unit
            .script
            .cast
            .iter()
            .any(|line| analysis.globals.module.is_a(line.role, *role)),
        _ => false,
    })
}

/// Whether a rule certainly fires when its condition holds, so that the rules it hides stay hidden.
fn always_goes_first(analysis: &Analysis<'_>, rule: &Rule) -> bool {
    let acts = rule.action.is_some() || rule.finish != Finish::Stay;
    let rests = rule.once || rule.again_after.is_some() || rule.together.is_some();
    let takes_claim = rule.now.add.iter().any(|fact| {
        analysis
            .unit
            .script
            .fact(fact.fact)
            .is_some_and(|fact| fact.claim)
            && !claim_is_free(rule, fact.fact, &fact.arguments)
    });
    acts && !rests && !takes_claim
}

/// Whether the condition guarantees that the claim is free.
fn claim_is_free(rule: &Rule, fact: townsfolk_core::FactId, arguments: &[Expr]) -> bool {
    rule.when.iter().any(|literal| match literal {
        Literal::Fact {
            negated: true,
            fact: absent,
            arguments: pattern,
        } => {
            *absent == fact
                && pattern.len() == arguments.len()
                && pattern.split_last().is_some_and(|(holder, rest)| {
                    *holder == Expr::Anything
                        && rest
                            .iter()
                            .zip(arguments)
                            .all(|(p, a)| p == a || *p == Expr::Anything)
                })
        }
        // A define may guarantee it; exploration decides that.
        Literal::Define { negated: false, .. } => true,
        _ => false,
    })
}

fn has_reading(analysis: &Analysis<'_>, rule: &Rule) -> bool {
    let is_reading = |name: &HostId| {
        let host = analysis.globals.module.host_name(*name);
        host.is_some_and(|host| host.form != HostForm::Property)
    };
    let mut found = false;
    rule.when.visit(&mut |part| {
        found |= match part {
            Visited::Expr(Expr::Distance(..) | Expr::Clock) => true,
            Visited::Expr(Expr::Host { name, .. })
            | Visited::Literal(Literal::Host { name, .. }) => is_reading(name),
            _ => false,
        };
    });
    found
}

/// Compares each rule with those above it. Returns the hidden rules.
fn compare_all(
    analysis: &Analysis<'_>,
    dead: &BTreeSet<usize>,
    problems: &mut Vec<Diagnostic>,
) -> BTreeSet<usize> {
    let unit = analysis.unit;
    let mut hidden = BTreeSet::new();
    let mut budget = Budget::of(STEPS_PER_SCRIPT);
    // The facts each rule reads, to skip most pairs without a search.
    let asked: Vec<BTreeSet<u32>> = analysis
        .conditions
        .iter()
        .map(|condition| match condition.bodies.as_slice() {
            [body] => body.facts().map(|(fact, _)| fact.0).collect(),
            _ => BTreeSet::new(),
        })
        .collect();
    'later: for later in 0..analysis.rules().len() {
        let rule = &analysis.rules()[later];
        if dead.contains(&later) || unit.places.rules[later].when_broken {
            continue;
        }
        for earlier in 0..later {
            if budget.ran_out {
                break 'later;
            }
            let first = &analysis.rules()[earlier];
            let several = analysis.conditions[later].bodies.len() > 1;
            if dead.contains(&earlier)
                || unit.places.rules[earlier].when_broken
                || !(several || asked[earlier].is_subset(&asked[later]))
                || !stands_before(analysis, earlier, later)
                || (rule.urgent && !first.urgent)
                || !always_goes_first(analysis, first)
                || has_reading(analysis, first)
            {
                budget.spend();
                continue;
            }
            let (general, special) = (&analysis.conditions[earlier], &analysis.conditions[later]);
            if contains(&analysis.globals.module, general, special, &mut budget) {
                problems.push(never_fires(analysis, earlier, later));
                hidden.insert(later);
                continue 'later;
            }
        }
    }
    if budget.ran_out {
        problems.push(
            Code::NotFullyCompared
                .at(
                    unit.places.name,
                    format!(
                        "the rules of `{}` are too many to compare each with each",
                        unit.name
                    ),
                )
                .label("not fully compared")
                .consequence("A rule that can never be chosen may have gone unnoticed here.")
                .hint("spread the rules over several states"),
        );
    }
    hidden
}

/// Whether every participant that reaches `later` has tried `earlier` before.
fn stands_before(analysis: &Analysis<'_>, earlier: usize, later: usize) -> bool {
    let (first, second) = (&analysis.rules()[earlier], &analysis.rules()[later]);
    (first.state.is_none() || first.state == second.state)
        && analysis.casts[later].is_subset(&analysis.casts[earlier])
}

fn never_fires(analysis: &Analysis<'_>, earlier: usize, later: usize) -> Diagnostic {
    let unit = analysis.unit;
    let (first, second) = (unit.rule_name(earlier), unit.rule_name(later));
    let (earlier, later) = (&unit.places.rules[earlier], &unit.places.rules[later]);
    Code::RuleNeverFires
        .at(later.name, format!("`{second}` can never be chosen"))
        .label("and it already matches whenever this one would")
        .related(earlier.name, "this rule is tried first")
        .consequence(
            "The rules of a state are tried from top to bottom, so this one never gets its turn.",
        )
        .hint(format!("move `{second}` above `{first}`"))
}

/// A rule that matches again and again keeps a way out below it from ever being tried.
fn starvation(analysis: &Analysis<'_>, dead: &BTreeSet<usize>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    for (index, rule) in analysis.rules().iter().enumerate() {
        if dead.contains(&index)
            || unit.places.rules[index].when_broken
            || rule.action.is_none()
            || rule.once
            || rests_beyond_action(analysis, rule)
            || rule.finish != Finish::Stay
            || has_coin(rule)
            || leads_away(rule)
            || changes_its_condition(analysis, index)
        {
            continue;
        }
        let starved = (index + 1..analysis.rules().len()).find(|later| {
            let other = &analysis.rules()[*later];
            (Analysis::is_exit(other) || leads_away(other))
                && !other.urgent
                && !dead.contains(later)
                && analysis.meet(index, *later)
                && (rule.state == other.state || rule.state.is_none())
                && can_both_hold(
                    &analysis.globals.module,
                    &analysis.conditions[index],
                    &analysis.conditions[*later],
                )
        });
        if let Some(starved) = starved {
            problems.push(starves(analysis, index, starved));
        }
    }
}

/// Whether a rule is still in its cool-down when its action is done. The cool-down counts from the
/// firing.
fn rests_beyond_action(analysis: &Analysis<'_>, rule: &Rule) -> bool {
    let least = takes(analysis, rule).0;
    rule.again_after.is_some_and(|(_, most)| most > least)
}

/// How long a rule's action takes, at least and at most.
fn takes(analysis: &Analysis<'_>, rule: &Rule) -> (Duration, Duration) {
    let call = rule.action.as_ref();
    let action = call.and_then(|call| analysis.globals.module.action(call.action));
    action.map_or((Duration::ZERO, Duration::ZERO), |action| action.takes)
}

fn has_coin(rule: &Rule) -> bool {
    rule.when
        .iter()
        .any(|literal| matches!(literal, Literal::Coin { .. }))
}

fn leads_away(rule: &Rule) -> bool {
    rule.goto.is_some() && rule.goto != rule.state
}

/// Whether the rule's own effects, or the clock, can make its condition false.
fn changes_its_condition(analysis: &Analysis<'_>, index: usize) -> bool {
    let rule = &analysis.rules()[index];
    if !analysis.unit.places.rules[index].broken_effects.is_empty() {
        return true;
    }
    analysis.conditions[index].bodies.iter().any(|body| {
        let removed = body.facts().any(|(fact, arguments)| {
            [&rule.now, &rule.then]
                .into_iter()
                .flat_map(|e| &e.remove)
                .any(|removal| {
                    removal.fact == fact && may_match(&removal.arguments, arguments, true)
                })
        });
        let added = body.absent().any(|(fact, arguments)| {
            [&rule.now, &rule.then]
                .into_iter()
                .flat_map(|e| &e.add)
                .any(|addition| {
                    addition.fact == fact && may_match(&addition.arguments, arguments, true)
                })
        });
        let by_define = body
            .literals
            .iter()
            .any(|literal| matches!(literal, Literal::Define { negated: true, .. }));
        let by_count = body
            .literals
            .has_expr(|expr| matches!(expr, Expr::Count(_)));
        let changes = !(rule.now.is_empty() && rule.then.is_empty());
        removed || added || (changes && (by_define || by_count))
    })
}

fn starves(analysis: &Analysis<'_>, index: usize, starved: usize) -> Diagnostic {
    let unit = analysis.unit;
    let (name, other) = (unit.rule_name(index), unit.rule_name(starved));
    let way = if Analysis::is_exit(&analysis.rules()[starved]) {
        "a way out"
    } else {
        "a way on"
    };
    let rule = &analysis.rules()[index];
    let label = match rule.again_after {
        Some((_, rest)) => {
            format!("has rested its {rest} before its action is done, and matches again")
        }
        None => "matches again as soon as it is done: nothing it does changes its condition".into(),
    };
    let longest = takes(analysis, rule).1;
    let rest = Duration(longest.0.saturating_mul(2));
    Code::RuleStarvesOthers.at(unit.places.rules[index].name,
        format!("`{name}` keeps `{other}` from ever being tried"),
    )
    .label(label)
    .related(unit.places.rules[starved].name, format!("{way} that stands below it"))
    .consequence("The rules of a state are tried from top to bottom, so whoever comes here stays as long as this goes on.")
    .hint(format!("move `{other}` above `{name}`, or let `{name}` rest longer than its action takes, {longest}: `again after {rest}`"))
}

/// Reports states that no participant reaches, with the states that can be reached.
pub(super) fn unreachable_states(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    if unit.script.cast.is_empty() {
        return;
    }
    let reached: BTreeSet<_> = analysis
        .reached
        .iter()
        .flatten()
        .flatten()
        .copied()
        .collect();
    let reachable: Vec<&str> = unit
        .script
        .states
        .iter()
        .filter(|state| reached.contains(state))
        .map(|state| unit.state_name(*state))
        .collect();
    for state in &unit.script.states {
        if reached.contains(state) {
            continue;
        }
        let name = unit.name_of(Category::State, state.0);
        let Some(place) = unit.places.states.get(state) else {
            continue;
        };
        let said = unit
            .script
            .rules
            .iter()
            .any(|rule| rule.goto == Some(*state));
        problems.push(
            Code::UnreachableState
                .at(*place, format!("nobody can ever be in the state `{name}`"))
                .label(if said {
                    format!("`goto {name}` stands only where nobody comes")
                } else {
                    format!("no rule says `goto {name}`")
                })
                .consequence(format!(
                    "The states that can be reached are: {}.",
                    reachable.join(", ")
                ))
                .hint(match starters(analysis, *state) {
                    Some(role) if !said => format!("let somebody begin there: `starts in {name}` on the line of `{role}` in the cast"),
                    _ => format!("add `goto {name}` where it should begin, or remove the state"),
                }),
        );
    }
}

/// The role that all rules of a state are for, if it is cast and no other state has rules for it.
fn starters(analysis: &Analysis<'_>, state: StateId) -> Option<String> {
    let script = &analysis.unit.script;
    let here = |rule: &&Rule| rule.state == Some(state);
    let roles: BTreeSet<RoleId> = script
        .rules
        .iter()
        .filter(here)
        .flat_map(|r| &r.roles)
        .copied()
        .collect();
    let everybody = script
        .rules
        .iter()
        .filter(here)
        .any(|rule| rule.roles.is_empty());
    let [role] = roles.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let line = script.cast.iter().find(|line| line.role == role)?;
    let elsewhere = script
        .rules
        .iter()
        .any(|r| r.state != Some(state) && r.roles.contains(&role));
    let named = !everybody && !elsewhere && line.starts_in.is_none();
    named.then(|| analysis.globals.role_name(role))
}
