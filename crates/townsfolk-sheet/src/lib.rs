//! Scripts as spreadsheets, both ways.
//!
//! Purpose: a designer who works with tables edits a script in Excel, LibreOffice or a `.csv` file,
//! one row per rule. [`write_xlsx`] and [`write_csv`] make such a sheet from a `.folk` text;
//! [`read`] makes the text again, with a [`CellMap`] from every byte of it back to a cell. So both
//! forms compile to the same module, and a diagnostic can name sheet and cell.
//!
//! Out of scope: parsing and checking. The text goes through `townsfolk-lang` like any other. The
//! file formats are read with our own bounded readers on `zip` and `quick-xml`, because spreadsheet
//! libraries allocate as much as a file claims to need.
//!
//! Goals, in order: no input makes it panic, hang or take much memory (64 MB and 64 times the size
//! of the file); a mistake in a cell is reported with its cell; sheets are easy to read.
//!
//! # Layout
//!
//! A workbook has a sheet `declarations` and one sheet for each script or template. The first row
//! of a sheet holds the names of its columns; they may stand in any order, and unused columns may
//! be missing. A block with many lines (a day, a set of rules, a grammar, a snippet) is a row and rows
//! for its parts below. The column `what` gives the kind of each row. Sheets whose name begins with `_` are
//! not read. A `.csv` file is one table with all rows.
#![forbid(unsafe_code)]

mod cell;
mod column;
mod compose;
mod grid;
mod layout;
mod part;
mod problem;
mod read;
mod write;

pub use cell::{Cell, CellMap};
pub use problem::{SheetProblem, WriteProblem};
pub use read::{SheetFormat, read};
pub use write::{write_csv, write_xlsx};

/// A sheet as `.folk` text, with the map back to its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSource {
    /// The text; `townsfolk-lang` checks its syntax.
    pub text: String,
    /// The cell of each part of the text.
    pub map: CellMap,
}
