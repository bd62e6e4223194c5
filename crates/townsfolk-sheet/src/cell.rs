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

/// A piece of the text, up to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: u32,
    /// Where the author's own words begin; before that stand keywords that the column implies.
    own: u32,
    sheet: u32,
    row: u32,
    column: u32,
}

/// The beginning of the author's own words in a piece that has none.
pub(crate) const NONE_OWN: usize = u32::MAX as usize;

impl CellMap {
    /// The cell that the text at an offset came from. What belongs to no cell itself, such as the
    /// line break after one, counts as part of the cell before it; a keyword that stands for a
    /// column counts as part of its cell.
    pub fn cell_at(&self, offset: u32) -> Option<Cell> {
        self.cell(self.piece_at(offset)?)
    }

    /// The cell that a diagnostic about a range of the text speaks of.
    ///
    /// This is the cell at its start, with one exception. If the range is nothing but a keyword that
    /// stands for a column, the parser has stumbled over it, and the mistake is in the cell before:
    /// in `when seat(X` the parenthesis is missing, though it is the `do` of the next cell that was
    /// not expected.
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

    /// Adds a sheet; places name it by its number, counted from zero.
    pub(crate) fn add_sheet(&mut self, name: &str) {
        self.sheets.push(name.to_string());
    }

    /// Says that a piece of text comes from a cell. Offsets ascend.
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
