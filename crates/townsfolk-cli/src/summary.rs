//! Counts of findings, and the line that shows them.

use crate::style;
use serde::Serialize;
use std::collections::BTreeSet;
use townsfolk_folder::{Content, Findings};
use townsfolk_lang::diagnostic::{Diagnostic, Severity};
use townsfolk_lang::source::FileId;

/// Numbers of problems and files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
    /// Requested files, and others with problems.
    pub files: usize,
}

/// The size of the content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Scripts, without templates that need arguments.
    pub scripts: usize,
    /// Rules.
    pub rules: usize,
    /// People with minds in all files.
    pub people: usize,
}

impl Counts {
    /// Counts the files and problems of a content. A manifest counts if it has a problem.
    pub fn add_findings(&mut self, content: &Content, findings: &Findings) {
        let places = findings.problems.iter().map(|problem| problem.place.file);
        let others: BTreeSet<FileId> = places.filter(|file| !content.is_asked_for(*file)).collect();
        self.files += content.file_count() + others.len();
        self.add(&findings.problems);
    }

    /// Counts problems.
    pub fn add<'a>(&mut self, problems: impl IntoIterator<Item = &'a Diagnostic>) {
        for problem in problems {
            match problem.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
        }
    }

    /// The closing line of a check.
    pub fn line(self, size: Size) -> String {
        let kinds = [
            (self.errors, "error", style::ERROR),
            (self.warnings, "warning", style::WARNING),
            (self.notes, "note", style::STRONG),
        ];
        let found = kinds.iter().filter(|(number, ..)| *number > 0);
        let found: Vec<String> = found
            .map(|(number, noun, style)| style::paint(*style, &style::count(*number, noun)))
            .collect();
        let files = style::count(self.files, "file");
        if found.is_empty() {
            let well = style::paint(style::GOOD, "No problems:");
            if size.scripts == 0 {
                let what = match size.people {
                    0 => "no script yet".to_string(),
                    1 => "one person".to_string(),
                    people => format!("{} people", style::digits(people)),
                };
                return format!("{well} {files}, {what}.");
            }
            let scripts = style::count(size.scripts, "script");
            let rules = style::count(size.rules, "rule");
            return format!("{well} {scripts} with {rules} in {files}.");
        }
        format!("{} in {files}", found.join(", "))
    }
}

impl Size {
    /// Counts the scripts of requested files.
    pub fn add(&mut self, content: &Content, findings: &Findings) {
        self.people += findings.checked.iter().map(|c| c.people()).sum::<usize>();
        let scripts = findings.checked.iter().flat_map(|checked| &checked.scripts);
        for unit in scripts.filter(|unit| content.is_asked_for(unit.places.name.file)) {
            self.scripts += 1;
            self.rules += unit.script.rules.len();
        }
    }
}
