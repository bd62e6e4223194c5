//! Checks of a whole script. One file for each family of findings.

mod analysis;
mod at_odds;
pub(crate) mod attributes;
mod body;
mod contain;
pub(crate) mod contradiction;
mod exits;
mod facts;
mod hidden;
mod left_behind;
pub(crate) mod minds;
mod oneself;
mod people;
mod proportion;
mod props;
mod twice;
pub(crate) mod world;

pub(crate) use facts::facts_of_location;

use crate::declaration::location::lower::Knowledge;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::globals::Globals;
use crate::unit::ScriptUnit;
use std::collections::BTreeSet;
use townsfolk_module::Step;

/// All findings about a lowered script.
pub(crate) fn check_script(
    globals: &Globals,
    unit: &ScriptUnit,
    known: Option<&Knowledge>,
) -> Vec<Diagnostic> {
    let analysis = analysis::Analysis::new(globals, unit);
    let mut problems = vec![];
    hidden::unreachable_states(&analysis, &mut problems);
    hidden::check(&analysis, &mut problems);
    facts::check(&analysis, known, &mut problems);
    exits::check(&analysis, &mut problems);
    left_behind::check(&analysis, &mut problems);
    twice::check(&analysis, &mut problems);
    proportion::check(&analysis, &mut problems);
    props::check(&analysis, known, &mut problems);
    at_odds::check(&analysis, &mut problems);
    oneself::check(&analysis, &mut problems);
    problems.extend(tests_without_expectation(unit));
    if let Some(instance) = unit.places.instance {
        for problem in &mut problems {
            if problem.place.file != instance.file || problem.place != instance {
                *problem = problem.clone().related(instance, "in the script made here");
            }
        }
    }
    problems
}

/// Tests without an expectation: they fail only if the script itself is broken.
fn tests_without_expectation(unit: &ScriptUnit) -> impl Iterator<Item = Diagnostic> {
    let expects = |step: &Step| {
        !matches!(
            step,
            Step::Arrives(..)
                | Step::Vanishes(_)
                | Step::PropVanishes(_)
                | Step::IsRecalled(..)
                | Step::Tell(_)
                | Step::Holds { .. }
                | Step::HasValue { .. }
                | Step::Apart { .. }
                | Step::After(_)
        )
    };
    // A step that could not be lowered has been reported; it may be the expectation.
    let broken = unit.problems.iter().any(|p| p.severity == Severity::Error);
    let tests = unit.tests.iter().filter(move |_| !broken);
    let idle = tests.filter(move |test| !test.test.steps.iter().any(expects));
    idle.map(|test| {
        let name = &test.test.name;
        Code::TestExpectsNothing
            .at(test.place, format!("the test `{name}` expects nothing"))
            .label("passes whatever happens")
            .hint("say what must come of it: `ann does rule`, `ann is state` or `expect …`")
    })
}

/// Whether a finding about a script still holds if some of its text could not be read. The missing
/// part may be the misspelt one, so nothing is concluded from absence.
pub(crate) fn holds_beside_broken_syntax(code: Code) -> bool {
    matches!(
        code,
        Code::RuleNeverFires
            | Code::ConditionNeverHolds
            | Code::RuleStarvesOthers
            | Code::TakesTwice
            | Code::NotFullyCompared
    )
}

/// One problem for each code, place and message; an undeclared name is reported once.
pub(crate) fn without_repeats(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    problems
        .into_iter()
        .filter(|problem| {
            let about_a_name = matches!(
                problem.code,
                Code::UnknownFact
                    | Code::UnknownAction
                    | Code::UnknownRole
                    | Code::UnknownState
                    | Code::UnknownHostName
            );
            let place = (!about_a_name).then_some(problem.place);
            seen.insert((problem.code, place, problem.message.clone()))
        })
        .collect()
}
