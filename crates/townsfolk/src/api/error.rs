//! Errors of calls by the host.

use crate::host::NotHeard;
use std::fmt;
use townsfolk_module::Category;
use townsfolk_module::file::Refused;

/// The reason why a call of the host was refused. It names the thing, and the nearest known name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The content has nothing by this name.
    Unknown {
        /// The kind of thing that was asked for.
        what: Category,
        /// The unknown name.
        name: String,
        /// The nearest known name, if symbols are loaded.
        near: Option<String>,
    },
    /// A property or fact was given other arguments than it is declared with.
    Arguments {
        /// The kind of thing.
        what: Category,
        /// Its name.
        name: String,
        /// The problem.
        wrong: String,
    },
    /// A character does not hear what another says to them.
    NotHeard(NotHeard),
    /// A file of the engine could not be read.
    File(Refused),
    /// The scripts in a folder do not compile. Each line is a problem with its place.
    Content(Vec<String>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unknown { what, name, near } => {
                write!(f, "there is no {} `{name}`", noun(*what))?;
                match near {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => Ok(()),
                }
            }
            Error::Arguments { what, name, wrong } => {
                write!(f, "the {} `{name}` {wrong}", noun(*what))
            }
            Error::NotHeard(why) => write!(f, "the other character {}", why.reason()),
            Error::File(refused) => refused.fmt(f),
            Error::Content(problems) => f.write_str(&problems.join("\n")),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::File(refused)
    }
}

/// The noun for a category in a sentence.
fn noun(what: Category) -> &'static str {
    match what {
        Category::Location => "kind of location",
        Category::Host => "property of the host",
        Category::Character => "person",
        Category::PropKind => "kind of prop",
        Category::SymbolSet => "set of symbols",
        other => other.word(),
    }
}
