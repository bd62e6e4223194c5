//! Cells as they were read, before they are interpreted. Everything here is bounded.

use crate::cell::Cell;
use crate::problem::SheetProblem;

/// Maximum number of rows.
pub(crate) const ROWS_MAX: u32 = 100_000;
/// Maximum number of columns.
pub(crate) const COLUMNS_MAX: u32 = 16_384;

/// Maximum length of a sheet name. Excel allows 31 characters, LibreOffice more.
const SHEET_NAME_MAX: usize = 255;

/// The maximum amount of content of a file, so that a small file cannot become a large table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    cells: usize,
    text: usize,
}

impl Budget {
    /// The budget of a file of this size.
    pub(crate) fn for_file(bytes: usize) -> Budget {
        Budget {
            cells: (100_000 + bytes / 2).min(1_000_000),
            text: (4_000_000 + bytes.saturating_mul(8)).min(16_000_000),
        }
    }

    /// Takes budget for a cell of this size.
    pub(crate) fn take(&mut self, text: usize) -> Result<(), SheetProblem> {
        match (self.cells.checked_sub(1), self.text.checked_sub(text)) {
            (Some(cells), Some(text)) => {
                *self = Budget { cells, text };
                Ok(())
            }
            (None, _) => Err(SheetProblem::unreadable("the file has too many cells")),
            (_, None) => Err(SheetProblem::unreadable("the file holds too much text")),
        }
    }
}

/// The cells of a sheet that are not empty.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    /// The name of the sheet.
    pub(crate) sheet: String,
    text: String,
    cells: Vec<CellText>,
}

#[derive(Clone, Copy, Debug)]
struct CellText {
    row: u32,
    column: u32,
    start: u32,
    end: u32,
}

impl Grid {
    /// A sheet without cells. A name that is too long is cut, because every problem repeats it.
    pub(crate) fn new(sheet: &str) -> Grid {
        Grid {
            sheet: sheet.chars().take(SHEET_NAME_MAX).collect(),
            ..Grid::default()
        }
    }

    pub(crate) fn cell(&self, row: u32, column: u32) -> Cell {
        Cell {
            sheet: self.sheet.clone(),
            row,
            column,
        }
    }

    /// Sets the text of a cell. An empty text is no cell.
    pub(crate) fn push(
        &mut self,
        budget: &mut Budget,
        row: u32,
        column: u32,
        text: &str,
    ) -> Result<(), SheetProblem> {
        if text.trim().is_empty() {
            return Ok(());
        }
        if row >= ROWS_MAX || column >= COLUMNS_MAX {
            let message = format!("only {ROWS_MAX} rows and {COLUMNS_MAX} columns are read");
            return Err(SheetProblem::layout(self.cell(row, column), message));
        }
        budget.take(text.len())?;
        let start = self.text.len() as u32;
        // Spreadsheets have several line breaks; scripts have one.
        self.text
            .push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
        self.cells.push(CellText {
            row,
            column,
            start,
            end: self.text.len() as u32,
        });
        Ok(())
    }

    /// The non-empty rows from top to bottom, with cells from left to right.
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = GridRow<'_>> {
        self.cells.sort_by_key(|entry| (entry.row, entry.column));
        let text = &self.text;
        self.cells
            .chunk_by(|a, b| a.row == b.row)
            .map(move |entries| GridRow { entries, text })
    }
}

/// A row with its cells.
pub(crate) struct GridRow<'g> {
    entries: &'g [CellText],
    text: &'g str,
}

impl<'g> GridRow<'g> {
    /// The index of the row.
    pub(crate) fn row(&self) -> u32 {
        self.entries.first().map_or(0, |entry| entry.row)
    }

    /// The columns with their texts.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u32, &'g str)> {
        let text = self.text;
        self.entries.iter().map(move |entry| {
            (
                entry.column,
                &text[entry.start as usize..entry.end as usize],
            )
        })
    }
}
