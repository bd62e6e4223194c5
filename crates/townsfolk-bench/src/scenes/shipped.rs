//! Six shipped scripts with their usual casts, played by scenes alone.
//!
//! The host is deterministic: an action takes a drawn time within its declared range, nothing fails,
//! and readings have no value. The time of day runs sixty times as fast as the stage, as it does in
//! the shipped town. Every scene is first played once and its updates are recorded. The measured run
//! repeats exactly these updates, so that the host's own work is not part of the figure.
//!
//! The reference evaluator is updated at every tick. A second figure compares with a reference scene
//! that is updated only when its own next moment has come, as the engine plays one.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use townsfolk_core::{
    ActionId, Atom, CharacterId, Draw, Duration, HostId, Outcome, RoleId, SceneId, ScriptId, Seed,
    SiteId, StartId, TICKS_PER_SECOND, Tick, Value,
};
use townsfolk_lang::project::Project;
use townsfolk_module::Module;
use townsfolk_scene::fast::{CommandRef, Commands, Program, Scratch, Unwitnessed};
use townsfolk_scene::reference::Keyed;
use townsfolk_scene::reference::story::constant;
use townsfolk_scene::{Command, Phase, Report, Stage};
use townsfolk_scene::{fast, reference};

/// A shipped script with the cast it is measured with.
struct Shipped {
    name: &'static str,
    text: &'static str,
    script: &'static str,
    cast: &'static [(&'static str, u32)],
    /// The hour of the day at which a scene begins.
    opens: i64,
}

const SHIPPED: [Shipped; 6] = [
    Shipped {
        name: "market",
        text: include_str!("../../../../examples/market/market.folk"),
        script: "market_stall",
        cast: &[("stallkeeper", 1), ("customer", 3)],
        opens: 9,
    },
    Shipped {
        name: "restaurant",
        text: include_str!("../../../../examples/restaurant/restaurant.folk"),
        script: "dinner_service",
        cast: &[
            ("concierge", 1),
            ("table_waiter", 2),
            ("cook", 1),
            ("diner", 6),
        ],
        opens: 18,
    },
    Shipped {
        name: "cinema",
        text: include_str!("../../../../examples/cinema/cinema.folk"),
        script: "picture_show",
        cast: &[("cashier", 1), ("usher", 1), ("moviegoer", 8)],
        opens: 19,
    },
    Shipped {
        name: "bar",
        text: include_str!("../../../../examples/bar/bar.folk"),
        script: "bar_night",
        cast: &[("bartender", 1), ("night_owl", 5)],
        opens: 20,
    },
    Shipped {
        name: "chess",
        text: include_str!("../../../../examples/chess/chess.folk"),
        script: "chess_game",
        cast: &[("chess_player", 2), ("kibitzer", 2)],
        opens: 12,
    },
    Shipped {
        name: "park",
        text: include_str!("../../../../examples/park/park.folk"),
        script: "rest_on_the_bench",
        cast: &[("caretaker", 1), ("sitter", 2)],
        opens: 8,
    },
];

/// Scenes of each script for the fast evaluator: few enough for the caches of one core.
const SCENES: u32 = 100;
/// Scenes of each script for the reference evaluator.
const REFERENCE_SCENES: u32 = 8;
/// The longest that a scene is played, in ticks.
const LONGEST: i64 = 240 * TICKS_PER_SECOND;
/// Measured runs; the shortest counts.
const TRIES: usize = 15;
const SEED: Seed = Seed(7);

/// The names of the six scripts, in the order of the figures.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// Measures both evaluators on the six scripts, in nanoseconds for one second of one scene.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let mut figures = vec![];
    let mut logarithms = 0.0;
    for shipped in &SHIPPED {
        progress(shipped.name);
        let content = Content::compile(shipped)?;
        let reference = content.measure::<EveryTick>(REFERENCE_SCENES, 1);
        let jumping = content.measure::<reference::Scene>(REFERENCE_SCENES, 3);
        let few = content.play::<fast::Scene>(REFERENCE_SCENES);
        let fast = content.measure::<fast::Scene>(SCENES, TRIES);
        let times = reference.ns_a_second / fast.ns_a_second;
        logarithms += times.ln();
        let name = shipped.name;
        figures.push(
            Figure::new(name, fast.ns_a_second, "ns/s").against("times the reference", times),
        );
        figures.push(Figure::new(
            format!("{name}: times the reference from moment to moment"),
            jumping.ns_a_second / fast.ns_a_second,
            "",
        ));
        figures.push(Figure::new(
            format!("{name}: updates a second"),
            fast.updates_a_second,
            "",
        ));
        figures.push(Figure::new(
            format!("{name}: starts unlike the reference"),
            few.starts.abs_diff(reference.starts) as f64,
            "",
        ));
    }
    let mean = (logarithms / SHIPPED.len() as f64).exp();
    figures.push(Figure::new("six scripts: times the reference", mean, ""));
    Ok(figures)
}

/// Figures of two builds: the name of each script, and the times of this build and of the other.
pub fn compare<'a>(times: impl Iterator<Item = (&'a str, f64, f64)>) -> Vec<Figure> {
    let mut logarithms = vec![];
    let mut figures: Vec<Figure> = times
        .map(|(name, this, other)| {
            logarithms.push((other / this).ln());
            Figure::new(format!("{name}, beside"), this, "ns/s")
                .against("of the speed of the other build", other / this)
        })
        .collect();
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp();
    figures.push(Figure::new(
        "six scripts: speed beside the other build",
        mean,
        "",
    ));
    figures
}

/// A compiled script, ready to be played.
struct Content {
    module: Module,
    program: Program,
    script: ScriptId,
    known: Vec<Atom>,
    cast: Vec<(CharacterId, RoleId)>,
    opens: i64,
}

/// An example as a module, together with the package `common` if it needs that.
fn compile_example(text: &str) -> Option<Module> {
    const COMMON: &str = include_str!("../../../../examples/common/common.folk");
    let compile = |files: &[(&str, &str)]| {
        let mut project = Project::of_files(files.iter().copied());
        let checked = project.check();
        project.compile(&checked).map(|(module, _)| module)
    };
    let alone = compile(&[("example.folk", text)]);
    alone.or_else(|| compile(&[("common.folk", COMMON), ("example.folk", text)]))
}

/// What one evaluator took.
struct Measured {
    ns_a_second: f64,
    updates_a_second: f64,
    starts: u64,
}

/// All updates of some scenes, in order of time.
struct Recording {
    /// The scene, the moment and the reports of every update.
    updates: Vec<(u32, Tick, Vec<Report>)>,
    starts: u64,
    /// The lengths of all scenes together.
    seconds: f64,
}

impl Content {
    fn compile(shipped: &Shipped) -> Result<Content, String> {
        let trouble = || format!("the example `{}` does not compile", shipped.name);
        let module = compile_example(shipped.text).ok_or_else(trouble)?;
        let script = ScriptId::named(shipped.script);
        let locations = module.locations.iter();
        let known = locations
            .filter(|location| location.prefers.iter().any(|p| p.script == script))
            .flat_map(|location| location.knows.iter().filter_map(constant))
            .collect();
        let roles = shipped.cast.iter().flat_map(|(role, count)| {
            let role = RoleId::named(role);
            (0..*count).map(move |_| role)
        });
        let cast = (1..).map(CharacterId).zip(roles).collect();
        let program = Program::compile(&module, script).ok_or_else(trouble)?;
        Ok(Content {
            module,
            program,
            script,
            known,
            cast,
            opens: shipped.opens,
        })
    }

    fn measure<S: Evaluated>(&self, scenes: u32, tries: usize) -> Measured {
        let recording = self.play::<S>(scenes);
        let mut memory = S::Memory::default();
        let mut best = f64::INFINITY;
        for _ in 0..tries {
            let mut played: Vec<S> = (0..scenes).filter_map(|id| S::begin(self, id)).collect();
            let seconds = cpu_seconds(1, || {
                for (id, now, reports) in &recording.updates {
                    if let Some(scene) = played.get_mut(*id as usize) {
                        let stage = Day::at(self.opens, *now);
                        scene.update(self, *id, &stage, *now, reports, &mut memory);
                    }
                }
            });
            best = best.min(seconds);
        }
        Measured {
            ns_a_second: best * 1e9 / recording.seconds,
            updates_a_second: recording.updates.len() as f64 / recording.seconds,
            starts: recording.starts,
        }
    }

    /// Plays every scene by itself and records its updates.
    fn play<S: Evaluated>(&self, scenes: u32) -> Recording {
        let mut recording = Recording {
            updates: vec![],
            starts: 0,
            seconds: 0.0,
        };
        for id in 0..scenes {
            if let Some(scene) = S::begin(self, id) {
                self.play_one(id, scene, &mut recording);
            }
        }
        recording.updates.sort_by_key(|(id, now, _)| (*now, *id));
        recording
    }

    fn play_one<S: Evaluated>(&self, id: u32, mut scene: S, recording: &mut Recording) {
        let mut memory = S::Memory::default();
        let mut running: Vec<(Tick, StartId, Outcome)> = vec![];
        let mut last = Tick(0);
        loop {
            let outcomes = running.iter().map(|(due, ..)| *due);
            let next = outcomes.chain(scene.next_moment()).min();
            let Some(now) = next.filter(|now| now.0 <= LONGEST) else {
                break;
            };
            let mut reports = vec![];
            running.retain(|(due, id, outcome)| {
                if *due <= now {
                    reports.push(Report::Outcome(*id, *outcome));
                }
                *due > now
            });
            let stage = Day::at(self.opens, now);
            scene.update(self, id, &stage, now, &reports, &mut memory);
            recording.updates.push((id, now, reports));
            scene.commands(&memory, &mut |command| match command {
                Asked::Start(start, who, action) => {
                    let due = self.ends(id, who, action, now);
                    running.push((due, start, Outcome::Done));
                    recording.starts += 1;
                }
                Asked::Stop(start) => {
                    if let Some(run) = running.iter_mut().find(|(_, id, _)| *id == start) {
                        *run = (now.after(Duration(1)), start, Outcome::Stopped);
                    }
                }
            });
            last = now;
        }
        recording.seconds += last.0 as f64 / TICKS_PER_SECOND as f64;
    }

    /// When an action that starts now is done.
    fn ends(&self, scene: u32, who: CharacterId, action: ActionId, now: Tick) -> Tick {
        let takes = self.module.action(action).map(|action| action.takes);
        let (low, high) = takes.unwrap_or((Duration(1), Duration(1)));
        let draw = Draw::at(SEED, u64::from(scene), now, SiteId(action.0));
        let span = draw.between(u64::from(who.0), low.0.max(1), high.0.max(1));
        now.after(Duration(span))
    }
}

/// What a scene asks of the host, as far as this host cares.
enum Asked {
    Start(StartId, CharacterId, ActionId),
    Stop(StartId),
}

/// A scene of one of the evaluators.
trait Evaluated: Sized {
    /// What is reused from update to update, with the commands of the last one.
    type Memory: Default;

    fn begin(content: &Content, id: u32) -> Option<Self>;
    fn next_moment(&self) -> Option<Tick>;
    fn update(
        &mut self,
        content: &Content,
        id: u32,
        stage: &Day,
        now: Tick,
        reports: &[Report],
        memory: &mut Self::Memory,
    );
    fn commands(&self, memory: &Self::Memory, obey: &mut dyn FnMut(Asked));
}

impl Evaluated for fast::Scene {
    type Memory = (Scratch, Commands);

    fn begin(content: &Content, id: u32) -> Option<Self> {
        let (known, cast) = (&content.known, &content.cast);
        let id = SceneId(u64::from(id));
        Some(fast::Scene::begin(
            id,
            &content.program,
            Tick(1),
            known,
            cast,
        ))
    }

    fn next_moment(&self) -> Option<Tick> {
        self.next_due()
    }

    fn update(
        &mut self,
        content: &Content,
        _: u32,
        stage: &Day,
        now: Tick,
        reports: &[Report],
        (scratch, commands): &mut Self::Memory,
    ) {
        commands.clear();
        let witness = &mut Unwitnessed;
        self.update(
            &content.program,
            stage,
            SEED,
            now,
            reports,
            scratch,
            commands,
            witness,
        );
    }

    fn commands(&self, (_, commands): &Self::Memory, obey: &mut dyn FnMut(Asked)) {
        for (_, command) in commands.iter() {
            match command {
                CommandRef::Start {
                    id, who, action, ..
                } => obey(Asked::Start(id, who, action)),
                CommandRef::Stop { id } => obey(Asked::Stop(id)),
                CommandRef::Leave { .. } | CommandRef::Set { .. } => {}
            }
        }
    }
}

impl Evaluated for reference::Scene {
    type Memory = Vec<Command>;

    fn begin(content: &Content, id: u32) -> Option<Self> {
        let script = content.module.script(content.script)?;
        let id = SceneId(u64::from(id));
        let (known, cast) = (&content.known, &content.cast);
        Some(reference::Scene::begin(id, script, Tick(1), known, cast))
    }

    fn next_moment(&self) -> Option<Tick> {
        let moments = self.next_moments().into_iter();
        moments.filter(|_| self.phase != Phase::Over).min()
    }

    fn update(
        &mut self,
        content: &Content,
        id: u32,
        stage: &Day,
        now: Tick,
        reports: &[Report],
        commands: &mut Self::Memory,
    ) {
        let mut fate = Keyed {
            seed: SEED,
            owner: u64::from(id),
        };
        let update = self.update(&content.module, stage, &mut fate, now, reports);
        *commands = update.commands;
    }

    fn commands(&self, commands: &Self::Memory, obey: &mut dyn FnMut(Asked)) {
        for command in commands {
            match command {
                Command::Start {
                    id, who, action, ..
                } => obey(Asked::Start(*id, *who, *action)),
                Command::Stop { id } => obey(Asked::Stop(*id)),
                Command::Leave { .. } | Command::Set { .. } => {}
            }
        }
    }
}

/// A scene of the reference evaluator that is updated at every tick, as its contract says it.
struct EveryTick(reference::Scene);

impl Evaluated for EveryTick {
    type Memory = Vec<Command>;

    fn begin(content: &Content, id: u32) -> Option<Self> {
        Evaluated::begin(content, id).map(EveryTick)
    }

    fn next_moment(&self) -> Option<Tick> {
        (self.0.phase != Phase::Over).then(|| self.0.now.after(Duration(1)))
    }

    fn update(
        &mut self,
        content: &Content,
        id: u32,
        stage: &Day,
        now: Tick,
        reports: &[Report],
        commands: &mut Self::Memory,
    ) {
        Evaluated::update(&mut self.0, content, id, stage, now, reports, commands);
    }

    fn commands(&self, commands: &Self::Memory, obey: &mut dyn FnMut(Asked)) {
        Evaluated::commands(&self.0, commands, obey);
    }
}

/// A stage on which everything is one metre apart and a second is a minute of the day.
struct Day(i32);

impl Day {
    fn at(opens: i64, now: Tick) -> Day {
        let minutes = opens * 60 + now.0 / TICKS_PER_SECOND;
        Day(i32::try_from(minutes * 60 % (24 * 3600)).unwrap_or(0))
    }
}

impl Stage for Day {
    fn distance_mm(&self, _: Value, _: Value) -> Option<i64> {
        Some(1000)
    }

    fn read(&self, _: HostId, _: &[Value]) -> Option<Value> {
        None
    }

    fn holds(&self, _: HostId, _: &[Value]) -> bool {
        false
    }

    fn clock(&self) -> i32 {
        self.0
    }
}
