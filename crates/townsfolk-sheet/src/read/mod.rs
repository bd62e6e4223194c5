//! Reads a file into cells. The bytes may be anything.

mod archive;
mod csv;
mod number;
mod ods;
mod styles;
mod xlsx;
mod xml;

use crate::SheetSource;
use crate::compose::compose;
use crate::grid::Budget;
use crate::problem::SheetProblem;
use townsfolk_lang::diagnostic::Code;

/// Maximum number of sheets in a workbook.
const SHEETS_MAX: usize = 1_000;
/// Maximum size of a cell's text; Excel allows 32,767 characters.
const TEXT_MAX: usize = 200_000;

/// The kinds of files that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SheetFormat {
    /// Excel, `.xlsx`.
    Xlsx,
    /// LibreOffice, `.ods`.
    Ods,
    /// Text with commas (or semicolons or tabs) between the columns, `.csv`.
    Csv,
}

impl SheetFormat {
    /// The format of files with an ending, such as `xlsx`.
    pub fn from_extension(extension: &str) -> Option<SheetFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "xlsx" => Some(SheetFormat::Xlsx),
            "ods" => Some(SheetFormat::Ods),
            "csv" => Some(SheetFormat::Csv),
            _ => None,
        }
    }
}

/// Reads a sheet as text. Any bytes give a text or problems, in bounded time and memory.
pub fn read(bytes: &[u8], format: SheetFormat) -> Result<SheetSource, Vec<SheetProblem>> {
    let mut budget = Budget::for_file(bytes.len());
    let mut problems = vec![];
    let grids = match format {
        SheetFormat::Xlsx => xlsx::grids(bytes, &mut budget, &mut problems),
        SheetFormat::Ods => ods::grids(bytes, &mut budget, &mut problems),
        SheetFormat::Csv => csv::grids(bytes, &mut budget),
    };
    match grids {
        Err(problem) => {
            problems.push(problem);
            Err(problems)
        }
        Ok(mut grids) => match compose(&mut grids) {
            Ok(source) if problems.is_empty() => Ok(source),
            Ok(_) => Err(problems),
            Err(more) => {
                problems.extend(more);
                Err(problems)
            }
        },
    }
}

fn formula() -> SheetProblem {
    not_text("holds a formula").hint("write its result instead")
}

fn date() -> SheetProblem {
    not_text("holds a date or time, not text").hint("format the cell as text and type it again")
}

fn not_text(what: &str) -> SheetProblem {
    SheetProblem {
        code: Code::SheetLayout,
        ..SheetProblem::unreadable(format!("this cell {what}"))
    }
}

fn truth(value: &str) -> String {
    let yes = value == "1" || value.eq_ignore_ascii_case("true");
    if yes { "true" } else { "false" }.to_string()
}

fn too_many_sheets() -> SheetProblem {
    SheetProblem::unreadable(format!("the workbook has more than {SHEETS_MAX} sheets"))
}
