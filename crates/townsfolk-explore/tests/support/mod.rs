//! Compiles texts and explores them.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::ops::ControlFlow;
use townsfolk_explore::*;
use townsfolk_lang::diagnostic::Severity;
use townsfolk_lang::project::Project;

pub(crate) fn explore_text(text: &str, bounds: &Bounds) -> (Exploration, String) {
    let mut project = Project::of_files([("test.folk", text)]);
    let checked = project.check();
    for problem in &checked.problems {
        assert!(problem.severity != Severity::Error, "{problem:?}");
    }
    let (module, symbols) = project.assemble(&checked);
    let unit = &checked.scripts[0];
    let mut on = |_: &Progress| ControlFlow::Continue(());
    let exploration = explore(&module, unit.script.id, bounds, &mut on);
    let mut told = String::new();
    for diagnostic in findings_as_diagnostics(&exploration, unit, &symbols) {
        let line = project.source_line(diagnostic.place).line;
        let source = text.lines().nth(line as usize - 1).unwrap_or_default();
        told += &format!(
            "{} @ {}\n{}\n",
            diagnostic.code.name(),
            source.trim(),
            diagnostic.message
        );
        for line in &diagnostic.story {
            told += &format!("  {line}\n");
        }
    }
    (exploration, told)
}

/// The codes in an output.
pub(crate) fn codes(told: &str) -> Vec<&str> {
    let heads = told.lines().filter(|line| !line.starts_with(' '));
    heads.filter_map(|l| Some(l.split_once(" @ ")?.0)).collect()
}
