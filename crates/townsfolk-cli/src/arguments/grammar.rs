//! Commands about grammars.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `townsfolk grammar`.
#[derive(Args, Debug)]
#[command(
    after_help = "A grammar is a pattern with dice, declared as `grammar NAME` (see the book, chapter Grammars).

Examples:
  townsfolk grammar sample examples/patterns --grammar inn_sign --count 10
  townsfolk grammar report examples/patterns --grammar ember_queen
  townsfolk grammar parse examples/patterns --grammar ember_queen 'flame, flame, collapse'
  townsfolk grammar train examples/patterns --grammar ember_queen --examples fights.txt --write"
)]
pub struct Grammar {
    /// What to do.
    #[command(subcommand)]
    pub what: GrammarWhat,
}

/// The subcommands of `townsfolk grammar`.
#[derive(Subcommand, Debug)]
pub enum GrammarWhat {
    /// Print sentences of a grammar
    Sample(SampleGrammar),
    /// Generate many sentences, and count what comes out
    Report(ReportGrammar),
    /// Say whether a sequence is a sentence, how likely it is, and how it was made
    Parse(ParseGrammar),
    /// Find the weights that fit examples, and print the grammar with them
    Train(TrainGrammar),
}

/// The grammar that is meant.
#[derive(Args, Debug)]
pub struct WhichGrammar {
    /// A script, a package or a folder
    #[arg(value_name = "PATH")]
    pub path: PathBuf,

    /// The grammar, if there are several
    #[arg(long, value_name = "NAME")]
    pub grammar: Option<String>,
}

/// Arguments of `townsfolk grammar sample`.
#[derive(Args, Debug)]
#[command(
    after_help = "One sentence on a line: its symbols with commas between, or its texts put together. An endless
grammar prints the first symbols of a stream.

Examples:
  townsfolk grammar sample examples/patterns --grammar inn_sign --count 5
  townsfolk grammar sample examples/patterns --grammar maze_ghost --symbols 30"
)]
pub struct SampleGrammar {
    /// The grammar.
    #[command(flatten)]
    pub which: WhichGrammar,

    /// Number of sentences
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    pub count: usize,

    /// Start with this rule instead of a start
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,

    /// Maximum number of symbols of an endless grammar
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub symbols: usize,

    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Arguments of `townsfolk grammar report`.
#[derive(Args, Debug)]
#[command(
    after_help = "People misjudge compound chances: look at what comes out, change a weight, and look again.

Examples:
  townsfolk grammar report examples/patterns --grammar ember_queen
  townsfolk grammar report boss.folk --samples 100000 --json"
)]
pub struct ReportGrammar {
    /// The grammar.
    #[command(flatten)]
    pub which: WhichGrammar,

    /// Number of sentences
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub samples: u64,

    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `townsfolk grammar parse`.
#[derive(Args, Debug)]
#[command(
    after_help = "SEQUENCE is symbols with commas between, or a file of them with `@` in front.

Examples:
  townsfolk grammar parse examples/patterns --grammar ember_queen 'flame, mark, flame, collapse'
  townsfolk grammar parse boss.folk @fight.txt

Exit codes: 0 a sentence, 1 no sentence (or the script has errors), 2 the command failed."
)]
pub struct ParseGrammar {
    /// The grammar.
    #[command(flatten)]
    pub which: WhichGrammar,

    /// The symbols, or `@FILE`
    #[arg(value_name = "SEQUENCE")]
    pub sequence: String,
}

/// Arguments of `townsfolk grammar train`.
#[derive(Args, Debug)]
#[command(
    after_help = "EXAMPLES has one sequence on each line: symbols with commas between. Lines that begin with `#` and empty
lines are left out; `nothing` is the empty sequence. The weights are those with which the examples are
most likely (inside-outside), in thousandths.

Examples:
  townsfolk grammar train boss.folk --examples fights.txt
  townsfolk grammar train boss.folk --examples fights.txt --write"
)]
pub struct TrainGrammar {
    /// The grammar.
    #[command(flatten)]
    pub which: WhichGrammar,

    /// Sequences to learn from, one on each line
    #[arg(long, value_name = "FILE")]
    pub examples: PathBuf,

    /// Maximum number of passes over the examples
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub passes: usize,

    /// Uses that every alternative has without any example
    #[arg(long, value_name = "N", default_value_t = 0.01)]
    pub smoothing: f64,

    /// Write the new weights into the script
    #[arg(long)]
    pub write: bool,
}
