//! What can be wrong with what a host asks for.

use crate::host::NotHeard;
use std::fmt;
use townsfolk_module::Category;
use townsfolk_module::file::Refused;

/// Why a call of the host was refused. It names the thing, and the nearest known name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The content has nothing by this name.
    Unknown {
        /// What was asked for.
        what: Category,
        /// Under which name.
        name: String,
        /// The name it may have been meant for, if the names are known.
        near: Option<String>,
    },
    /// A property or fact was given other arguments than it is declared with.
    Arguments {
        /// What it is.
        what: Category,
        /// Its name.
        name: String,
        /// What is wrong with them.
        wrong: String,
    },
    /// A character does not hear what another says to them.
    NotHeard(NotHeard),
    /// A file of the engine's own could not be read.
    File(Refused),
    /// The scripts in a folder cannot be played: each line is a problem with its place.
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

/// A category as a sentence names it.
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
