//! The command line arguments.

mod content;
mod grammar;
mod history;
mod measure;
mod play;
mod stock;
mod texts;
mod town;

pub use content::{Build, Check, Deny, Explain, Explore, Fmt, Format, Inspect, New, Sheet, Test};
pub use grammar::{
    Grammar, GrammarWhat, ParseGrammar, ReportGrammar, SampleGrammar, TrainGrammar, WhichGrammar,
};
pub use history::{History, HistoryWhat, NewHistory, ShowHistory, WeekOfHistory};
pub use measure::{Bench, Measured, Train, Trained};
pub use play::{Ask, AskWhy, Cueing, Keep, Play, Prove, Watch};
pub use stock::Stock;
pub use texts::{ExportTexts, ImportTexts, Texts, TextsWhat};
pub use town::{Export, NewTown, Replay, Report, Run, Studio, Town, TownWhat, WhichTown};

use clap::{Parser, Subcommand, ValueEnum};

/// Believable game characters: check, play and build their scripts
#[derive(Parser, Debug)]
#[command(
    name = "townsfolk",
    version,
    max_term_width = 100,
    arg_required_else_help = false,
    after_help = "Without a command, townsfolk opens the town that comes with it in a browser.

Examples:
  townsfolk                       watch a living town, and ask people why
  townsfolk tour                  see what the command can do
  townsfolk new my_town           create a project
  townsfolk check my_town         find mistakes before anything runs
  townsfolk test my_town          play the tests of its scripts
  townsfolk play my_town          watch what people do, line by line
  townsfolk explain no-way-out    read about a problem

Exit codes: 0 no problems, 1 the content has problems, 2 the command failed."
)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,

    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 is set
    Auto,
    /// Also into pipes and files
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show what the command can do, with the shipped examples
    Tour,
    /// Check scripts for mistakes before anything runs
    Check(Check),
    /// Explain a problem, or list all of them
    Explain(Explain),
    /// Format scripts
    Fmt(Fmt),
    /// Play the tests of scripts
    Test(Test),
    /// Sample, report, parse and train grammars: patterns with dice
    Grammar(Grammar),
    /// Show what to expect of merchants' stocks, to tune their rates
    Stock(Stock),
    /// Evaluate a condition on given facts, and list all solutions
    Ask(Ask),
    /// Play a script and tell what happens; explain why a character did something, or did not
    Play(Box<Play>),
    /// Run a town for some days, and print a summary
    Run(Box<Run>),
    /// Watch and edit a living town in a browser, and ask its people and places why
    Studio(Studio),
    /// Generate a town of any size from a sample neighbourhood
    Town(Town),
    /// Make a town with a past: families, firms, and what people know of each other
    History(History),
    /// Replay the recording of a town, and check that the result is the same
    Replay(Replay),
    /// Write a page with plots of a recording: places, rules, needs
    Report(Report),
    /// Write the events and states of a recording as tables for dataframe tools
    Export(Export),
    /// Write the module a game loads, and its symbols
    Build(Build),
    /// Show what is in a module or symbol file
    Inspect(Inspect),
    /// Convert a script to a spreadsheet, or a spreadsheet to a script
    Sheet(Sheet),
    /// Export texts for translators, and import their languages
    Texts(Texts),
    /// Create a project
    New(New),
    /// Train the network that chooses social interactions
    Train(Train),
    /// Measure the speed of tools, scenes and minds, and how much the checker notices
    Bench(Bench),
}

const PATHS: &str =
    "A PATH is a script (`.folk`), a sheet (`.xlsx`, `.ods`, `.csv`), a package (a folder
with a `folk.toml`), or any other folder, whose files then belong together. A file in a package is
read together with its package. The default is the current folder.";
