//! The `townsfolk` command.
//!
//! It connects files on a disk with the library crates, and their results with people and tools. It
//! is the only crate that knows folders, terminals and JSON.
//!
//! It knows nothing about scripts. A check, a formatting rule or a meaning that is decided here is
//! in the wrong place.
//!
//! Goals, in order: an author always has a next step; tools can rely on exit codes and on JSON; it
//! is fast.
//!
//! Each command has one file in [`command`]. [`townsfolk_folder`] finds and reads files, [`render`]
//! and [`json`] show findings, [`play`] tells stories, [`town`] runs whole towns.
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_methods,
    reason = "files, clocks and the environment are this crate's business"
)]

pub mod arguments;
pub mod command;
pub mod interrupt;
pub mod json;
pub mod markdown;
pub mod play;
pub mod progress;
pub mod render;
pub mod shipped;
pub mod style;
pub mod summary;
pub mod town;
pub mod trouble;
pub mod write;

use arguments::{Arguments, Colour};
use clap::Parser;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use trouble::Trouble;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No problems.
    Good,
    /// The content has problems.
    Bad,
    /// The command could not do its work: wrong usage, or a file that cannot be read.
    Unusable,
    /// Ctrl-C was pressed; the results so far have been shown.
    Interrupted,
}

impl Verdict {
    /// The code a shell sees: 0, 1, 2 or 130.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Good => 0,
            Verdict::Bad => 1,
            Verdict::Unusable => 2,
            Verdict::Interrupted => 130,
        }
    }
}

/// Runs the command with these arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(problem) => {
            // Help and version are printed here too; a closed pipe is not an error.
            let _ = problem.print();
            return ExitCode::from(problem.exit_code().try_into().unwrap_or(2));
        }
    };
    match arguments.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::Always.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    #[cfg(unix)]
    outlive_file_limit();
    let mut out = std::io::BufWriter::new(anstream::stdout());
    let verdict = command::run(&arguments.command, &mut out);
    let flushed = out.flush().map_err(Trouble::from);
    let verdict = verdict.and_then(|verdict| flushed.map(|()| verdict));
    let verdict = verdict.unwrap_or_else(|trouble| {
        if !trouble.is_closed_pipe() {
            // If this fails as well, there is no other way to report it.
            let _ = write!(anstream::stderr(), "{}", crate::trouble::shown(&trouble));
        }
        Verdict::Unusable
    });
    ExitCode::from(verdict.exit_code())
}

/// A write beyond the file size limit (`ulimit -f`) fails with an error that can be reported; it no
/// longer ends the process.
#[cfg(unix)]
fn outlive_file_limit() {
    use nix::sys::signal::{SigSet, Signal};
    // If the signal cannot be blocked, the process ends as before.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}
