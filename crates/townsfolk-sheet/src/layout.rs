//! From an outline to tables: one for the declarations, one for each script.

use crate::column::{Column, accepts_finding};
use crate::compose::EVERY_STATE;
use crate::part;
use townsfolk_lang::format::{
    Block, Cast, Comment, Declaration, Entry, Line, Outline, PartKind, Rule, Script, ScriptItem,
    State, StateItem, Test,
};

/// A table that will be a sheet.
pub(crate) struct Table {
    /// The name of the script; none for the declarations.
    pub(crate) script: Option<String>,
    /// Its rows, below the header row.
    pub(crate) rows: Vec<TableRow>,
    /// The states of the script, for the drop-down lists.
    pub(crate) states: Vec<String>,
    /// The roles of its cast.
    pub(crate) roles: Vec<String>,
}

/// A row: the columns that are filled.
#[derive(Clone, Default, Debug)]
pub(crate) struct TableRow {
    cells: Vec<(Column, String)>,
}

impl TableRow {
    fn new(what: &str) -> TableRow {
        TableRow::default().with(Column::What, what)
    }

    #[must_use]
    fn with(mut self, column: Column, text: impl Into<String>) -> TableRow {
        let text = text.into();
        if !text.is_empty() {
            self.cells.push((column, text));
        }
        self
    }

    /// Adds comments as lines of the column `comment`.
    #[must_use]
    fn comments<'c>(self, comments: impl Iterator<Item = &'c str>) -> TableRow {
        let lines: Vec<String> = comments.map(comment_line).collect();
        self.with(Column::Comment, lines.join("\n"))
    }

    pub(crate) fn get(&self, column: Column) -> &str {
        let found = self.cells.iter().find(|(c, _)| *c == column);
        found.map_or("", |(_, text)| text)
    }
}

/// The columns of a sheet with these tables. Those that few rows need are left out where they are
/// empty; both columns for attributes are there if one of them is.
pub(crate) fn written_columns(tables: &[Table]) -> Vec<Column> {
    let is_used = |column: Column| {
        let mut rows = tables.iter().flat_map(|table| &table.rows);
        rows.any(|row| !row.get(column).is_empty())
    };
    let is_written = |column: &Column| match column {
        Column::Set | Column::ThenSet => is_used(Column::Set) || is_used(Column::ThenSet),
        column => !Column::ON_DEMAND.contains(column) || is_used(*column),
    };
    Column::ALL.iter().copied().filter(is_written).collect()
}

/// The columns of the sheet of declarations: the usual ones, and those that its rows use.
pub(crate) fn declaration_columns(table: &Table) -> Vec<Column> {
    let is_used = |column: &Column| table.rows.iter().any(|row| !row.get(*column).is_empty());
    let is_written = |column: &Column| Column::OF_DECLARATIONS.contains(column) || is_used(column);
    Column::ALL.iter().copied().filter(is_written).collect()
}

/// A comment without its sign, unless that would be ambiguous.
fn comment_line(comment: &str) -> String {
    match comment.strip_prefix("# ") {
        Some(text) if !text.starts_with('#') && !accepts_finding(text) => text.to_string(),
        _ => comment.to_string(),
    }
}

/// The tables of a file; the declarations come first.
pub(crate) fn lay_out(outline: &Outline) -> Vec<Table> {
    let mut tables = vec![Table {
        script: None,
        rows: vec![],
        states: vec![],
        roles: vec![],
    }];
    for entry in &outline.blocks {
        let row = match entry {
            Entry::Script(script) => {
                tables.push(script_table(script));
                continue;
            }
            Entry::Declaration(declaration) => declaration_row(declaration),
            Entry::Block(block) if part::has_rows(block.word) && !block.parts.is_empty() => {
                tables[0].rows.extend(block_rows(block));
                continue;
            }
            Entry::Block(block) => block_row(block.word, &block.head, &block.parts),
            Entry::Test(test) => test_row(test),
        };
        tables[0].rows.push(row);
    }
    if !outline.end.is_empty()
        && let Some(last) = tables.last_mut()
    {
        last.rows.push(comment_row(&outline.end));
    }
    tables
}

/// A row for a block, and rows for its parts.
fn block_rows(block: &Block) -> Vec<TableRow> {
    let mut rows = vec![block_row(block.word, &block.head, &[])];
    let mut at = 0;
    while let Some(line) = block.parts.get(at) {
        let deeper = |other: &&Line| other.depth > line.depth;
        let inside = block.parts[at + 1..].iter().take_while(deeper).count();
        let whole = &block.parts[at..=at + inside];
        match part_rows(block.word, whole) {
            Some(parts) => {
                rows.extend(parts);
                at += whole.len();
            }
            None => {
                let row = TableRow::new(part::PLAIN).with(Column::When, line.text());
                rows.push(row.comments(line.all_comments()));
                at += 1;
            }
        }
    }
    rows
}

/// The rows of a part with the lines inside it, if a form describes them.
fn part_rows(block: &str, lines: &[Line]) -> Option<Vec<TableRow>> {
    let texts: Vec<String> = lines.iter().map(Line::text).collect();
    let text = texts.join(" ");
    let mut rows = vec![];
    for (what, cells) in part::rows(block, &text)? {
        let mut row = TableRow::new(what);
        for (column, text) in cells {
            row = row.with(column, text);
        }
        if rows.is_empty() {
            row = row.comments(lines.iter().flat_map(Line::all_comments));
        }
        rows.push(row);
    }
    Some(rows)
}

/// An attribute with its columns, if its form describes it.
fn attribute_row(declaration: &Declaration) -> Option<TableRow> {
    let cells = part::ATTRIBUTE.cells(&declaration.line.text())?;
    let mut row = TableRow::new(declaration.word);
    for (column, text) in cells {
        row = row.with(column, text);
    }
    Some(row.comments(declaration.line.all_comments()))
}

fn declaration_row(declaration: &Declaration) -> TableRow {
    let word = declaration.word;
    if let Some(row) = (word == "attribute")
        .then(|| attribute_row(declaration))
        .flatten()
    {
        return row;
    }
    let text = declaration.line.text_after(word);
    let (name, rest) = match word {
        // The name comes second: `id action wave 12`.
        "id" => ("", text.as_str()),
        _ => text.split_at(name_length(&text, &declaration.name)),
    };
    TableRow::new(word)
        .with(Column::Name, name)
        .with(Column::When, rest.trim_start())
        .comments(declaration.line.all_comments())
}

/// Length of the name at the beginning of a text, with the kinds in parentheses after it.
fn name_length(text: &str, name: &str) -> usize {
    let kinds = text.get(name.len()..).filter(|rest| rest.starts_with('('));
    let kinds = kinds.and_then(|kinds| kinds.find(')'));
    name.len() + kinds.map_or(0, |end| end + 1)
}

/// A block with its lines in one cell.
fn block_row(word: &str, head: &Line, lines: &[Line]) -> TableRow {
    let texts: Vec<String> = lines.iter().map(Line::text).collect();
    let comments = lines.iter().flat_map(Line::all_comments);
    TableRow::new(word)
        .with(Column::Name, head.text_after(word))
        .with(Column::When, texts.join("\n"))
        .comments(head.all_comments().chain(comments))
}

fn test_row(test: &Test) -> TableRow {
    block_row("test", &test.head, &test.steps)
}

fn comment_row(comments: &[Comment]) -> TableRow {
    TableRow::new("comment").comments(comments.iter().map(|comment| comment.text.as_str()))
}

fn script_table(script: &Script) -> Table {
    let mut table = Table {
        script: Some(script.name.clone()),
        rows: vec![script_row(script)],
        states: vec![],
        roles: vec![],
    };
    // The state of the row above, as its column writes it.
    let mut open: Option<String> = None;
    for item in &script.items {
        match item {
            ScriptItem::Cast(cast) => table.cast(cast),
            ScriptItem::State(state) => {
                table.state(state, open.as_deref());
                open = Some(state_name(state));
                continue;
            }
            ScriptItem::Rule(rule) => table.rows.push(rule_row(rule, "")),
            ScriptItem::DropRule(line) => table.rows.push(drop_row(line, "")),
            ScriptItem::Fact(line) => table.rows.push(fact_row("fact", line)),
            ScriptItem::Claim(line) => table.rows.push(fact_row("claim", line)),
            ScriptItem::Define(line) => table.rows.push(condition_row("define", line)),
            ScriptItem::Property(line) => {
                let words = ["always", "never", "eventually"];
                let text = line.text();
                let word = words.iter().find(|word| text.starts_with(**word));
                table.rows.push(condition_row(word.unwrap_or(&""), line));
            }
            ScriptItem::Hold(line) => table.rows.push(
                TableRow::new("hold")
                    .with(Column::When, line.text_after("hold"))
                    .comments(line.all_comments()),
            ),
            ScriptItem::Test(test) => table.rows.push(test_row(test)),
        }
        open = None;
    }
    table
}

fn script_row(script: &Script) -> TableRow {
    let word = if script.is_template {
        "template"
    } else {
        "script"
    };
    let head = script.head.text_after(word);
    let rest = head.strip_prefix(&script.name).unwrap_or_default();
    TableRow::new(word)
        .with(Column::Name, &script.name)
        .with(Column::When, rest.trim_start())
        .comments(script.head.all_comments())
}

impl Table {
    fn cast(&mut self, cast: &Cast) {
        let after_cast = self
            .rows
            .last()
            .is_some_and(|row| row.get(Column::What) == "cast");
        let comments: Vec<&str> = cast.head.all_comments().collect();
        if after_cast || cast.lines.is_empty() || !comments.is_empty() {
            self.rows
                .push(TableRow::new("cast").comments(comments.into_iter()));
        }
        for line in &cast.lines {
            let text = line.text();
            let (role, rest) = text.split_once(' ').unwrap_or((&text, ""));
            self.roles.push(role.to_string());
            self.rows.push(
                TableRow::new("cast")
                    .with(Column::Name, role)
                    .with(Column::When, rest)
                    .comments(line.all_comments()),
            );
        }
    }

    fn state(&mut self, state: &State, open: Option<&str>) {
        let name = state_name(state);
        self.states.push(name.clone());
        let comments: Vec<&str> = state.head.all_comments().collect();
        // The row of a rule opens its state; without a rule the state needs its own row.
        let opened_by_rule = !state.items.is_empty() && open != Some(&name);
        if !opened_by_rule || !comments.is_empty() {
            let what = state.name.as_ref().map_or(EVERY_STATE, |_| "state");
            let row = TableRow::new(what).with(Column::State, &name);
            self.rows.push(row.comments(comments.into_iter()));
        }
        for item in &state.items {
            self.rows.push(match item {
                StateItem::Rule(rule) => rule_row(rule, &name),
                StateItem::DropRule(line) => drop_row(line, &name),
            });
        }
    }
}

fn state_name(state: &State) -> String {
    let every = || EVERY_STATE.to_string();
    state.name.clone().unwrap_or_else(every)
}

fn fact_row(word: &str, line: &Line) -> TableRow {
    let text = line.text_after(word);
    let (name, life) = match text.split_once(" for ") {
        Some((name, life)) => (name, format!("for {life}")),
        None => (text.as_str(), String::new()),
    };
    TableRow::new(word)
        .with(Column::Name, name)
        .with(Column::When, life)
        .comments(line.all_comments())
}

/// A name, then `when` or `expect` and a condition.
fn condition_row(word: &str, line: &Line) -> TableRow {
    let mut clauses = line.clauses.iter().map(|clause| clause.text());
    let head = clauses.next().unwrap_or_default();
    let name = head.strip_prefix(word).unwrap_or(&head).trim_start();
    let rest = clauses.collect::<Vec<_>>().join(" ");
    let rest = rest.strip_prefix("when ").unwrap_or(&rest);
    TableRow::new(word)
        .with(Column::Name, name)
        .with(Column::When, rest)
        .comments(line.all_comments())
}

fn drop_row(line: &Line, state: &str) -> TableRow {
    TableRow::new("drop rule")
        .with(Column::State, state)
        .with(Column::Name, line.text_after("drop rule"))
        .comments(line.all_comments())
}

fn rule_row(rule: &Rule, state: &str) -> TableRow {
    let word = if rule.overrides {
        "override rule"
    } else {
        "rule"
    };
    let mut row = TableRow::new(word)
        .with(Column::State, state)
        .with(Column::Name, &rule.name)
        .with(Column::For, &rule.roles)
        .with(Column::Placement, &rule.placement);
    for column in Column::OF_PARTS {
        row = row.with(*column, part_cell(rule, *column));
    }
    let parts = rule.parts.iter().flat_map(|part| part.line.all_comments());
    row.comments(rule.head.all_comments().chain(parts))
}

/// The column of a part, and the separator of several parts in one cell.
fn column_of(kind: PartKind) -> (Column, &'static str) {
    match kind {
        PartKind::When => (Column::When, "\n"),
        PartKind::Choose => (Column::Choose, "\n"),
        PartKind::Do => (Column::Do, "\n"),
        PartKind::Together => (Column::Together, "\n"),
        PartKind::While => (Column::While, "\n"),
        PartKind::Add => (Column::Add, "\n"),
        PartKind::Remove => (Column::Remove, "\n"),
        PartKind::Set => (Column::Set, "\n"),
        PartKind::ThenAdd => (Column::ThenAdd, "\n"),
        PartKind::ThenRemove => (Column::ThenRemove, "\n"),
        PartKind::ThenSet => (Column::ThenSet, "\n"),
        PartKind::OnFailureAdd | PartKind::OnFailureRemove | PartKind::OnFailureSet => {
            (Column::OnFailure, "\n")
        }
        PartKind::OnStopAdd | PartKind::OnStopRemove | PartKind::OnStopSet => {
            (Column::OnStop, "\n")
        }
        PartKind::Goto => (Column::Goto, "\n"),
        PartKind::Leave | PartKind::End => (Column::Finish, ", "),
        PartKind::Urgent | PartKind::Once | PartKind::Again => (Column::Flags, ", "),
    }
}

/// All parts of a rule that share a column. The column implies the first keyword; further parts of
/// the same kind have their own.
fn part_cell(rule: &Rule, column: Column) -> String {
    let mut cell = String::new();
    for part in &rule.parts {
        let (its_column, separator) = column_of(part.kind);
        if its_column != column {
            continue;
        }
        let whole = part.line.text();
        let text = match column {
            Column::OnFailure => part.line.text_after("on failure"),
            Column::OnStop => part.line.text_after("on stop"),
            Column::Finish | Column::Flags => whole,
            _ if cell.is_empty() => part.content(),
            _ => whole,
        };
        if !cell.is_empty() {
            cell.push_str(separator);
        }
        cell.push_str(&text);
    }
    cell
}
