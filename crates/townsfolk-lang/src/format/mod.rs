//! The formatter: one standard layout of a file.
//!
//! It works in two stages. [`outline`](outline()) reads a file into plain data, the [`Outline`]:
//! its blocks in source order, each comment attached to its subject. [`print`](print()) writes an
//! outline as text. Spreadsheets use the first stage alone.
//!
//! Tested on random programs: the result parses, formatting it again changes nothing, no comment is
//! lost, and only white space, superfluous commas and the order of the parts of a rule change.

mod gather;
mod line;
mod notes;
mod outline;
mod print;
mod spell;

pub use outline::{
    Block, Cast, Clause, Comment, Declaration, Entry, Item, Line, Outline, Part, PartKind, Rule,
    Script, ScriptItem, State, StateItem, Test,
};
pub use print::print;

use crate::declaration::{Form, KINDS};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::{POSTS_DECL, parse};

/// Formats a file. A file with problems of syntax is not formatted; the problems are returned.
///
/// ```
/// let text = "role elder is   citizen # the shy one\n\n\n\nscript s rule r leave when a(X)";
/// assert_eq!(
///     townsfolk_lang::format::format(text).unwrap(),
///     "role elder is citizen  # the shy one
///
/// script s
///   rule r
///     when a(X)
///     leave
/// "
/// );
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    outline(text).map(|outline| print(&outline))
}

/// The words that open a declaration of one line or with a line for each part.
pub fn declaration_words() -> impl Iterator<Item = &'static str> {
    let simple = KINDS
        .iter()
        .filter(|kind| matches!(kind.form, Form::Line | Form::Block(_)));
    // Both forms of a query begin with one word.
    let simple = simple.filter(|kind| kind.node != POSTS_DECL);
    simple.flat_map(|kind| kind.words).map(|word| word.text())
}

/// Reads a file into its outline. A file with problems of syntax has none.
pub fn outline(text: &str) -> Result<Outline, Vec<Diagnostic>> {
    let parsed = parse(FileId(0), text);
    if !parsed.problems.is_empty() {
        return Err(parsed.problems);
    }
    Ok(gather::gather(&parsed.root(), text))
}
