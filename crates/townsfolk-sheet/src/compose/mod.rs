//! From cells to text: each row becomes text, and each piece of text keeps its cell.

mod header;
mod phrase;
mod section;

use crate::cell::CellMap;
use crate::column::{Column, RowKind, plain};
use crate::grid::{Grid, GridRow};
use crate::part::{self, PLAIN, PartForm};
use crate::problem::{SheetProblem, shown};
use crate::{Cell, SheetSource};
use header::Header;
use phrase::{
    Phrase, accept_lines, comment_lines, condition, effects, prefixed, roles, without_commas,
};
use section::{NamedRow, Section};
use townsfolk_lang::diagnostic::Code;
use townsfolk_lang::near::near_names;

/// Maximum number of problems reported for a file.
const PROBLEMS_MAX: usize = 200;

/// The text of some sheets.
pub(crate) fn compose(grids: &mut [Grid]) -> Result<SheetSource, Vec<SheetProblem>> {
    let mut composer = Composer::default();
    for (sheet, grid) in grids.iter_mut().enumerate() {
        if !grid.sheet.starts_with('_') {
            composer.sheet(sheet as u32, grid);
        }
    }
    if !composer.problems.is_empty() {
        composer.problems.truncate(PROBLEMS_MAX);
        return Err(composer.problems);
    }
    let mut map = CellMap::default();
    for grid in grids {
        map.add_sheet(&grid.sheet);
    }
    // Scripts come last: a test declared after a script would be read as part of it.
    let mut text = String::new();
    composer.declarations.append_to(&mut text, &mut map);
    composer.scripts.append_to(&mut text, &mut map);
    Ok(SheetSource { text, map })
}

#[derive(Default)]
struct Composer {
    declarations: Section,
    scripts: Section,
    problems: Vec<SheetProblem>,
}

/// The open script, state or block where the next row begins.
#[derive(Default)]
struct OpenState {
    script: bool,
    /// The word that opened the block above whose parts are rows.
    block: Option<&'static str>,
    /// The state, as its column writes it; none between other items of the script.
    state: Option<String>,
    cast: bool,
}

impl Composer {
    fn sheet(&mut self, sheet: u32, grid: &mut Grid) {
        let name = grid.sheet.clone();
        let cell = |row: u32, column: u32| Cell {
            sheet: name.clone(),
            row,
            column,
        };
        let mut rows = grid.rows();
        let Some(first) = rows.next() else {
            return;
        };
        let mut header = match Header::new(&first, &cell, &mut self.problems) {
            Some(header) => header,
            None => return,
        };
        let mut open = OpenState::default();
        for row in rows {
            if self.problems.len() > PROBLEMS_MAX {
                return;
            }
            self.row(sheet, &mut header, &mut open, &row, &cell);
        }
    }

    fn row(
        &mut self,
        sheet: u32,
        header: &mut Header,
        open: &mut OpenState,
        grid_row: &GridRow<'_>,
        cell: &dyn Fn(u32, u32) -> Cell,
    ) {
        let row = NamedRow {
            sheet,
            row: grid_row.row(),
            what_column: header.what_column,
            cells: header.sort(grid_row, cell, &mut self.problems),
        };
        if row.cells.is_empty() {
            return;
        }
        let what_cell = cell(row.row, header.what_column);
        let Some(word) = row.get(Column::What) else {
            let message = "the column `what` is empty, so nobody knows what this row is";
            self.problems.push(
                SheetProblem::layout(what_cell, message).hint("write `rule`, `fact`, `comment` …"),
            );
            return;
        };
        let Some(what) = RowKind::from_word(word) else {
            self.unknown_what(word, what_cell);
            return;
        };
        let what = match (what, open.block) {
            (RowKind::Rule("rule"), Some("rules")) => RowKind::Part("rule"),
            (what, _) => what,
        };
        for (column, at, _) in &row.cells {
            if !reads(what, open.block, *column) {
                let (word, header) = (plain(word), column.header());
                let message = format!("a row `{word}` has nothing in the column `{header}`");
                let problem = SheetProblem::layout(cell(row.row, *at), message);
                self.problems.push(problem.hint("empty this cell"));
            }
        }
        if let Err(problem) = self.say(what, open, &row) {
            self.problems.push(problem.at(what_cell));
        }
    }

    fn unknown_what(&mut self, word: &str, cell: Cell) {
        let message = format!("no row can be a `{}`", shown(word));
        let mut problem = SheetProblem::layout(cell, message);
        for near in near_names(word.trim(), RowKind::words(), 3) {
            problem = problem.hint(format!("did you mean `{near}`?"));
        }
        self.problems.push(problem);
    }

    /// Writes a row.
    fn say(
        &mut self,
        what: RowKind,
        open: &mut OpenState,
        row: &NamedRow<'_>,
    ) -> Result<(), SheetProblem> {
        let text = &Phrase::plain(row.get(Column::When).unwrap_or_default());
        match what {
            RowKind::Declaration("attribute") => {
                *open = OpenState::default();
                self.declarations.part(row, "", &part::ATTRIBUTE);
                return Ok(());
            }
            RowKind::Declaration(word) => {
                let in_rows = part::has_rows(word) && !row.has(Column::When);
                *open = OpenState {
                    block: in_rows.then_some(word),
                    ..OpenState::default()
                };
                self.declarations.item(row, "", word, text);
                return Ok(());
            }
            RowKind::Part(what) => return self.part(what, open.block, row),
            RowKind::Test if !open.script => {
                self.declarations.item(row, "", "test", text);
                return Ok(());
            }
            RowKind::Script(word) => {
                require_name(row)?;
                *open = OpenState {
                    script: true,
                    ..OpenState::default()
                };
                self.scripts.item(row, "", word, text);
                return Ok(());
            }
            RowKind::Comment => {
                self.only_comment(open, row);
                return Ok(());
            }
            _ => {}
        }
        if !open.script {
            let message = "this row stands in no script";
            let hint = "put a row `script` with the script's name above it";
            return Err(row_problem(message).hint(hint));
        }
        if !matches!(what, RowKind::Cast) {
            open.cast = false;
        }
        if !matches!(
            what,
            RowKind::Rule(_) | RowKind::DropRule | RowKind::State | RowKind::EveryState
        ) {
            open.state = None;
        }
        match what {
            RowKind::Cast => self.cast(open, row),
            RowKind::Item(word) => self.scripts.item(row, "  ", word, text),
            RowKind::Test => self.scripts.item(row, "  ", "test", text),
            RowKind::Condition(word) => {
                let text = condition(row.get(Column::When).unwrap_or_default());
                self.scripts.item(row, "  ", word, &text);
            }
            RowKind::State => {
                let name = row.get(Column::State).or(row.get(Column::Name));
                self.open_state(open, row, name.unwrap_or_default());
            }
            RowKind::EveryState => self.open_state(open, row, EVERY_STATE),
            RowKind::Rule(word) => {
                require_name(row)?;
                self.enter_state(open, row)?;
                self.rule(word, row);
            }
            RowKind::DropRule => {
                require_name(row)?;
                self.enter_state(open, row)?;
                self.scripts.item(row, "    ", "drop rule", text);
            }
            RowKind::Declaration(_) | RowKind::Script(_) | RowKind::Comment | RowKind::Part(_) => {}
        }
        Ok(())
    }

    /// Writes a part of the block above.
    fn part(
        &mut self,
        what: &'static str,
        block: Option<&str>,
        row: &NamedRow<'_>,
    ) -> Result<(), SheetProblem> {
        let Some(block) = block else {
            let message = format!("this row `{what}` belongs to nothing above it");
            let hint = "put a row `daily`, `facet`, `rules`, `grammar`, `snippet`, `tree`, `query`, `motions` or `skills` without text above it";
            return Err(row_problem(&message).hint(hint));
        };
        if what == PLAIN {
            let text = Phrase::plain(row.get(Column::When).unwrap_or_default());
            self.declarations.comment(row, "  ");
            self.declarations.say(row, Column::When, "  ", &text);
            self.declarations.end_line();
            return Ok(());
        }
        match part::form(block, what) {
            Some(form) => self.declarations.part(row, "  ", form),
            None => {
                let message = format!("no part of a `{block}` is a row `{what}`");
                let known: Vec<String> = part::FORMS
                    .iter()
                    .filter(|form| form.of.contains(&block))
                    .map(|form| format!("`{}`", form.what))
                    .collect();
                let hint = format!("write {} or `{PLAIN}`", known.join(", "));
                return Err(row_problem(&message).hint(hint));
            }
        }
        Ok(())
    }

    fn only_comment(&mut self, open: &OpenState, row: &NamedRow<'_>) {
        let section = match open.script {
            true => &mut self.scripts,
            false => &mut self.declarations,
        };
        for (column, _, text) in &row.cells {
            if *column != Column::What {
                section.imply(row, *column, &comment_lines(text, ""));
                section.imply(row, *column, &accept_lines(text, ""));
            }
        }
    }

    fn cast(&mut self, open: &mut OpenState, row: &NamedRow<'_>) {
        let empty = !row.has(Column::Name) && !row.has(Column::When);
        if empty || !open.cast {
            if empty {
                self.scripts.comment(row, "  ");
            }
            self.scripts.imply(row, Column::What, "  cast\n");
            open.cast = true;
        }
        if !empty {
            let text = Phrase::plain(row.get(Column::When).unwrap_or_default());
            self.scripts.item(row, "   ", "", &text);
        }
    }

    /// Opens a state, whether or not it is open already.
    fn open_state(&mut self, open: &mut OpenState, row: &NamedRow<'_>, state: &str) {
        self.scripts.comment(row, "  ");
        self.state_line(open, row, state);
        self.scripts.accept(row, "    ");
    }

    fn state_line(&mut self, open: &mut OpenState, row: &NamedRow<'_>, state: &str) {
        let column = match row.has(Column::State) {
            true => Column::State,
            false => Column::Name,
        };
        let state = state_name(state);
        let implied = if state == EVERY_STATE { "" } else { "state " };
        let phrase = Phrase::new(implied, &state);
        self.scripts.say(row, column, "  ", &phrase);
        self.scripts.end_line();
        open.state = Some(state);
    }

    /// Opens the state of a rule if it is not open.
    fn enter_state(
        &mut self,
        open: &mut OpenState,
        row: &NamedRow<'_>,
    ) -> Result<(), SheetProblem> {
        match (row.get(Column::State), &open.state) {
            (None, None) => Ok(()),
            (None, Some(above)) => {
                let message = "this rule says no state, but the row above is in one";
                let above = shown(above);
                let hint = format!("write `{above}` or `{EVERY_STATE}` in the column `state`");
                Err(row_problem(message).hint(hint))
            }
            (Some(state), Some(above)) if state_name(state) == *above => Ok(()),
            (Some(state), _) => {
                self.state_line(open, row, state);
                Ok(())
            }
        }
    }

    fn rule(&mut self, word: &str, row: &NamedRow<'_>) {
        let section = &mut self.scripts;
        section.comment(row, "    ");
        section.imply(row, Column::What, &format!("    {word}"));
        for column in [Column::Name, Column::For, Column::Placement] {
            if let Some(text) = row.get(column) {
                let phrase = match column {
                    Column::For => roles(text),
                    _ => Phrase::plain(text),
                };
                section.say(row, column, " ", &phrase);
            }
        }
        section.end_line();
        section.accept(row, "      ");
        for column in Column::OF_PARTS {
            if let Some(text) = row.get(*column) {
                section.say(row, *column, "      ", &part(*column, text));
                section.end_line();
            }
        }
    }
}

/// The text of the column `state` for rules of every state.
pub(crate) const EVERY_STATE: &str = "every state";

/// A state as it is compared with others; `every state` may be written in any case.
fn state_name(state: &str) -> String {
    match plain(state).as_str() {
        EVERY_STATE => EVERY_STATE.to_string(),
        _ => state.trim().to_string(),
    }
}

/// Whether a row uses a column. What a part of a block uses depends on the block.
fn reads(what: RowKind, block: Option<&str>, column: Column) -> bool {
    match what {
        RowKind::Part(PLAIN) => matches!(column, Column::What | Column::When | Column::Comment),
        RowKind::Part(word) => {
            let form: Option<&PartForm> = block.and_then(|block| part::form(block, word));
            // A row without a form is reported as a whole.
            let always = matches!(column, Column::What | Column::Comment);
            always || form.is_none_or(|form| form.reads(column))
        }
        what => what.reads(column),
    }
}

/// A problem of a whole row; its cell is filled in by the caller.
fn row_problem(message: &str) -> SheetProblem {
    SheetProblem {
        code: Code::SheetLayout,
        ..SheetProblem::unreadable(message)
    }
}

fn require_name(row: &NamedRow<'_>) -> Result<(), SheetProblem> {
    if row.has(Column::Name) {
        return Ok(());
    }
    let problem = row_problem("the column `name` is empty");
    Err(problem.hint("give it a name that begins with a small letter"))
}

/// A part of a rule, from its cell.
fn part(column: Column, text: &str) -> Phrase {
    match column {
        Column::Add => effects("", "add", text),
        Column::Remove => effects("", "remove", text),
        Column::Set => effects("", "set", text),
        Column::ThenAdd => effects("then", "add", text),
        Column::ThenRemove => effects("then", "remove", text),
        Column::ThenSet => effects("then", "set", text),
        Column::OnFailure => effects("on failure", "", text),
        Column::OnStop => effects("on stop", "", text),
        Column::Together if text.trim_start().starts_with("with ") => prefixed("together", text),
        Column::Together => prefixed("together with", text),
        Column::Finish | Column::Flags => without_commas(text),
        _ => prefixed(column.header(), text),
    }
}
