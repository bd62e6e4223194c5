//! A workbook that is easy to read: frozen header, wrapped text, drop-down lists, colours.

use crate::column::{Column, RowKind, TEXT_HEADER};
use crate::compose::EVERY_STATE;
use crate::layout::{Table, TableRow, declaration_columns, written_columns};
use rust_xlsxwriter::{
    DataValidation, DocProperties, ExcelDateTime, Format, FormatAlign, Formula, Workbook,
    Worksheet, XlsxError,
};
use townsfolk_lang::format::{Entry, Outline};

/// The sheet with the entries of the drop-down lists. Its name excludes it from reading.
const LISTS_SHEET: &str = "_lists";
/// Maximum length of a sheet name in Excel.
const SHEET_NAME_MAX: usize = 31;
/// Padding of a cell's text, and the minimum width of a column, in characters.
const MARGIN: usize = 2;
const WIDTH_MIN: usize = 8;
/// The height of a line, and of the highest possible row.
const LINE_POINTS: f64 = 15.0;
const ROW_POINTS_MAX: f64 = 409.0;
/// A3, as the file format numbers paper sizes.
const PAPER_A3: u8 = 8;
/// Number of rows with drop-down lists below the last row.
const ROWS_TO_COME: u32 = 500;

pub(super) fn workbook(tables: &[Table], outline: &Outline) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The creation date is part of the file; the same text must give the same bytes.
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&date));
    let mut lists = Lists::default();
    let mut names: Vec<String> = vec![LISTS_SHEET.to_string()];
    for table in tables {
        let name = sheet_name(table.script.as_deref().unwrap_or("declarations"), &names);
        let sheet = workbook.add_worksheet();
        sheet.set_name(&name)?;
        names.push(name);
        write_table(sheet, table)?;
        offer(sheet, table, outline, &mut lists)?;
    }
    lists.write(workbook.add_worksheet())?;
    workbook.save_to_buffer()
}

/// A name that Excel allows and no other sheet has. The true name stands in the row `script`.
fn sheet_name(script: &str, taken: &[String]) -> String {
    let allowed = |c: char| !"[]:*?/\\'".contains(c);
    let script: String = script.chars().filter(|c| allowed(*c)).collect();
    let mut name = shorten(&script, SHEET_NAME_MAX);
    let mut number = 2;
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    while name.is_empty() || same(&name, "history") || taken.iter().any(|t| same(t, &name)) {
        let end = format!("~{number}");
        name = format!("{}{end}", shorten(&script, SHEET_NAME_MAX - end.len()));
        number += 1;
    }
    name
}

/// The beginning of a name, in Excel's count of characters.
fn shorten(name: &str, most: usize) -> String {
    let mut room = most;
    name.chars()
        .take_while(|c| {
            let fits = c.len_utf16() <= room;
            room = room.saturating_sub(c.len_utf16());
            fits
        })
        .collect()
}

fn columns(table: &Table) -> Vec<Column> {
    match table.script {
        Some(_) => written_columns(std::slice::from_ref(table)),
        None => declaration_columns(table),
    }
}

fn header(table: &Table, column: Column) -> &'static str {
    match (column, &table.script) {
        (Column::When, None) => TEXT_HEADER,
        _ => column.header(),
    }
}

fn write_table(sheet: &mut Worksheet, table: &Table) -> Result<(), XlsxError> {
    let bold = cell_format().set_bold().set_background_color(0x00D9_D9D9);
    let columns = columns(table);
    let widths: Vec<usize> = columns.iter().map(|c| width(table, *c)).collect();
    for ((at, column), width) in (0..).zip(&columns).zip(&widths) {
        // Text, or Excel would turn `18:30` into a fraction of a day.
        sheet.set_column_format(at, &cell_format())?;
        sheet.set_column_width(at, *width as f64)?;
        sheet.write_string_with_format(0, at, header(table, *column), &bold)?;
    }
    for (at, row) in (1..).zip(&table.rows) {
        let color = color(row);
        let format = match color {
            Some(color) => cell_format().set_background_color(color),
            None => cell_format(),
        };
        for (column_at, column) in (0..).zip(&columns) {
            match row.get(*column) {
                "" if color.is_none() => {}
                "" => {
                    sheet.write_blank(at, column_at, &format)?;
                }
                text => {
                    sheet.write_string_with_format(at, column_at, text, &format)?;
                }
            }
        }
        // The height of a single-line row is left to the program, so that it grows with its text.
        let lines = lines(row, &columns, &widths);
        if lines > 1 {
            sheet.set_row_height(at, (lines as f64 * LINE_POINTS).min(ROW_POINTS_MAX))?;
        }
    }
    // The header stays visible; in a script, so do state and name.
    let columns_in_sight = if table.script.is_some() { 3 } else { 2 };
    sheet.set_freeze_panes(1, columns_in_sight)?;
    // On paper a rule stays on one line, and every page has its header.
    sheet.set_landscape();
    sheet.set_paper_size(PAPER_A3);
    sheet.set_print_fit_to_pages(1, 0);
    sheet.set_repeat_rows(0, 0)?;
    Ok(())
}

fn cell_format() -> Format {
    Format::new()
        .set_num_format("@")
        .set_text_wrap()
        .set_align(FormatAlign::Top)
}

/// The length of the longest line within limits, in characters.
fn width(table: &Table, column: Column) -> usize {
    let cells = table.rows.iter().map(|row| row.get(column));
    let lines = cells.chain([header(table, column)]).flat_map(str::lines);
    let longest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
    (longest + MARGIN).clamp(WIDTH_MIN, width_max(column))
}

fn width_max(column: Column) -> usize {
    match column {
        Column::Name => 36,
        Column::When => 56,
        Column::Comment => 48,
        _ => 32,
    }
}

/// Number of lines of a row with wrapped cells. An estimate: words are not cut, so a line holds a
/// little less than its width.
fn lines(row: &TableRow, columns: &[Column], widths: &[usize]) -> usize {
    let of_cell = |(column, width): (&Column, &usize)| {
        let room = width.saturating_sub(MARGIN).max(1);
        let of_line = |line: &str| line.chars().count().div_ceil(room).max(1);
        row.get(*column).lines().map(of_line).sum()
    };
    let cells = columns.iter().zip(widths);
    cells.map(of_cell).max().unwrap_or(1)
}

/// The colour of a kind of row; rules, which are most rows, have none.
fn color(row: &TableRow) -> Option<u32> {
    Some(match RowKind::from_word(row.get(Column::What))? {
        RowKind::Script(_) => 0x00BD_D7EE,
        RowKind::State | RowKind::EveryState => 0x00DD_EBF7,
        RowKind::Cast => 0x00E2_EFDA,
        RowKind::Item(_) => 0x00FF_F2CC,
        RowKind::Condition("define") => 0x00FF_F2CC,
        RowKind::Condition(_) | RowKind::Test => 0x00E4_DFEC,
        RowKind::Comment => 0x00F2_F2F2,
        RowKind::Part(_) => 0x00F7_F7F7,
        RowKind::Declaration(_) | RowKind::Rule(_) | RowKind::DropRule => return None,
    })
}

/// Gives the columns of a sheet their drop-down lists.
fn offer(
    sheet: &mut Worksheet,
    table: &Table,
    outline: &Outline,
    lists: &mut Lists,
) -> Result<(), XlsxError> {
    let last_row = table.rows.len() as u32 + ROWS_TO_COME;
    for (at, column) in (0..).zip(columns(table)) {
        let words = words_for(column, table, outline);
        if let Some(formula) = lists.add(words) {
            let list = DataValidation::new()
                .allow_list_formula(formula)
                // Only `what` is closed; the other lists are suggestions.
                .show_error_message(column == Column::What);
            sheet.add_data_validation(1, at, last_row, at, &list)?;
        }
    }
    Ok(())
}

fn words_for(column: Column, table: &Table, outline: &Outline) -> Vec<String> {
    let declared = |word: &'static str| {
        outline.blocks.iter().filter_map(move |entry| match entry {
            Entry::Declaration(declaration) if declaration.word == word => {
                Some(declaration.name.clone())
            }
            _ => None,
        })
    };
    let owned = str::to_string;
    match column {
        Column::What if table.script.is_some() => RowKind::script_words().map(owned).collect(),
        Column::What => RowKind::declaration_words().map(owned).collect(),
        Column::State => {
            let every = EVERY_STATE.to_string();
            table.states.iter().cloned().chain([every]).collect()
        }
        Column::Goto => {
            let named = |state: &&String| *state != EVERY_STATE;
            table.states.iter().filter(named).cloned().collect()
        }
        Column::For => {
            let declared = declared("role").chain(declared("proxy"));
            table.roles.iter().cloned().chain(declared).collect()
        }
        Column::Do => declared("action").collect(),
        Column::Finish => ["leave", "end"].map(owned).to_vec(),
        Column::Flags => ["urgent", "once", "again after 20..40 s"]
            .map(owned)
            .to_vec(),
        _ => vec![],
    }
}

/// The drop-down lists, each a column of a hidden sheet.
#[derive(Default)]
struct Lists {
    lists: Vec<Vec<String>>,
}

impl Lists {
    /// Adds a list and returns its position.
    fn add(&mut self, mut words: Vec<String>) -> Option<Formula> {
        let mut seen = std::collections::BTreeSet::new();
        words.retain(|word| seen.insert(word.clone()));
        if words.is_empty() {
            return None;
        }
        let at = self.lists.iter().position(|list| *list == words);
        let at = at.unwrap_or_else(|| {
            self.lists.push(words.clone());
            self.lists.len() - 1
        });
        let cell = crate::Cell {
            sheet: String::new(),
            row: 0,
            column: at as u32,
        };
        let column = cell.a1().trim_end_matches('1').to_string();
        let last = words.len();
        Some(Formula::new(format!(
            "={LISTS_SHEET}!${column}$1:${column}${last}"
        )))
    }

    fn write(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name(LISTS_SHEET)?;
        for (column, list) in (0..).zip(&self.lists) {
            for (row, word) in (0..).zip(list) {
                sheet.write_string(row, column, word)?;
            }
        }
        sheet.set_hidden(true);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In LibreOffice, lines of wrapped cells overlapped the next row or were hidden.
    #[test]
    fn a_row_is_as_high_as_its_longest_cell() {
        let name = "nobody_ever_takes_the_seat_of_another";
        let text = format!(
            "script s rule short leave rule {name} when {} leave test t people ann guest after 5 s",
            ["seat(Place)"; 20].join(", ")
        );
        let outline = townsfolk_lang::format::outline(&text).unwrap_or_default();
        let tables = crate::layout::lay_out(&outline);
        let Some(table) = tables.iter().find(|table| table.script.is_some()) else {
            panic!("there is a script");
        };
        let columns = columns(table);
        let widths: Vec<usize> = columns.iter().map(|c| width(table, *c)).collect();
        let row = |name: &str| table.rows.iter().find(|row| row.get(Column::Name) == name);
        let height = |name: &str| row(name).map(|row| lines(row, &columns, &widths));
        assert_eq!(height("short"), Some(1));
        assert!(height(name) > Some(3));
        assert!(height("t") > Some(1));
        assert_eq!(width(table, Column::Name), width_max(Column::Name));
        assert_eq!(width(table, Column::For), WIDTH_MIN);
    }
}
