//! The commands, one file each.

pub mod ask;
pub mod bench;
pub mod build;
pub mod check;
mod constants;
pub mod explain;
pub mod explore;
pub mod export;
pub mod fmt;
pub mod grammar;
pub mod history;
pub mod inspect;
pub mod new;
pub mod play;
pub mod replay;
mod replayed;
pub mod report;
pub mod run;
pub mod sheet;
pub mod stock;
pub mod studio;
pub mod test;
pub mod texts;
pub mod town;
pub mod train;
pub mod welcome;

use crate::Verdict;
use crate::arguments::Command;
use crate::trouble::Trouble;
use std::io::{IsTerminal, Write};

/// Runs a command. Without one, opens the shipped town in the studio, or shows the tour if there is
/// no terminal.
pub fn run(command: &Option<Command>, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    match command {
        None if std::io::stdout().is_terminal() => studio::shipped(out),
        None | Some(Command::Tour) => welcome::run(out),
        Some(Command::Check(arguments)) => check::run(arguments, out),
        Some(Command::Explain(arguments)) => explain::run(arguments, out),
        Some(Command::Fmt(arguments)) => fmt::run(arguments, out),
        Some(Command::Test(arguments)) => test::run(arguments, out),
        Some(Command::Grammar(arguments)) => grammar::run(arguments, out),
        Some(Command::Stock(arguments)) => stock::run(arguments, out),
        Some(Command::Ask(arguments)) => ask::run(arguments, out),
        Some(Command::Play(arguments)) => play::run(arguments, out),
        Some(Command::Run(arguments)) => run::run(arguments, out),
        Some(Command::Studio(arguments)) => studio::run(arguments, out),
        Some(Command::Texts(arguments)) => texts::run(arguments, out),
        Some(Command::Town(arguments)) => town::run(arguments, out),
        Some(Command::History(arguments)) => history::run(arguments, out),
        Some(Command::Replay(arguments)) => replay::run(arguments, out),
        Some(Command::Report(arguments)) => report::run(arguments, out),
        Some(Command::Export(arguments)) => export::run(arguments, out),
        Some(Command::Build(arguments)) => build::run(arguments, out),
        Some(Command::Inspect(arguments)) => inspect::run(arguments, out),
        Some(Command::Sheet(arguments)) => sheet::run(arguments, out),
        Some(Command::New(arguments)) => new::run(arguments, out),
        Some(Command::Train(arguments)) => train::run(arguments, out),
        Some(Command::Bench(arguments)) => bench::run(arguments, out),
    }
}

/// The command as the user has started it, for lines to type: through cargo, or by its name.
pub fn command_name() -> &'static str {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(_) => "cargo run --release --",
        None => "townsfolk",
    }
}
