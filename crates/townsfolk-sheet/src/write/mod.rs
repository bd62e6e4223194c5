//! From text to a sheet.

mod csv;
mod xlsx;

use crate::layout::lay_out;
use crate::problem::WriteProblem;
use townsfolk_lang::format::{Outline, outline};

/// Writes a text as an Excel workbook. The same text gives the same bytes.
pub fn write_xlsx(text: &str) -> Result<Vec<u8>, WriteProblem> {
    let outline = outlined(text)?;
    xlsx::workbook(&lay_out(&outline), &outline)
        .map_err(|problem| WriteProblem::Workbook(problem.to_string()))
}

/// Writes a text as one table with commas between the columns.
pub fn write_csv(text: &str) -> Result<String, WriteProblem> {
    let outline = outlined(text)?;
    csv::table(&lay_out(&outline)).map_err(WriteProblem::Workbook)
}

fn outlined(text: &str) -> Result<Outline, WriteProblem> {
    outline(text).map_err(WriteProblem::Syntax)
}
