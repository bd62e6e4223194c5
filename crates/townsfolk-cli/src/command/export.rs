//! `townsfolk export`: the events and states of a recording as tables.

use super::replayed;
use crate::arguments::Export;
use crate::trouble::Trouble;
use crate::{Verdict, style, write};
use std::io::Write;
use std::path::{Path, PathBuf};
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_folder::find;
use townsfolk_mind::Moment;
use townsfolk_survey::table::{self, Form, Row, Rows};

/// Runs the command.
pub fn run(arguments: &Export, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let mut events = arguments.events.as_deref().map(Table::new).transpose()?;
    let mut states = arguments.states.as_deref().map(Table::new).transpose()?;
    let every = (arguments.every.0 / TICKS_PER_SECOND).max(1);
    let mut looked: Option<Moment> = None;
    let played = replayed::play(
        &arguments.recording,
        &arguments.paths,
        out,
        &mut |folk, _, names| {
            if let Some(events) = &mut events {
                for row in table::events(folk, names) {
                    events.write(&row)?;
                }
            }
            let period = |moment: Moment| moment.0.div_euclid(every);
            let now = folk.moment();
            if let Some(states) = &mut states
                && looked.is_none_or(|looked| period(looked) != period(now))
            {
                looked = Some(now);
                for row in table::states(folk, names) {
                    states.write(&row)?;
                }
            }
            Ok(())
        },
    )?;
    if let Err(verdict) = played {
        return Ok(verdict);
    }
    for table in [events, states].into_iter().flatten() {
        table.finish(out)?;
    }
    Ok(Verdict::Good)
}

/// A table in memory; it is written whole or not at all.
struct Table {
    path: PathBuf,
    rows: Rows<Vec<u8>>,
    count: usize,
}

impl Table {
    fn new(path: &Path) -> Result<Table, Trouble> {
        Ok(Table {
            path: path.to_path_buf(),
            rows: Rows::new(form_of(path)?, vec![]),
            count: 0,
        })
    }

    fn write(&mut self, row: &impl Row) -> Result<(), Trouble> {
        self.count += 1;
        Ok(self.rows.write(row)?)
    }

    fn finish(self, out: &mut dyn Write) -> Result<(), Trouble> {
        write::atomically(&self.path, &self.rows.into_inner()?)?;
        let count = style::count(self.count, "row");
        writeln!(out, "wrote {}: {count}", find::shown(&self.path))?;
        Ok(())
    }
}

/// The format for a file name.
fn form_of(path: &Path) -> Result<Form, Trouble> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match &*ending.to_ascii_lowercase() {
        "csv" => Ok(Form::Csv),
        #[cfg(feature = "columnar")]
        "parquet" => Ok(Form::Columnar),
        #[cfg(not(feature = "columnar"))]
        "parquet" => {
            let name = find::shown(path);
            let why = format!("{name}: this command was built without columnar tables");
            Err(Trouble::new(why).hint("build it with `--features columnar`, or write `.csv`"))
        }
        _ => Ok(Form::JsonLines),
    }
}
