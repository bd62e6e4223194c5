//! Excel workbooks.
//!
//! Read by hand instead of with `calamine`, which trusts the sizes in a file: a hundred bytes can
//! make it reserve any amount of memory. Only texts, numbers and booleans are read. The tests still
//! compare with `calamine`.

use super::archive::Archive;
use super::number::number_text;
use super::styles::Styles;
use super::xml::{Elements, attribute, push_text};
use crate::grid::{Budget, Grid};
use crate::problem::{SheetProblem, shown};
use quick_xml::events::{BytesStart, Event};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn grids(
    bytes: &[u8],
    budget: &mut Budget,
    problems: &mut Vec<SheetProblem>,
) -> Result<Vec<Grid>, SheetProblem> {
    let mut archive = Archive::open(bytes)?;
    let package = Relations::read(&archive.part("_rels/.rels")?.unwrap_or_default(), "")?;
    let workbook = package
        .of_kind("officeDocument")
        .unwrap_or("xl/workbook.xml");
    let (folder, name) = workbook.rsplit_once('/').unwrap_or(("", workbook));
    let relations = archive.part(&joined(folder, &format!("_rels/{name}.rels")))?;
    let relations = Relations::read(&relations.unwrap_or_default(), folder)?;
    let styles = match relations.of_kind("styles") {
        Some(path) => Styles::read(&archive.part(path)?.unwrap_or_default())?,
        None => Styles::default(),
    };
    let strings = match relations.of_kind("sharedStrings") {
        Some(path) => Strings::read(&archive.part(path)?.unwrap_or_default(), *budget)?,
        None => Strings::default(),
    };
    let mut grids = vec![];
    let mut taken = BTreeSet::new();
    for (sheet, id) in sheets(&archive.required(workbook)?)? {
        let path = relations.by_id.get(&id).map(|(_, path)| path.clone());
        let Some(path) = path.filter(|path| taken.insert(path.to_lowercase())) else {
            let message = format!("the sheet `{}` has no content of its own", shown(&sheet));
            return Err(SheetProblem::unreadable(message));
        };
        let mut reader = SheetReader {
            grid: Grid::new(&sheet),
            styles: &styles,
            strings: &strings,
            budget,
            problems,
        };
        reader.read(&archive.required(&path)?)?;
        grids.push(reader.grid);
    }
    Ok(grids)
}

/// Maximum number of relations of a part.
const RELATIONS_MAX: usize = 10_000;

/// The relations between parts, by id and by kind.
struct Relations {
    by_id: BTreeMap<String, (String, String)>,
}

impl Relations {
    fn read(xml: &str, folder: &str) -> Result<Relations, SheetProblem> {
        let mut by_id = BTreeMap::new();
        let mut elements = Elements::new(xml);
        while let Some(event) = elements.next()? {
            if let Event::Start(element) = event
                && element.local_name().as_ref() == "Relationship"
            {
                let get = |name| attribute(&element, name).map(Option::unwrap_or_default);
                let target = joined(folder, &get("Target")?);
                by_id.insert(get("Id")?, (get("Type")?, target));
                if by_id.len() > RELATIONS_MAX {
                    return Err(SheetProblem::unreadable("the workbook has too many parts"));
                }
            }
        }
        Ok(Relations { by_id })
    }

    fn of_kind(&self, kind: &str) -> Option<&str> {
        let is_kind = |of: &str| of.rsplit('/').next() == Some(kind);
        let mut all = self.by_id.values();
        all.find(|(of, _)| is_kind(of))
            .map(|(_, path)| path.as_str())
    }
}

/// A path relative to a folder; one that begins with `/` is relative to the archive.
fn joined(folder: &str, target: &str) -> String {
    let whole = match target.strip_prefix('/') {
        Some(absolute) => absolute.to_string(),
        None => format!("{folder}/{target}"),
    };
    let mut segments: Vec<&str> = vec![];
    for segment in whole.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            segment => segments.push(segment),
        }
    }
    segments.join("/")
}

/// The sheets of a workbook with the ids of their relations.
fn sheets(xml: &str) -> Result<Vec<(String, String)>, SheetProblem> {
    let mut sheets = vec![];
    let mut elements = Elements::new(xml);
    while let Some(event) = elements.next()? {
        if let Event::Start(element) = event
            && element.local_name().as_ref() == "sheet"
        {
            let name = attribute(&element, "name")?.unwrap_or_default();
            let id = attribute(&element, "id")?.unwrap_or_default();
            sheets.push((name, id));
            if sheets.len() > super::SHEETS_MAX {
                return Err(super::too_many_sheets());
            }
        }
    }
    Ok(sheets)
}

/// The texts that cells refer to by number.
#[derive(Default)]
struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    fn read(xml: &str, mut budget: Budget) -> Result<Strings, SheetProblem> {
        let mut strings = Strings::default();
        let mut run = TextRun::default();
        let mut elements = Elements::new(xml);
        while let Some(event) = elements.next()? {
            run.take(&event)?;
            if let Event::End(element) = &event
                && element.local_name().as_ref() == "si"
            {
                budget.take(run.text.len())?;
                strings.text.push_str(&unescaped(&run.text));
                strings.ends.push(strings.text.len() as u32);
                run = TextRun::default();
            }
        }
        Ok(strings)
    }

    fn get(&self, number: &str) -> Option<&str> {
        let at: usize = number.trim().parse().ok()?;
        let end = *self.ends.get(at)? as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start as usize..end)
    }
}

/// The text of a string, which may have formatted runs. Phonetic hints are skipped.
#[derive(Default)]
struct TextRun {
    text: String,
    in_text: bool,
    in_pronunciation: bool,
}

impl TextRun {
    fn take(&mut self, event: &Event<'_>) -> Result<(), SheetProblem> {
        match event {
            Event::Start(element) => match element.local_name().as_ref() {
                "t" => self.in_text = true,
                "rPh" => self.in_pronunciation = true,
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "t" => self.in_text = false,
                "rPh" => self.in_pronunciation = false,
                _ => {}
            },
            event if self.in_text && !self.in_pronunciation => push_text(event, &mut self.text)?,
            _ => {}
        }
        Ok(())
    }
}

struct SheetReader<'r> {
    grid: Grid,
    styles: &'r Styles,
    strings: &'r Strings,
    budget: &'r mut Budget,
    problems: &'r mut Vec<SheetProblem>,
}

/// A cell while it is read.
#[derive(Default)]
struct OpenCell {
    row: u32,
    column: u32,
    kind: String,
    style: Option<String>,
    value: String,
    in_value: bool,
    inline: TextRun,
    has_formula: bool,
}

impl SheetReader<'_> {
    fn read(&mut self, xml: &str) -> Result<(), SheetProblem> {
        let (mut row, mut column) = (0u32, 0u32);
        let mut open: Option<OpenCell> = None;
        let mut elements = Elements::new(xml);
        while let Some(event) = elements.next()? {
            if let Some(cell) = &mut open {
                let ended = cell.take(&event)?;
                if ended && let Some(cell) = open.take() {
                    self.finish(&cell)?;
                }
                continue;
            }
            match event {
                Event::Start(element) if element.local_name().as_ref() == "row" => {
                    if let Some(number) = attribute(&element, "r")? {
                        row = row_number(&number)?;
                    }
                    column = 0;
                }
                Event::End(element) if element.local_name().as_ref() == "row" => {
                    row = row.saturating_add(1);
                }
                Event::Start(element) if element.local_name().as_ref() == "c" => {
                    let cell = OpenCell::new(&element, row, column)?;
                    column = cell.column.saturating_add(1);
                    open = Some(cell);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(&mut self, cell: &OpenCell) -> Result<(), SheetProblem> {
        let place = || self.grid.cell(cell.row, cell.column);
        let said = match cell.content(self.styles, self.strings) {
            Ok(said) => said,
            Err(problem) => {
                let problem = problem.at(place());
                self.problems.push(problem);
                // Formulas of one sheet are reported a limited number of times.
                return match self.problems.len() {
                    ..200 => Ok(()),
                    _ => Err(SheetProblem::unreadable("and more cells like these")),
                };
            }
        };
        self.grid.push(self.budget, cell.row, cell.column, &said)
    }
}

impl OpenCell {
    fn new(element: &BytesStart<'_>, row: u32, column: u32) -> Result<OpenCell, SheetProblem> {
        let (row, column) = match attribute(element, "r")? {
            Some(reference) => position(&reference)?,
            None => (row, column),
        };
        Ok(OpenCell {
            row,
            column,
            kind: attribute(element, "t")?.unwrap_or_default(),
            style: attribute(element, "s")?,
            ..OpenCell::default()
        })
    }

    /// Handles an event inside the cell. True at its end.
    fn take(&mut self, event: &Event<'_>) -> Result<bool, SheetProblem> {
        self.inline.take(event)?;
        match event {
            Event::Start(element) => match element.local_name().as_ref() {
                "v" => self.in_value = true,
                "f" => self.has_formula = true,
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "v" => self.in_value = false,
                "c" => return Ok(true),
                _ => {}
            },
            event if self.in_value => push_text(event, &mut self.value)?,
            _ => {}
        }
        Ok(false)
    }

    /// The content of the cell as text.
    fn content(&self, styles: &Styles, strings: &Strings) -> Result<String, SheetProblem> {
        if self.has_formula {
            return Err(super::formula());
        }
        match self.kind.as_str() {
            "s" if self.value.is_empty() => Ok(String::new()),
            "s" => strings
                .get(&self.value)
                .map(str::to_string)
                .ok_or_else(|| super::not_text("refers to a text that the workbook does not have")),
            "inlineStr" => Ok(unescaped(&self.inline.text)),
            "str" => Ok(unescaped(&self.value)),
            "b" => Ok(super::truth(&self.value)),
            "e" => Err(super::not_text(&format!(
                "holds the error {}",
                shown(&self.value)
            ))),
            "d" => Err(super::date()),
            _ if self.value.trim().is_empty() => Ok(String::new()),
            _ if styles.is_date(self.style.as_deref()) => Err(super::date()),
            _ => {
                let number = self.value.trim().parse::<f64>().ok();
                number
                    .and_then(number_text)
                    .ok_or_else(|| super::not_text("holds a number that no script can use"))
            }
        }
    }
}

fn row_number(text: &str) -> Result<u32, SheetProblem> {
    let number = text.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
    number.ok_or_else(|| bad_reference(text))
}

/// `B7` as row and column, both from zero.
fn position(reference: &str) -> Result<(u32, u32), SheetProblem> {
    let letters = reference
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let (letters, digits) = reference.split_at(letters);
    if letters.is_empty() || letters.len() > 3 {
        return Err(bad_reference(reference));
    }
    let column = letters.bytes().fold(0, |column, letter| {
        column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1
    });
    Ok((row_number(digits)?, column - 1))
}

fn bad_reference(reference: &str) -> SheetProblem {
    let reference = shown(reference);
    SheetProblem::unreadable(format!("the workbook is damaged: `{reference}` is no cell"))
}

/// Decodes characters that XML does not allow, which Excel writes as `_x000D_`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest
            .get(2..6)
            .filter(|_| rest.as_bytes().get(6) == Some(&b'_'));
        let hex = code.filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
        let character = hex
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        match character {
            Some(character) => {
                plain.push(character);
                rest = &rest[7..];
            }
            None => {
                plain.push_str("_x");
                rest = &rest[2..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_with_care() {
        assert_eq!(position("A1").ok(), Some((0, 0)));
        assert_eq!(position("ab12").ok(), Some((11, 27)));
        for bad in ["", "A", "7", "A0", "AAAA1", "A99999999999", "A-1", "é1"] {
            assert!(position(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn escaped_characters_come_back() {
        assert_eq!(unescaped("a_x000A_b"), "a\nb");
        assert_eq!(unescaped("_x005F_x000A_"), "_x000A_");
        assert_eq!(unescaped("_x_x00é0_ _xD800_"), "_x_x00é0_ _xD800_");
    }

    #[test]
    fn paths_are_resolved() {
        assert_eq!(joined("xl", "worksheets/a.xml"), "xl/worksheets/a.xml");
        assert_eq!(joined("xl", "/xl/a.xml"), "xl/a.xml");
        assert_eq!(joined("xl", "../b/./a.xml"), "b/a.xml");
        assert_eq!(joined("", "../../a.xml"), "a.xml");
    }
}
