//! Tables in which a decider shows what it knows of a character, for tools that draw them.
//!
//! A decider says everything in words here, so a tool needs no knowledge of the system behind it:
//! the deciders of a game are drawn like the built-in ones.

/// A table that a decider shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// The names of its columns. Without any, the first cell of each row names the row.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRow {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Whether it is the present one: the rule that fired, the block of now.
    pub marked: bool,
    /// The hours of the day that it stands for, in minutes since midnight. The end may come before
    /// the beginning: then the hours go on after midnight.
    pub hours: Option<(u16, u16)>,
    /// How deep it is nested.
    pub depth: u8,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// How it is drawn.
    pub tone: Tone,
    /// A remark under the text.
    pub note: Option<String>,
}

/// How a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Tone {
    /// As text.
    #[default]
    Plain,
    /// True.
    Yes,
    /// False.
    No,
    /// Neither known to be true nor to be false.
    Unknown,
}

impl Tone {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Yes => "yes",
            Tone::No => "no",
            Tone::Unknown => "unknown",
        }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        Table {
            title: title.into(),
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: vec![],
        }
    }
}

impl TableRow {
    /// A row with these cells.
    pub fn of(cells: Vec<Cell>) -> TableRow {
        TableRow {
            cells,
            ..TableRow::default()
        }
    }

    /// The same row, marked if it is the present one.
    pub fn marked_if(self, marked: bool) -> TableRow {
        TableRow { marked, ..self }
    }
}

impl Cell {
    /// A cell with a text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            ..Cell::default()
        }
    }

    /// A cell with a truth; `None` is unknown.
    pub fn truth(truth: Option<bool>) -> Cell {
        let (text, tone) = match truth {
            Some(true) => ("yes", Tone::Yes),
            Some(false) => ("no", Tone::No),
            None => ("unknown", Tone::Unknown),
        };
        Cell {
            tone,
            ..Cell::text(text)
        }
    }

    /// The same cell with a remark.
    pub fn with_note(self, note: impl Into<String>) -> Cell {
        Cell {
            note: Some(note.into()),
            ..self
        }
    }
}
