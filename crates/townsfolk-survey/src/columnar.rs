//! Rows column by column, as a Parquet file.
//!
//! Rows are gathered and written in groups, so that a file of any length is read in pieces.

use crate::table::Cell;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// Number of rows in a row group.
const GROUP: usize = 100_000;

/// Rows, gathered by column.
#[derive(Debug, Default)]
pub struct Columns {
    columns: Vec<(&'static str, Column)>,
    count: usize,
}

/// The cells of a column; a level of nought is an empty one.
#[derive(Debug)]
enum Column {
    Whole(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<String>),
}

impl Columns {
    /// One more row. All must have the same columns.
    pub fn add(&mut self, cells: Vec<(&'static str, Cell)>) {
        if self.columns.is_empty() {
            let empty = |(name, cell): &(&'static str, Cell)| (*name, Column::for_cells_like(cell));
            self.columns = cells.iter().map(empty).collect();
        }
        self.count += 1;
        for ((_, column), (_, cell)) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Column::Whole(column), Cell::Whole(cell)) => column.push(cell),
                (Column::Real(column), Cell::Real(cell)) => column.push(cell),
                (Column::Text(column), Cell::Text(cell)) => column.push(cell),
                // A row has the cells of its sort.
                (Column::Whole(column), _) => column.push(None),
                (Column::Real(column), _) => column.push(None),
                (Column::Text(column), _) => column.push(String::new()),
            }
        }
    }

    /// Writes everything, and hands back where to.
    pub fn write<W: Write + Send>(self, to: W) -> io::Result<W> {
        let fields = self.columns.iter().map(|(name, column)| match column {
            Column::Whole(_) => format!("OPTIONAL INT64 {name};"),
            Column::Real(_) => format!("OPTIONAL DOUBLE {name};"),
            Column::Text(_) => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
        });
        let fields: Vec<String> = fields.collect();
        let schema = format!("message rows {{ {} }}", fields.join(" "));
        let schema = Arc::new(parse_message_type(&schema).map_err(io::Error::other)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let properties = Arc::new(properties.build());
        let writer = SerializedFileWriter::new(to, schema, properties);
        let mut writer = writer.map_err(io::Error::other)?;
        for first in (0..self.count).step_by(GROUP) {
            let rows = first..self.count.min(first + GROUP);
            let mut group = writer.next_row_group().map_err(io::Error::other)?;
            for (_, column) in &self.columns {
                if let Some(mut to) = group.next_column().map_err(io::Error::other)? {
                    column.write(&rows, &mut to).map_err(io::Error::other)?;
                    to.close().map_err(io::Error::other)?;
                }
            }
            group.close().map_err(io::Error::other)?;
        }
        writer.into_inner().map_err(io::Error::other)
    }
}

impl Column {
    fn for_cells_like(cell: &Cell) -> Column {
        match cell {
            Cell::Whole(_) => Column::Whole(vec![]),
            Cell::Real(_) => Column::Real(vec![]),
            Cell::Text(_) => Column::Text(vec![]),
        }
    }

    fn write(
        &self,
        rows: &std::ops::Range<usize>,
        to: &mut SerializedColumnWriter<'_>,
    ) -> parquet::errors::Result<()> {
        match self {
            Column::Whole(cells) => {
                let (there, levels) = present(cells, rows);
                let to = to.typed::<Int64Type>();
                to.write_batch(&there, Some(&levels), None)?;
            }
            Column::Real(cells) => {
                let (there, levels) = present(cells, rows);
                let to = to.typed::<DoubleType>();
                to.write_batch(&there, Some(&levels), None)?;
            }
            Column::Text(cells) => {
                let cells = cells.get(rows.clone()).unwrap_or_default().iter();
                let cells: Vec<ByteArray> = cells.map(|text| text.as_str().into()).collect();
                let to = to.typed::<ByteArrayType>();
                to.write_batch(&cells, None, None)?;
            }
        }
        Ok(())
    }
}

/// The cells that are not empty, and for each whether it is.
fn present<T: Copy>(cells: &[Option<T>], rows: &std::ops::Range<usize>) -> (Vec<T>, Vec<i16>) {
    let cells = cells.get(rows.clone()).unwrap_or_default();
    let there = cells.iter().copied().flatten().collect();
    let levels = cells.iter().map(|cell| i16::from(cell.is_some()));
    (there, levels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{EventRow, Form, Row, Rows, StateRow};
    use parquet::file::reader::{FileReader, SerializedFileReader};

    /// Rows as another program reads them.
    #[allow(clippy::disallowed_methods, reason = "a test that reads a file")]
    fn read_back(name: &str, rows: &[impl Row]) -> Vec<String> {
        let mut to = Rows::new(Form::Columnar, vec![]);
        for row in rows {
            to.write(row).expect("there is room");
        }
        let bytes = to.into_inner().expect("it can be written");
        let name = format!("townsfolk-{name}-{}.parquet", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).expect("there is room");
        let file = std::fs::File::open(&path).expect("it is there");
        let reader = SerializedFileReader::new(file).expect("it is a table");
        let told = reader.get_row_iter(None).expect("it has rows");
        let told = told.map(|row| row.expect("it can be read").to_string());
        let told = told.collect();
        std::fs::remove_file(path).expect("it can be removed");
        told
    }

    fn state(who: u32) -> StateRow {
        StateRow {
            tick: i64::from(who) * 60,
            day: 2,
            seconds: 7,
            who,
            name: "Ännchen".into(),
            x: Some(1.5),
            y: None,
            z: Some(0.0),
            area: String::new(),
            roles: "guest elder".into(),
            scene: who.is_multiple_of(2).then_some(u64::from(who)),
            deed: String::new(),
            need: "hunger".into(),
            level: Some(0.25),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let event = EventRow {
            tick: 5,
            event: "joins",
            who: Some(3),
            name: "Bea".into(),
            ..EventRow::default()
        };
        let told = read_back("events", &[event]);
        assert_eq!(told.len(), 1);
        assert!(
            told[0].contains("joins") && told[0].contains("Bea"),
            "{told:?}"
        );
        let told = read_back("states", &[state(1), state(2)]);
        assert_eq!(told.len(), 2);
        assert!(
            told[1].contains("Ännchen") && told[1].contains("120"),
            "{told:?}"
        );
    }

    #[test]
    fn a_long_table_is_written_in_groups() {
        let many = u32::try_from(GROUP).expect("it is a small number") + 3;
        let rows: Vec<StateRow> = (0..many).map(state).collect();
        let told = read_back("groups", &rows);
        assert_eq!(told.len(), rows.len());
        let last = told.last().expect("there are rows");
        assert!(last.contains(&(many - 1).to_string()), "{last}");
    }

    #[test]
    fn a_table_without_rows_is_still_a_file() {
        let to = Rows::new(Form::Columnar, vec![]);
        assert!(!to.into_inner().expect("it can be written").is_empty());
    }
}
