//! Commands about content: checking, laying out, testing, building.

use super::PATHS;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `townsfolk check`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

Examples:
  townsfolk check
  townsfolk check town.folk market/
  townsfolk check --explore --people 3 market/
  townsfolk check --deny warnings --format json > problems.jsonl

With `--format json` each problem is one object on a line of its own, with `code`, `severity`,
`message`, `file`, `start` and `end` (line and column from one, the end just behind the last
character), `related`, `hints`, `story`, and `cell` in a sheet. The last line has the counts.

Exit codes: 0 no errors, 1 errors (or warnings with `--deny warnings`), 2 a file cannot be read."))]
pub struct Check {
    /// What to check
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// How to show what was found
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,

    /// Exit with 1 on warnings too
    #[arg(long, value_name = "WHAT")]
    pub deny: Option<Deny>,

    /// How far to explore.
    #[command(flatten)]
    pub explore: Explore,
}

/// How far `townsfolk check --explore` goes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct Explore {
    /// Play each script in every way within bounds, and tell what can go wrong
    #[arg(long)]
    pub explore: bool,

    /// The largest cast to try [default: 4]
    #[arg(long, value_name = "N", requires = "explore")]
    pub people: Option<u8>,

    /// How many actions may fail [default: 3]
    #[arg(long, value_name = "N", requires = "explore")]
    pub failures: Option<u8>,

    /// How many people may vanish [default: 1]
    #[arg(long, value_name = "N", requires = "explore")]
    pub disappearances: Option<u8>,

    /// How many people may come late, while fewer than four are there [default: 1]
    #[arg(long, value_name = "N", requires = "explore")]
    pub arrivals: Option<u8>,

    /// Take the time to look at up to 5000000 situations in each script: minutes, not seconds
    #[arg(long, requires = "explore", conflicts_with = "situations")]
    pub thorough: bool,

    /// How many situations to look at in each script, at most [default: 200000]
    #[arg(long, value_name = "N", requires = "explore")]
    pub situations: Option<usize>,
}

/// How to show what was found.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Human,
    /// For tools: one JSON object a line
    Json,
}

/// What is not let pass.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deny {
    /// Warnings
    Warnings,
}

/// Arguments of `townsfolk explain`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk explain                     list all problems
  townsfolk explain unbound-variable    read one page")]
pub struct Explain {
    /// The code of a problem, as it stands in the brackets after `error` or `warning`
    pub code: Option<String>,
}

/// Arguments of `townsfolk fmt`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}
Sheets have no layout of ours and are left alone, and so are scripts that do not parse.

Examples:
  townsfolk fmt
  townsfolk fmt --check              list what would change, and exit with 1 if anything would
  townsfolk fmt --stdin < town.folk  for editors"))]
pub struct Fmt {
    /// What to lay out
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Write nothing; list the files that would change
    #[arg(long)]
    pub check: bool,

    /// Read one script from the standard input and write it to the standard output
    #[arg(long, conflicts_with = "paths")]
    pub stdin: bool,
}

/// Arguments of `townsfolk test`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}
A word that is no path is a FILTER: only tests are played whose script or name contains it.

Examples:
  townsfolk test
  townsfolk test my_town late_tourist"))]
pub struct Test {
    /// Where the tests are, and which of them to play
    #[arg(value_name = "PATH or FILTER")]
    pub words: Vec<PathBuf>,

    /// Show what happened in tests that pass, too
    #[arg(long)]
    pub tell: bool,
}

/// Arguments of `townsfolk build`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

Writes NAME.folkmod, which the game loads, and NAME.folksym, the names for tools and traces; NAME is
the name of the package.

Examples:
  townsfolk build my_town
  townsfolk build my_town -o game/assets/town.folkmod
  townsfolk build my_town --rust game/src/names.rs"))]
pub struct Build {
    /// What to build
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The module to write; its symbols go beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the names as Rust constants
    #[arg(long, value_name = "FILE")]
    pub rust: Option<PathBuf>,
}

/// Arguments of `townsfolk inspect`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townsfolk inspect town.folkmod")]
pub struct Inspect {
    /// A module or symbol file
    pub file: PathBuf,
}

/// Arguments of `townsfolk sheet`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk sheet town.folk               writes town.xlsx
  townsfolk sheet town.folk -o town.csv
  townsfolk sheet town.xlsx               writes town.folk
  townsfolk sheet town.ods -o -           shows the script")]
pub struct Sheet {
    /// A script, or a sheet (.xlsx, .ods, .csv)
    pub file: PathBuf,

    /// What to write; `-` shows the script instead
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Write over a file that is already there
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `townsfolk new`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townsfolk new my_town")]
pub struct New {
    /// The folder to make; its last part becomes the name of the package
    #[arg(value_name = "NAME")]
    pub folder: PathBuf,
}
