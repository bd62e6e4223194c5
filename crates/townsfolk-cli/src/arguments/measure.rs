//! Commands that measure and train.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `townsfolk train`.
#[derive(Args, Debug)]
#[command(
    after_help = "Trains on 300 cases that are made by readable rules, or on your own cases, and prints how well the
network does. The accuracy grouped by parent is the honest one. The same cases and seed give the same
file on every machine; without options it is the shipped file.

CASES are rows of nine numbers from 0 to 1 and the right interaction, below this header:
  neuroticism,extroversion,valence,arousal,like,attraction,dominance,intimacy,interest,right
The last is one of kiss, flirt, joke, compliment, chat, insult, assault, nothing.

Examples:
  townsfolk train social
  townsfolk train social --cases mine.csv -o game/assets/social.weights
  townsfolk train social -o my_town/social.folk     as a declaration `network social`"
)]
pub struct Train {
    /// What to train
    pub what: Trained,

    /// The file to write
    #[arg(short, long, value_name = "FILE", default_value = "social.weights")]
    pub output: PathBuf,

    /// Seed of first weights, noise and order of cases
    #[arg(long, value_name = "N", default_value_t = 2004)]
    pub seed: u64,

    /// Train on these cases instead of the shipped ones
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
}

/// What `townsfolk train` trains.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trained {
    /// The network that chooses social interactions: joke, chat, flirt, quarrel
    Social,
}

/// Arguments of `townsfolk bench`.
#[derive(Args, Debug)]
#[command(
    after_help = "Without an argument, all standing figures are measured (without mutations, towns and a million minds).
This takes some minutes.

Examples:
  townsfolk bench                    all standing figures
  townsfolk bench town               whole towns from a thousand people to a million: time and bytes
  townsfolk bench town --population 5000 --population 20000
  townsfolk bench language           400 scripts with 5,000 rules: parse, check, one edit
  townsfolk bench scenes             six shipped scripts, the bench scene and a crowd: time of updates
  townsfolk bench scenes --only shipped --beside old/townsfolk
  townsfolk bench minds              a chef's mind, 40,000 of them, and a million: time and bytes
  townsfolk bench minds --only levels
  townsfolk bench inference          1,000 bit rules for 100,000 characters, beside a straight loop
  townsfolk bench grammars           symbols a second, parsing and training of patterns with dice
  townsfolk bench trade              samples a second of merchants' stock, beside a direct summation
  townsfolk bench hunters            200 hunters and 50 guards in one arena: time of a tick
  townsfolk bench space              rays, ways and exposure maps, beside the naive methods
  townsfolk bench mutations          mistakes planted in every shipped example: how many are noticed
  townsfolk bench language --json    for tools"
)]
pub struct Bench {
    /// What to measure [default: all standing figures]
    pub what: Option<Measured>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// With `town` and `knowledge`: number of people; may be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    pub population: Vec<u32>,

    /// With `mutations`: maximum number of mistakes of each sort in each example
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub most: usize,

    /// With `mutations`: only the example with this name; with `minds`: only this part (updates,
    /// beats, agenda, levels, bytes, questions, million); with `scenes`: shipped, bench or crowd
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,

    /// With `scenes`: run this other build of the command in turns, and compare the shipped scripts
    #[arg(long, value_name = "PATH")]
    pub beside: Option<std::path::PathBuf>,
}

/// What `townsfolk bench` measures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measured {
    /// Speed of the compiler
    Language,
    /// Speed of scenes
    Scenes,
    /// Time and memory of minds
    Minds,
    /// Speed of inference over referents
    Inference,
    /// Time and memory of whole towns
    Town,
    /// Time of a tower with daily lives, and of searches for plans and ways
    Daily,
    /// Speed of hot rules, beside dirty checking by hand
    Rules,
    /// Speed of grammars: symbols, parsing, training
    Grammars,
    /// Speed of snippets and of a utility choice
    Snippets,
    /// Time and memory of a town's past, and of what its people know
    Knowledge,
    /// Speed of merchants' stock, beside a direct summation
    Trade,
    /// Time of a tick with 200 hunters and 50 guards in one arena
    Hunters,
    /// Speed of rays, ways and exposure maps, beside the naive methods
    Space,
    /// Share of planted mistakes that checker, tests and exploration notice
    Mutations,
}
