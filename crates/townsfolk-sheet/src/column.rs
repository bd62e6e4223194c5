//! The columns of a sheet, and the kinds of rows.

use townsfolk_lang::format::declaration_words;
use townsfolk_lang::syntax::{SyntaxKind, lex};

/// A column, in the order in which columns are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Column {
    What,
    State,
    Name,
    For,
    When,
    Choose,
    Do,
    Together,
    While,
    Add,
    Remove,
    Set,
    ThenAdd,
    ThenRemove,
    ThenSet,
    OnFailure,
    OnStop,
    Goto,
    Finish,
    Flags,
    Placement,
    Time,
    Chance,
    Priority,
    Weight,
    Points,
    Expansion,
    Kind,
    Value,
    Comment,
}

use Column::{
    Add, Chance, Choose, Comment, Do, Expansion, Finish, Flags, For, Goto, Kind, Name, OnFailure,
    OnStop, Placement, Points, Priority, Remove, Set, State, ThenAdd, ThenRemove, ThenSet, Time,
    Together, Value, Weight, What, When, While,
};

/// Whether a line of the column `comment` accepts a finding: it is written as it is, and not as a
/// comment.
pub(crate) fn accepts_finding(line: &str) -> bool {
    let tokens = lex(line.trim()).into_iter().map(|token| token.kind);
    let words = tokens.filter(|kind| !kind.is_trivia());
    words.eq([
        SyntaxKind::ACCEPT_KW,
        SyntaxKind::IDENT,
        SyntaxKind::IDENT,
        SyntaxKind::TEXT,
    ])
}

/// The header of the text column in the sheet of declarations, where nothing has conditions.
pub(crate) const TEXT_HEADER: &str = "text";

impl Column {
    pub(crate) const ALL: &[Column] = &[
        What, State, Name, For, When, Choose, Do, Together, While, Add, Remove, Set, ThenAdd,
        ThenRemove, ThenSet, OnFailure, OnStop, Goto, Finish, Flags, Placement, Time, Chance,
        Priority, Weight, Points, Expansion, Kind, Value, Comment,
    ];

    /// The columns that are written only where they are used.
    pub(crate) const ON_DEMAND: &[Column] = &[
        Set, ThenSet, Time, Chance, Priority, Weight, Points, Expansion, Kind, Value,
    ];

    /// The columns of the sheet of declarations.
    pub(crate) const OF_DECLARATIONS: &[Column] = &[What, Name, When, Comment];

    /// The columns that a rule fills with its parts, in the order of the language.
    pub(crate) const OF_PARTS: &[Column] = &[
        When, Choose, Do, Together, While, Add, Remove, Set, ThenAdd, ThenRemove, ThenSet,
        OnFailure, OnStop, Goto, Finish, Flags,
    ];

    /// The header in the first row. Rule parts have their keywords.
    pub(crate) fn header(self) -> &'static str {
        match self {
            What => "what",
            State => "state",
            Name => "name",
            For => "for",
            When => "when",
            Choose => "choose",
            Do => "do",
            Together => "together",
            While => "while",
            Add => "add",
            Remove => "remove",
            Set => "set",
            ThenAdd => "then add",
            ThenRemove => "then remove",
            ThenSet => "then set",
            OnFailure => "on failure",
            OnStop => "on stop",
            Goto => "goto",
            Finish => "finish",
            Flags => "flags",
            Placement => "placement",
            Time => "time",
            Chance => "chance",
            Priority => "priority",
            Weight => "weight",
            Points => "points",
            Expansion => "expansion",
            Kind => "kind",
            Value => "value",
            Comment => "comment",
        }
    }

    /// The column with this header, ignoring case and extra spaces.
    pub(crate) fn with_header(header: &str) -> Option<Column> {
        let header = plain(header);
        if header == TEXT_HEADER {
            return Some(When);
        }
        Column::ALL
            .iter()
            .copied()
            .find(|column| column.header() == header)
    }
}

/// The kind of a row, from its column `what`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    /// A declaration of this keyword: its name, then its text.
    Declaration(&'static str),
    /// A script or template.
    Script(&'static str),
    /// A test, in a script or outside.
    Test,
    /// A line of the cast.
    Cast,
    /// An item of a script with this keyword: its name, then its text.
    Item(&'static str),
    /// An item with this keyword whose text is a condition.
    Condition(&'static str),
    /// A state that is opened, even without rules.
    State,
    /// `every state`.
    EveryState,
    /// A rule with these words before its name.
    Rule(&'static str),
    /// `drop rule`.
    DropRule,
    /// Only comments.
    Comment,
    /// A part of the block above.
    Part(&'static str),
}

/// The kinds of rows that are no declarations.
const KINDS: &[(&str, RowKind)] = &[
    ("script", RowKind::Script("script")),
    ("template", RowKind::Script("template")),
    ("test", RowKind::Test),
    ("cast", RowKind::Cast),
    ("fact", RowKind::Item("fact")),
    ("claim", RowKind::Item("claim")),
    ("define", RowKind::Condition("define")),
    ("hold", RowKind::Item("hold")),
    ("always", RowKind::Condition("always")),
    ("never", RowKind::Condition("never")),
    ("eventually", RowKind::Condition("eventually")),
    ("state", RowKind::State),
    ("every state", RowKind::EveryState),
    ("rule", RowKind::Rule("rule")),
    ("override rule", RowKind::Rule("override rule")),
    ("drop rule", RowKind::DropRule),
    ("comment", RowKind::Comment),
];

impl RowKind {
    /// The row kind with this word, ignoring case and extra spaces.
    pub(crate) fn from_word(word: &str) -> Option<RowKind> {
        let word = plain(word);
        let declaration = declaration_words().find(|known| *known == word);
        let other = || KINDS.iter().find(|(known, _)| *known == word);
        let part = || crate::part::words().find(|known| *known == word);
        declaration
            .map(RowKind::Declaration)
            .or_else(|| other().map(|(_, what)| *what))
            .or_else(|| part().map(RowKind::Part))
    }

    /// The words of the column `what`.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        let parts = crate::part::words();
        declaration_words()
            .chain(RowKind::script_words())
            .chain(parts)
    }

    /// The words that open a row in the sheet of declarations.
    pub(crate) fn declaration_words() -> impl Iterator<Item = &'static str> {
        let parts = ["rule"].into_iter().chain(crate::part::words());
        declaration_words().chain(["test", "comment"]).chain(parts)
    }

    /// The words that open a row in the sheet of a script.
    pub(crate) fn script_words() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|(word, _)| *word)
    }

    /// Whether such a row uses a column. Others must stay empty, or their content would be lost.
    pub(crate) fn reads(self, column: Column) -> bool {
        match (self, column) {
            (_, Column::What | Column::Comment) | (RowKind::Comment, _) => true,
            (RowKind::Rule(_), Time | Chance | Priority | Weight | Points | Expansion) => false,
            (RowKind::Rule(_), Kind | Value) => false,
            (RowKind::Rule(_), _) => true,
            (RowKind::Declaration("attribute"), Kind | Value) => true,
            (RowKind::DropRule | RowKind::State, State | Name) => true,
            (RowKind::EveryState, State) => true,
            (RowKind::DropRule | RowKind::State | RowKind::EveryState, _) => false,
            (_, Name | When) => true,
            _ => false,
        }
    }
}

/// A word in lower case with single spaces.
pub(crate) fn plain(word: &str) -> String {
    let words: Vec<String> = word.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chapter on sheets has every column, in order, and every kind of row.
    #[test]
    fn the_chapter_on_sheets_is_complete() {
        let chapter = include_str!("../../../docs/book/src/sheets.md");
        let first_cells = |heading: &str| -> Vec<String> {
            let (_, section) = chapter.split_once(heading).unwrap_or_default();
            let section = section.split("\n## ").next().unwrap_or_default();
            let rows = section.lines().filter(|line| line.starts_with("| `"));
            let cells = rows.filter_map(|row| row.split('|').nth(1));
            let words = cells.flat_map(|cell| cell.split(','));
            words.map(|word| word.trim().replace('`', "")).collect()
        };
        let columns: Vec<&str> = Column::ALL.iter().map(|column| column.header()).collect();
        assert_eq!(first_cells("## Columns"), columns);
        let mut rows: Vec<&str> = RowKind::words().collect();
        let mut told = first_cells("## Rows");
        rows.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, rows);
    }
}
