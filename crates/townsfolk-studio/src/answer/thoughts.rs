//! What deciders beside the mind say of themselves: sentences and tables.

use super::Answerer;
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk::mind_system;
use townsfolk::words::{Cell, Table, TableRow, deciders};
use townsfolk_core::{CharacterId, SymbolId};

#[derive(Serialize, Default)]
pub(super) struct Thought {
    by: String,
    why: Option<String>,
    recent: Vec<String>,
    tables: Vec<TableShown>,
}

#[derive(Serialize)]
struct TableShown {
    title: String,
    columns: Vec<String>,
    rows: Vec<RowShown>,
}

#[derive(Serialize)]
struct RowShown {
    cells: Vec<CellShown>,
    marked: bool,
    hours: Option<(u16, u16)>,
    depth: u8,
}

#[derive(Serialize)]
struct CellShown {
    text: String,
    tone: &'static str,
    note: Option<String>,
}

impl Answerer<'_> {
    /// The deciders of a character beside its mind, in order of name.
    pub(super) fn thinks(&self, who: CharacterId) -> Vec<Thought> {
        let folk = &self.town.folk;
        let mut thoughts: BTreeMap<SymbolId, Thought> = BTreeMap::new();
        for (by, why) in folk.why_deciders(who) {
            thoughts.entry(by).or_default().why = Some(why);
        }
        for (by, recent) in folk.recent_decisions(who) {
            thoughts.entry(by).or_default().recent = recent;
        }
        for (by, tables) in folk.decider_tables(who) {
            let tables = tables.into_iter().map(shown);
            thoughts.entry(by).or_default().tables = tables.collect();
        }
        thoughts.remove(&mind_system());
        let named = thoughts.into_iter().map(|(by, thought)| Thought {
            by: deciders::system(&self.chronicle.symbols, by),
            ..thought
        });
        named.collect()
    }
}

fn shown(table: Table) -> TableShown {
    TableShown {
        title: table.title,
        columns: table.columns,
        rows: table.rows.into_iter().map(row).collect(),
    }
}

fn row(row: TableRow) -> RowShown {
    RowShown {
        cells: row.cells.into_iter().map(cell).collect(),
        marked: row.marked,
        hours: row.hours,
        depth: row.depth,
    }
}

fn cell(cell: Cell) -> CellShown {
    CellShown {
        text: cell.text,
        tone: cell.tone.name(),
        note: cell.note,
    }
}
