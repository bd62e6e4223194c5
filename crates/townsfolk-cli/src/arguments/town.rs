//! Commands about towns: living, watching, looking back.

use super::PATHS;
use super::Prove;
use crate::town::focus::FocusOn;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use townsfolk_core::Duration;

/// The town to open, and how its first day begins.
#[derive(Args, Debug)]
pub struct WhichTown {
    /// The town
    #[arg(value_name = "TOWN")]
    pub paths: Vec<PathBuf>,

    /// Seed of all random draws
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,

    /// Time of day at the start
    #[arg(long, value_name = "TIME", value_parser = crate::play::moment::daytime, conflicts_with = "resume")]
    pub from: Option<i32>,

    /// Calendar seconds in a second of stage time [default: 60]
    #[arg(long, value_name = "N", value_parser = crate::play::moment::calendar_rate, conflicts_with = "resume")]
    pub rate: Option<i64>,

    /// Continue a saved town
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    pub resume: Option<PathBuf>,

    /// Where people live in full detail: a place, `X,Y` in metres, or `everywhere` [default:
    /// everywhere, or the middle of a town of more than 2,000 people]
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub focus: Option<FocusOn>,

    /// How far from there, in metres [default: as far as about 1,000 people]
    #[arg(long, value_name = "M", requires = "focus")]
    pub radius: Option<u32>,
}

/// Arguments of `townsfolk run`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS} The default of `run` is the shipped town.

Examples:
  townsfolk run
  townsfolk run examples/village --days 3 --seed 7
  townsfolk run --days 7 --record week.folktape --report week.html
  townsfolk run big.folktown --threads 2 --json
  townsfolk run big.folktown --focus 'coopers lane' --radius 80
  townsfolk run --resume lindenford.folksave

A TOWN can also be a file that `townsfolk town new` wrote. Ctrl-C saves the town; `--resume` continues
it, with the same digest as without the stop.

With `--json` one object is printed at the end: `people`, `ticks`, `tick_ms` (`mean`, `p99`, `max`),
`work_units` (updates: `all`, and in one tick `most`), `longest_wait` and `longest_possible_wait` in
ticks, `bytes_per_character`, `scenes`, `actions`, `digest`.

Exit codes: 0 done, 1 the content has errors, 2 the command failed, 130 stopped."))]
pub struct Run {
    /// Which town.
    #[command(flatten)]
    pub which: WhichTown,

    /// Number of calendar days [default: 1, or what a saved town has left]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,

    /// Print only the summary, no progress
    #[arg(long)]
    pub headless: bool,

    /// Record the run, for replay, report and export
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Write the page of `townsfolk report` at the end
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Save the town to this file at the end, or on Ctrl-C
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Save also at this interval of calendar time
    #[arg(long, value_name = "SPAN", requires = "save", value_parser = crate::play::moment::span)]
    pub save_every: Option<Duration>,

    /// Print the digest of everything at the end
    #[arg(long)]
    pub digest: bool,

    /// Print figures as JSON instead of the summary
    #[arg(long)]
    pub json: bool,

    /// Maximum number of updates in a tick; the rest waits, longest wait first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub budget: Option<u32>,

    /// Determinism and comparisons.
    #[command(flatten)]
    pub proving: Prove,
}

/// Arguments of `townsfolk studio`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS} The default of `studio` is the shipped town.

Examples:
  townsfolk studio
  townsfolk studio examples/village --seed 7
  townsfolk studio --resume lindenford.folksave --paused

A town begins at 10:00 unless `--from` says otherwise. If nobody lives in it, stand-ins play its scripts.

The page is served on loopback only. With another `--host`, clients need the token.
Ctrl-C saves the town and ends.

Exit codes: 130 stopped, 1 the content has errors, 2 the command failed."))]
pub struct Studio {
    /// Which town.
    #[command(flatten)]
    pub which: WhichTown,

    /// The port to listen on; a free one if it is taken
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub port: u16,

    /// Seconds of stage time in a real second
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub speed: f64,

    /// Start paused
    #[arg(long)]
    pub paused: bool,

    /// The file for the town at the end [default: the resumed file, or a new one with the town's name]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,

    /// The token that clients need
    #[arg(long, value_name = "WORD", value_parser = token)]
    pub token: Option<String>,

    /// Number of threads
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
    /// Generate streets, homes and places of work
    New(NewTown),
}

/// Arguments of `townsfolk town new`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk town new big.folktown --population 5000 --seed 3
  townsfolk run big.folktown

The sample is copied, street by street, until there are enough people; tempers and days vary. The file
keeps the sample, the number and the seed, which give the same town again.

Exit codes: 0 written, 1 the sample has errors, 2 the command failed.")]
pub struct NewTown {
    /// The file to write
    #[arg(value_name = "FILE", default_value = "new.folktown")]
    pub file: PathBuf,

    /// Number of people
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    pub population: u32,

    /// Seed of all random draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The sample neighbourhood [default: the shipped town]
    #[arg(long, value_name = "PATH")]
    pub sample: Vec<PathBuf>,
}

/// Arguments of `townsfolk replay`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk run --record day.folktape
  townsfolk replay day.folktape
  townsfolk replay week.folktape --check

With `--check` every character is followed: no jumps, no walks through walls, a place at any time, and
what characters say they saw or were told is true.

Exit codes: 0 the result is the same (and the check passed), 1 the result differs or the check failed,
2 the file cannot be read.")]
pub struct Replay {
    /// A file that `run --record` wrote
    #[arg(value_name = "TAPE")]
    pub tape: PathBuf,

    /// Follow every character, and report what is impossible
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

The recording is replayed with its content. The recording of a town contains the content; name it
alone. The page is self-contained: no network, no scripts, light and dark.

Exit codes: 0 written, 1 the content has errors or the recording comes out differently, 2 the command
failed."))]
pub struct Report {
    /// A file that `--record` wrote
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,

    /// The content of the recording, unless it is of a town
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The file to write; `-` for standard output
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
failed."))]
pub struct Export {
    /// A file that `--record` wrote
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,

    /// The content of the recording, unless it is of a town
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Write events to this file
    #[arg(long, value_name = "FILE", required_unless_present = "states")]
    pub events: Option<PathBuf>,

    /// Write states of characters to this file
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,

    /// Interval between states, in calendar time
    #[arg(long, value_name = "SPAN", default_value = "1h", value_parser = crate::play::moment::span)]
    pub every: Duration,
}
