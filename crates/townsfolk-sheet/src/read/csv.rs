//! Text with commas between the columns.

use crate::grid::{Budget, Grid};
use crate::problem::SheetProblem;

/// Maximum size of a file.
const BYTES_MAX: usize = 16_000_000;

pub(super) fn grids(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Grid>, SheetProblem> {
    if bytes.len() > BYTES_MAX {
        return Err(SheetProblem::unreadable("the file is larger than 16 MB"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        SheetProblem::unreadable("the file is not in UTF-8")
            .hint("save it as \"CSV UTF-8\", or as a workbook")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    // One kind of line break, so that blank lines can be counted below.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let mut grid = Grid::new("");
    let mut record = csv::StringRecord::new();
    let mut row = 0;
    loop {
        row += blank_lines(&text, reader.position().byte());
        let more = reader.read_record(&mut record);
        if !more.map_err(|problem| SheetProblem::unreadable(problem.to_string()))? {
            return Ok(vec![grid]);
        }
        for (column, cell) in (0..).zip(&record) {
            grid.push(budget, row, column, cell)?;
        }
        row += 1;
    }
}

/// The reader skips blank lines, but spreadsheets show them as rows.
fn blank_lines(text: &str, from: u64) -> u32 {
    let rest = text.as_bytes().get(from as usize..).unwrap_or_default();
    rest.iter().take_while(|byte| **byte == b'\n').count() as u32
}

/// The separator of the first line: a comma, or the one that Excel writes where numbers contain
/// commas.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or("");
    let count = |sign: char| first.matches(sign).count();
    let best = [',', ';', '\t'].into_iter().max_by_key(|sign| {
        // The comma wins a tie.
        (count(*sign), *sign == ',')
    });
    best.map_or(b',', |sign| sign as u8)
}
