//! Cells, and the way from text back to them.

/// A cell of a sheet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The name of the sheet; empty for a `.csv` file.
    pub sheet: String,
    /// The row, counted from zero.
    pub row: u32,
    /// The column, counted from zero.
    pub column: u32,
}

impl Cell {
    /// The cell as spreadsheets write it: `B7`.
    ///
    /// ```
    /// let cell = townsfolk_sheet::Cell { sheet: "bench".into(), row: 6, column: 27 };
    /// assert_eq!(cell.a1(), "AB7");
    /// ```
    pub fn a1(&self) -> String {
        let mut letters = vec![];
        let mut rest = u64::from(self.column) + 1;
        while rest > 0 {
            rest -= 1;
            letters.push((b'A' + (rest % 26) as u8) as char);
            rest /= 26;
        }
        let letters: String = letters.iter().rev().collect();
        format!("{letters}{}", u64::from(self.row) + 1)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.sheet.is_empty() {
            write!(f, "{}", self.a1())
        } else {
            write!(f, "{}!{}", self.sheet, self.a1())
        }
    }
}

/// Which cell each part of a text came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellMap {
    sheets: Vec<String>,
    /// Ascending by the first byte.
    spans: Vec<Span>,
}

/// A part of the text, up to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: u32,
    sheet: u32,
    row: u32,
    column: u32,
}

impl CellMap {
    /// The cell that the text at an offset came from. What belongs to no cell itself, such as the
    /// line break after one, counts as part of the cell before it.
    pub fn cell_at(&self, offset: u32) -> Option<Cell> {
        let after = self.spans.partition_point(|span| span.start <= offset);
        let span = self.spans.get(after.checked_sub(1)?)?;
        Some(Cell {
            sheet: self.sheets.get(span.sheet as usize)?.clone(),
            row: span.row,
            column: span.column,
        })
    }

    /// Adds a sheet; the spans name it by the number that is returned.
    pub(crate) fn add_sheet(&mut self, name: &str) -> u32 {
        self.sheets.push(name.to_string());
        self.sheets.len() as u32 - 1
    }

    /// Says that the text from an offset on comes from a cell. Offsets ascend.
    pub(crate) fn add(&mut self, start: usize, sheet: u32, row: u32, column: u32) {
        let start = start as u32;
        self.spans.push(Span {
            start,
            sheet,
            row,
            column,
        });
    }
}
