//! Diagnostics for people: the title, the places, the consequence, the hint.

use crate::style;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;
use townsfolk_folder::Content;
use townsfolk_lang::diagnostic::{Diagnostic, Severity};
use townsfolk_lang::source::{FileId, Place};

/// Maximum distance in bytes of two places shown in one snippet. Places further apart are shown one
/// by one, because the snippet would be slow.
const WINDOW_BYTES: usize = 100_000;

/// A diagnostic as a terminal shows it, with a line break at its end.
pub fn render(content: &Content, problem: &Diagnostic) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(&problem.message)
        .id(problem.code.name());
    let mut cells = vec![];
    let elements = elements(content, problem, &mut cells);
    let group = Group::with_title(title).elements(elements);
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode);
    let mut text = renderer.render(&[group]);
    for (cell, with_line) in cells {
        text = text.replace(&with_line, &cell);
    }
    text.push('\n');
    if !problem.story.is_empty() {
        text.push('\n');
        for line in &problem.story {
            text += &style::with_code(&style::harmless(line));
            text.push('\n');
        }
    }
    if !problem.hints.is_empty() {
        text.push('\n');
        for hint in &problem.hints {
            text += &style::hint(&hint.text);
            text.push('\n');
        }
    }
    text
}

/// A place and its label.
struct Mark<'a> {
    place: Place,
    label: Cow<'a, str>,
    kind: AnnotationKind,
}

/// A cell as people see it, and as it is rendered: with a line and column of a text that the author
/// of a sheet has never seen.
type RenderedCell = (String, String);

fn elements<'a>(
    content: &'a Content,
    problem: &'a Diagnostic,
    cells: &mut Vec<RenderedCell>,
) -> Vec<Element<'a>> {
    let mut marks = vec![Mark {
        place: problem.place,
        label: problem.label.as_str().into(),
        kind: AnnotationKind::Primary,
    }];
    marks.extend(problem.related.iter().map(|related| Mark {
        place: related.place,
        label: match content.cell_at(related.place) {
            Some(cell) => format!("{}: {}", cell.a1(), related.label).into(),
            None => related.label.as_str().into(),
        },
        kind: AnnotationKind::Context,
    }));
    // The file of the problem first, then the others in order of appearance.
    let mut files: Vec<FileId> = vec![];
    for mark in &marks {
        if !files.contains(&mark.place.file) {
            files.push(mark.place.file);
        }
    }
    let mut elements = vec![];
    for file in files {
        let of_file: Vec<&Mark<'_>> = marks.iter().filter(|m| m.place.file == file).collect();
        elements.extend(elements_of_file(content, problem, &of_file, cells));
    }
    elements
}

/// The marks of one file.
fn elements_of_file<'a>(
    content: &'a Content,
    problem: &Diagnostic,
    marks: &[&Mark<'a>],
    cells: &mut Vec<RenderedCell>,
) -> Vec<Element<'a>> {
    let Some(first) = marks.first() else {
        return vec![];
    };
    let Some(source) = content.source(first.place.file) else {
        return vec![];
    };
    let cell = match first.place == problem.place {
        true => content.cell(problem),
        false => content.cell_at(first.place),
    };
    let Some(cell) = cell else {
        if source.text.is_empty() {
            return vec![Origin::path(source.path).line(1).char_column(1).into()];
        }
        let snippets = snippets(source.text, marks).into_iter();
        return snippets.map(|s| s.path(source.path).into()).collect();
    };
    let path = format!("{}, cell {cell}", source.path);
    if source.text.is_empty() {
        return vec![Origin::path(path).into()];
    }
    let at = content.line_column(first.place.file, first.place.start);
    cells.push((path.clone(), format!("{path}:{}:{}", at.line, at.column)));
    let snippets = snippets(source.text, marks).into_iter();
    snippets
        .map(|s| s.path(path.clone()).line_numbering(false).into())
        .collect()
}

type Lines<'a> = Snippet<'a, annotate_snippets::Annotation<'a>>;

/// The lines around the marks: in one piece, or one by one if they are far apart.
fn snippets<'a>(text: &'a str, marks: &[&Mark<'a>]) -> Vec<Lines<'a>> {
    let spans: Vec<Range<usize>> = marks.iter().map(|mark| span(text, mark.place)).collect();
    let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
    if end - start <= WINDOW_BYTES {
        return vec![snippet(text, marks, &spans)];
    }
    let each = marks.iter().zip(&spans);
    each.map(|(mark, span)| snippet(text, &[mark], std::slice::from_ref(span)))
        .collect()
}

/// Only the relevant lines are passed on, so that the cost does not grow with the file.
fn snippet<'a>(text: &'a str, marks: &[&Mark<'a>], spans: &[Range<usize>]) -> Lines<'a> {
    let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
    let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let line = text[..start].bytes().filter(|byte| *byte == b'\n').count() + 1;
    let mut snippet = Snippet::source(&text[start..end]).line_start(line);
    for (mark, span) in marks.iter().zip(spans) {
        let label = (!mark.label.is_empty()).then(|| mark.label.clone());
        let span = span.start - start..span.end - start;
        snippet = snippet.annotation(mark.kind.span(span).label(label));
    }
    snippet
}

/// A place as a range within the text, on one line: of a long range, only its first line.
fn span(text: &str, place: Place) -> Range<usize> {
    let start = text.floor_char_boundary(place.range().start);
    let end = text.ceil_char_boundary(place.range().end.max(start));
    let marked = &text[start..end];
    let first_line = marked.lines().next().unwrap_or("").trim_end();
    start..start + first_line.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_lang::diagnostic::Code;

    #[test]
    fn any_place_can_be_shown() {
        let text = "röle élder\n\n\tis 老人 \u{1b}[31m\r\nlast";
        let content = Content::of_texts("main", [("a.folk", text), ("empty.folk", "")]);
        let end = text.len() as u32 + 3;
        for file in [0, 1, 2] {
            for start in 0..end {
                for stop in [start, start + 1, start + 7, u32::MAX] {
                    let place = Place::new(FileId(file), start, stop);
                    let related = Place::new(FileId(0), end - start, end);
                    let problem = Diagnostic::new(Code::WrongKind, place, "a title")
                        .label("here")
                        .related(related, "there");
                    let shown = render(&content, &problem);
                    assert!(shown.contains("a title"), "{shown}");
                }
            }
        }
    }

    #[test]
    fn places_far_apart_are_shown_without_looking_at_all_between_them() {
        let text = "role a\n".repeat(50_000);
        let content = Content::of_texts("main", [("a.folk", text.as_str())]);
        let place = |line: u32| Place::new(FileId(0), line * 7 + 5, line * 7 + 6);
        let problem = Diagnostic::new(Code::DuplicateName, place(49_000), "twice")
            .label("again")
            .related(place(10), "first");
        let shown = anstream::adapter::strip_str(&render(&content, &problem)).to_string();
        assert!(shown.contains("49001 │ role a"), "{shown}");
        assert!(shown.contains("   11 │ role a"), "{shown}");
    }
}
