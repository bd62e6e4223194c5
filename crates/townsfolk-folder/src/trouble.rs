//! Troubles: what keeps work from being done at all, such as a file that is not there.
//!
//! Problems of the content are [diagnostics](townsfolk_lang::diagnostic::Diagnostic) instead.

use std::fmt;
use std::path::Path;

/// Why some work could not be done, and what helps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The messages, one line each.
    pub messages: Vec<String>,
    /// The remedy.
    pub hints: Vec<String>,
    closed_pipe: bool,
}

impl Trouble {
    /// A trouble without a remedy yet.
    pub fn new(message: impl Into<String>) -> Trouble {
        Trouble {
            messages: vec![message.into()],
            hints: vec![],
            closed_pipe: false,
        }
    }

    /// Says what the user can do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Trouble {
        self.hints.push(hint.into());
        self
    }

    /// A file that the system does not let us use.
    pub fn with_file(verb: &str, path: &Path, error: &std::io::Error) -> Trouble {
        use std::io::ErrorKind;
        let trouble = Trouble::new(format!("{} cannot be {verb}: {error}", path.display()));
        match error.kind() {
            ErrorKind::PermissionDenied => {
                trouble.hint("look at the permissions of the file and of its folder")
            }
            ErrorKind::StorageFull => trouble.hint("make room on the disk and try again"),
            _ => trouble,
        }
    }

    /// Several troubles as one. None if there are none.
    pub fn all(troubles: Vec<Trouble>) -> Option<Trouble> {
        troubles.into_iter().reduce(|mut all, next| {
            all.messages.extend(next.messages);
            for hint in next.hints {
                if !all.hints.contains(&hint) {
                    all.hints.push(hint);
                }
            }
            all
        })
    }

    /// Whether the only error is a closed output pipe.
    pub fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("; "))?;
        self.hints.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Trouble {}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble {
            closed_pipe: error.kind() == std::io::ErrorKind::BrokenPipe,
            ..Trouble::new(format!("the output cannot be written: {error}"))
        }
    }
}
