//! Answers about scripts, as the page's types.

use super::shelf::Opened;
use super::units::Units;
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk_lang::diagnostic::Diagnostic;
use townsfolk_lang::editor::{Completion, Hover};
use townsfolk_lang::source::{FileId, Place};

#[derive(Serialize)]
pub(super) struct ScriptsShown {
    /// The folder of changes; `None` if there is none yet.
    pub(super) folder: Option<String>,
    pub(super) files: Vec<FileShown>,
    /// How many saves can be undone.
    pub(super) saves: usize,
}

#[derive(Serialize)]
pub(super) struct FileShown {
    pub(super) path: String,
    /// Why it is read-only, if it is.
    pub(super) locked: Option<String>,
    pub(super) errors: usize,
    pub(super) warnings: usize,
}

#[derive(Serialize)]
pub(super) struct TextShown {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) version: String,
    pub(super) locked: Option<String>,
}

#[derive(Serialize)]
pub(super) struct CheckShown {
    pub(super) problems: Vec<ProblemShown>,
    /// Problems elsewhere.
    pub(super) elsewhere: Vec<ElsewhereShown>,
    /// Start, end and class of each highlighted token.
    pub(super) tokens: Vec<(u32, u32, &'static str)>,
    pub(super) outline: Vec<EntryShown>,
}

#[derive(Serialize)]
pub(super) struct ProblemShown {
    from: u32,
    to: u32,
    severity: &'static str,
    code: &'static str,
    message: String,
    label: String,
    story: Vec<String>,
    hints: Vec<HintShown>,
    related: Vec<SpotShown>,
}

#[derive(Serialize)]
pub(super) struct HintShown {
    text: String,
    /// Start, end and replacement.
    edit: Option<(u32, u32, String)>,
}

#[derive(Serialize)]
pub(super) struct ElsewhereShown {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) severity: &'static str,
    pub(super) message: String,
}

/// A place in a script.
#[derive(Serialize)]
pub(super) struct SpotShown {
    pub(super) path: String,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) line: u32,
    pub(super) label: String,
}

#[derive(Serialize)]
pub(super) struct EntryShown {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) from: u32,
    pub(super) line: u32,
}

#[derive(Serialize)]
pub(super) struct CompletionShown {
    label: String,
    kind: String,
    detail: String,
    insert: String,
    documentation: String,
    from: u32,
    to: u32,
}

#[derive(Serialize)]
pub(super) struct HoverShown {
    from: u32,
    to: u32,
    title: String,
    documentation: String,
    notes: Vec<String>,
}

/// Converts positions to the page's offsets.
pub(super) struct PageOffsets<'a> {
    opened: &'a Opened,
    units: BTreeMap<FileId, Units>,
}

impl<'a> PageOffsets<'a> {
    pub(super) fn of(opened: &'a Opened) -> PageOffsets<'a> {
        PageOffsets {
            opened,
            units: BTreeMap::new(),
        }
    }

    fn units(&mut self, file: FileId) -> &Units {
        let project = &self.opened.project;
        self.units.entry(file).or_insert_with(|| {
            let text = project.file(file).map_or("", |file| file.text.as_str());
            Units::of(text)
        })
    }

    pub(super) fn range(&mut self, place: Place) -> (u32, u32) {
        let units = self.units(place.file);
        (units.units_at(place.start), units.units_at(place.end))
    }

    pub(super) fn byte(&mut self, file: FileId, unit: u32) -> u32 {
        self.units(file).byte_at(unit)
    }

    pub(super) fn spot(&mut self, place: Place, label: &str) -> Option<SpotShown> {
        let (from, to) = self.range(place);
        let file = self.opened.project.file(place.file)?;
        Some(SpotShown {
            path: file.path.clone(),
            from,
            to,
            line: file.line_column(place.start).line,
            label: label.to_owned(),
        })
    }

    pub(super) fn problem(&mut self, problem: &Diagnostic) -> ProblemShown {
        let (from, to) = self.range(problem.place);
        let hints = problem.hints.iter().map(|hint| HintShown {
            text: hint.text.clone(),
            edit: hint.edit.as_ref().and_then(|(place, text)| {
                let (from, to) = self.range(*place);
                // Only edits in the same file can be applied by a click.
                (place.file == problem.place.file).then(|| (from, to, text.clone()))
            }),
        });
        let hints = hints.collect();
        let related = problem.related.iter();
        let related = related.filter_map(|related| self.spot(related.place, &related.label));
        ProblemShown {
            from,
            to,
            severity: problem.severity.name(),
            code: problem.code.name(),
            message: problem.message.clone(),
            label: problem.label.clone(),
            story: problem.story.clone(),
            hints,
            related: related.collect(),
        }
    }

    pub(super) fn completion(&mut self, completion: &Completion) -> CompletionShown {
        let (from, to) = self.range(completion.replace);
        CompletionShown {
            label: completion.label.clone(),
            kind: format!("{:?}", completion.kind).to_lowercase(),
            detail: completion.detail.clone(),
            insert: completion.insert.clone(),
            documentation: completion.documentation.clone(),
            from,
            to,
        }
    }

    pub(super) fn hover(&mut self, hover: &Hover) -> HoverShown {
        let (from, to) = self.range(hover.place);
        HoverShown {
            from,
            to,
            title: hover.title.clone(),
            documentation: hover.documentation.clone(),
            notes: hover.notes.clone(),
        }
    }
}
