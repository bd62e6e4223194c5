//! `townsfolk run`: runs a town.

use super::command_name;
use crate::arguments::Run;
use crate::play::critique;
use crate::play::moment::clock;
use crate::town::headlines::headline;
use crate::town::open;
use crate::town::pace::Pace;
use crate::town::summary::{self, Figures};
use crate::town::tape_file::TapeFile;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, progress, style, write};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::Path;
use std::time::{Duration as Span, Instant};
use townsfolk::Threads;
use townsfolk::words::Names;
use townsfolk::{TraceMode, WakeMode};
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_critic::Critic;
use townsfolk_folder::find;
use townsfolk_mind::Moment;
use townsfolk_survey::Survey;
use townsfolk_survey::page::{self, About};
use townsfolk_town::living::Living;

/// Calendar seconds in a day.
const DAY: i64 = 24 * 3600;

/// Ticks between two writes to a recording: a minute of stage time.
const PIECE_EVERY: i64 = 60 * TICKS_PER_SECOND;

/// Minimum time for which a headline is shown.
const READING: Span = Span::from_millis(900);

/// Runs the command.
pub fn run(arguments: &Run, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    for path in [&arguments.save, &arguments.record, &arguments.report] {
        path.as_deref().map_or(Ok(()), write::try_out)?;
    }
    let (mut town, focus) = match open::town(&arguments.which)? {
        Ok(opened) => opened,
        Err(errors) => {
            writeln!(out, "{errors}Not run: fix the errors first.")?;
            return Ok(Verdict::Bad);
        }
    };
    if let Some(focus) = focus.filter(|_| !arguments.json) {
        writeln!(out, "{}", style::harmless(&focus))?;
        out.flush()?;
    }
    if let Some(units) = arguments.budget {
        town.folk.set_budget(Some(units));
    }
    let rate = arguments.which.rate;
    if rate.unwrap_or_else(|| town.folk.calendar_rate()) == 0 {
        let stands = "the calendar stands still at a rate of 0, so no time would pass";
        return Err(Trouble::new(stands).hint("give a rate above 0, such as `--rate 60`"));
    }
    let mut tape = match &arguments.record {
        Some(path) => Some(TapeFile::begin(path, &mut town)?),
        None => None,
    };
    if tape.is_none() && town.is_recording() {
        let note = "note: this town was being recorded; `--record FILE` writes the recording";
        writeln!(anstream::stderr(), "{note}")?;
    }
    let lived = live(&mut town, tape.as_mut(), arguments)?;
    tell(&mut town, tape, &lived, arguments, out)
}

/// Observations of a run.
struct Lived {
    survey: Survey,
    names: Names,
    pace: Pace,
    critic: Critic,
    stopped: bool,
}

fn live(
    town: &mut Living,
    mut tape: Option<&mut TapeFile>,
    arguments: &Run,
) -> Result<Lived, Trouble> {
    let threads = Threads::new(usize::from(arguments.proving.threads));
    town.folk.trace.mode = TraceMode::Full;
    town.folk.looking = match (arguments.proving.naive, arguments.proving.shake) {
        (true, _) => WakeMode::Naive,
        (_, Some(thousandths)) => WakeMode::Shake(thousandths),
        _ => WakeMode::WhenDue,
    };
    let mut lived = Lived {
        survey: Survey::default(),
        names: Names::of(town.content.symbols.clone(), &town.folk),
        pace: Pace::default(),
        critic: Critic::default(),
        stopped: false,
    };
    let mut bar = (!arguments.headless).then(Bar::new);
    if let Some(days) = arguments.days
        && arguments.which.resume.is_some()
    {
        town.until = Some(town.folk.moment().after(i64::from(days) * DAY));
    }
    let mut newest = town.folk.newest();
    let mut saved = town.folk.moment();
    let (mut fault, mut tape_fault) = (None, None);
    loop {
        if interrupt::asked_to_stop() {
            lived.stopped = true;
            break;
        }
        let begun = Instant::now();
        match lived.pace.ticks() {
            // Locations are placed and all characters enter.
            0 => progress::during("the day begins", || _ = town.step(&threads)),
            _ => _ = town.step(&threads),
        }
        lived.pace.add(begun.elapsed());
        let trace = town.folk.trace.take();
        if town.folk.newest() != newest || lived.survey.from.is_none() {
            newest = town.folk.newest();
            lived.names = Names::of(town.content.symbols.clone(), &town.folk);
        }
        lived.survey.look(&town.folk, &trace);
        lived.critic.watch(&town.folk);
        let now = town.folk.moment();
        // Days are counted from the first tick, which sets the clock.
        let days = i64::from(arguments.days.unwrap_or(1));
        let ends = *town.until.get_or_insert(now.after(days * DAY));
        if let Some(bar) = &mut bar {
            bar.tell(town, &lived, ends);
        }
        if let (Some(path), Some(every)) = (&arguments.save, arguments.save_every) {
            let every = (every.0 / TICKS_PER_SECOND).max(1);
            if now.since(saved) >= every {
                saved = now;
                let written = write::atomically(path, &town.save());
                let hint = "the town lives on, and the next save is tried";
                fault = tell_of_fault(written.err(), hint, fault.as_ref(), bar.as_ref())?;
            }
        }
        if let Some(tape) = &mut tape
            && town.folk.now().0 % PIECE_EVERY == 0
        {
            let hint = "the town lives on, and is recorded in memory until there is room";
            let written = tape.append(town).err();
            tape_fault = tell_of_fault(written, hint, tape_fault.as_ref(), bar.as_ref())?;
        }
        if now >= ends || town.folk.calendar_rate() == 0 {
            break;
        }
    }
    Ok(lived)
}

/// Reports a file that cannot be written, once for each fault. The run continues, and writing is
/// tried again.
fn tell_of_fault(
    fault: Option<Trouble>,
    hint: &str,
    known: Option<&String>,
    bar: Option<&Bar>,
) -> Result<Option<String>, Trouble> {
    let Some(fault) = fault else {
        return Ok(None);
    };
    let fault = fault.hint(hint);
    let shown = crate::trouble::shown(&fault);
    if known != Some(&shown) {
        let write = || write!(anstream::stderr(), "{shown}");
        bar.map_or_else(write, |bar| bar.bar.suspend(write))?;
    }
    Ok(Some(shown))
}

fn tell(
    town: &mut Living,
    tape: Option<TapeFile>,
    lived: &Lived,
    arguments: &Run,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    let figures = Figures::of(
        town,
        &lived.survey,
        &lived.pace,
        lived.critic.findings().len(),
    );
    let person = |who| lived.names.called(&town.folk, who);
    let names = townsfolk_critic::Names {
        symbols: &lived.names.symbols,
        person: &person,
    };
    let silly = lived.critic.findings().iter();
    let silly: Vec<String> = silly.map(|one| critique::told(one, &names)).collect();
    if arguments.json {
        // Plain data without maps cannot fail to serialize.
        let line = serde_json::to_string(&figures).unwrap_or_default();
        writeln!(out, "{line}")?;
    } else {
        for line in summary::lines(town, &lived.survey, &lived.names, &lived.pace) {
            writeln!(out, "{line}")?;
        }
        for line in critique::lines(&lived.critic, &names) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(path) = &arguments.report {
        let about = About {
            title: "Townsfolk: a town".to_string(),
            lines: vec![("digest".to_string(), figures.digest.clone())],
            silly: Some(silly),
            costs: figures.costs(),
        };
        let html = page::write(&lived.survey, &town.folk, &lived.names, &about);
        write::atomically(path, html.as_bytes())?;
        note(arguments, out, "the page", path)?;
    }
    // A complete recording is not also stored in the save; one that cannot be written is.
    let written = match (tape, lived.stopped) {
        (Some(tape), true) => tape.pause(town),
        (Some(tape), false) => tape.finish(town),
        (None, _) => Ok(None),
    };
    let save = match (&arguments.save, lived.stopped) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => Some(open::usual_save(&arguments.which)),
        (None, false) => None,
    };
    if let Some(path) = save {
        let path = &progress::during("saving the town", || write::somewhere(&path, &town.save()))?;
        note(arguments, out, "the town", path)?;
        if lived.stopped && !arguments.json {
            let mut line = format!("{} run --resume {}", command_name(), find::shown(path));
            if let Some(tape) = &arguments.record {
                line += &format!(" --record {}", find::shown(tape));
            }
            writeln!(out, "to continue: {}", style::paint(style::CODE, &line))?;
        }
    }
    if let Some(path) = written? {
        note(arguments, out, "the recording", &path)?;
    }
    if arguments.digest && !arguments.json {
        writeln!(out, "digest: {}", figures.digest)?;
    }
    Ok(match lived.stopped {
        true => Verdict::Interrupted,
        false => Verdict::Good,
    })
}

fn note(arguments: &Run, out: &mut dyn Write, what: &str, path: &Path) -> Result<(), Trouble> {
    if !arguments.json {
        writeln!(out, "wrote {what}: {}", find::shown(path))?;
    }
    Ok(())
}

/// The progress bar: progress, time of day, and a headline.
struct Bar {
    bar: ProgressBar,
    headline: String,
    since: Instant,
}

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::new(1);
        let look = "{prefix} {bar:24.cyan} {percent:>3} %  {eta:>4} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        Bar {
            bar,
            headline: String::new(),
            since: Instant::now(),
        }
    }

    fn tell(&mut self, town: &Living, lived: &Lived, ends: Moment) {
        if (self.headline.is_empty() || self.since.elapsed() > READING)
            && let Some(headline) = headline(&town.folk, &lived.names)
        {
            self.headline = headline;
            self.since = Instant::now();
            self.bar.set_message(style::harmless(&self.headline));
        }
        // The clock is drawn at its own rate, so that it costs nothing.
        let ticks = lived.pace.ticks();
        if ticks % 64 != 1 {
            return;
        }
        let from = lived.survey.from.map_or(ends, |from| from.1);
        let now = town.folk.moment();
        let of = |n: i64| u64::try_from(n).unwrap_or(0);
        self.bar.set_length(of(ends.since(from)));
        self.bar.set_position(of(now.since(from)));
        let day = now.day().saturating_add(1);
        self.bar
            .set_prefix(format!("day {day} {}", clock(town.folk.daytime())));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
