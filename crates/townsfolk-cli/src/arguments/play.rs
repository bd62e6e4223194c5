//! Commands that play a script, and ask it.

use super::Format;
use super::PATHS;
use crate::play::cues::{OfferCue, PlayerCue, TellCue};
use crate::play::moment::Moment;
use clap::Args;
use std::path::PathBuf;
use townsfolk_core::{Duration, Tick};

/// Arguments of `townsfolk ask`.
#[derive(Args, Debug)]
#[command(
    after_help = "FACTS are a file, or the facts themselves, each with a full stop behind it. An argument of kind `time`
is written as in a rule: `until(ann, .now - 5 s)`. Everyone whom a fact names takes part; `--cast`
says as what. There is no stage: distances, readings and properties have no value.

Examples:
  townsfolk ask bench.folk 'seat(P), not reserved(P, _)' --facts 'seat(left). seat(right). reserved(left, ann).'
  townsfolk ask bench.folk 'until(.me, T), T < .now' --facts facts.txt --me ann --at '5 min'
  townsfolk ask town/ --script nap '.any(X, elder)' --cast 'ann elder, bob tourist'

With `--format json` each solution is one object on a line of its own, with the variables as keys.
The last line has the number of `solutions`, the `variables` in order, and whether the search was
`given_up`. Problems come as with `townsfolk check --format json`.

Exit codes: 0 answered, whether or not there is a solution; 1 the script or the question has errors,
or the search was given up; 2 a file cannot be read."
)]
pub struct Ask {
    /// The script whose words the condition uses: a file, a package or a folder
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The condition, as it would stand in `when`
    #[arg(value_name = "CONDITION")]
    pub condition: String,

    /// What is true
    #[arg(
        long,
        value_name = "FACTS",
        default_value = "",
        hide_default_value = true
    )]
    pub facts: String,

    /// Who takes part as what: 'ann elder, bob tourist'
    #[arg(
        long,
        value_name = "PEOPLE",
        default_value = "",
        hide_default_value = true
    )]
    pub cast: String,

    /// Who `.me` is
    #[arg(long, value_name = "NAME")]
    pub me: Option<String>,

    /// The moment `.now`, since the start: '90 s', '5 min'
    #[arg(long, value_name = "TIME", default_value = "0 s", value_parser = moment)]
    pub at: Tick,

    /// The script, if there are several
    #[arg(long, value_name = "NAME")]
    pub script: Option<String>,

    /// How to show what was found
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
}

/// A moment as a duration since the start: a number and its unit.
fn moment(text: &str) -> Result<Tick, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let ms = match unit.trim() {
        "ms" => 1.0,
        "s" => 1_000.0,
        "min" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err("write a number and `ms`, `s`, `min` or `h`, such as `90 s`".to_string()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "write a number first, such as `90 s`".to_string())?;
    // What is too large becomes the largest there is.
    Ok(Tick(
        Duration::from_milliseconds((number * ms).round() as i64).0,
    ))
}

/// Arguments of `townsfolk play`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

A SPAN is `90s`, `10min`, `4h` or `1h30min` of stage time since the beginning; a MOMENT is a SPAN, or
a time of day as the story shows it: `12:04:10`. A RATE is `6/min` or `30/h`.

Examples:
  townsfolk play bench.folk
  townsfolk play bench.folk --cast \"elder, tourist 2\" --arrivals 6/min --seed 7 --until 4h
  townsfolk play picnic.folk --group \"parent, child 2\" --arrivals 0
  townsfolk play cafe.folk --offer \"Ann need 2min at 12:01\"
  townsfolk play bench.folk --why Ann --at 12:03:20
  townsfolk play bench.folk --watch --speed 20
  townsfolk play bench.folk --until 1h --quiet --digest --record hour.folkrec
  townsfolk play bench.folk --replay hour.folkrec

Exit codes: 0 played, 1 the content has errors or a replay came out differently, 2 the command could
not do its work, 130 ended with Ctrl-C (what was asked for is still printed and written)."))]
pub struct Play {
    /// What to play
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Which script, where there are several
    #[arg(long, value_name = "NAME")]
    pub script: Option<String>,

    /// At which kind of location [default: the one that prefers the script, else a made-up one]
    #[arg(long, value_name = "KIND")]
    pub location: Option<String>,

    /// Who is there from the start, such as "elder, tourist 2" [default: as few as the script needs]
    #[arg(long, value_name = "ROLES")]
    pub cast: Option<String>,

    /// People who come along together from the start, such as "parent, child 2"; may be repeated
    #[arg(long, value_name = "ROLES")]
    pub group: Vec<String>,

    /// At how many such locations, far apart, each with the same people; passers-by at the first
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub places: u16,

    /// How many passers-by there are; 0 for none [default: 2/min]
    #[arg(long, value_name = "RATE", value_parser = crate::play::moment::rate)]
    pub arrivals: Option<i64>,

    /// Leave out the player, who otherwise reacts to every icon
    #[arg(long)]
    pub no_player: bool,

    /// The time of day at the beginning [default: noon, or when the location opens; 6:00 with people]
    #[arg(long, value_name = "TIME", value_parser = crate::play::moment::daytime)]
    pub from: Option<i32>,

    /// How many seconds of the calendar pass in a second of stage time [default: 1; 60 with people]
    #[arg(long, value_name = "N", value_parser = crate::play::moment::calendar_rate)]
    pub rate: Option<i64>,

    /// When to end [default: 10min; 24h with people]
    #[arg(long, value_name = "MOMENT")]
    pub until: Option<Moment>,

    /// Another number, another day [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Tell nothing; only what else is asked for is printed
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Tell of every fact and state too, and show the digest by part
    #[arg(short, long)]
    pub verbose: bool,

    /// Say with every decision of a mind which links led to it, and what kept the next one down
    #[arg(long, conflicts_with = "quiet")]
    pub trace: bool,

    /// What the game around the play does.
    #[command(flatten)]
    pub cueing: Cueing,

    /// How to ask why.
    #[command(flatten)]
    pub asking: AskWhy,

    /// How to watch.
    #[command(flatten)]
    pub watching: Watch,

    /// What to keep of a play.
    #[command(flatten)]
    pub keeping: Keep,

    /// What must not matter.
    #[command(flatten)]
    pub proving: Prove,
}

/// What the game around a play does at some moment. Each may be repeated.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cues")]
pub struct Cueing {
    /// Call somebody away, such as "Ann need 2min at 12:00:30": who, a word of the ladder (idle,
    /// wish, duty, need, danger, command), for how long (without it: for good), and when
    #[arg(long, value_name = "OFFER", conflicts_with = "replay")]
    pub offer: Vec<OfferCue>,

    /// Let the player "accept at 12:00:30" (then icons are not accepted by themselves), or
    /// "walk out at 12:01"
    #[arg(long, value_name = "ACT", conflicts_with_all = ["replay", "no_player"])]
    pub player: Vec<PlayerCue>,

    /// Tell the scene a fact that is declared `told`, such as "picked(Ann, fool) at 12:00:40": what
    /// the player chooses, or a proxy says
    #[arg(long, value_name = "FACT", conflicts_with = "replay")]
    pub tell: Vec<TellCue>,
}

/// Why somebody did something, or did not.
#[derive(Args, Debug)]
#[command(next_help_heading = "Why")]
pub struct AskWhy {
    /// Say why this one does what they do, and does not do the rest
    #[arg(long, value_name = "WHO")]
    pub why: Option<String>,

    /// At which moment [default: at the end]
    #[arg(long, value_name = "MOMENT", requires = "why")]
    pub at: Option<Moment>,
}

/// Playing while scripts change.
#[derive(Args, Debug)]
#[command(next_help_heading = "Watching")]
pub struct Watch {
    /// Play by the clock, and take in scripts as soon as they change; ends with Ctrl-C or --until
    #[arg(long, conflicts_with_all = ["why", "replay"])]
    pub watch: bool,

    /// How many seconds of stage time pass in a second
    #[arg(long, value_name = "N", default_value_t = 10, requires = "watch",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub speed: u32,
}

/// What is kept of a play.
#[derive(Args, Debug)]
#[command(next_help_heading = "Keeping")]
pub struct Keep {
    /// End with `digest: HEX`, a number that is the same for the same play
    #[arg(long)]
    pub digest: bool,

    /// Save everything at the end
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Go on from what was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cast", "group", "places", "arrivals", "from", "rate", "seed", "no_player", "script", "location"])]
    pub load: Option<PathBuf>,

    /// Keep everything that went in
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Play a recording again, and say where it comes out differently
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cast", "group", "places", "arrivals", "from", "rate", "seed", "no_player", "script", "location", "load", "save", "record", "until"])]
    pub replay: Option<PathBuf>,
}

/// Ways to play that must come to the same.
#[derive(Args, Debug)]
#[command(next_help_heading = "Proving that it does not matter")]
pub struct Prove {
    /// Spread scenes over so many threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Look at every scene at every tick
    #[arg(long, conflicts_with = "shake")]
    pub naive: bool,

    /// Look at each scene without cause with this probability, such as 10% or 0.1
    #[arg(long, value_name = "P", value_parser = crate::play::moment::thousandths)]
    pub shake: Option<u32>,

    /// Let people with minds decide by dice, to see what their minds are worth
    #[arg(long)]
    pub dice: bool,

    /// Let nobody say that they are not ready to change roles, to see what readiness is worth
    #[arg(long)]
    pub unready: bool,
}
