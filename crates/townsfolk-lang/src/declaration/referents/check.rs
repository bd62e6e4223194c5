//! Checks of a set of referents as a whole: cycles, and sets that do nothing.

use super::terms::InferenceNames;
use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::source::Place;
use townsfolk_core::SymbolId;
use townsfolk_decide::inference::order::GoalLink;
use townsfolk_decide::inference::{CompileError, NamesOf, Program};
use townsfolk_module::decide::Inference;

/// Where the lines of a set stand.
#[derive(Default)]
pub(super) struct Places {
    pub(super) rules: Vec<Place>,
    pub(super) goals: Vec<Place>,
    pub(super) motors: Vec<Place>,
}

/// Reports what is wrong with a set as a whole.
pub(super) fn check(
    declaration: &Declaration,
    of: &Inference,
    places: &Places,
    names: &InferenceNames,
    cx: &mut Context<'_>,
) {
    // A part that could not be read has been reported, and nothing follows from it.
    let whole = cx.problems.is_empty();
    if whole && of.rules.is_empty() && of.goals.is_empty() && of.motors.is_empty() {
        cx.problem(
            Code::EmptyDecider
                .at(
                    declaration.place,
                    format!(
                        "the referents `{}` have no rules and nothing to do",
                        declaration.name
                    ),
                )
                .label("nothing can be decided with it")
                .hint("add what is done, such as `do greet(X) when visible(X)`"),
        );
    }
    let name = |symbol| name_of(names, symbol);
    let named = NamesOf { of, name: &name };
    let problem = match Program::compile(of) {
        Ok(_) => None,
        Err(CompileError::RuleCycle(rules)) => {
            let lines = rules.iter().filter_map(|index| {
                let rule = of.rules.get(*index)?;
                Some((*places.rules.get(*index)?, named.rule(rule)))
            });
            circle(
                &lines.collect::<Vec<_>>(),
                "this conclusion follows from itself",
            )
        }
        Err(CompileError::GoalCycle(links)) => {
            let lines = links.iter().filter_map(|link| match link {
                GoalLink::Goal(index) => {
                    let goal = of.goals.get(*index)?;
                    Some((*places.goals.get(*index)?, named.goal(goal)))
                }
                GoalLink::Rule(index) => {
                    let rule = of.rules.get(*index)?;
                    Some((*places.rules.get(*index)?, named.rule(rule)))
                }
            });
            circle(&lines.collect::<Vec<_>>(), "this goal is its own subgoal")
        }
        Err(CompileError::TooLarge | CompileError::Unsound) => Some(
            Code::TooLarge
                .at(
                    declaration.place,
                    format!("`{}` has too many rules", declaration.name),
                )
                .label("needs more words than a character has")
                .hint("make two sets of referents of it: a role can think with both"),
        ),
    };
    cx.problems.extend(problem);
}

/// The problem of lines that lead back to the first of them.
fn circle(lines: &[(Place, String)], message: &str) -> Option<Diagnostic> {
    let (first, _) = lines.first()?;
    let mut problem = Code::CircularInference
        .at(*first, message)
        .label("the circle goes through here");
    for (place, _) in lines.iter().skip(1) {
        problem = problem.related(*place, "and through here");
    }
    let texts: Vec<String> = lines.iter().map(|(_, text)| format!("`{text}`")).collect();
    Some(
        problem
            .consequence(format!("The lines are {}.", texts.join(" and ")))
            .consequence(
                "Every line is worked out once in each cycle, so none of these can come first.",
            )
            .hint("remove one of them, or let it follow from something that is sensed"),
    )
}

fn name_of(names: &InferenceNames, symbol: SymbolId) -> String {
    let predicates = names
        .predicates
        .iter()
        .map(|known| (&known.name, known.symbol));
    let others = names.referents.iter().chain(&names.situations);
    let mut all = predicates.chain(others.map(|(name, symbol)| (name, *symbol)));
    let found = all.find(|(_, known)| *known == symbol);
    found.map_or_else(String::new, |(name, _)| name.clone())
}
