//! `townsfolk check`: finds mistakes before anything runs.

use super::explore::{self, Explored};
use crate::Verdict;
use crate::arguments::{Check, Deny, Format};
use crate::progress::Progress;
use crate::summary::{Counts, Size};
use crate::trouble::Trouble;
use crate::{interrupt, json, render, style};
use std::collections::BTreeSet;
use std::io::Write;
use townsfolk_folder::{self as load, Content, Findings};
use townsfolk_lang::diagnostic::{Diagnostic, Severity};

/// Maximum number of problems shown to people; tools get them all.
const SHOWN_MAX: usize = 100;

/// Runs the command.
pub fn run(arguments: &Check, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    let contents = load::load(&arguments.paths)?;
    let (mut results, mut stopped) = check_all(contents);
    let mut explored = Explored::default();
    if arguments.explore.explore {
        let bounds = explore::bounds(&arguments.explore);
        for (content, findings) in &mut results {
            stopped |= explored.add(content, findings, &bounds);
        }
    }
    let mut counts = Counts::default();
    let mut size = Size::default();
    for (content, findings) in &results {
        counts.add_findings(content, findings);
        size.add(content, findings);
    }
    match arguments.format {
        Format::Human => {
            show(&results, out)?;
            if arguments.explore.explore {
                writeln!(out, "{}\n", explored.paragraph())?;
            }
            writeln!(out, "{}", counts.line(size))?;
        }
        Format::Json => {
            for (content, problem) in problems(&results) {
                writeln!(out, "{}", json::line(content, problem))?;
            }
            writeln!(out, "{}", json::last_line(counts))?;
        }
    }
    if stopped {
        return Ok(Verdict::Interrupted);
    }
    let strict = arguments.deny == Some(Deny::Warnings);
    if counts.errors > 0 || (strict && counts.warnings > 0) {
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}

/// Checks each content. True if it was stopped before the end.
pub fn check_all(contents: Vec<Content>) -> (Vec<(Content, Findings)>, bool) {
    let mut progress = Progress::of(contents.len());
    let mut results = vec![];
    // A problem of a package that several depend on is reported once.
    let mut told = BTreeSet::new();
    for mut content in contents {
        if interrupt::asked_to_stop() {
            return (results, true);
        }
        progress.step(&format!("checking {}", content.name));
        let mut findings = content.check();
        findings.problems.retain(|problem| {
            let path = content.source(problem.place.file).map(|source| source.path);
            let path = path.unwrap_or_default().to_string();
            let place = (problem.place.start, problem.place.end);
            told.insert((path, place, problem.code, problem.message.clone()))
        });
        results.push((content, findings));
    }
    (results, false)
}

/// Shows the findings to people, errors first where not all can be shown.
pub fn show(results: &[(Content, Findings)], out: &mut dyn Write) -> Result<(), Trouble> {
    let all: Vec<(&Content, &Diagnostic)> = problems(results).collect();
    let mut shown: Vec<usize> = (0..all.len()).collect();
    if all.len() > SHOWN_MAX {
        let severity = |index: &usize| all.get(*index).map(|(_, problem)| problem.severity);
        shown.sort_by_key(severity);
        shown.truncate(SHOWN_MAX);
        shown.sort_unstable();
    }
    for (content, problem) in shown.iter().filter_map(|index| all.get(*index)) {
        writeln!(out, "{}", render::render(content, problem))?;
    }
    let more = all.len() - shown.len();
    if more > 0 {
        let more = style::count(more, "more problem");
        let note = format!("… and {more}; `--format json` shows everything.\n");
        writeln!(out, "{}", style::with_code(&note))?;
    }
    Ok(())
}

/// Shows the errors, for commands that need content without errors. True if there are any.
pub fn show_errors(results: &[(Content, Findings)], out: &mut dyn Write) -> Result<bool, Trouble> {
    let mut counts = Counts::default();
    for (content, findings) in results {
        counts.add_findings(content, findings);
    }
    if counts.errors == 0 {
        return Ok(false);
    }
    let errors = problems(results).filter(|(_, problem)| problem.severity == Severity::Error);
    for (content, problem) in errors.take(SHOWN_MAX) {
        writeln!(out, "{}", render::render(content, problem))?;
    }
    (counts.warnings, counts.notes) = (0, 0);
    writeln!(out, "{}", counts.line(Size::default()))?;
    Ok(true)
}

fn problems(results: &[(Content, Findings)]) -> impl Iterator<Item = (&Content, &Diagnostic)> {
    results.iter().flat_map(|(content, findings)| {
        let problems = findings.problems.iter();
        problems.map(move |problem| (content, problem))
    })
}
