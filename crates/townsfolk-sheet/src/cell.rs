//! Cells, and the map from text back to cells.

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

/// The cell of each part of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellMap {
    sheets: Vec<String>,
    /// Ascending by the first byte.
    spans: Vec<Span>,
}

/// A piece of the text, up to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: u32,
    /// The start of the author's own text; before it are keywords that the column implies.
    own: u32,
    sheet: u32,
    row: u32,
    column: u32,
}

/// The value of `own` for a piece without any text of the author.
pub(crate) const NONE_OWN: usize = u32::MAX as usize;

impl CellMap {
    /// The cell of the text at an offset. Text without a cell, such as a line break, belongs to the
    /// cell before it; a keyword that a column implies belongs to that column's cell.
    pub fn cell_at(&self, offset: u32) -> Option<Cell> {
        self.cell(self.piece_at(offset)?)
    }

    /// The cell for a diagnostic about a range of the text.
    ///
    /// This is the cell at its start, with one exception. If the range is only a keyword that a
    /// column implies, the parser stumbled over it, and the mistake is in the cell before: in `when
    /// seat(X` the parenthesis is missing, although the `do` of the next cell was unexpected.
    pub fn cell_of(&self, range: std::ops::Range<u32>) -> Option<Cell> {
        let at = self.piece_at(range.start)?;
        if range.end > self.spans.get(at)?.own {
            return self.cell(at);
        }
        let before = self.spans[..at]
            .iter()
            .rposition(|span| span.own != u32::MAX);
        self.cell(before.unwrap_or(at))
    }

    fn piece_at(&self, offset: u32) -> Option<usize> {
        let after = self.spans.partition_point(|span| span.start <= offset);
        after.checked_sub(1)
    }

    fn cell(&self, piece: usize) -> Option<Cell> {
        let span = self.spans.get(piece)?;
        Some(Cell {
            sheet: self.sheets.get(span.sheet as usize)?.clone(),
            row: span.row,
            column: span.column,
        })
    }

    /// Adds a sheet; positions name it by its index.
    pub(crate) fn add_sheet(&mut self, name: &str) {
        self.sheets.push(name.to_string());
    }

    /// Records that a piece of text comes from a cell. Offsets ascend.
    pub(crate) fn add(&mut self, start: usize, own: usize, (sheet, row, column): PlaceInSheets) {
        self.spans.push(Span {
            start: start as u32,
            own: own.min(NONE_OWN) as u32,
            sheet,
            row,
            column,
        });
    }
}

/// The number of a sheet, a row and a column.
pub(crate) type PlaceInSheets = (u32, u32, u32);
