//! Whether a mutant is noticed: by the checker, the author's tests, exploration, or not at all.

use super::operator::{Mutant, mutants, operators};
use std::ops::ControlFlow;
use townsfolk_core::ScriptId;
use townsfolk_explore::{Bounds, Exploration, Merging, explore};
use townsfolk_lang::diagnostic::Severity;
use townsfolk_lang::project::{Checked, Project};
use townsfolk_module::{Module, Symbols};
use townsfolk_scene::reference::story;

/// A clean project: the file in which mistakes are made, and the files it depends on.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its name.
    pub name: String,
    /// The text in which mistakes are made.
    pub text: String,
    /// Other files of the project.
    pub others: Vec<String>,
}

/// The verdict on a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The checker says something.
    Check,
    /// A test of the author fails.
    Test,
    /// Exploration finds something new.
    Explore,
    /// Exploration plays the same stories as before.
    Harmless,
    /// The stories differ, and no tool reported it.
    Missed,
}

/// The counts of one operator.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The operator.
    pub operator: &'static str,
    /// How many mutants there were.
    pub mutants: usize,
    /// Noticed by the checker.
    pub check: usize,
    /// Noticed only by a test of the author.
    pub test: usize,
    /// Noticed only by exploration.
    pub explore: usize,
    /// The same stories as before.
    pub harmless: usize,
    /// Missed mutants, as `example, line: what`.
    pub missed: Vec<String>,
}

/// Bounds small enough that thousands of mutants can be explored.
fn bounds() -> Bounds {
    Bounds {
        people_max: 2,
        failures: 1,
        disappearances: 1,
        arrivals: 1,
        states_max: 4_000,
        transitions_max: 60_000,
        // The stories of two scripts can be compared only where everything is told apart.
        merging: Merging::NOTHING,
        ..Bounds::default()
    }
}

/// Judges up to `most` mutants of each operator and example. The last row counts what is said of
/// the unchanged examples: false alarms. `progress` is told how far it is and can break it off.
pub fn judge_all(
    examples: &[Example],
    most: usize,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> (Vec<Row>, Vec<String>) {
    let rows = operators().map(|(operator, _)| Row {
        operator,
        ..Row::default()
    });
    let mut rows: Vec<Row> = rows.collect();
    let mut false_alarms = vec![];
    let chosen: Vec<(&Example, Vec<Mutant>)> = examples
        .iter()
        .map(|example| (example, some_of(&mutants(&example.text), most)))
        .collect();
    let total = chosen.iter().map(|(_, mutants)| mutants.len()).sum();
    let mut done = 0;
    for (example, mutants) in chosen {
        let Some(base) = Base::of(example, &mut false_alarms) else {
            continue;
        };
        for mutant in mutants {
            let verdict = base.judge(&mutant);
            let Some(row) = rows.iter_mut().find(|row| row.operator == mutant.operator) else {
                continue;
            };
            row.mutants += 1;
            match verdict {
                Verdict::Check => row.check += 1,
                Verdict::Test => row.test += 1,
                Verdict::Explore => row.explore += 1,
                Verdict::Harmless => row.harmless += 1,
                Verdict::Missed => row
                    .missed
                    .push(format!("{}, {}", example.name, mutant.what)),
            }
            done += 1;
            if progress(done, total).is_break() {
                return (rows, false_alarms);
            }
        }
    }
    (rows, false_alarms)
}

/// A bounded number of mutants of each operator, spread evenly.
fn some_of(all: &[Mutant], most: usize) -> Vec<Mutant> {
    let mut some = vec![];
    for (operator, _) in operators() {
        let of: Vec<&Mutant> = all
            .iter()
            .filter(|mutant| mutant.operator == *operator)
            .collect();
        let step = of.len().div_ceil(most.max(1)).max(1);
        some.extend(of.into_iter().step_by(step).cloned());
    }
    some
}

/// An unchanged example and what exploration says of it.
struct Base<'e> {
    example: &'e Example,
    explored: Vec<Exploration>,
}

impl<'e> Base<'e> {
    fn of(example: &'e Example, false_alarms: &mut Vec<String>) -> Option<Base<'e>> {
        let mut project = loaded(example, &example.text);
        let checked = project.check();
        for problem in &checked.problems {
            false_alarms.push(format!("{}: {}", example.name, problem.code.name()));
        }
        let (module, symbols) = project.compile(&checked)?;
        for failing in failing_tests(&module, &symbols, &checked) {
            false_alarms.push(format!("{}: the test {failing} fails", example.name));
        }
        let explored = explored(&module);
        for exploration in &explored {
            for finding in &exploration.findings {
                false_alarms.push(format!("{}: {:?}", example.name, finding.kind));
            }
        }
        Some(Base { example, explored })
    }

    fn judge(&self, mutant: &Mutant) -> Verdict {
        let mut project = loaded(self.example, &mutant.text);
        let checked = project.check();
        if checked
            .problems
            .iter()
            .any(|problem| problem.severity != Severity::Note)
        {
            return Verdict::Check;
        }
        let (module, symbols) = project.assemble(&checked);
        if !failing_tests(&module, &symbols, &checked).is_empty() {
            return Verdict::Test;
        }
        let explored = explored(&module);
        let kinds = |all: &[Exploration]| -> Vec<_> {
            all.iter()
                .flat_map(|e| e.findings.iter().map(|f| f.kind))
                .collect()
        };
        let before = kinds(&self.explored);
        if kinds(&explored).iter().any(|kind| !before.contains(kind)) {
            return Verdict::Explore;
        }
        let stories = |all: &[Exploration]| all.iter().map(|e| e.stories).collect::<Vec<_>>();
        if stories(&explored) == stories(&self.explored) {
            return Verdict::Harmless;
        }
        Verdict::Missed
    }
}

fn loaded(example: &Example, text: &str) -> Project {
    let names: Vec<String> = (0..example.others.len())
        .map(|n| format!("other_{n}.folk"))
        .collect();
    let others = names
        .iter()
        .map(String::as_str)
        .zip(example.others.iter().map(String::as_str));
    Project::of_files(std::iter::once(("example.folk", text)).chain(others))
}

fn failing_tests(module: &Module, symbols: &Symbols, checked: &Checked) -> Vec<String> {
    checked
        .scripts
        .iter()
        .flat_map(|unit| &unit.tests)
        .filter(|test| story::tell(module, symbols, &test.test).is_err())
        .map(|test| test.test.name.clone())
        .collect()
}

fn explored(module: &Module) -> Vec<Exploration> {
    let scripts: Vec<ScriptId> = module.scripts.iter().map(|script| script.id).collect();
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    scripts
        .iter()
        .map(|script| explore(module, *script, &bounds(), go_on))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few mutants of the bench: the whole table is made by `townsfolk bench mutations`.
    #[test]
    fn mistakes_in_the_bench_are_noticed_and_its_unchanged_text_is_not() {
        let example = Example {
            name: "bench".into(),
            text: include_str!("../../shipped/bench/bench.folk").into(),
            others: vec![],
        };
        let (rows, false_alarms) = judge_all(&[example], 1, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(false_alarms, Vec::<String>::new());
        let row = |name: &str| {
            rows.iter()
                .find(|row| row.operator == name)
                .cloned()
                .unwrap_or_default()
        };
        assert_eq!(row("misspell-variable").check, 1);
        assert_eq!(row("swap-arguments").check, 1);
        assert_eq!(row("drop-leave").missed, Vec::<String>::new());
    }
}
