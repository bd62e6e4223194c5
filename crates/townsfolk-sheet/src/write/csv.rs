//! All tables as one, with commas between the columns.

use crate::column::Column;
use crate::layout::{Table, written_columns};

pub(super) fn table(tables: &[Table]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(vec![]);
    let columns = written_columns(tables);
    let headers = columns.iter().map(|column| column.header());
    let problem = |problem: csv::Error| problem.to_string();
    writer.write_record(headers).map_err(problem)?;
    for row in tables.iter().flat_map(|table| &table.rows) {
        let cells = columns.iter().map(|c| guarded(*c, row.get(*c)));
        writer.write_record(cells).map_err(problem)?;
    }
    let bytes = writer.into_inner().map_err(|problem| problem.to_string())?;
    String::from_utf8(bytes).map_err(|problem| problem.to_string())
}

/// Spreadsheet programs read a `.csv` cell as a formula if it begins with certain signs. A
/// condition can begin with a minus, so its keyword is written before it.
fn guarded(column: Column, text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@']) && column != Column::Comment {
        true => format!("{} {text}", column.header()),
        false => text.to_string(),
    }
}
