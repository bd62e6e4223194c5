//! Text that grows row by row, and keeps its cells.

use super::phrase::{Phrase, accept_lines, comment_lines};
use crate::cell::{CellMap, NONE_OWN, PlaceInSheets};
use crate::column::Column;
use crate::part::PartForm;

/// Text with the places it came from.
#[derive(Default)]
pub(super) struct Section {
    text: String,
    pieces: Vec<Piece>,
}

struct Piece {
    start: usize,
    own: usize,
    place: PlaceInSheets,
}

/// A row whose columns are known.
pub(super) struct NamedRow<'g> {
    pub(super) sheet: u32,
    pub(super) row: u32,
    pub(super) what_column: u32,
    pub(super) cells: Vec<(Column, u32, &'g str)>,
}

impl<'g> NamedRow<'g> {
    pub(super) fn get(&self, column: Column) -> Option<&'g str> {
        let found = self.cells.iter().rev().find(|(c, _, _)| *c == column);
        found.map(|(_, _, text)| *text)
    }

    /// The position of a column in the row; a missing one counts as the column `what`.
    fn place(&self, column: Column) -> PlaceInSheets {
        let found = self.cells.iter().rev().find(|(c, _, _)| *c == column);
        let at = found.map_or(self.what_column, |(_, at, _)| *at);
        (self.sheet, self.row, at)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.get(column).is_some()
    }
}

impl Section {
    /// Writes text that a cell implies.
    pub(super) fn imply(&mut self, row: &NamedRow<'_>, column: Column, words: &str) {
        self.pieces.push(Piece {
            start: self.text.len(),
            own: NONE_OWN,
            place: row.place(column),
        });
        self.text.push_str(words);
    }

    /// Writes the text of a cell after some space. If it contains a comment, the line ends with it,
    /// so that the comment does not swallow following text.
    pub(super) fn say(&mut self, row: &NamedRow<'_>, column: Column, space: &str, phrase: &Phrase) {
        let start = self.text.len();
        self.text.push_str(space);
        self.text.push_str(&phrase.implied);
        self.pieces.push(Piece {
            start,
            own: self.text.len(),
            place: row.place(column),
        });
        self.text.push_str(&phrase.said);
        if phrase.said.contains('#') {
            self.text.push('\n');
        }
    }

    /// Writes the comment of a row on lines of their own.
    pub(super) fn comment(&mut self, row: &NamedRow<'_>, indent: &str) {
        if let Some(comment) = row.get(Column::Comment) {
            self.imply(row, Column::Comment, &comment_lines(comment, indent));
        }
    }

    /// Writes the lines of a row's comment that accept findings, below its head.
    pub(super) fn accept(&mut self, row: &NamedRow<'_>, indent: &str) {
        if let Some(comment) = row.get(Column::Comment) {
            self.imply(row, Column::Comment, &accept_lines(comment, indent));
        }
    }

    /// Writes a keyword, the name and the text of a row.
    pub(super) fn item(&mut self, row: &NamedRow<'_>, indent: &str, word: &str, text: &Phrase) {
        self.comment(row, indent);
        self.imply(row, Column::What, &format!("{indent}{word}"));
        if let Some(name) = row.get(Column::Name) {
            self.say(row, Column::Name, " ", &Phrase::plain(name));
        }
        if row.has(Column::When) {
            self.say(row, Column::When, " ", text);
        }
        self.end_line();
        self.accept(row, indent);
    }

    /// Writes a row by its form.
    pub(super) fn part(&mut self, row: &NamedRow<'_>, indent: &str, form: &PartForm) {
        self.comment(row, indent);
        let mut space = indent;
        for (words, column, text) in form.texts(|column| row.get(column)) {
            let implied = match words.as_str() {
                "" => String::new(),
                words => format!("{words} "),
            };
            self.say(row, column, space, &Phrase::new(&implied, text));
            space = " ";
        }
        self.end_line();
        self.accept(row, indent);
    }

    /// Ends the line, unless a comment has ended it.
    pub(super) fn end_line(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Appends the text to a whole, and its places to a map.
    pub(super) fn append_to(self, text: &mut String, map: &mut CellMap) {
        let shift = text.len();
        for piece in self.pieces {
            let own = piece.own.saturating_add(shift);
            map.add(piece.start + shift, own, piece.place);
        }
        text.push_str(&self.text);
    }
}
