//! `townsfolk play`: plays a script and prints its story.

use super::build::{MODULE, SYMBOLS};
use super::check;
use crate::arguments::Play;
use crate::play::cues::{self, Cues, PlayerCue};
use crate::play::moment::{Moment, by_the_clock, clock};
use crate::play::setting::{self, Material};
use crate::play::story::Narrator;
use crate::play::watch::{GLANCE, Stamps};
use crate::play::{critique, reasons, silence, town, watch};
use crate::progress::Watching;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style, write};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use townsfolk::Threads;
use townsfolk::{
    Digest, Divergence, Folk, MindMode, NoReadings, Recording, ReplayError, Replaying, TraceMode,
    WakeMode,
};
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};
use townsfolk_critic::Critic;
use townsfolk_folder::{self as load, find, read};
use townsfolk_module::file::{self, Refused};
use townsfolk_module::{Category, OptionalTail, Symbols};
use townsfolk_town::stage::{Mismatch, OpenGroundBefore};
use townsfolk_town::{Atlas, TownStage};

/// Default length of a play.
const USUAL_SPAN: Duration = Duration::minutes(10);

/// Default length for content with people.
const USUAL_DAY: Duration = Duration::minutes(24 * 60);

/// Runs the command.
pub fn run(arguments: &Play, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    for path in [&arguments.keeping.save, &arguments.keeping.record] {
        path.as_deref().map_or(Ok(()), write::try_out)?;
    }
    let loaded = load_material(&arguments.paths)?;
    let material = match loaded.material {
        Ok(material) if arguments.proving.unready => material.unready(),
        Ok(material) => material,
        Err(errors) => {
            writeln!(out, "{errors}Not played: fix the errors first.")?;
            return Ok(Verdict::Bad);
        }
    };
    let recording = match &arguments.keeping.replay {
        Some(path) => Some(read_recording(path)?),
        None => None,
    };
    let mut narrator = Narrator::new(material.symbols.clone(), arguments.verbose);
    let mut world = begin(&material, recording.as_ref(), arguments, &mut narrator, out)?;
    let mut watched = arguments
        .watching
        .watch
        .then(|| Watched::new(arguments, &loaded.files));
    play(&mut world, &mut narrator, arguments, watched.as_mut(), out)
}

/// Loaded content.
pub(super) struct Loaded {
    /// The content; if it has errors, they are shown instead.
    pub(super) material: Result<Material, String>,
    /// The files it is made of.
    files: BTreeSet<PathBuf>,
}

pub(super) fn load_material(paths: &[PathBuf]) -> Result<Loaded, Trouble> {
    if let [path] = paths
        && path.extension().is_some_and(|end| end == MODULE)
    {
        return load_module(path);
    }
    let (results, _) = check::check_all(load::load(paths)?);
    let files = results.iter().flat_map(|(content, _)| content.sources());
    let files = files.collect();
    let mut errors = vec![];
    if check::show_errors(&results, &mut errors)? {
        return Ok(Loaded {
            material: Err(String::from_utf8_lossy(&errors).into_owned()),
            files,
        });
    }
    let mut materials = results.iter().filter_map(|(content, findings)| {
        let material = Material::of(content, findings.checked.as_ref()?);
        let plays = !material.scripts.is_empty() || !material.module.minds.people.is_empty();
        let plays = plays || material.is_tower();
        plays.then_some(material)
    });
    let first = materials.next();
    match (first, materials.next()) {
        (Some(material), None) => Ok(Loaded {
            material: Ok(material),
            files,
        }),
        (None, _) => Err(Trouble::new("there is no script to play in these files")
            .hint("a script begins with `script NAME`; `townsfolk new my_town` makes one")),
        (Some(_), Some(_)) => Err(Trouble::new("these are several projects")
            .hint("name one script, sheet or package to play")),
    }
}

/// A module file written by `townsfolk build`, with the symbols beside it.
fn load_module(path: &Path) -> Result<Loaded, Trouble> {
    let symbols = path.with_extension(SYMBOLS);
    let module = file::read_module(&bytes_of(path)?).map_err(|why| refused(path, &why))?;
    let names = file::read_symbols(&bytes_of(&symbols)?).map_err(|why| refused(&symbols, &why))?;
    let scripts = module.scripts.iter().map(|script| script.id);
    let scripts = scripts.map(|id| (id, names.name(Category::Script, id.0)));
    let scripts = scripts.collect();
    Ok(Loaded {
        material: Ok(Material::new(module, names, scripts)),
        files: [path.to_path_buf(), symbols].into(),
    })
}

/// The world of a play: a stage, or a replay.
enum World<'r> {
    Stage(Box<(Folk, TownStage)>),
    Again(Box<Replaying<'r>>),
}

/// The file of `--save`: the engine's save, and the stage.
#[derive(Serialize, Deserialize)]
struct Saved {
    folk: Vec<u8>,
    stage: Vec<u8>,
    /// The names at that time, for things that no longer exist.
    symbols: Symbols,
    /// The state of the narrator.
    told: OptionalTail<Option<Box<Narrator>>>,
}

/// A saved play of any version.
struct SavedPlay {
    folk: Vec<u8>,
    stage: SavedStage,
    symbols: Symbols,
    told: Option<Box<Narrator>>,
}

enum SavedStage {
    Now(Vec<u8>),
    Before(Box<OpenGroundBefore>),
}

impl Saved {
    fn read(bytes: &[u8]) -> Result<SavedPlay, Refused> {
        let refused = match file::read_save::<Saved>(bytes) {
            Ok(saved) => {
                return Ok(SavedPlay {
                    folk: saved.folk,
                    stage: SavedStage::Now(saved.stage),
                    symbols: saved.symbols,
                    told: saved.told.0,
                });
            }
            Err(refused) => refused,
        };
        let before: Result<(Vec<u8>, OpenGroundBefore, Symbols), _> = file::read_save(bytes);
        before
            .map_err(|_| refused)
            .map(|(folk, stage, symbols)| SavedPlay {
                folk,
                stage: SavedStage::Before(Box::new(stage)),
                symbols,
                told: None,
            })
    }
}

impl SavedStage {
    /// Continues a saved play, in the town of its plan or on open ground.
    fn resume(self, folk: &Folk, atlas: Option<&Arc<Atlas>>) -> Result<TownStage, Mismatch> {
        match self {
            SavedStage::Now(bytes) => {
                let town = atlas.map(|atlas| TownStage::load(atlas.clone(), &bytes));
                match town {
                    Some(Ok(stage)) => Ok(stage),
                    _ => TownStage::load(Arc::new(Atlas::open()), &bytes),
                }
            }
            SavedStage::Before(stage) => Ok(stage.into_stage(folk)),
        }
    }
}

impl World<'_> {
    fn folk(&self) -> &Folk {
        match self {
            World::Stage(played) => &played.0,
            World::Again(replaying) => &replaying.folk,
        }
    }

    fn folk_mut(&mut self) -> &mut Folk {
        match self {
            World::Stage(played) => &mut played.0,
            World::Again(replaying) => &mut replaying.folk,
        }
    }

    /// One tick. False if there is none left.
    fn tick(&mut self, threads: Threads) -> Result<bool, ReplayError> {
        match self {
            World::Stage(played) => {
                let (folk, stage) = &mut **played;
                stage.step(folk, &threads);
                Ok(true)
            }
            World::Again(replaying) => replaying.tick(&threads),
        }
    }
}

fn begin<'r>(
    material: &Material,
    recording: Option<&'r Recording>,
    arguments: &Play,
    narrator: &mut Narrator,
    out: &mut dyn Write,
) -> Result<World<'r>, Trouble> {
    let mut world = match (recording, &arguments.keeping.load) {
        (Some(recording), _) => {
            let replaying = Replaying::begin(recording, material.module.clone());
            let path = arguments
                .keeping
                .replay
                .as_deref()
                .unwrap_or(Path::new("-"));
            World::Again(Box::new(replaying.map_err(|why| refused(path, &why))?))
        }
        (None, Some(path)) => {
            let saved = Saved::read(&bytes_of(path)?).map_err(|why| refused(path, &why))?;
            let (folk, moved) = Folk::load(material.module.clone(), &saved.folk)
                .map_err(|why| refused(path, &why))?;
            narrator.arrive(&folk);
            for (key, name) in saved.symbols.names {
                narrator.symbols.names.entry(key).or_insert(name);
            }
            if let Some(told) = saved.told {
                narrator.recall(*told);
            }
            for line in watch::moved(&folk, narrator, &moved) {
                writeln!(out, "{}  -- {line}", clock(folk.daytime()))?;
            }
            let stage = saved.stage.resume(&folk, material.atlas.as_ref());
            let stage = stage.map_err(|why| refused(path, &why))?;
            World::Stage(Box::new((folk, stage)))
        }
        (None, None) if town::is_meant(material, arguments) => {
            World::Stage(Box::new(town::populate(material, arguments)?))
        }
        (None, None) => {
            let choice = setting::choose(material, arguments)?;
            World::Stage(Box::new(setting::populate(material, &choice, arguments)?))
        }
    };
    if let World::Stage(played) = &mut world
        && arguments.cueing.player.iter().any(PlayerCue::accepts)
    {
        played.1.set_player_accepts(false);
    }
    if let World::Again(replaying) = &world {
        narrator.arrive(&replaying.folk);
    }
    let folk = world.folk_mut();
    folk.trace.mode = TraceMode::Full;
    if arguments.trace {
        folk.trace.minds = TraceMode::Full;
    }
    folk.looking = match (arguments.proving.naive, arguments.proving.shake) {
        (true, _) => WakeMode::Naive,
        (_, Some(thousandths)) => WakeMode::Shake(thousandths),
        _ => WakeMode::WhenDue,
    };
    folk.deciding = match arguments.proving.dice {
        true => MindMode::ByDice,
        false => MindMode::ByMind,
    };
    if arguments.keeping.record.is_some() {
        folk.start_recording(true);
    }
    Ok(world)
}

fn play(
    world: &mut World<'_>,
    narrator: &mut Narrator,
    arguments: &Play,
    mut watched: Option<&mut Watched>,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    let threads = Threads::new(usize::from(arguments.proving.threads));
    let why = arguments.asking.why.as_deref();
    let tells = !arguments.quiet && why.is_none();
    let started = world.folk().now();
    // The first tick of all sets the clock; before it, times of day are undefined.
    let mut end = match started.0 {
        0 => None,
        _ => Some(last_tick(world.folk(), arguments, started)?),
    };
    let mut cues = match started.0 {
        0 => None,
        _ => Some(Cues::of(
            &arguments.cueing,
            world.folk(),
            &narrator.symbols,
        )?),
    };
    let mut diverged = None;
    let mut critic = Critic::default();
    // Lines on a terminal are progress enough.
    let silent = !tells || !std::io::stdout().is_terminal();
    let silent = silent && watched.is_none();
    let mut progress = silent.then(Watching::begin);
    while !interrupt::asked_to_stop() {
        if end.is_some_and(|end| world.folk().now() >= end) {
            break;
        }
        if let Some(watched) = &mut watched {
            watched.keep_pace(world.folk_mut(), narrator, out)?;
        }
        if let (Some(cues), World::Stage(played)) = (&mut cues, &mut *world) {
            let (folk, stage) = &mut **played;
            for line in cues.give(folk, stage, narrator)? {
                if tells {
                    writeln!(out, "{line}")?;
                }
            }
        }
        match world.tick(threads) {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => {
                diverged = Some(why);
                break;
            }
        }
        // The critic follows every step; a tower reports walkers only where they pass a connector.
        if !matches!(world, World::Stage(played) if played.1.is_tower()) {
            critic.watch(world.folk());
        }
        for line in narrator.hear(world.folk_mut()) {
            if tells {
                writeln!(out, "{line}")?;
            }
        }
        if end.is_none() {
            end = Some(last_tick(world.folk(), arguments, started)?);
        }
        if cues.is_none() {
            let folk = world.folk();
            cues = Some(Cues::of(&arguments.cueing, folk, &narrator.symbols)?);
        }
        if let Some(progress) = &mut progress {
            let (now, end) = (world.folk().now(), end.unwrap_or(Tick(0)));
            progress.tell(|| {
                let percent = now.0.saturating_mul(100) / end.0.max(1);
                format!("{} ({percent} %)", clock(world.folk().daytime()))
            });
        }
    }
    drop(progress);
    finish(world, (narrator, &critic), arguments, started, out)?;
    if let Some(why) = diverged {
        let trouble = not_the_same(&why, world.folk(), narrator);
        out.flush()?;
        write!(anstream::stderr(), "{}", crate::trouble::shown(&trouble))?;
        return Ok(Verdict::Bad);
    }
    Ok(match interrupt::asked_to_stop() {
        true => Verdict::Interrupted,
        false => Verdict::Good,
    })
}

/// The last tick to play.
fn last_tick(folk: &Folk, arguments: &Play, started: Tick) -> Result<Tick, Trouble> {
    if folk.minds().next().is_some() && folk.calendar_rate() == 0 {
        let stands = "the calendar stands still at a rate of 0, so nobody's day would pass";
        return Err(Trouble::new(stands).hint("give a rate above 0, such as `--rate 60`"));
    }
    let last = match (arguments.asking.at, arguments.until) {
        (Some(at), _) => at.ends(folk),
        (None, Some(until)) => until.closes(folk),
        (None, None) if arguments.keeping.replay.is_some() || arguments.watching.watch => {
            Some(Tick(i64::MAX))
        }
        (None, None) if folk.minds().next().is_some() => Moment::After(USUAL_DAY).closes(folk),
        (None, None) => Moment::After(USUAL_SPAN).closes(folk),
    };
    let Some(last) = last else {
        return Err(cues::never());
    };
    if last <= started {
        let now = clock(folk.daytime_at(started));
        let since = crate::play::story::span(by_the_clock(folk, Duration(started.0)));
        return Err(Trouble::new(format!(
            "that moment is past: it is {now} already, {since} after the beginning"
        ))
        .hint("give a later moment with `--until`"));
    }
    Ok(last)
}

/// Prints and writes the results of a play.
fn finish(
    world: &mut World<'_>,
    (narrator, critic): (&Narrator, &Critic),
    arguments: &Play,
    started: Tick,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let folk = world.folk();
    if !arguments.quiet && arguments.asking.why.is_none() {
        let played = by_the_clock(folk, folk.now().since(started));
        let played = narrator.counts.line(played);
        writeln!(out, "\n{played}")?;
        let names = townsfolk_critic::Names {
            symbols: &narrator.symbols,
            person: &|who| narrator.name(who),
        };
        for line in critique::lines(critic, &names) {
            writeln!(out, "{line}")?;
        }
        let answers = |name| match &*world {
            World::Stage(played) => played.1.answers(name),
            World::Again(replaying) => replaying.answers(name),
        };
        let open = cues::without_value(folk, &narrator.symbols, &answers);
        if !open.is_empty() {
            writeln!(out, "not set: {}", open.join(", "))?;
            let hint = "`--set \"NAME = VALUE\"` gives a value to what the game would tell";
            writeln!(out, "{}", style::hint(hint))?;
        }
        if !narrator.eventful && folk.minds().next().is_none() {
            writeln!(out)?;
            for silence in silence::reasons(folk, narrator) {
                let reason = style::harmless(&silence.reason);
                writeln!(out, "Nothing happens: {reason}.")?;
                writeln!(out, "{}", style::hint(&silence.hint))?;
            }
        }
    }
    if let Some(name) = &arguments.asking.why {
        let lines = match &*world {
            World::Stage(played) => {
                let readings = played.1.readings(folk.now());
                reasons::answer(folk, &readings, narrator, name)?
            }
            World::Again(_) => reasons::answer(folk, &NoReadings, narrator, name)?,
        };
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    tell_tries(folk, arguments)?;
    if arguments.keeping.digest {
        show_digest(&folk.digest(), arguments.verbose, out)?;
    }
    if let (Some(path), World::Stage(played)) = (&arguments.keeping.save, &*world) {
        let (folk, stage) = &**played;
        let saved = Saved {
            folk: folk.save(),
            stage: stage.save(),
            symbols: narrator.symbols.clone(),
            told: OptionalTail(Some(Box::new(narrator.clone()))),
        };
        write::atomically(path, &file::write_save(&saved))?;
    }
    if let Some(path) = &arguments.keeping.record
        && let Some(recording) = world.folk_mut().take_recording()
    {
        write::atomically(path, &recording.write())?;
    }
    Ok(())
}

/// Prints the number of updates. It goes to standard error, because the story must be the same.
fn tell_tries(folk: &Folk, arguments: &Play) -> Result<(), Trouble> {
    let proving = &arguments.proving;
    if !proving.naive && proving.shake.is_none() && proving.threads == 1 {
        return Ok(());
    }
    let tries = folk.tries();
    let number = |n: u64| style::digits(usize::try_from(n).unwrap_or(usize::MAX));
    let (due, idle) = (number(tries.due), number(tries.idle));
    let how = match proving.threads {
        1 => String::new(),
        threads => format!(", on {threads} threads"),
    };
    writeln!(anstream::stderr(), "updates: {due} due, {idle} idle{how}")?;
    Ok(())
}

fn show_digest(digest: &Digest, by_part: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    if by_part {
        for (part, value) in digest.parts() {
            writeln!(out, "{part:>12}: {value:016x}")?;
        }
    }
    writeln!(out, "digest: {:016x}", digest.whole())?;
    Ok(())
}

/// Playing in real time while watching the files.
struct Watched {
    paths: Vec<PathBuf>,
    ticks_per_second: i64,
    /// A real moment, and the tick that belongs to it.
    since: Option<(Instant, Tick)>,
    looked: Instant,
    known: Stamps,
    /// The files after a change, until they are stable.
    changing: Option<Stamps>,
}

impl Watched {
    fn new(arguments: &Play, files: &BTreeSet<PathBuf>) -> Watched {
        Watched {
            paths: arguments.paths.clone(),
            ticks_per_second: TICKS_PER_SECOND * i64::from(arguments.watching.speed),
            since: None,
            looked: Instant::now(),
            known: Stamps::of(files),
            changing: None,
        }
    }

    /// Waits until the next tick is due, and reloads changed files meanwhile.
    fn keep_pace(
        &mut self,
        folk: &mut Folk,
        narrator: &mut Narrator,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let (mut began, mut first) = *self.since.get_or_insert((Instant::now(), folk.now()));
        loop {
            if self.looked.elapsed() >= GLANCE {
                self.looked = Instant::now();
                out.flush()?;
                if let Some(changed) = self.changed() {
                    for line in watch::take_in(folk, narrator, changed) {
                        writeln!(out, "{line}")?;
                    }
                    out.flush()?;
                    (began, first) = (Instant::now(), folk.now());
                    self.since = Some((began, first));
                }
            }
            let passed = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
            let due = passed.saturating_mul(self.ticks_per_second) / 1000;
            let behind = due - folk.now().since(first).0;
            if behind > self.ticks_per_second {
                // Too slow for this speed: it runs as fast as possible, without catching up.
                self.since = Some((Instant::now(), folk.now()));
                return Ok(());
            }
            if behind > 0 || interrupt::asked_to_stop() {
                return Ok(());
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// The content, if files have changed and are stable now.
    fn changed(&mut self) -> Option<Result<Material, String>> {
        let now = self.known.again();
        if self.changing.as_ref() != Some(&now) {
            self.changing = (now != self.known).then_some(now);
            return None;
        }
        self.changing = None;
        self.known = now;
        Some(match load_material(&self.paths) {
            Ok(loaded) => {
                self.known = Stamps::of(&loaded.files);
                loaded.material
            }
            Err(trouble) => Err(crate::trouble::shown(&trouble)),
        })
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Trouble> {
    if !path.exists() {
        return Err(find::missing(path));
    }
    read::bytes(path)
}

pub(super) fn read_recording(path: &Path) -> Result<Recording, Trouble> {
    Recording::read(&bytes_of(path)?).map_err(|why| refused(path, &why))
}

pub(super) fn refused(path: &Path, why: &impl std::fmt::Display) -> Trouble {
    Trouble::new(format!("{}: {why}", find::shown(path)))
}

/// The difference between a replay and its recording, in words.
pub(super) fn not_the_same(why: &ReplayError, folk: &Folk, narrator: &Narrator) -> Trouble {
    let Divergence {
        tick,
        parts,
        scene,
        fact,
    } = match why {
        ReplayError::Unreadable(why) => {
            return Trouble::new(format!("content within the recording: {why}"));
        }
        ReplayError::Diverged(divergence) => divergence,
    };
    let mut text = format!(
        "the play comes out differently from the recording at {} (tick {}), in its {}",
        clock(folk.daytime_at(*tick)),
        tick.0,
        parts.join(", ")
    );
    let running = scene.and_then(|id| folk.scene(id));
    if let Some(running) = &running {
        let saying = narrator.saying(folk, running.script);
        text += &format!(": in {}", saying.script());
        if let Some((atom, recorded)) = fact {
            let who = if *recorded {
                "the recording"
            } else {
                "this play"
            };
            text += &format!(", only {who} has {}", saying.atom(atom));
        }
    } else if scene.is_some() {
        text += ": a scene of the recording does not run";
    }
    Trouble::new(text).hint("a recording gives the same play only with the same scripts")
}
