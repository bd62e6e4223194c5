//! Commands that play a script, and ask it.

use super::Format;
use super::PATHS;
use crate::play::cues::{EventCue, OfferCue, PlayerCue, SetCue, SoundCue, TellCue};
use crate::play::edit::EditCue;
use crate::play::moment::Moment;
use clap::Args;
use std::path::PathBuf;
use townsfolk_core::{Duration, Tick};

/// Arguments of `townsfolk ask`.
#[derive(Args, Debug)]
#[command(
    after_help = "FACTS is a file, or the facts themselves, each followed by a full stop. An argument of kind `time` is
written as in a rule: `until(ann, .now - 5 s)`. Every character that a fact names takes part; `--cast`
gives their roles. There is no stage: distances, readings and properties have no value.

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

    /// The facts that are true
    #[arg(
        long,
        value_name = "FACTS",
        default_value = "",
        hide_default_value = true
    )]
    pub facts: String,

    /// The participants with their roles: 'ann elder, bob tourist'
    #[arg(
        long,
        value_name = "PEOPLE",
        default_value = "",
        hide_default_value = true
    )]
    pub cast: String,

    /// The participant that `.me` stands for
    #[arg(long, value_name = "NAME")]
    pub me: Option<String>,

    /// The moment `.now`, since the start: '90 s', '5 min'
    #[arg(long, value_name = "TIME", default_value = "0 s", value_parser = moment)]
    pub at: Tick,

    /// The script to ask, if there are several
    #[arg(long, value_name = "NAME")]
    pub script: Option<String>,

    /// Output format
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

Exit codes: 0 played, 1 the content has errors or a replay came out differently, 2 the command failed,
130 ended with Ctrl-C (results are still printed and written)."))]
pub struct Play {
    /// What to play
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The script to play, if there are several
    #[arg(long, value_name = "NAME")]
    pub script: Option<String>,

    /// The kind of location [default: the one that prefers the script, else a made-up one]
    #[arg(long, value_name = "KIND")]
    pub location: Option<String>,

    /// Characters at the start, such as "elder, tourist 2" [default: as few as the script needs]
    #[arg(long, value_name = "ROLES")]
    pub cast: Option<String>,

    /// A group that is there from the start, such as "parent, child 2"; may be repeated
    #[arg(long, value_name = "ROLES")]
    pub group: Vec<String>,

    /// Number of such locations, far apart, each with the same cast; passers-by at the first
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub places: u16,

    /// Rate of passers-by; 0 for none [default: 2/min]
    #[arg(long, value_name = "RATE", value_parser = crate::play::moment::rate)]
    pub arrivals: Option<i64>,

    /// Play without the player, who otherwise accepts every icon
    #[arg(long)]
    pub no_player: bool,

    /// Time of day at the start [default: noon, or when the location opens; 6:00 with people]
    #[arg(long, value_name = "TIME", value_parser = crate::play::moment::daytime)]
    pub from: Option<i32>,

    /// Calendar seconds in a second of stage time [default: 1; 60 with people]
    #[arg(long, value_name = "N", value_parser = crate::play::moment::calendar_rate)]
    pub rate: Option<i64>,

    /// When to end [default: 10min; 24h with people]
    #[arg(long, value_name = "MOMENT")]
    pub until: Option<Moment>,

    /// Seed of all random draws [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Do not print the story
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print changes of facts and states too, and the digest by part
    #[arg(short, long)]
    pub verbose: bool,

    /// Print with each decision of a mind the links that led to it, and why the next best lost
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
    /// Call a character away, such as "Ann need 2min at 12:00:30": the character, the urgency (idle,
    /// wish, duty, need, danger, command), the duration [default: for good], and the moment
    #[arg(long, value_name = "OFFER", conflicts_with = "replay")]
    pub offer: Vec<OfferCue>,

    /// Let the player "accept at 12:00:30" (then icons are not accepted automatically), "walk out at
    /// 12:01", "go to taproom at 17:00", or "insult Bea at 18:00" (also kiss, flirt, joke, compliment,
    /// chat, assault). Where characters hunt it is an intruder: "creep to 12, 20 at 3s" (also walk,
    /// run), "throw bottles to 30, 18 at 8s" (also fires, smokes), "shoot to 30, 18 at 9s", "strike to
    /// 30, 18 at 9s", with points in metres
    #[arg(long, value_name = "ACT", conflicts_with_all = ["replay", "no_player"])]
    pub player: Vec<PlayerCue>,

    /// Tell the scene a fact that is declared `told`, such as "picked(Ann, fool) at 12:00:40": what
    /// the player chooses, or a proxy says
    #[arg(long, value_name = "FACT", conflicts_with = "replay")]
    pub tell: Vec<TellCue>,

    /// Let an event happen that needs ask for, such as "threat in kitchen at 12:05", or "threat in
    /// kitchen within 20 m at 12:05" [default: within 30 m]
    #[arg(long, value_name = "EVENT", conflicts_with = "replay")]
    pub event: Vec<EventCue>,

    /// Give a property or a reading a value, such as "raining = true", "hunger(Ann) = 7 at 10s" or,
    /// for everybody, "hunger = 7" [default: from the beginning]
    #[arg(long, value_name = "SETTING", conflicts_with = "replay")]
    pub set: Vec<SetCue>,

    /// Let something sound at a point in metres: "glass to 30, 18 at 8s"
    #[arg(long, value_name = "SOUND", conflicts_with = "replay")]
    pub sound: Vec<SoundCue>,

    /// Change a tower while it lives, such as "remove cafe at 9:00", "close lift at 60 at 8:30",
    /// "add floor at 12:00", "place cafe on 50 at 30 at 15:00" or "wall on 3 at 40 at 9:00"
    #[arg(long, value_name = "EDIT", conflicts_with = "replay")]
    pub edit: Vec<EditCue>,
}

/// Options for asking why.
#[derive(Args, Debug)]
#[command(next_help_heading = "Why")]
pub struct AskWhy {
    /// Explain what this character does and does not do
    #[arg(long, value_name = "WHO")]
    pub why: Option<String>,

    /// The moment to explain [default: the end]
    #[arg(long, value_name = "MOMENT", requires = "why")]
    pub at: Option<Moment>,
}

/// Playing while scripts change.
#[derive(Args, Debug)]
#[command(next_help_heading = "Watching")]
pub struct Watch {
    /// Play in real time, and reload scripts when they change; ends with Ctrl-C or --until
    #[arg(long, conflicts_with_all = ["why", "replay"])]
    pub watch: bool,

    /// Seconds of stage time in a real second
    #[arg(long, value_name = "N", default_value_t = 10, requires = "watch",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub speed: u32,
}

/// Saves and recordings.
#[derive(Args, Debug)]
#[command(next_help_heading = "Saves and recordings")]
pub struct Keep {
    /// Print `digest: HEX` at the end: the same play has the same digest
    #[arg(long)]
    pub digest: bool,

    /// Save the play at the end
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Continue a saved play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cast", "group", "places", "arrivals", "from", "rate", "seed", "no_player", "script", "location"])]
    pub load: Option<PathBuf>,

    /// Record the inputs of the play
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Replay a recording, and say where it comes out differently
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cast", "group", "places", "arrivals", "from", "rate", "seed", "no_player", "script", "location", "load", "save", "record", "until"])]
    pub replay: Option<PathBuf>,
}

/// Ways to run that must give the same result.
#[derive(Args, Debug)]
#[command(next_help_heading = "Determinism and comparisons")]
pub struct Prove {
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Update every scene and mind at every tick
    #[arg(long, conflicts_with = "shake")]
    pub naive: bool,

    /// Update scenes and minds at random times too, with this probability, such as 10% or 0.1
    #[arg(long, value_name = "P", value_parser = crate::play::moment::thousandths)]
    pub shake: Option<u32>,

    /// Replace decisions of minds by random ones, for comparison
    #[arg(long)]
    pub dice: bool,

    /// Ignore that a mind is not ready to change roles, for comparison
    #[arg(long)]
    pub unready: bool,
}
