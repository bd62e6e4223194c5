//! Ways out: participants that can never leave, scenes that cannot end.

use super::analysis::Analysis;
use super::body::Body;
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use townsfolk_core::{FactId, StateId};
use townsfolk_module::{Expr, Finish, Literal, Rule, Visit};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let script = &unit.script;
    if script.cast.is_empty() || script.rules.is_empty() {
        return;
    }
    roles_without_rules(analysis, problems);
    never_leaves(analysis, problems);
    no_way_out(analysis, problems);
    leaves_without_action(analysis, problems);
}

/// A rule by which a participant leaves in the middle of a scene without the `on leaving` action of
/// its role, which is performed only at the end of the scene. Newcomers that leave at once are not
/// reported.
fn leaves_without_action(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let script = &unit.script;
    for (index, rule) in script.rules.iter().enumerate() {
        let silent = rule.finish == Finish::Leave && rule.action.is_none();
        let mut lines = analysis.casts[index].iter().copied();
        let line = lines.find(|line| {
            let cast = &script.cast[*line];
            let start = cast.starts_in.or(script.states.first().copied());
            cast.on_leaving.is_some() && rule.state.is_some() && rule.state != start
        });
        let Some(line) = line.filter(|_| silent && analysis.is_live(index)) else {
            continue;
        };
        let name = unit.rule_name(index);
        problems.push(
            Code::LeavesWithoutAction
                .at(
                    unit.places.rules[index].name,
                    format!("`{name}` leaves without an action"),
                )
                .label("no `do` here")
                .related(
                    unit.places.cast[line],
                    "`on leaving` is for the end of the scene",
                )
                .consequence(
                    "Whoever leaves by this rule just stops: `on leaving` is not performed then.",
                )
                .hint("add `do` with the same action to the rule"),
        );
    }
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
        // A proxy may exist only to be found by others, and the player needs no rules to act.
        if used || proxy || cast.player {
            continue;
        }
        let name = analysis.globals.role_name(cast.role);
        problems.push(
            Code::RoleWithoutRules
                .at(
                    unit.places.cast[line],
                    format!("no rule of `{}` is for `{name}`", unit.name),
                )
                .label("cast here")
                .consequence("Whoever is cast so would stand there and do nothing.")
                .hint(format!("add a rule `for {name}`, or remove the line")),
        );
    }
}

/// Whether a cast line has a rule by which its participants leave or end the scene.
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
    // When a required participant has left, the scene ends for all.
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
            Code::SceneNeverEnds.at(unit.places.name,
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
            Code::NeverLeaves
                .at(
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

/// A rule that can keep a participant that lacks a fact every way out requires.
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
        for keeper in here {
            let rule = &analysis.rules()[keeper];
            let bodies = &analysis.conditions[keeper].bodies;
            let keeps = rule.action.is_some()
                && !leads_out(rule)
                && !bodies.iter().all(asks_about_me)
                && !rule.once
                && !unit.places.rules[keeper].when_broken
                && !others_end_it(analysis, keeper);
            if !keeps {
                continue;
            }
            let sure = &sure | &facts_before(analysis, keeper, state);
            // The facts about `.me` that each way out requires and that are not certain here.
            let missing = ways.iter().map(|way| &own_facts(analysis, *way) - &sure);
            let missing: Vec<BTreeSet<FactId>> = missing.collect();
            let stays = missing.iter().all(|facts| !facts.is_empty());
            if stays && !gives_any(rule, &missing) && told.insert(keeper) {
                problems.push(kept(analysis, keeper, ways[0], &missing[0]));
            }
        }
    }
}

/// Whether a condition is about `.me`, or asks the host.
fn asks_about_me(body: &Body) -> bool {
    body.literals.iter().any(|literal| {
        let of_me = |arguments: &[Expr]| arguments.contains(&Expr::Me);
        match literal {
            Literal::Fact { arguments, .. }
            | Literal::Define { arguments, .. }
            | Literal::Host { arguments, .. } => of_me(arguments),
            Literal::Compare { .. } => {
                literal.has_expr(|e| matches!(e, Expr::Host { arguments, .. } if of_me(arguments)))
            }
            _ => false,
        }
    })
}

/// Whether participants of another role can end the scene for the participant that fires a rule.
fn others_end_it(analysis: &Analysis<'_>, keeper: usize) -> bool {
    (0..analysis.rules().len()).any(|index| {
        let cast = &analysis.unit.script.cast;
        let mut others = analysis.casts[index].difference(&analysis.casts[keeper]);
        analysis.is_live(index)
            && match analysis.rules()[index].finish {
                Finish::End => others.next().is_some(),
                // When a required participant has left, the scene ends for all.
                Finish::Leave => others.any(|line| cast[*line].min > 0),
                Finish::Stay => false,
            }
    })
}

/// Facts about `.me` that hold whenever a rule fires in a state: without them, a rule above would
/// have fired.
fn facts_before(analysis: &Analysis<'_>, rule: usize, state: Option<StateId>) -> BTreeSet<FactId> {
    let above = (0..rule).filter(|index| {
        let first = &analysis.rules()[*index];
        (first.state.is_none() || first.state == state)
            && !(first.once || first.again_after.is_some() || first.together.is_some())
            && analysis.casts[rule].is_subset(&analysis.casts[*index])
    });
    let lacking = above.filter_map(|index| match analysis.conditions[index].bodies.as_slice() {
        [body] => match body.literals.as_slice() {
            [
                Literal::Fact {
                    negated: true,
                    fact,
                    arguments,
                },
            ] => Some((index, *fact, arguments)),
            _ => None,
        },
        _ => None,
    });
    let open = |argument: &Expr| matches!(argument, Expr::Me | Expr::Anything);
    let own = lacking
        .filter(|(_, _, arguments)| arguments.contains(&Expr::Me) && arguments.iter().all(open));
    // Facts added by the same rule are there too, unless another rule removes them first.
    own.flat_map(|(index, fact, _)| {
        let with_it = added_of_me(&analysis.rules()[index]);
        let lasting = with_it.into_iter().filter(|fact| lasts(analysis, *fact));
        lasting.chain([fact])
    })
    .collect()
}

/// Facts about `.me` that a rule adds.
fn added_of_me(rule: &Rule) -> BTreeSet<FactId> {
    let effects = [&rule.now, &rule.then].into_iter();
    let own = effects.flat_map(|effects| &effects.add);
    let own = own.filter(|fact| fact.arguments.contains(&Expr::Me));
    own.map(|fact| fact.fact).collect()
}

/// Whether every rule that removes a fact, and by which its participant stays, adds it again.
fn lasts(analysis: &Analysis<'_>, fact: FactId) -> bool {
    let mut staying = analysis
        .rules()
        .iter()
        .filter(|rule| !Analysis::is_exit(rule));
    staying.all(|rule| {
        let mut removals = Analysis::removals(rule);
        let mut additions = Analysis::additions(rule);
        !removals.any(|r| r.fact == fact) || additions.any(|a| a.fact == fact)
    })
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
    let mut problem = Code::NoWayOut
        .at(
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
fn own_facts(analysis: &Analysis<'_>, rule: usize) -> BTreeSet<FactId> {
    analysis.rules()[rule]
        .when
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

/// Facts that another source may give a participant at any time: the host, or the rule of another
/// participant.
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

/// Facts about `.me` that hold for every participant in a state: added on every way into it.
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
        .enumerate()
        .filter(|(_, rule)| rule.goto == state && rule.state != state)
        .map(|(index, rule)| {
            &(&added_of_me(rule) | &own_facts(analysis, index))
                | &facts_before(analysis, index, rule.state)
        })
        .collect();
    let mut entries = entries.into_iter();
    let Some(first) = entries.next() else {
        return BTreeSet::new();
    };
    entries.fold(first, |sure, entry| &sure & &entry)
}
