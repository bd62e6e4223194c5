//! Services for editors: completion, hover, definition, references, outline, colours.
//!
//! Every function here is pure: a checked project in, plain data out. A language server and a web
//! page present the answers. Offsets are bytes; a cursor at the end of a word is on the word; an
//! offset beyond the end is the end. Unfinished text is the normal case.
//!
//! One request uses one `Reader`. It finds declarations in the trees of the project, so names are
//! known even in a script that cannot be lowered.

mod belief;
mod complete;
mod cursor;
mod day;
mod decider;
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
mod senses;
mod signature;

pub use complete::{Completion, CompletionKind, completions};
pub use day::{Day, DayTrouble, Period, day_of};
pub use definition::definition;
pub use highlight::{TokenClass, semantic_tokens};
pub use hover::{Hover, hover};
pub use link::{LinkTrouble, link_weight, new_concept, new_link, without_link};
pub use outline::{OutlineKind, OutlineSymbol, symbols};
pub use references::references;
