//! Scripts as spreadsheets, both ways.
//!
//! What it is for: a designer who thinks in tables edits a script in Excel, LibreOffice or a
//! `.csv` file, one row per rule. [`write_xlsx`] and [`write_csv`] make such a sheet from a `.folk`
//! text; [`read`] makes the text again, with a [`CellMap`] that leads from every byte of it back to
//! a cell. So both forms compile to the same module, and a diagnostic can name sheet and cell.
//!
//! Not its job: parsing and checking. The text goes through `townsfolk-lang` like any other. The file
//! formats are read with bounded readers of our own on `zip` and `quick-xml`, because spreadsheet
//! libraries allocate what a file claims to need.
//!
//! Goals, in order: no bytes make it panic, hang or take much memory (64 MB and 64 times the size
//! of the file); a mistake in a cell is reported with its cell; sheets people like to read.
//!
//! # Layout
//!
//! A workbook has a sheet `declarations` and one sheet for each script or template. The first row
//! of a sheet holds the names of its columns; they may stand in any order, and columns that are not
//! used may be missing. The column `what` says what a row is. Sheets whose name begins with `_` are
//! not read. A `.csv` file is one table with all rows.
#![forbid(unsafe_code)]

mod cell;
mod column;
mod compose;
mod grid;
mod layout;
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
    /// Which cell each part of the text came from.
    pub map: CellMap,
}
