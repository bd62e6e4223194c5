//! Commands about towns with a past.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `townsfolk history`.
#[derive(Args, Debug)]
pub struct History {
    /// What to do.
    #[command(subcommand)]
    pub what: HistoryWhat,
}

/// What can be done with towns that have a past.
#[derive(Subcommand, Debug)]
pub enum HistoryWhat {
    /// Make a town with families, firms and a past, as a package with a chronicle
    New(NewHistory),
    /// Print the life of a person
    Show(ShowHistory),
    /// Let the people of a town look, talk and misremember for a week, and print what they know
    Week(WeekOfHistory),
}

/// Arguments of `townsfolk history new`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk history new alderbrook --seed 3
  townsfolk history new alderbrook --years 80 --people-about 150
  townsfolk check alderbrook
  townsfolk studio alderbrook

The folder is an ordinary package of scripts: people, plan, places. `chronicle.html` is a page to read.
The same name, years, number and seed give the same town. A town that dies out is tried again with the
next seed. Ctrl-C leaves nothing behind; what a killed command left is replaced by the next one.

Exit codes: 0 written, 2 the command failed, 130 interrupted.")]
pub struct NewHistory {
    /// The folder to write; its name is the name of the town
    #[arg(value_name = "TOWN")]
    pub folder: PathBuf,

    /// Years from the founding to the summer of 1979
    #[arg(long, value_name = "N", default_value_t = 140, value_parser = clap::value_parser!(i32).range(1..=300))]
    pub years: i32,

    /// Seed of all random draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Number of people at the end, more or less
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(40..=20_000))]
    pub people_about: u32,
}

/// Arguments of `townsfolk history show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk history show alderbrook
  townsfolk history show alderbrook --person 'ada brandt'

Without a person, the town is described.")]
pub struct ShowHistory {
    /// The folder that `townsfolk history new` wrote
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// A name, or a part of one
    #[arg(long, value_name = "NAME")]
    pub person: Option<String>,
}

/// Arguments of `townsfolk history week`.
#[derive(Args, Debug)]
pub struct WeekOfHistory {
    /// The folder that `townsfolk history new` wrote
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// How well people remember: talktown, faithful_memory or unreliable
    #[arg(long, value_name = "PRESET", default_value = "talktown")]
    pub preset: String,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}
