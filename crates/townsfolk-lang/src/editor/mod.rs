//! What an editor asks about a text: completion, hover, definition, references, outline, colours.
//!
//! Every function here is pure: a checked project in, plain data out. A language server and a web
//! page put the answers into their own words. Offsets are bytes; a cursor at the end of a word is
//! on the word; an offset beyond the end is the end. Half-typed text is the normal case.
//!
//! One request goes through one `Reader`: it finds declarations in the trees of the project, so
//! that names are known even where a script is too broken to be lowered.

mod complete;
mod cursor;
mod day;
mod definition;
mod help;
mod highlight;
mod hover;
mod inference;
mod link;
mod meaning;
mod mind;
mod outline;
mod reader;
mod references;
mod script;
mod signature;

pub use complete::{Completion, CompletionKind, completions};
pub use day::{Day, DayTrouble, Period, day_of};
pub use definition::definition;
pub use highlight::{TokenClass, semantic_tokens};
pub use hover::{Hover, hover};
pub use link::{LinkTrouble, link_weight, new_concept, new_link, without_link};
pub use outline::{OutlineKind, OutlineSymbol, symbols};
pub use references::references;
