//! The Townsfolk language: from text to a checked module.
//!
//! What it is for: everything between an author's keystroke and a [`townsfolk_module::Module`]:
//! a lossless [syntax] tree, names resolved across files, kinds, bindings, the checks that set
//! Townsfolk apart, a formatter, and the functions an editor asks (completion, hover, definition).
//!
//! What it is not for: files, terminals and spreadsheets. Sources come in as text, diagnostics go
//! out as [data](diagnostic::Diagnostic).
//!
//! Goals, in order: messages an author understands at two in the morning; no text that makes it
//! panic or hang; quick enough to run on every keystroke.
#![forbid(unsafe_code)]

mod check;
mod condition;
mod context;
mod declaration;
pub mod diagnostic;
pub mod editor;
pub mod format;
mod globals;
mod kinds;
pub mod manifest;
mod minds;
mod names;
pub use townsfolk_core::near;
pub mod project;
pub mod question;
pub mod source;
pub mod syntax;
mod unit;

pub use unit::{RulePlaces, ScriptPlaces, ScriptUnit, TestUnit};
