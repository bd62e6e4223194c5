//! The Townsfolk language: from text to a checked module.
//!
//! Purpose: everything between an author's keystroke and a [`townsfolk_module::Module`]: a lossless
//! [syntax] tree, names resolved across files, kinds, bindings, the checks that set Townsfolk
//! apart, a formatter, and services for editors (completion, hover, definition).
//!
//! Out of scope: files, terminals and spreadsheets. Sources come in as text, diagnostics go out as
//! [data](diagnostic::Diagnostic).
//!
//! Goals, in order: messages an author understands at two in the morning; no text that makes it
//! panic or hang; quick enough to run on every keystroke.
//!
//! # Design
//!
//! - `declaration/` has a folder for each top-level keyword and one entry in `table.rs`, which parser,
//!   names, formatter, sheets, outline, completion, hover and help read.
//! - `Project` caches parses by file and checked scripts by a digest of all signatures, of what
//!   locations know, and of the files their text and messages come from.
//! - Expressions have a bounded height, so no input exhausts the stack. No `rowan` type leaves
//!   the crate.
//! - `told` marks facts from outside, so "nothing ever adds it" is certain of the others. Facts
//!   about props that no rule adds belong to the location.
//! - Roles are kinds: `fact served(waiter, guest)` is checked as far as the cast is known.
//! - Defines are expanded before rules are compared; containment is a budgeted homomorphism
//!   search with constants, negation and comparisons. `not-fully-compared` reports an exhausted
//!   budget.
//! - Starvation is reported only for a rule that repeats without changing its condition *and*
//!   stands above a way out.
//! - Ids of facts, states, rules and props are hashes of the bare name, unique within their
//!   script (facts: within the project), so that scripts can be exchanged at a location and saves
//!   find their states. A later fact of the same name has the hash of its name and number of
//!   arguments (`on/2`).
//! - `area`, `need`, `layer` … are keywords only at the beginning of a line before a name (marked
//!   by the lexer).
//! - Nodes of basic layers have bare names, others are prefixed by their layer. Inclusion of
//!   layers is textual; problems are reported where the lines stand.
//! - Tests stay out of the module.
#![forbid(unsafe_code)]

mod accept;
mod check;
mod condition;
mod context;
mod deciders;
mod declaration;
pub mod diagnostic;
pub mod editor;
pub mod format;
mod globals;
mod kinds;
pub mod manifest;
mod minds;
mod names;
mod senses;
pub use townsfolk_core::near;
pub mod project;
pub mod question;
pub mod source;
pub mod syntax;
mod unit;
pub mod weights;

pub use unit::{DeciderTestUnit, RulePlaces, ScriptPlaces, ScriptUnit, TestUnit};
