//! What can be typed.

mod content;
mod measure;
mod play;
mod texts;
mod town;

pub use content::{Build, Check, Deny, Explain, Explore, Fmt, Format, Inspect, New, Sheet, Test};
pub use measure::{Bench, Measured, Train, Trained};
pub use play::{Ask, AskWhy, Cueing, Keep, Play, Prove, Watch};
pub use texts::{ExportTexts, ImportTexts, Texts, TextsWhat};
pub use town::{Export, NewTown, Replay, Report, Run, Studio, Town, TownWhat, WhichTown};

use clap::{Parser, Subcommand, ValueEnum};

/// Believable game characters: check, play and build the scripts they live by
#[derive(Parser, Debug)]
#[command(
    name = "townsfolk",
    version,
    max_term_width = 100,
    arg_required_else_help = false,
    after_help = "Without a command, townsfolk opens the town that comes with it in a browser.

Examples:
  townsfolk                       watch a town live, and ask people why
  townsfolk tour                  see what else there is
  townsfolk new my_town           begin a project
  townsfolk check my_town         see what is wrong before anything runs
  townsfolk test my_town          play the stories you expect
  townsfolk play my_town          watch what people do, line by line
  townsfolk explain no-way-out    read about a problem

Exit codes: 0 all is well, 1 the content has problems, 2 the command could not do its work."
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
    /// Not at all
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// See what there is, shown on the examples that come with the command
    Tour,
    /// See what is wrong before anything runs
    Check(Check),
    /// Read the page of a problem, or list all problems there are
    Explain(Explain),
    /// Lay out scripts in the one agreed way
    Fmt(Fmt),
    /// Play the tests: the stories that must be able to be told
    Test(Test),
    /// Ask a condition of given facts, and see everything it would match
    Ask(Ask),
    /// Play a script and tell what happens; say why somebody did something, or did not
    Play(Box<Play>),
    /// Let a town live for some days, and say what became of it
    Run(Box<Run>),
    /// Watch a town live in a browser, and ask its people and places why
    Studio(Studio),
    /// Make a town of any size from a sample neighbourhood
    Town(Town),
    /// Play the recording of a town again, and say whether it comes out the same
    Replay(Replay),
    /// Make one page with plots of a recording: who is where, which rules fire, how needs go
    Report(Report),
    /// Write the events and states of a recording as tables for dataframe tools
    Export(Export),
    /// Write the module a game loads, and its symbols
    Build(Build),
    /// Say what a module or symbol file is
    Inspect(Inspect),
    /// Turn a script into a spreadsheet, or a spreadsheet into a script
    Sheet(Sheet),
    /// Write texts for translators, and modules in their languages
    Texts(Texts),
    /// Begin a project that checks and tests clean
    New(New),
    /// Train the network by which people choose what to do to one another
    Train(Train),
    /// Measure how fast the tools, scenes and minds are, and how much the checker notices
    Bench(Bench),
}

const PATHS: &str =
    "A PATH is a script (`.folk`), a sheet (`.xlsx`, `.ods`, `.csv`), a package (a folder
with a `folk.toml`), or any other folder, whose files then belong together. A file in a package is
read together with its package. Without a PATH it is the folder you are in.";
