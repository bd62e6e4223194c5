//! The formatter: one way to lay out a file, so that nobody argues about indentation.
//!
//! It works in two stages. [`outline`](outline()) reads a file into plain data, the [`Outline`]: its blocks
//! in source order, with every comment attached to the thing it speaks of. [`print`](print()) writes an
//! outline as text. Spreadsheets use the first stage alone.
//!
//! What holds, and is tested on random programs: the result parses, formatting it again changes
//! nothing, no comment is lost, and nothing changes but white space, superfluous commas and the
//! order of the parts of a rule.

mod gather;
mod line;
mod notes;
mod outline;
mod print;
mod spell;

pub use outline::{
    Cast, Clause, Comment, Declaration, DeclarationWord, Entry, Item, Line, Location, Outline,
    Part, PartKind, Rule, Script, ScriptItem, State, StateItem, Test,
};
pub use print::print;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Place};
use crate::syntax::{SyntaxKind, lex, parse};

/// Lays out a file anew. A file with problems of syntax is left alone: they are the error.
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

/// Reads a file into its outline. A file with problems of syntax has none.
pub fn outline(text: &str) -> Result<Outline, Vec<Diagnostic>> {
    let parsed = parse(FileId(0), text);
    let mut problems = parsed.problems.clone();
    problems.extend(unfinished_texts(text));
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(gather::gather(&parsed.root(), text))
}

/// A text whose closing quote is missing ends with its line, so it must not be joined with the
/// next one. The parser lets it pass; here it counts as a problem of syntax.
fn unfinished_texts(text: &str) -> Vec<Diagnostic> {
    lex(text)
        .into_iter()
        .filter(|token| token.kind == SyntaxKind::TEXT)
        .map(|token| Place::new(FileId(0), token.start, token.end))
        .filter(|place| {
            // An unfinished text would swallow what is put behind it.
            let word = &text[place.range()];
            let longer = format!("{word} ");
            lex(&longer).first().map(|token| token.end as usize) != Some(word.len())
        })
        .map(|place| {
            Diagnostic::new(Code::BadLiteral, place, "this text has no closing quote")
                .label("the text begins here")
                .hint("texts end on the line they begin on, with `\"`")
        })
        .collect()
}
