//! Texts as a table: key, context, source, translation.

use super::catalogue::{Entry, key, of_key};
use std::collections::BTreeMap;
use townsfolk_core::TextId;

const HEAD: [&str; 4] = ["key", "context", "source", "translation"];

pub(super) fn write(entries: &[Entry]) -> String {
    let mut text = HEAD.join(",") + "\n";
    for entry in entries {
        let cells = [
            &key(entry.id),
            &entry.context,
            &entry.source,
            &entry.translation,
        ];
        text += &cells.map(|cell| quoted(cell)).join(",");
        text.push('\n');
    }
    text
}

fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

pub(super) fn read(text: &str) -> Result<BTreeMap<TextId, String>, String> {
    let mut rows = rows(text).into_iter();
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| {
        let found = head.iter().position(|cell| cell.trim() == name);
        found.ok_or_else(|| format!("there is no column `{name}` in the first row"))
    };
    let (keys, translations) = (column("key")?, column("translation")?);
    let mut read = BTreeMap::new();
    for (row, line) in rows.zip(2..) {
        let cell = |column: usize| row.get(column).map_or("", String::as_str);
        if row.iter().all(String::is_empty) {
            continue;
        }
        let id = of_key(cell(keys)).ok_or_else(|| format!("row {line} has no key"))?;
        read.insert(id, cell(translations).to_owned());
    }
    Ok(read)
}

/// The cells of a table; quoted cells may hold commas, quotes and line breaks.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![];
    let (mut row, mut cell, mut quoted) = (vec![], String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}
