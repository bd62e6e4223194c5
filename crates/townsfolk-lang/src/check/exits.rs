//! Ways out: participants who can never leave, scenes that cannot end, facts left behind.

use super::analysis::Analysis;
use super::facts::asks_about_me;
use super::people::People;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind, StateId};
use townsfolk_module::{Expr, FactPattern, Finish, Literal, Rule};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let script = &unit.script;
    if script.cast.is_empty() || script.rules.is_empty() {
        return;
    }
    roles_without_rules(analysis, problems);
    never_leaves(analysis, problems);
    no_way_out(analysis, problems);
    left_behind(analysis, problems);
}

fn roles_without_rules(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    for (line, cast) in unit.script.cast.iter().enumerate() {
        let proxy = analysis
            .globals
            .module
            .role(cast.role)
            .is_some_and(|role| role.proxy);
        let used = analysis.casts.iter().any(|casts| casts.contains(&line));
        // A proxy may be there only to be found by others, and the player needs no rules to act.
        if used || proxy || cast.player {
            continue;
        }
        let name = analysis.globals.role_name(cast.role);
        problems.push(
            Diagnostic::new(
                Code::RoleWithoutRules,
                unit.places.cast[line],
                format!("no rule of `{}` is for `{name}`", unit.name),
            )
            .label("cast here")
            .consequence("Whoever is cast so would stand there and do nothing.")
            .hint(format!("add a rule `for {name}`, or remove the line")),
        );
    }
}

/// The cast lines that have a rule with which their participants leave, or that ends the scene.
fn exits(analysis: &Analysis<'_>, line: usize, finish: Finish) -> bool {
    analysis.rules().iter().enumerate().any(|(index, rule)| {
        rule.finish == finish
            && analysis.casts[index].contains(&line)
            && (rule.state.is_none() || analysis.reached[line].contains(&rule.state))
    })
}

fn never_leaves(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let lines = 0..unit.script.cast.len();
    let is_proxy = |line: usize| {
        analysis
            .globals
            .module
            .role(unit.script.cast[line].role)
            .is_some_and(|role| role.proxy)
    };
    let has_rules = |line: usize| analysis.casts.iter().any(|casts| casts.contains(&line));
    let ends = lines.clone().any(|line| exits(analysis, line, Finish::End));
    // When one whom the scene needs has left, it ends for everybody.
    let needed_leaves = lines
        .clone()
        .any(|line| unit.script.cast[line].min > 0 && exits(analysis, line, Finish::Leave));
    if ends || needed_leaves {
        return;
    }
    let stay: Vec<usize> = lines
        .clone()
        .filter(|line| !is_proxy(*line) && has_rules(*line))
        .filter(|line| !exits(analysis, *line, Finish::Leave))
        .collect();
    let people = lines.filter(|line| !is_proxy(*line)).count();
    if stay.len() == people && !stay.is_empty() {
        problems.push(
            Diagnostic::new(
                Code::SceneNeverEnds,
                unit.places.name,
                format!("no scene of `{}` can ever end", unit.name),
            )
            .label("no rule says `leave` or `end`")
            .consequence("Whoever is cast in it stays until the game calls them away, and its location never rests.")
            .hint("add a rule with `leave` or `end`"),
        );
        return;
    }
    for line in stay {
        let name = analysis.globals.role_name(unit.script.cast[line].role);
        problems.push(
            Diagnostic::new(
                Code::NeverLeaves,
                unit.places.cast[line],
                format!("whoever is cast as `{name}` can never leave"),
            )
            .label("no rule for this role says `leave` or `end`")
            .consequence(
                "They stay until the scene ends without them, or the game calls them away.",
            )
            .hint(format!("add a rule for `{name}` with `leave`")),
        );
    }
}

/// A rule that can keep someone who lacks what every way out asks for.
fn no_way_out(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let mut states: Vec<Option<StateId>> = analysis
        .reached
        .iter()
        .flatten()
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    states.sort();
    let mut told = BTreeSet::new();
    for state in states {
        let here: Vec<usize> = (0..analysis.rules().len())
            .filter(|index| {
                let rule = &analysis.rules()[*index];
                rule.state.is_none() || rule.state == state
            })
            .collect();
        let leads_out = |rule: &Rule| {
            rule.finish != Finish::Stay || rule.goto.is_some_and(|goto| Some(goto) != state)
        };
        let ways: Vec<usize> = here
            .iter()
            .copied()
            .filter(|index| leads_out(&analysis.rules()[*index]))
            .collect();
        if ways.is_empty()
            || ways
                .iter()
                .any(|index| unit.places.rules[*index].when_broken)
        {
            continue;
        }
        let mut sure = facts_on_entry(analysis, state);
        sure.extend(facts_from_others(analysis));
        // The facts about themselves that each way out asks for and that are not sure here.
        let missing: Vec<BTreeSet<FactId>> = ways
            .iter()
            .map(|index| {
                own_facts(&analysis.rules()[*index])
                    .difference(&sure)
                    .copied()
                    .collect()
            })
            .collect();
        if missing.iter().any(BTreeSet::is_empty) {
            continue;
        }
        for keeper in here {
            let rule = &analysis.rules()[keeper];
            let keeps = rule.action.is_some()
                && !leads_out(rule)
                && !asks_about_me(&rule.when)
                && !rule.once
                && !unit.places.rules[keeper].when_broken
                && !gives_any(rule, &missing)
                && told.insert(keeper);
            if keeps {
                problems.push(kept(analysis, keeper, ways[0], &missing[0]));
            }
        }
    }
}

fn kept(
    analysis: &Analysis<'_>,
    keeper: usize,
    way: usize,
    missing: &BTreeSet<FactId>,
) -> Diagnostic {
    let unit = analysis.unit;
    let name = unit.rule_name(keeper);
    let fact = missing.first().map_or("?", |fact| unit.fact_name(*fact));
    let giver = analysis
        .rules()
        .iter()
        .position(|rule| Analysis::additions(rule).any(|added| missing.contains(&added.fact)));
    let mut problem = Diagnostic::new(
        Code::NoWayOut,
        unit.places.rules[keeper].name,
        format!("`{name}` can keep someone here who has no way out"),
    )
    .label("asks for nothing about `.me`")
    .related(
        unit.places.rules[way].name,
        format!("the way out asks for `{fact}` of whoever takes it"),
    );
    if let Some(giver) = giver {
        let giver_name = unit.rule_name(giver);
        problem = problem.related(
            unit.places.rules[giver].name,
            format!("which only comes with `{giver_name}`"),
        );
    }
    problem
        .consequence(format!("A newcomer who never got `{fact}` goes on with `{name}` and can never leave."))
        .hint(format!("ask for something about `.me` in `{name}`, or add a rule that lets such a newcomer leave"))
}

/// Facts about `.me` that a rule's condition asks for.
fn own_facts(rule: &Rule) -> BTreeSet<FactId> {
    rule.when
        .iter()
        .filter_map(|literal| match literal {
            Literal::Fact {
                negated: false,
                fact,
                arguments,
            } if arguments.contains(&Expr::Me) => Some(*fact),
            _ => None,
        })
        .collect()
}

fn gives_any(rule: &Rule, missing: &[BTreeSet<FactId>]) -> bool {
    Analysis::additions(rule).any(|added| missing.iter().any(|facts| facts.contains(&added.fact)))
}

/// Facts that somebody else may give a participant at any time: the game, or another's rule.
fn facts_from_others(analysis: &Analysis<'_>) -> BTreeSet<FactId> {
    let facts = analysis.unit.script.facts.iter();
    let told = facts.filter(|fact| fact.told).map(|fact| fact.id);
    let added = analysis.rules().iter().flat_map(Analysis::additions);
    let given = added.filter(|added| {
        let fact = analysis.unit.script.fact(added.fact);
        let kinds = fact.map(|fact| fact.kinds.as_slice()).unwrap_or_default();
        let mut arguments = added.arguments.iter().zip(kinds);
        arguments.any(|(argument, kind)| {
            crate::kinds::is_person(*kind) && matches!(argument, Expr::Variable(_))
        })
    });
    told.chain(given.map(|added| added.fact)).collect()
}

/// Facts about themselves that everybody has who is in a state: added on every way into it.
fn facts_on_entry(analysis: &Analysis<'_>, state: Option<StateId>) -> BTreeSet<FactId> {
    let starts = analysis.unit.script.cast.iter().any(|line| {
        let start = line
            .starts_in
            .or(analysis.unit.script.states.first().copied());
        start == state
    });
    if starts || state.is_none() {
        return BTreeSet::new();
    }
    let entries: Vec<BTreeSet<FactId>> = analysis
        .rules()
        .iter()
        .filter(|rule| rule.goto == state && rule.state != state)
        .map(|rule| {
            let added: BTreeSet<FactId> = [&rule.now, &rule.then]
                .into_iter()
                .flat_map(|effects| &effects.add)
                .filter(|fact| fact.arguments.contains(&Expr::Me))
                .map(|fact| fact.fact)
                .collect();
            &added | &own_facts(rule)
        })
        .collect();
    let mut entries = entries.into_iter();
    let Some(first) = entries.next() else {
        return BTreeSet::new();
    };
    entries.fold(first, |sure, entry| &sure & &entry)
}

/// Facts about a leaver that no rule takes away.
fn left_behind(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let about = facts_about_people(analysis);
    let by_role: Vec<_> = (0..unit.script.cast.len())
        .map(|line| facts_by_state(analysis, &about, line))
        .collect();
    let people = People::of(analysis);
    for (index, rule) in analysis.rules().iter().enumerate() {
        if rule.finish != Finish::Leave || !analysis.is_live(index) {
            continue;
        }
        let places = &unit.places.rules[index];
        let may_fail = rule
            .action
            .as_ref()
            .and_then(|call| analysis.globals.module.action(call.action))
            .is_some_and(|action| action.may_fail);
        let held: BTreeSet<FactId> = analysis.casts[index]
            .iter()
            .flat_map(|line| &by_role[*line])
            .filter(|(state, _)| rule.state.is_none() || rule.state == **state)
            .flat_map(|(_, facts)| facts)
            .copied()
            .collect();
        for fact in held {
            let taken = !people.may_concern(fact, index)
                || removes_own(&rule.now.remove, fact)
                || (removes_own(&rule.then.remove, fact)
                    && (!may_fail || removes_own(&rule.on_failure.remove, fact)))
                || places.broken_effects.contains(&fact)
                || asks_for_none(rule, fact);
            if taken {
                continue;
            }
            let name = unit.fact_name(fact);
            let only_on_failure = removes_own(&rule.then.remove, fact);
            let mut problem = Diagnostic::new(
                Code::FactLeftBehind,
                places.finish.unwrap_or(places.name),
                format!(
                    "whoever leaves by `{}` may leave `{name}` behind",
                    unit.rule_name(index)
                ),
            )
            .label(if only_on_failure {
                "taken away only if the action succeeds"
            } else {
                "leaves here"
            });
            if let Some(added) = about.get(&fact) {
                problem = problem.related(*added, "added here");
            }
            problems.push(
                problem
                    .consequence(format!(
                        "The others would go on as if somebody who is gone still had `{name}`."
                    ))
                    .hint(format!(
                        "add `remove {}` to the rule",
                        own_pattern(analysis, fact, &analysis.casts[index])
                    )),
            );
        }
    }
}

/// Whether the condition makes sure that there is no such fact about `.me`.
fn asks_for_none(rule: &Rule, fact: FactId) -> bool {
    rule.when.iter().any(|literal| {
        matches!(literal, Literal::Fact { negated: true, fact: absent, arguments }
            if *absent == fact
                && arguments.iter().all(|a| matches!(a, Expr::Me | Expr::Anything | Expr::Variable(_))))
    })
}

fn own_pattern(analysis: &Analysis<'_>, fact: FactId, lines: &BTreeSet<usize>) -> String {
    let name = analysis.unit.fact_name(fact);
    let kinds = analysis
        .unit
        .script
        .fact(fact)
        .map(|f| f.kinds.clone())
        .unwrap_or_default();
    let mut said = false;
    let arguments: Vec<&str> = kinds
        .iter()
        .map(|kind| {
            let me = !said && lines.iter().any(|line| takes(analysis, *kind, *line));
            said |= me;
            if me { ".me" } else { "_" }
        })
        .collect();
    if arguments.is_empty() {
        name.to_string()
    } else {
        format!("{name}({})", arguments.join(", "))
    }
}

/// Lasting facts that name a person and that somebody reads, with where they are added.
fn facts_about_people(analysis: &Analysis<'_>) -> BTreeMap<FactId, crate::source::Place> {
    let unit = analysis.unit;
    let mut about = BTreeMap::new();
    for (rule, places) in analysis.rules().iter().zip(&unit.places.rules) {
        for (effects, places) in [(&rule.now, &places.now), (&rule.then, &places.then)] {
            for (fact, place) in effects.add.iter().zip(&places.1) {
                let lasting = unit
                    .script
                    .fact(fact.fact)
                    .is_some_and(|decl| !decl.claim && decl.lifetime.is_none());
                if lasting && names_someone(analysis, fact) {
                    about.entry(fact.fact).or_insert(*place);
                }
            }
        }
    }
    about.retain(|fact, _| is_read(analysis, *fact) && !others_clean_up(analysis, *fact));
    about
}

fn names_someone(analysis: &Analysis<'_>, fact: &FactPattern) -> bool {
    let kinds = analysis
        .unit
        .script
        .fact(fact.fact)
        .map(|f| f.kinds.as_slice())
        .unwrap_or_default();
    fact.arguments.iter().zip(kinds).any(|(argument, kind)| {
        crate::kinds::is_person(*kind) && matches!(argument, Expr::Me | Expr::Variable(_))
    })
}

fn is_read(analysis: &Analysis<'_>, fact: FactId) -> bool {
    let mut read = false;
    let script = &analysis.unit.script;
    let clauses = script
        .defines
        .iter()
        .flat_map(|define| &define.clauses)
        .map(|clause| &clause.body);
    for condition in script.rules.iter().map(|rule| &rule.when).chain(clauses) {
        super::analysis::facts_read(condition, &mut |other, _| read |= other == fact);
    }
    read
}

/// Whether some rule takes the fact away from somebody else: then the leaver need not.
fn others_clean_up(analysis: &Analysis<'_>, fact: FactId) -> bool {
    let kinds = analysis
        .unit
        .script
        .fact(fact)
        .map(|f| f.kinds.as_slice())
        .unwrap_or_default();
    analysis
        .rules()
        .iter()
        .flat_map(Analysis::removals)
        .filter(|r| r.fact == fact)
        .any(|removal| {
            removal
                .arguments
                .iter()
                .zip(kinds)
                .filter(|(_, kind)| crate::kinds::is_person(**kind))
                .all(|(argument, _)| matches!(argument, Expr::Variable(_) | Expr::Anything))
        })
}

/// Whether a removal takes away every such fact about `.me`.
fn removes_own(removals: &[FactPattern], fact: FactId) -> bool {
    removals.iter().any(|removal| {
        removal.fact == fact
            && removal
                .arguments
                .iter()
                .any(|argument| matches!(argument, Expr::Me | Expr::Anything | Expr::Variable(_)))
    })
}

/// Whether an argument of this kind may be somebody of a cast line.
fn takes(analysis: &Analysis<'_>, kind: Kind, line: usize) -> bool {
    let role = analysis.unit.script.cast[line].role;
    match kind {
        Kind::CharacterIn(wanted) => analysis.globals.module.is_a(role, wanted),
        kind => crate::kinds::is_person(kind),
    }
}

/// By state, the facts about themselves that participants of a cast line may have there: an
/// over-approximation by following every rule of theirs from state to state until nothing is
/// added any more.
fn facts_by_state(
    analysis: &Analysis<'_>,
    about: &BTreeMap<FactId, crate::source::Place>,
    line: usize,
) -> BTreeMap<Option<StateId>, BTreeSet<FactId>> {
    let mut may: BTreeMap<Option<StateId>, BTreeSet<FactId>> = analysis.reached[line]
        .iter()
        .map(|state| (*state, BTreeSet::new()))
        .collect();
    // What others may add about anyone can be there in any state.
    let by_others: BTreeSet<FactId> = analysis
        .rules()
        .iter()
        .flat_map(Analysis::additions)
        .filter(|added| about.contains_key(&added.fact))
        .filter(|added| {
            let kinds = analysis
                .unit
                .script
                .fact(added.fact)
                .map(|f| f.kinds.as_slice());
            added
                .arguments
                .iter()
                .zip(kinds.unwrap_or_default())
                .any(|(argument, kind)| {
                    takes(analysis, *kind, line) && matches!(argument, Expr::Variable(_))
                })
        })
        .map(|added| added.fact)
        .collect();
    for facts in may.values_mut() {
        facts.extend(&by_others);
    }
    loop {
        let before: usize = may.values().map(BTreeSet::len).sum();
        for (index, rule) in analysis.rules().iter().enumerate() {
            let theirs = analysis.casts[index].contains(&line);
            if rule.finish != Finish::Stay || !theirs || !analysis.is_live(index) {
                continue;
            }
            let from: Vec<Option<StateId>> = match rule.state {
                Some(state) => vec![Some(state)],
                None => may.keys().copied().collect(),
            };
            for state in from {
                let held = may.get(&state).cloned().unwrap_or_default();
                let own_add = |facts: &[FactPattern]| -> BTreeSet<FactId> {
                    facts
                        .iter()
                        .filter(|f| about.contains_key(&f.fact) && f.arguments.contains(&Expr::Me))
                        .map(|f| f.fact)
                        .collect()
                };
                let mut after = held.clone();
                after.retain(|fact| {
                    !removes_own(&rule.now.remove, *fact) && !removes_own(&rule.then.remove, *fact)
                });
                after.extend(own_add(&rule.now.add));
                // What is added at once and removed when done is there only while it lasts.
                after.retain(|fact| !removes_own(&rule.then.remove, *fact));
                after.extend(own_add(&rule.then.add));
                after.extend(&by_others);
                let to = rule.goto.map(Some).unwrap_or(state);
                may.entry(to).or_default().extend(after);
                // If the action fails, the state stays and what was added at once remains.
                if rule.action.is_some() {
                    let mut failed = own_add(&rule.now.add);
                    failed.retain(|fact| !removes_own(&rule.on_failure.remove, *fact));
                    let may_fail = rule
                        .action
                        .as_ref()
                        .and_then(|call| analysis.globals.module.action(call.action))
                        .is_some_and(|action| action.may_fail);
                    if may_fail {
                        may.entry(state).or_default().extend(failed);
                    }
                }
            }
        }
        if may.values().map(BTreeSet::len).sum::<usize>() == before {
            return may;
        }
    }
}
