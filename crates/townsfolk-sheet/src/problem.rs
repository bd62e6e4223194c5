//! Problems of a sheet.

use crate::cell::Cell;
use townsfolk_lang::diagnostic::{Code, Diagnostic};

/// A problem of a sheet, with its cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetProblem {
    /// The code: `sheet-unreadable` or `sheet-layout`.
    pub code: Code,
    /// The message.
    pub message: String,
    /// The cell; `None` if the whole file cannot be read.
    pub cell: Option<Cell>,
    /// Hints for the author.
    pub hints: Vec<String>,
}

impl SheetProblem {
    /// The file cannot be read at all.
    pub(crate) fn unreadable(message: impl Into<String>) -> SheetProblem {
        SheetProblem {
            code: Code::SheetUnreadable,
            message: message.into(),
            cell: None,
            hints: vec![],
        }
    }

    /// A cell with invalid content.
    pub(crate) fn layout(cell: Cell, message: impl Into<String>) -> SheetProblem {
        SheetProblem {
            code: Code::SheetLayout,
            message: message.into(),
            cell: Some(cell),
            hints: vec![],
        }
    }

    #[must_use]
    pub(crate) fn at(mut self, cell: Cell) -> SheetProblem {
        self.cell = Some(cell);
        self
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> SheetProblem {
        self.hints.push(hint.into());
        self
    }
}

impl std::fmt::Display for SheetProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(cell) = &self.cell {
            write!(f, "{cell}: ")?;
        }
        write!(f, "{}", self.message)?;
        for hint in &self.hints {
            write!(f, "\nHint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SheetProblem {}

/// Text of the author, shortened for a message.
pub(crate) fn shown(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The reason why a text could not be written as a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteProblem {
    /// The text has problems of syntax.
    Syntax(Vec<Diagnostic>),
    /// The text does not fit into a workbook: a cell holds at most 32,767 characters.
    Workbook(String),
}

impl std::fmt::Display for WriteProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteProblem::Syntax(problems) => {
                let messages: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
                write!(f, "{}", messages.join("\n"))
            }
            WriteProblem::Workbook(message) => write!(f, "{message}"),
        }
    }
}

impl std::error::Error for WriteProblem {}
