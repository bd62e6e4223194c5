//! Commands about towns: living, watching, looking back.

use super::PATHS;
use super::Prove;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use townsfolk_core::Duration;

/// The town that is opened, and how its days begin.
#[derive(Args, Debug)]
pub struct WhichTown {
    /// The town
    #[arg(value_name = "TOWN")]
    pub paths: Vec<PathBuf>,

    /// Where chance begins
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,

    /// When the first day begins
    #[arg(long, value_name = "TIME", value_parser = crate::play::moment::daytime, conflicts_with = "resume")]
    pub from: Option<i32>,

    /// Calendar seconds in a second of the stage; 60 if nothing is said
    #[arg(long, value_name = "N", value_parser = crate::play::moment::calendar_rate, conflicts_with = "resume")]
    pub rate: Option<i64>,

    /// Go on with a saved town
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    pub resume: Option<PathBuf>,
}

/// Arguments of `townsfolk run`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS} Of `run` it is the town that comes with the command.

Examples:
  townsfolk run
  townsfolk run examples/village --days 3 --seed 7
  townsfolk run --days 7 --record week.folktape --report week.html
  townsfolk run big.folktown --threads 2 --json
  townsfolk run --resume town.folksave

A TOWN can also be a file that `townsfolk town new` wrote. Ctrl-C saves the town; `--resume` goes on as if it had never stopped, with the same digest.

With `--json` one object is printed at the end: `people`, `ticks`, `tick_ms` (`mean`, `p99`, `max`),
`work_units` (looks: `all`, and in one tick `most`), `longest_wait` and `longest_possible_wait` in
ticks, `bytes_per_character`, `scenes`, `actions`, `digest`.

Exit codes: 0 lived, 1 the content has errors, 2 the command could not do its work, 130 stopped."))]
pub struct Run {
    /// Which town.
    #[command(flatten)]
    pub which: WhichTown,

    /// How many days of the calendar; one if nothing is said, or as many as a saved town has left
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,

    /// Show no progress, only the summary
    #[arg(long)]
    pub headless: bool,

    /// Keep everything that happens, to be played again, reported and exported
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Write the page of `townsfolk report` at the end
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Save the town at the end, and where Ctrl-C saves it
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Save also every so often, by the calendar
    #[arg(long, value_name = "SPAN", requires = "save", value_parser = crate::play::moment::span)]
    pub save_every: Option<Duration>,

    /// Print the digest of everything at the end
    #[arg(long)]
    pub digest: bool,

    /// Print figures as JSON instead of the summary
    #[arg(long)]
    pub json: bool,

    /// Take no more than so many looks in a tick; what is left waits, the longest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub budget: Option<u32>,

    /// How to prove that it does not matter.
    #[command(flatten)]
    pub proving: Prove,
}

/// Arguments of `townsfolk studio`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS} Of `studio` it is the town that comes with the command.

Examples:
  townsfolk studio
  townsfolk studio examples/village --seed 7
  townsfolk studio --resume town.folksave --paused

The page is served on loopback only. Elsewhere (`--host`) whoever asks must know the token.
Ctrl-C saves the town and ends.

Exit codes: 130 stopped, 1 the content has errors, 2 the command could not do its work."))]
pub struct Studio {
    /// Which town.
    #[command(flatten)]
    pub which: WhichTown,

    /// The port to listen on; a free one if it is taken
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub port: u16,

    /// How many seconds of the stage pass in one of ours
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub speed: f64,

    /// Begin with time standing still
    #[arg(long)]
    pub paused: bool,

    /// Where to save the town at the end; `town.folksave`, or the saved town it was, if nothing is said
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,

    /// What whoever asks must know
    #[arg(long, value_name = "WORD", value_parser = token)]
    pub token: Option<String>,

    /// How many threads decide side by side
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u16,
}

/// A token goes into addresses and cookies.
fn token(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match text.len() >= 8 && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("a token has at least 8 letters, digits, `-` or `_`".to_owned()),
    }
}

/// Arguments of `townsfolk town`.
#[derive(Args, Debug)]
pub struct Town {
    /// What to do.
    #[command(subcommand)]
    pub what: TownWhat,
}

/// What can be done with towns.
#[derive(Subcommand, Debug)]
pub enum TownWhat {
    /// Lay out streets, homes and places of work for so many people
    New(NewTown),
}

/// Arguments of `townsfolk town new`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk town new big.folktown --population 5000 --seed 3
  townsfolk run big.folktown

The sample is copied, street by street, until there are enough people; tempers and days differ. The file
keeps the sample, the number and the seed, from which the town grows again the same.

Exit codes: 0 written, 1 the sample has errors, 2 the command could not do its work.")]
pub struct NewTown {
    /// The file to write
    #[arg(value_name = "FILE", default_value = "new.folktown")]
    pub file: PathBuf,

    /// How many people live there
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    pub population: u32,

    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The sample neighbourhood; the town that comes with the command if nothing is said
    #[arg(long, value_name = "PATH")]
    pub sample: Vec<PathBuf>,
}

/// Arguments of `townsfolk replay`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk run --record day.folktape
  townsfolk replay day.folktape
  townsfolk replay week.folktape --check

With `--check` everybody is followed: nobody jumps or goes through a wall, everybody is somewhere at
any time, and whoever says that they saw somebody, or was told of it, is right.

Exit codes: 0 it came out the same (and nothing was wrong with it), 1 it came out differently or
something was wrong, 2 the file cannot be read.")]
pub struct Replay {
    /// What `run --record` wrote
    #[arg(value_name = "TAPE")]
    pub tape: PathBuf,

    /// Follow everybody, and say what cannot have been
    #[arg(long)]
    pub check: bool,
}

/// Arguments of `townsfolk report`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

Examples:
  townsfolk play examples/village --quiet --record day.folkrec
  townsfolk report day.folkrec examples/village
  townsfolk run --record week.folktape
  townsfolk report week.folktape -o - > week.html

The recording is played again, with the content it was made with; that of a town has it with it, and
is named alone. The page needs nothing else: no
network, no scripts, light and dark.

Exit codes: 0 written, 1 the content has errors or the recording comes out differently, 2 the command
could not do its work."))]
pub struct Report {
    /// What `--record` wrote
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,

    /// What it was made with, unless it is the recording of a town
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Where the page goes; `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    pub output: PathBuf,
}

/// Arguments of `townsfolk export`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

Examples:
  townsfolk export day.folkrec examples/village --events events.csv
  townsfolk export day.folkrec examples/village --states states.jsonl --every 15min

A file that ends in `.csv` has comma-separated values with a header, one in `.parquet` is written column
by column (if the command was built with `--features columnar`), any other has JSON lines. Every row has
the tick, the day and the seconds since midnight, and names beside the numbers.

Exit codes: 0 written, 1 the content has errors or the recording comes out differently, 2 the command
could not do its work."))]
pub struct Export {
    /// What `--record` wrote
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,

    /// What it was made with, unless it is the recording of a town
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Write what happened here
    #[arg(long, value_name = "FILE", required_unless_present = "states")]
    pub events: Option<PathBuf>,

    /// Write how everybody was here
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,

    /// How often everybody is looked at, by the calendar
    #[arg(long, value_name = "SPAN", default_value = "1h", value_parser = crate::play::moment::span)]
    pub every: Duration,
}
