//! Diagnostics for tools: one JSON object a line.

use crate::summary::Counts;
use serde::Serialize;
use townsfolk_folder::Content;
use townsfolk_lang::diagnostic::{Diagnostic, Hint};
use townsfolk_lang::source::Place;

/// A diagnostic as one line of JSON.
pub fn line(content: &Content, problem: &Diagnostic) -> String {
    let [start, end] = ends(content, problem.place);
    let related = problem.related.iter().map(|related| {
        let [start, end] = ends(content, related.place);
        Related {
            file: file(content, related.place),
            start,
            end,
            message: &related.label,
            cell: content.cell_at(related.place).map(|cell| cell.to_string()),
        }
    });
    let hints = problem.hints.iter().map(|hint| HintLine {
        text: &hint.text,
        edit: edit(content, hint),
    });
    to_line(&Problem {
        code: problem.code.name(),
        severity: problem.severity.name(),
        message: &problem.message,
        file: file(content, problem.place),
        start,
        end,
        related: related.collect(),
        hints: hints.collect(),
        story: &problem.story,
        cell: content.cell(problem).map(|cell| cell.to_string()),
    })
}

/// The last line: the counts.
pub fn last_line(counts: Counts) -> String {
    to_line(&counts)
}

fn to_line(value: &impl Serialize) -> String {
    // Plain data without maps cannot fail to serialize.
    serde_json::to_string(value).unwrap_or_default()
}

#[derive(Serialize)]
struct Problem<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    file: &'a str,
    start: At,
    end: At,
    related: Vec<Related<'a>>,
    hints: Vec<HintLine<'a>>,
    story: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
}

#[derive(Serialize)]
struct At {
    line: u32,
    col: u32,
}

#[derive(Serialize)]
struct Related<'a> {
    file: &'a str,
    start: At,
    end: At,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
}

#[derive(Serialize)]
struct HintLine<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    file: &'a str,
    start: At,
    end: At,
    text: &'a str,
}

fn edit<'a>(content: &'a Content, hint: &'a Hint) -> Option<Edit<'a>> {
    let (place, text) = hint.edit.as_ref()?;
    // A sheet is edited as a sheet; its text is on no disk.
    if content.cell_at(*place).is_some() {
        return None;
    }
    let [start, end] = ends(content, *place);
    Some(Edit {
        file: file(content, *place),
        start,
        end,
        text,
    })
}

fn file(content: &Content, place: Place) -> &str {
    content.source(place.file).map_or("", |source| source.path)
}

fn ends(content: &Content, place: Place) -> [At; 2] {
    [place.start, place.end].map(|offset| {
        let at = content.line_column(place.file, offset);
        At {
            line: at.line,
            col: at.column,
        }
    })
}
