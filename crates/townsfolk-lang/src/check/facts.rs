//! Facts that are never written, facts that are never read, removals that can match nothing.

use super::analysis::{Analysis, facts_read, may_match};
use crate::declaration::location::lower::Knowledge;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::unit::ScriptUnit;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind};
use townsfolk_module::{Category, Literal, Step, Visit};

/// Facts that only a location can write: they are about props, and no rule adds them.
pub(crate) fn facts_of_location(unit: &ScriptUnit) -> Vec<FactId> {
    let added: BTreeSet<FactId> = unit
        .script
        .rules
        .iter()
        .flat_map(Analysis::additions)
        .map(|fact| fact.fact)
        .collect();
    unit.script
        .facts
        .iter()
        .filter(|fact| !fact.told && !added.contains(&fact.id))
        .filter(|fact| !unit.places.unsure.contains(&fact.id))
        .filter(|fact| {
            let about_props =
                |kind: &Kind| matches!(kind, Kind::Prop | Kind::PropOf(_) | Kind::Thing);
            let of_people = |kind: &Kind| crate::kinds::is_person(*kind) || *kind == Kind::Time;
            fact.kinds.iter().any(about_props) && !fact.kinds.iter().any(of_people)
        })
        .map(|fact| fact.id)
        .collect()
}

pub(super) fn check(
    analysis: &Analysis<'_>,
    known: Option<&Knowledge>,
    problems: &mut Vec<Diagnostic>,
) {
    let unit = analysis.unit;
    let reads = reads(unit);
    let mut writes: BTreeMap<FactId, Place> = BTreeMap::new();
    for (rule, places) in analysis.rules().iter().zip(&unit.places.rules) {
        let pairs = rule.effects().into_iter().zip(places.effects());
        for (effects, places) in pairs {
            for (fact, place) in effects.add.iter().zip(&places.1) {
                writes.entry(fact.fact).or_insert(*place);
            }
        }
    }
    let of_location: BTreeSet<FactId> = facts_of_location(unit).into_iter().collect();
    for fact in &unit.script.facts {
        let Some(place) = unit.places.facts.get(&fact.id).copied() else {
            continue;
        };
        if unit.places.unsure.contains(&fact.id) {
            continue;
        }
        let name = unit.fact_name(fact.id);
        let told_by_location = known.is_some_and(|known| known.facts.contains(name));
        let written = writes.contains_key(&fact.id)
            || fact.told
            || told_by_location
            || of_location.contains(&fact.id);
        match (reads.get(&fact.id), written) {
            (Some(read), false) => problems.push(never_written(name, place, *read)),
            (None, true) if !fact.claim => {
                problems.push(never_read(name, place, writes.get(&fact.id).copied()));
            }
            (None, false) => problems.push(
                Code::FactNeverRead
                    .at(place, format!("`{name}` is declared, but never used"))
                    .label("neither read nor written")
                    .hint("remove the declaration"),
            ),
            _ => {}
        }
    }
    unused_defines(unit, problems);
    removals(analysis, known, problems);
}

/// Defines that no condition uses. Those of a base may be used by another script.
fn unused_defines(unit: &ScriptUnit, problems: &mut Vec<Diagnostic>) {
    let mut used = BTreeSet::new();
    unit.script.each_literal(&mut |literal| {
        if let Literal::Define { define, .. } = literal {
            used.insert(*define);
        }
    });
    let in_tests = unit.tests.iter().flat_map(|test| &test.test.steps);
    for step in in_tests {
        if let Step::Expect { literals, .. } = step {
            literals.each_literal(&mut |literal| {
                if let Literal::Define { define, .. } = literal {
                    used.insert(*define);
                }
            });
        }
    }
    let based = unit.places.instance.is_some() || unit.script.cast.is_empty();
    let broken = unit.places.rules.iter().any(|rule| rule.when_broken);
    for (define, place) in &unit.places.defines {
        if used.contains(define) || based || broken {
            continue;
        }
        let name = unit.name_of(Category::Define, define.0);
        problems.push(
            Code::DefineNeverUsed
                .at(*place, format!("no condition uses `{name}`"))
                .label("defined here")
                .consequence("It changes nothing in the story.")
                .hint(format!("ask for `{name}` in a condition, or remove it")),
        );
    }
}

fn never_written(name: &str, place: Place, read: Place) -> Diagnostic {
    Code::FactNeverWritten.at(place,
        format!("`{name}` is asked for, but nothing ever adds it"),
    )
    .label("no rule adds this")
    .related(read, "asked for here")
    .consequence("What never is there is always false: a condition that asks for it never holds, and `not` of it always does.")
    .hint(format!("add it in a rule, or write `told` behind its declaration if the game pushes `{name}`"))
}

fn never_read(name: &str, place: Place, written: Option<Place>) -> Diagnostic {
    let mut problem = Code::FactNeverRead
        .at(
            place,
            format!("`{name}` is written, but no condition ever asks for it"),
        )
        .label("nobody reads this");
    if let Some(written) = written {
        problem = problem.related(written, "added here");
    }
    problem
        .consequence("It changes nothing in the story.")
        .hint("ask for it in a condition, or remove it")
}

/// Where each fact is first read.
fn reads(unit: &ScriptUnit) -> BTreeMap<FactId, Place> {
    let mut reads: BTreeMap<FactId, Place> = BTreeMap::new();
    let mut read = |fact, place| _ = reads.entry(fact).or_insert(place);
    let (script, places) = (&unit.script, &unit.places);
    for (rule, places) in script.rules.iter().zip(&places.rules) {
        for (literal, place) in rule.when.iter().zip(&places.when) {
            facts_read(literal, &mut |fact| read(fact, *place));
        }
        facts_read(rule, &mut |fact| read(fact, places.name));
    }
    for define in &script.defines {
        let place = places.defines.get(&define.id).copied();
        let place = place.unwrap_or(places.name);
        facts_read(define, &mut |fact| read(fact, place));
    }
    facts_read(&script.holds, &mut |fact| read(fact, places.name));
    facts_read(&script.properties, &mut |fact| read(fact, places.name));
    reads
}

/// Removals that match no fact that can be added.
fn removals(analysis: &Analysis<'_>, known: Option<&Knowledge>, problems: &mut Vec<Diagnostic>) {
    let unit = analysis.unit;
    let of_location = facts_of_location(unit);
    for (index, (rule, places)) in analysis.rules().iter().zip(&unit.places.rules).enumerate() {
        let pairs = rule.effects().into_iter().zip(places.effects());
        for (effects, places) in pairs {
            for (removal, place) in effects.remove.iter().zip(&places.0) {
                let name = unit.fact_name(removal.fact);
                let from_outside = unit.script.fact(removal.fact).is_some_and(|fact| fact.told)
                    || known.is_some_and(|known| known.facts.contains(name))
                    || of_location.contains(&removal.fact)
                    || unit.places.unsure.contains(&removal.fact);
                if from_outside {
                    continue;
                }
                let matched = analysis.rules().iter().enumerate().any(|(other, adder)| {
                    let same_people = !analysis.casts[index].is_disjoint(&analysis.casts[other]);
                    Analysis::additions(adder).any(|added| {
                        added.fact == removal.fact
                            && may_match(&added.arguments, &removal.arguments, same_people)
                    })
                });
                if !matched {
                    problems.push(matches_nothing(analysis, name, removal.fact, *place));
                }
            }
        }
    }
}

fn matches_nothing(analysis: &Analysis<'_>, name: &str, fact: FactId, place: Place) -> Diagnostic {
    let unit = analysis.unit;
    let mut problem = Code::RemovalMatchesNothing
        .at(
            place,
            format!("no `{name}` that is ever added looks like this"),
        )
        .label("this removal can match nothing");
    for (rule, places) in analysis.rules().iter().zip(&unit.places.rules) {
        let added = [(&rule.now, &places.now), (&rule.then, &places.then)]
            .into_iter()
            .flat_map(|(effects, places)| effects.add.iter().zip(&places.1))
            .find(|(added, _)| added.fact == fact);
        if let Some((_, added)) = added {
            problem = problem.related(*added, "this is what is added");
            break;
        }
    }
    match problem.related.is_empty() {
        true => problem
            .consequence("Nothing ever adds it, so there is nothing to remove.")
            .hint("remove this part, or add the fact in a rule"),
        false => problem.consequence("What was added stays for ever."),
    }
}
