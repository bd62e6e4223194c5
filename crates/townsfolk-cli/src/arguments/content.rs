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

    /// Output format
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
    /// Explore every way in which a script can run, within bounds, and report what can go wrong
    #[arg(long)]
    pub explore: bool,

    /// Maximum size of a cast [default: 4]
    #[arg(long, value_name = "N", requires = "explore")]
    pub people: Option<u8>,

    /// Maximum number of failing actions [default: 3]
    #[arg(long, value_name = "N", requires = "explore")]
    pub failures: Option<u8>,

    /// Maximum number of characters that vanish [default: 1]
    #[arg(long, value_name = "N", requires = "explore")]
    pub disappearances: Option<u8>,

    /// Maximum number of late arrivals, while fewer than four characters are there [default: 1]
    #[arg(long, value_name = "N", requires = "explore")]
    pub arrivals: Option<u8>,

    /// Explore up to 5000000 situations of each script; takes minutes
    #[arg(long, requires = "explore", conflicts_with = "situations")]
    pub thorough: bool,

    /// Maximum number of situations to explore in each script [default: 200000]
    #[arg(long, value_name = "N", requires = "explore")]
    pub situations: Option<usize>,
}

/// Output formats.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON object on each line, for tools
    Json,
}

/// What `--deny` rejects.
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
    /// The code of a problem: the word in brackets after `error` or `warning`
    pub code: Option<String>,
}

/// Arguments of `townsfolk fmt`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}
Sheets, and scripts that do not parse, are not changed.

Examples:
  townsfolk fmt
  townsfolk fmt --check              list what would change, and exit with 1 if anything would
  townsfolk fmt --stdin < town.folk  for editors"))]
pub struct Fmt {
    /// What to format
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
A word that is not a path is a FILTER: only tests whose script or name contains it are played.

Examples:
  townsfolk test
  townsfolk test my_town late_tourist"))]
pub struct Test {
    /// Files and folders with tests, and filters
    #[arg(value_name = "PATH or FILTER")]
    pub words: Vec<PathBuf>,

    /// Show what happened in passing tests, too
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

    /// The module file to write; the symbol file is written beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write the names as Rust constants
    #[arg(long, value_name = "FILE")]
    pub rust: Option<PathBuf>,

    /// Build again whenever the files change; ends with Ctrl-C
    #[arg(long)]
    pub watch: bool,
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

    /// The file to write; `-` prints the script
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `townsfolk new`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townsfolk new my_town")]
pub struct New {
    /// The folder to create; its last part becomes the name of the package
    #[arg(value_name = "NAME")]
    pub folder: PathBuf,
}
