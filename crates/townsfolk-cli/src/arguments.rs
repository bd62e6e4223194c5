//! What can be typed.

use crate::play::cues::{OfferCue, PlayerCue, TellCue};
use crate::play::moment::Moment;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use townsfolk_core::{Duration, Tick};

/// Believable game characters: check, play and build the scripts they live by
#[derive(Parser, Debug)]
#[command(
    name = "townsfolk",
    version,
    max_term_width = 100,
    arg_required_else_help = false,
    after_help = "Without a command, townsfolk opens the town that comes with it in a browser.

Examples:
  townsfolk                       watch a town live, and ask people why
  townsfolk tour                  see what else there is
  townsfolk new my_town           begin a project
  townsfolk check my_town         see what is wrong before anything runs
  townsfolk test my_town          play the stories you expect
  townsfolk play my_town          watch what people do, line by line
  townsfolk explain no-way-out    read about a problem

Exit codes: 0 all is well, 1 the content has problems, 2 the command could not do its work."
)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,

    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 is set
    Auto,
    /// Also into pipes and files
    Always,
    /// Not at all
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// See what there is, shown on the examples that come with the command
    Tour,
    /// See what is wrong before anything runs
    Check(Check),
    /// Read the page of a problem, or list all problems there are
    Explain(Explain),
    /// Lay out scripts in the one agreed way
    Fmt(Fmt),
    /// Play the tests: the stories that must be able to be told
    Test(Test),
    /// Ask a condition of given facts, and see everything it would match
    Ask(Ask),
    /// Play a script and tell what happens; say why somebody did something, or did not
    Play(Box<Play>),
    /// Let a town live for some days, and say what became of it
    Run(Box<Run>),
    /// Watch a town live in a browser, and ask its people and places why
    Studio(Studio),
    /// Make a town of any size from a sample neighbourhood
    Town(Town),
    /// Play the recording of a town again, and say whether it comes out the same
    Replay(Replay),
    /// Make one page with plots of a recording: who is where, which rules fire, how needs go
    Report(Report),
    /// Write the events and states of a recording as tables for dataframe tools
    Export(Export),
    /// Write the module a game loads, and its symbols
    Build(Build),
    /// Say what a module or symbol file is
    Inspect(Inspect),
    /// Turn a script into a spreadsheet, or a spreadsheet into a script
    Sheet(Sheet),
    /// Begin a project that checks and tests clean
    New(New),
    /// Train the network by which people choose what to do to one another
    Train(Train),
    /// Measure how fast the tools, scenes and minds are, and how much the checker notices
    Bench(Bench),
}

const PATHS: &str =
    "A PATH is a script (`.folk`), a sheet (`.xlsx`, `.ods`, `.csv`), a package (a folder
with a `folk.toml`), or any other folder, whose files then belong together. A file in a package is
read together with its package. Without a PATH it is the folder you are in.";

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

/// Arguments of `townsfolk build`.
#[derive(Args, Debug)]
#[command(after_help = format!("{PATHS}

Writes NAME.folkmod, which the game loads, and NAME.folksym, the names for tools and traces; NAME is
the name of the package.

Examples:
  townsfolk build my_town
  townsfolk build my_town -o game/assets/town.folkmod"))]
pub struct Build {
    /// What to build
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The module to write; its symbols go beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
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
no town of a million): some minutes.

Examples:
  townsfolk bench                    all of it
  townsfolk bench town               whole towns from a thousand people to a million: time and bytes
  townsfolk bench town --population 5000 --population 20000
  townsfolk bench language           400 scripts with 5,000 rules: parse, check, one edit
  townsfolk bench scenes             two benches, four people, six rules: who plays how fast?
  townsfolk bench minds              a chef's mind, 40,000 of them, and a million: time and bytes
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

    /// With `mutations`: only the examples with this name
    #[arg(long, value_name = "EXAMPLE")]
    pub only: Option<String>,
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
