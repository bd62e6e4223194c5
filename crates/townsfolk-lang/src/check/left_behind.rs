//! Facts left behind: facts about a participant that has left and that rules of others still read.

use super::analysis::{Analysis, facts_read};
use super::people::{Mention, People, removes};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind};
use townsfolk_module::{Effects, Expr, FactPattern, Finish, Literal, Rule, Visit};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let leaves =
        |(index, rule): &(usize, &Rule)| rule.finish == Finish::Leave && analysis.is_live(*index);
    let rules = analysis.rules().iter().enumerate().filter(leaves);
    let leaving: Vec<(usize, &Rule)> = rules.collect();
    if leaving.is_empty() {
        return;
    }
    let about = facts_about_people(analysis);
    if about.is_empty() {
        return;
    }
    let people = People::of(analysis);
    for (index, rule) in leaving {
        if ends_the_scene(analysis, index) {
            continue;
        }
        let mut told = BTreeSet::new();
        for mention in people.held_by_who_fires(index) {
            let (fact, at) = mention;
            let Some(added) = about.get(&fact) else {
                continue;
            };
            let person = kinds(analysis, fact).get(at).copied();
            if person.is_some_and(crate::kinds::is_person)
                && !is_taken(analysis, index, rule, mention)
                && !is_used_up_above(analysis, index, mention)
                && !others_clear(analysis, mention)
                && let Some(reader) = reader_after(analysis, rule, mention)
                && told.insert(fact)
            {
                problems.push(left_behind(analysis, index, mention, (*added, reader)));
            }
        }
    }
}

fn left_behind(
    analysis: &Analysis<'_>,
    index: usize,
    (fact, at): Mention,
    (added, reader): (Place, Reader),
) -> Diagnostic {
    let unit = analysis.unit;
    let places = &unit.places.rules[index];
    let name = unit.fact_name(fact);
    let only_if_done = is_removed(&analysis.rules()[index].then, (fact, at));
    Code::FactLeftBehind
        .at(
            places.finish.unwrap_or(places.name),
            format!(
                "whoever leaves by `{}` may leave `{name}` behind",
                unit.rule_name(index)
            ),
        )
        .label(if only_if_done {
            "taken away only if the action succeeds"
        } else {
            "leaves here"
        })
        .related(added, "added here")
        .consequence(match reader {
            Reader::Others => {
                format!("The others would go on as if somebody who is gone still had `{name}`.")
            }
            Reader::Returner => format!("Whoever comes back later would still have `{name}`."),
            Reader::Nobody => "Another rule takes it away, and this one forgets it.".to_string(),
        })
        .hint(format!(
            "add `remove {}` to the rule, if it should not outlast them",
            own_pattern(analysis, fact, at)
        ))
}

/// Whether a leaver certainly removes a fact, or certainly does not have it.
fn is_taken(analysis: &Analysis<'_>, index: usize, rule: &Rule, mention: Mention) -> bool {
    let action = rule.action.as_ref();
    let may_fail = action
        .and_then(|call| analysis.globals.module.action(call.action))
        .is_some_and(|action| action.may_fail);
    is_removed(&rule.now, mention)
        || (is_removed(&rule.then, mention) && (!may_fail || is_removed(&rule.on_failure, mention)))
        || analysis.unit.places.rules[index]
            .broken_effects
            .contains(&mention.0)
        || asks_for_none(rule, mention.0)
}

fn is_removed(effects: &Effects, (fact, at): Mention) -> bool {
    let mut removals = effects.remove.iter();
    removals.any(|removal| removal.fact == fact && removes(removal, at))
}

/// Whether the condition guarantees that there is no such fact about `.me`.
fn asks_for_none(rule: &Rule, fact: FactId) -> bool {
    rule.when.iter().any(|literal| {
        matches!(literal, Literal::Fact { negated: true, fact: absent, arguments }
            if *absent == fact
                && arguments.iter().all(|a| matches!(a, Expr::Me | Expr::Anything | Expr::Variable(_))))
    })
}

/// Whether the scene certainly ends when a participant leaves by a rule: every role that can fire
/// it needs all its participants.
fn ends_the_scene(analysis: &Analysis<'_>, index: usize) -> bool {
    let cast = &analysis.unit.script.cast;
    analysis
        .lines_in_state(index)
        .all(|line| cast[line].min == cast[line].max && cast[line].vacant.0 == 0)
}

/// Whether a rule above asks for nothing but a fact about `.me`: who has the fact fires that one.
fn is_used_up_above(analysis: &Analysis<'_>, index: usize, (fact, at): Mention) -> bool {
    let leaves = &analysis.rules()[index];
    let above = analysis.rules()[..index].iter().enumerate();
    let mut above = above.filter(|(other, rule)| {
        (rule.state.is_none() || rule.state == leaves.state)
            && analysis.casts[*other].is_superset(&analysis.casts[index])
    });
    above.any(|(_, rule)| {
        let [
            Literal::Fact {
                negated: false,
                fact: asked,
                arguments,
            },
        ] = rule.when.as_slice()
        else {
            return false;
        };
        let open = |(other, argument): (usize, &Expr)| {
            other == at || matches!(argument, Expr::Anything | Expr::Variable(_))
        };
        *asked == fact
            && arguments.get(at) == Some(&Expr::Me)
            && arguments.iter().enumerate().all(open)
            && !rule.once
            && rule.again_after.is_none()
            && rule.together.is_none()
            && !adds_claim(analysis, rule)
    })
}

fn adds_claim(analysis: &Analysis<'_>, rule: &Rule) -> bool {
    let script = &analysis.unit.script;
    let mut added = rule.now.add.iter();
    added.any(|added| script.fact(added.fact).is_some_and(|fact| fact.claim))
}

/// The removal to suggest: the fact with `.me` at the leaver's position.
fn own_pattern(analysis: &Analysis<'_>, fact: FactId, at: usize) -> String {
    let count = kinds(analysis, fact).len();
    let arguments: Vec<&str> = (0..count)
        .map(|other| if other == at { ".me" } else { "_" })
        .collect();
    let name = analysis.unit.fact_name(fact);
    format!("{name}({})", arguments.join(", "))
}

fn kinds<'a>(analysis: &Analysis<'a>, fact: FactId) -> &'a [Kind] {
    let fact = analysis.unit.script.fact(fact);
    fact.map(|fact| fact.kinds.as_slice()).unwrap_or_default()
}

/// Permanent facts that name a character and are read, with the places where they are added.
fn facts_about_people(analysis: &Analysis<'_>) -> BTreeMap<FactId, Place> {
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
    let mut arguments = fact.arguments.iter().zip(kinds(analysis, fact.fact));
    arguments.any(|(argument, kind)| {
        crate::kinds::is_person(*kind) && matches!(argument, Expr::Me | Expr::Variable(_))
    })
}

fn is_read(analysis: &Analysis<'_>, fact: FactId) -> bool {
    let mut read = false;
    let script = &analysis.unit.script;
    facts_read(&script.defines, &mut |other| read |= other == fact);
    for rule in &script.rules {
        facts_read(&rule.when, &mut |other| read |= other == fact);
    }
    read
}

/// The participants that can read a fact about a leaver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// Others: a rule asks for the fact about any participant.
    Others,
    /// Only the leaver, after joining the scene again.
    Returner,
    /// No participant, although another rule removes the fact.
    Nobody,
}

/// The participants that can still read a fact about somebody who left by a rule, if there are any.
fn reader_after(analysis: &Analysis<'_>, leaves: &Rule, (fact, at): Mention) -> Option<Reader> {
    let mut own = false;
    for rule in analysis.rules() {
        if is_over_after(analysis, leaves, rule) {
            continue;
        }
        let mut others = false;
        rule.when.each_literal(&mut |literal| match literal {
            Literal::Fact {
                fact: read,
                arguments,
                ..
            } if *read == fact => {
                let is_own = arguments.get(at) == Some(&Expr::Me);
                own |= is_own;
                others |= !is_own;
            }
            Literal::Define { define, .. } => others |= analysis.speaks_of(*define, fact),
            _ => {}
        });
        if others {
            return Some(Reader::Others);
        }
    }
    let mut cast = analysis.unit.script.cast.iter();
    let mut removals = analysis.rules().iter().flat_map(Analysis::removals);
    match own {
        true if cast.any(|line| line.joins_late) => Some(Reader::Returner),
        true if removals.any(|removal| removal.fact == fact) => Some(Reader::Nobody),
        _ => None,
    }
}

/// Whether a rule cannot fire any more after another has: it needs the absence of a fact that the
/// other needs and that is never removed.
fn is_over_after(analysis: &Analysis<'_>, earlier: &Rule, rule: &Rule) -> bool {
    let lasting = |fact: FactId| {
        let mut removals = analysis.rules().iter().flat_map(Analysis::removals);
        let decl = analysis.unit.script.fact(fact);
        decl.is_some_and(|decl| !decl.claim && !decl.told && decl.lifetime.is_none())
            && !removals.any(|removal| removal.fact == fact)
    };
    let constant = |arguments: &[Expr]| arguments.iter().all(|a| matches!(a, Expr::Constant(_)));
    earlier.when.iter().any(|literal| match literal {
        Literal::Fact {
            negated: false,
            fact,
            arguments,
        } => {
            let mut absent = rule.when.iter();
            constant(arguments)
                && lasting(*fact)
                && absent.any(|other| {
                    matches!(other, Literal::Fact { negated: true, fact: missing, arguments: with }
                        if missing == fact && with == arguments)
                })
        }
        _ => false,
    })
}

/// Whether a rule of a remaining participant removes the fact about the other participant it names.
fn others_clear(analysis: &Analysis<'_>, (fact, at): Mention) -> bool {
    let mut staying = analysis
        .rules()
        .iter()
        .filter(|rule| rule.finish == Finish::Stay);
    staying.any(|rule| {
        Analysis::removals(rule).any(|removal| {
            let other = removal.arguments.get(at);
            removal.fact == fact
                && removal.arguments.contains(&Expr::Me)
                && matches!(other, Some(Expr::Variable(_) | Expr::Anything))
        })
    })
}

/// Whether some rule removes the fact about another participant: then the leaver need not.
fn others_clean_up(analysis: &Analysis<'_>, fact: FactId) -> bool {
    let removals = analysis.rules().iter().flat_map(Analysis::removals);
    removals.filter(|r| r.fact == fact).any(|removal| {
        let arguments = removal.arguments.iter().zip(kinds(analysis, fact));
        arguments
            .filter(|(_, kind)| crate::kinds::is_person(**kind))
            .all(|(argument, _)| matches!(argument, Expr::Variable(_) | Expr::Anything))
    })
}
