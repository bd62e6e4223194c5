//! LibreOffice workbooks: one part, `content.xml`, with all sheets.
//!
//! Empty cells and rows have repetition counts, which are counted and never expanded; filled ones
//! are expanded within the budget.

use super::archive::Archive;
use super::number::number_text;
use super::xml::{Elements, attribute, push_text};
use super::{SHEETS_MAX, TEXT_MAX, not_text, too_many_sheets};
use crate::grid::{Budget, Grid};
use crate::problem::SheetProblem;
use quick_xml::events::{BytesStart, Event};

pub(super) fn grids(
    bytes: &[u8],
    budget: &mut Budget,
    problems: &mut Vec<SheetProblem>,
) -> Result<Vec<Grid>, SheetProblem> {
    let content = Archive::open(bytes)?.required("content.xml")?;
    let mut reader = ContentReader {
        grids: vec![],
        tables: 0,
        row: 0,
        rows: 1,
        column: 0,
        cells: vec![],
        open: None,
        budget,
        problems,
    };
    let mut elements = Elements::new(&content);
    while let Some(event) = elements.next()? {
        reader.take(&event)?;
    }
    Ok(reader.grids)
}

struct ContentReader<'r> {
    grids: Vec<Grid>,
    /// Number of open tables: a nested table in a cell is not read.
    tables: u32,
    row: u32,
    /// Repetitions of the open row.
    rows: u32,
    column: u32,
    /// The filled cells of the open row: first column, repetitions, text.
    cells: Vec<(u32, u32, String)>,
    open: Option<OpenCell>,
    budget: &'r mut Budget,
    problems: &'r mut Vec<SheetProblem>,
}

/// A cell while it is read.
#[derive(Default)]
struct OpenCell {
    repeated: u32,
    kind: String,
    value: Option<String>,
    has_formula: bool,
    text: String,
    paragraphs: u32,
    in_paragraph: bool,
    /// Number of open elements whose text does not belong to the cell: notes, nested tables.
    asides: u32,
}

impl ContentReader<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), SheetProblem> {
        if let Some(cell) = &mut self.open {
            if cell.take(event)?
                && let Some(cell) = self.open.take()
            {
                self.finish_cell(&cell);
            }
            return Ok(());
        }
        match event {
            Event::Start(element) => match element.local_name().as_ref() {
                "table" if self.tables > 0 => self.tables += 1,
                "table" if self.grids.len() >= SHEETS_MAX => return Err(too_many_sheets()),
                "table" => {
                    self.tables = 1;
                    self.grids
                        .push(Grid::new(&attribute(element, "name")?.unwrap_or_default()));
                    (self.row, self.column) = (0, 0);
                }
                "table-row" if self.tables > 0 => {
                    self.rows = repetitions(element, "number-rows-repeated")?;
                    self.column = 0;
                    self.cells.clear();
                }
                "table-cell" | "covered-table-cell" if self.tables > 0 => {
                    self.open = Some(OpenCell::new(element)?);
                }
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "table" => self.tables = self.tables.saturating_sub(1),
                "table-row" if self.tables > 0 => self.finish_row()?,
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn finish_cell(&mut self, cell: &OpenCell) {
        match cell.content() {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => self.cells.push((self.column, cell.repeated, text)),
            Err(problem) => {
                if let Some(grid) = self.grids.last()
                    && self.problems.len() < 200
                {
                    let place = grid.cell(self.row, self.column);
                    self.problems.push(problem.at(place));
                }
            }
        }
        self.column = self.column.saturating_add(cell.repeated);
    }

    fn finish_row(&mut self) -> Result<(), SheetProblem> {
        let Some(grid) = self.grids.last_mut() else {
            return Ok(());
        };
        if !self.cells.is_empty() {
            for row in self.row..self.row.saturating_add(self.rows) {
                for (first, repeated, text) in &self.cells {
                    for column in *first..first.saturating_add(*repeated) {
                        grid.push(self.budget, row, column, text)?;
                    }
                }
            }
        }
        self.cells.clear();
        self.row = self.row.saturating_add(self.rows);
        Ok(())
    }
}

impl OpenCell {
    fn new(element: &BytesStart<'_>) -> Result<OpenCell, SheetProblem> {
        let mut value = attribute(element, "office:value")?;
        for other in ["office:boolean-value", "office:string-value"] {
            if value.is_none() {
                value = attribute(element, other)?;
            }
        }
        Ok(OpenCell {
            repeated: repetitions(element, "number-columns-repeated")?,
            kind: attribute(element, "office:value-type")?.unwrap_or_default(),
            value,
            has_formula: attribute(element, "table:formula")?.is_some(),
            ..OpenCell::default()
        })
    }

    /// Handles an event inside the cell. True at its end.
    fn take(&mut self, event: &Event<'_>) -> Result<bool, SheetProblem> {
        if self.text.len() > TEXT_MAX {
            return Err(not_text("holds too much text"));
        }
        match event {
            Event::Start(element) => match element.local_name().as_ref() {
                "annotation" | "table" => self.asides += 1,
                _ if self.asides > 0 => {}
                "p" => {
                    if self.paragraphs > 0 {
                        self.text.push('\n');
                    }
                    self.paragraphs += 1;
                    self.in_paragraph = true;
                }
                "s" => {
                    let spaces = repetitions(element, "c")?.min(1_000) as usize;
                    self.text.extend(std::iter::repeat_n(' ', spaces));
                }
                "tab" => self.text.push('\t'),
                "line-break" => self.text.push('\n'),
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "annotation" | "table" => self.asides = self.asides.saturating_sub(1),
                "p" if self.asides == 0 => self.in_paragraph = false,
                "table-cell" | "covered-table-cell" => return Ok(self.asides == 0),
                _ => {}
            },
            event if self.asides == 0 && self.in_paragraph => push_text(event, &mut self.text)?,
            _ => {}
        }
        Ok(false)
    }

    /// The content of the cell as text.
    fn content(&self) -> Result<String, SheetProblem> {
        if self.has_formula {
            return Err(super::formula());
        }
        let value = self.value.as_deref().unwrap_or_default();
        match self.kind.as_str() {
            "float" | "percentage" | "currency" => value
                .parse::<f64>()
                .ok()
                .and_then(number_text)
                .ok_or_else(|| not_text("holds a number that no script can use")),
            "boolean" => Ok(super::truth(value)),
            "date" | "time" => Err(super::date()),
            _ if self.paragraphs == 0 => Ok(value.to_string()),
            _ => Ok(self.text.clone()),
        }
    }
}

fn repetitions(element: &BytesStart<'_>, name: &str) -> Result<u32, SheetProblem> {
    let number = attribute(element, name)?.map(|number| number.parse::<u32>());
    match number {
        None => Ok(1),
        Some(Ok(number)) => Ok(number.max(1)),
        Some(Err(_)) => Err(SheetProblem::unreadable("the workbook is damaged")),
    }
}
