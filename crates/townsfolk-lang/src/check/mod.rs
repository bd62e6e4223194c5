//! Checks of a whole script: what no single rule shows.

use crate::declaration::location::lower::Knowledge;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::Globals;
use crate::unit::ScriptUnit;
use std::collections::BTreeSet;
use townsfolk_core::FactId;

pub(crate) fn check_script(
    globals: &Globals,
    unit: &ScriptUnit,
    known: Option<&Knowledge>,
) -> Vec<Diagnostic> {
    let _ = (globals, unit, known);
    vec![]
}

/// Facts that only a location can write: they speak of props, and no rule adds them.
pub(crate) fn facts_of_location(unit: &ScriptUnit) -> Vec<FactId> {
    let _ = unit;
    vec![]
}

/// One problem for each code, place and message; a name nobody declared is told only once.
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
