//! The header row.

use crate::Cell;
use crate::column::Column;
use crate::grid::GridRow;
use crate::problem::{SheetProblem, shown};
use townsfolk_lang::near::near_names;

/// The columns of a sheet by the names in its first row.
pub(super) struct Header {
    pub(super) what_column: u32,
    columns: Vec<(u32, Column)>,
    /// Columns without a known name; each is reported once.
    unknown: Vec<u32>,
}

impl Header {
    /// Reads the header row. A column `what` is required.
    pub(super) fn new(
        first: &GridRow<'_>,
        cell: &dyn Fn(u32, u32) -> Cell,
        problems: &mut Vec<SheetProblem>,
    ) -> Option<Header> {
        let mut header = Header {
            what_column: 0,
            columns: vec![],
            unknown: vec![],
        };
        let named = |(_, text): (u32, &str)| Column::with_header(text);
        if !first.cells().any(|c| named(c) == Some(Column::What)) {
            let at = first.cells().next().map_or(0, |(at, _)| at);
            let message = "the first row of this sheet names no column `what`";
            problems
                .push(SheetProblem::layout(cell(first.row(), at), message).hint(
                    "name it, or begin the name of the sheet with `_` if it is not a script",
                ));
            return None;
        }
        for (at, text) in first.cells() {
            let place = cell(first.row(), at);
            match Column::with_header(text) {
                Some(column) if header.columns.iter().any(|(_, c)| *c == column) => {
                    let message = format!("there are two columns `{}`", column.header());
                    problems.push(SheetProblem::layout(place, message));
                }
                Some(column) => header.columns.push((at, column)),
                None => {
                    header.unknown.push(at);
                    problems.push(unknown_column(text.trim(), place));
                }
            }
        }
        let what = header.columns.iter().find(|(_, c)| *c == Column::What);
        header.what_column = what.map_or(0, |(at, _)| *at);
        Some(header)
    }

    /// The cells of a row by their columns.
    pub(super) fn sort<'g>(
        &mut self,
        row: &GridRow<'g>,
        cell: &dyn Fn(u32, u32) -> Cell,
        problems: &mut Vec<SheetProblem>,
    ) -> Vec<(Column, u32, &'g str)> {
        let mut sorted = vec![];
        for (at, text) in row.cells() {
            match self.columns.iter().find(|(known, _)| *known == at) {
                Some((_, column)) => sorted.push((*column, at, text.trim_end())),
                None if self.unknown.contains(&at) => {}
                None => {
                    self.unknown.push(at);
                    let message = "this column has no name in the first row";
                    problems.push(SheetProblem::layout(cell(row.row(), at), message));
                }
            }
        }
        sorted
    }
}

fn unknown_column(name: &str, place: Cell) -> SheetProblem {
    let mut problem = SheetProblem::layout(place, format!("there is no column `{}`", shown(name)));
    let headers = Column::ALL.iter().map(|column| column.header());
    for near in near_names(name, headers, 3) {
        problem = problem.hint(format!("did you mean `{near}`?"));
    }
    problem
}
