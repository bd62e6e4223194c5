//! Troubles: what keeps a command from doing its work at all, such as a file that is not there.
//!
//! Problems of the content are [diagnostics](townsfolk_lang::diagnostic::Diagnostic) instead.

use crate::style;
use std::path::Path;

/// Why a command could not do its work, and what helps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What is the matter, one line each.
    pub messages: Vec<String>,
    /// What the user can do.
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

    /// Whether the only problem is that the output pipe is closed.
    pub fn is_closed_pipe(&self) -> bool {
        self.closed_pipe
    }

    /// The trouble as people see it, with colours.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        for message in &self.messages {
            let error = style::paint(style::ERROR, "error:");
            text += &format!("{error} {}\n", style::harmless(message));
        }
        for hint in &self.hints {
            text += &format!("\n{}\n", style::hint(hint));
        }
        text
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble {
            closed_pipe: error.kind() == std::io::ErrorKind::BrokenPipe,
            ..Trouble::new(format!("the output cannot be written: {error}"))
        }
    }
}
