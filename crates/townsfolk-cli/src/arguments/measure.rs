//! Commands that measure and train.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `townsfolk train`.
#[derive(Args, Debug)]
#[command(
    after_help = "Trains on 300 cases made by rules that anybody can read, or on your own, and tells how well the
network does, without flattering: the figure grouped by parent is the one to believe. The same cases
and the same seed give the same file on every machine; without options it is the one that is shipped.

CASES are rows of nine numbers from 0 to 1 and what to do, below this first line:
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

    /// Chance: first weights, noise, order of cases
    #[arg(long, value_name = "N", default_value_t = 2004)]
    pub seed: u64,

    /// Train on these cases instead of ours
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
}

/// What `townsfolk train` trains.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trained {
    /// The social network: who would joke, chat, flirt or quarrel with whom
    Social,
}

/// Arguments of `townsfolk bench`.
#[derive(Args, Debug)]
#[command(
    after_help = "Without a word what, all standing figures are measured, one after the other (but not mutations, and
no town and no minds of a million): some minutes.

Examples:
  townsfolk bench                    all of it
  townsfolk bench town               whole towns from a thousand people to a million: time and bytes
  townsfolk bench town --population 5000 --population 20000
  townsfolk bench language           400 scripts with 5,000 rules: parse, check, one edit
  townsfolk bench scenes             six shipped scripts, the bench scene and a crowd: time of updates
  townsfolk bench scenes --only shipped --beside old/townsfolk
  townsfolk bench minds              a chef's mind, 40,000 of them, and a million: time and bytes
  townsfolk bench minds --only levels
  townsfolk bench mutations          mistakes made in every shipped example: who notices?
  townsfolk bench language --json    for tools"
)]
pub struct Bench {
    /// What to measure; everything if nothing is said
    pub what: Option<Measured>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// With `town`: how many people; may be said several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    pub population: Vec<u32>,

    /// With `mutations`: the most mistakes of each sort in each example
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
    /// How fast the front end is
    Language,
    /// How fast scenes are played
    Scenes,
    /// What minds cost
    Minds,
    /// What whole towns cost
    Town,
    /// How much the checker, tests and exploration notice
    Mutations,
}
