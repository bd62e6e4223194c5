//! `townsfolk test`: plays the stories that authors expect, on the reference evaluator.

use super::check;
use crate::arguments::Test;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, render, style};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use townsfolk::{OtherChoice, tell_choices};
use townsfolk_folder::{self as load, Content, find};
use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::project::Checked;
use townsfolk_lang::{DeciderTestUnit, ScriptUnit, TestUnit};
use townsfolk_module::{Module, Symbols};
use townsfolk_scene::reference::story::{self, Failure};

/// Maximum number of story lines before a failing step.
const STORY_LINES: usize = 12;

/// Runs the command.
pub fn run(arguments: &Test, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    let (paths, filters) = paths_and_filters(&arguments.words)?;
    let (results, _) = check::check_all(load::load(&paths)?);
    if check::show_errors(&results, out)? {
        writeln!(out, "No test was played: fix the errors first.")?;
        return Ok(Verdict::Bad);
    }
    let mut counts = Counts::default();
    let playable = results
        .iter()
        .filter_map(|(content, findings)| Some((content, findings.checked.as_ref()?)));
    for (content, checked) in playable {
        play_content(content, checked, &filters, arguments.tell, &mut counts, out)?;
    }
    if counts == Counts::default() && !interrupt::asked_to_stop() {
        let hint = if filters.is_empty() {
            "write what you expect as a `test` in a script; `townsfolk new` makes one to start from"
        } else {
            "a filter is a part of the name of a script or test"
        };
        writeln!(out, "{}\n", style::hint(hint))?;
    }
    writeln!(out, "{}", counts.line())?;
    Ok(match counts {
        _ if interrupt::asked_to_stop() => Verdict::Interrupted,
        Counts { failed: 0, .. } => Verdict::Good,
        _ => Verdict::Bad,
    })
}

/// Numbers of test results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
}

impl Counts {
    /// The closing line.
    pub fn line(self) -> String {
        let Counts { passed, failed } = self;
        format!("test result: {passed} passed, {failed} failed")
    }
}

/// Words that exist on the disk are paths, the others are filters.
fn paths_and_filters(words: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<String>), Trouble> {
    let (mut paths, mut filters) = (vec![], vec![]);
    for word in words {
        let name = word.to_str().filter(|name| is_name_part(name));
        match name {
            _ if word.exists() => paths.push(word.clone()),
            Some(name) => filters.push(name.to_string()),
            None => return Err(find::missing(word)),
        }
    }
    Ok((paths, filters))
}

/// Whether this could be part of the name of a script or test; paths have dots or slashes.
fn is_name_part(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn play_content(
    content: &Content,
    checked: &Checked,
    filters: &[String],
    tell: bool,
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let (module, symbols) = content.project.assemble(checked);
    let tests: Vec<(&ScriptUnit, &TestUnit)> = checked
        .scripts
        .iter()
        .flat_map(|unit| unit.tests.iter().map(move |test| (unit.as_ref(), test)))
        .filter(|(_, test)| content.is_asked_for(test.place.file))
        .filter(|(unit, test)| {
            let wanted = |part: &String| unit.name.contains(part) || test.test.name.contains(part);
            filters.is_empty() || filters.iter().any(wanted)
        })
        .collect();
    let mut progress = Progress::of(tests.len());
    for (unit, test) in tests {
        if interrupt::asked_to_stop() {
            break;
        }
        let name = format!("{}: {}", unit.name, test.test.name);
        progress.step(&name);
        match play(&module, &symbols, test) {
            Ok(lines) => {
                counts.passed += 1;
                writeln!(out, "{} {name}", style::paint(style::GOOD, "passed"))?;
                for line in lines.iter().filter(|_| tell) {
                    writeln!(out, "       {}", style::harmless(line))?;
                }
            }
            Err(problem) => {
                counts.failed += 1;
                writeln!(out, "{} {name}\n", style::paint(style::ERROR, "failed"))?;
                writeln!(out, "{}", render::render(content, &problem))?;
            }
        }
        out.flush()?;
    }
    play_choices(
        content,
        checked,
        (module, &symbols),
        (filters, tell),
        counts,
        out,
    )
}

/// Plays the tests of roles that decide.
fn play_choices(
    content: &Content,
    checked: &Checked,
    (module, symbols): (Module, &Symbols),
    (filters, tell): (&[String], bool),
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let module = Arc::new(module);
    let asked = checked.decider_tests.iter();
    let asked = asked.filter(|test| content.is_asked_for(test.place.file));
    let asked = asked.filter(|test| {
        let wanted = |part: &String| test.of.contains(part) || test.test.name.contains(part);
        filters.is_empty() || filters.iter().any(wanted)
    });
    for test in asked {
        let name = format!("{}: {}", test.of, test.test.name);
        match tell_choices(&module, symbols, &test.test) {
            Ok(lines) => {
                counts.passed += 1;
                writeln!(out, "{} {name}", style::paint(style::GOOD, "passed"))?;
                for line in lines.iter().filter(|_| tell) {
                    writeln!(out, "       {}", style::harmless(line))?;
                }
            }
            Err(other) => {
                counts.failed += 1;
                writeln!(out, "{} {name}\n", style::paint(style::ERROR, "failed"))?;
                writeln!(
                    out,
                    "{}",
                    render::render(content, &other_choice(test, &other))
                )?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn other_choice(test: &DeciderTestUnit, other: &OtherChoice) -> Diagnostic {
    let place = test.steps.get(other.step).copied().unwrap_or(test.place);
    let message = format!("the story `{}` goes another way", test.test.name);
    let mut problem = Diagnostic::new(Code::TestFails, place, message)
        .label(format!("instead, {}", other.instead))
        .related(test.place, "in this test")
        .consequence("The whole table, best first:");
    for line in &other.table {
        problem = problem.consequence(format!("  {line}"));
    }
    problem
}

/// Plays a test. Returns its story, or the problem at the step that failed.
pub fn play(
    module: &Module,
    symbols: &Symbols,
    test: &TestUnit,
) -> Result<Vec<String>, Box<Diagnostic>> {
    match story::tell(module, symbols, &test.test) {
        Ok(telling) => Ok(telling.lines),
        Err(failure) => Err(Box::new(as_problem(test, &failure))),
    }
}

fn as_problem(test: &TestUnit, failure: &Failure) -> Diagnostic {
    let place = test.steps.get(failure.step).copied().unwrap_or(test.place);
    let message = format!("the story `{}` goes another way", failure.test);
    let mut problem = Diagnostic::new(Code::TestFails, place, message)
        .label(format!("instead, {}", failure.instead));
    if place != test.place {
        problem = problem.related(test.place, "in this test");
    }
    let skipped = failure.lines.len().saturating_sub(STORY_LINES);
    problem = problem.consequence(match (failure.lines.is_empty(), skipped) {
        (true, _) => "Nothing had happened before.".to_string(),
        (_, 0) => "What happened:".to_string(),
        (_, skipped) => format!(
            "What happened, after {}:",
            style::count(skipped, "other line")
        ),
    });
    for line in failure.lines.iter().skip(skipped) {
        problem = problem.consequence(format!("  {line}"));
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filters_and_paths_are_paths() {
        assert!(is_name_part("late_tourist"));
        assert!(!is_name_part("town/"));
        assert!(!is_name_part("town.folk"));
        assert!(paths_and_filters(&[PathBuf::from("no/such.folk")]).is_err());
        let (paths, filters) =
            paths_and_filters(&[PathBuf::from("."), PathBuf::from("late")]).unwrap_or_default();
        assert_eq!(paths, [PathBuf::from(".")]);
        assert_eq!(filters, ["late"]);
    }
}
