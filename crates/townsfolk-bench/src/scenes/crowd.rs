//! A crowd: the whole engine with tens of thousands of people, each in a scene of four.
//!
//! Every scene is a bench scene with actions of two to twenty seconds, as in a game. What is measured
//! is the tick alone; the host beside it only counts and waits.

use super::script::TEXT;
use crate::Figure;
use crate::stopwatch::thread_seconds;
use std::sync::Arc;
use std::time::Instant;
use townsfolk::Threads;
use townsfolk::prelude::*;
use townsfolk_core::{Atom, Draw, FactId, SiteId, TICKS_PER_SECOND};
use townsfolk_lang::project::Project;
use townsfolk_module::Module;

/// The longest action, in ticks.
const LONGEST: usize = 20 * TICKS_PER_SECOND as usize;

/// How long a crowd settles before anything is measured, in ticks: two rounds of actions.
const WARM_UP: i64 = 45 * TICKS_PER_SECOND;

/// How long it is measured.
const MEASURED: i64 = 20 * TICKS_PER_SECOND;

/// The length of a tick, in milliseconds.
const TICK_MS: f64 = 1000.0 / TICKS_PER_SECOND as f64;

/// People in scenes, with a host that does what it is asked.
#[derive(Debug)]
pub struct Crowd {
    /// The engine.
    pub folk: Folk,
    /// Actions by the tick at which they are done, round and round.
    waiting: Vec<Vec<ActionRef>>,
    /// Whether outcomes are reported at all.
    asleep: bool,
    /// How many actions were started.
    pub starts: u64,
    length: (i64, i64),
}

impl Crowd {
    /// So many scenes of four, with actions between two lengths (in ticks).
    pub fn new(module: &Arc<Module>, scenes: u32, length: (i64, i64)) -> Crowd {
        let mut folk = Folk::new(module.clone(), Seed(7));
        let side = f64::from(scenes).sqrt().ceil() as u32;
        for index in 0..scenes {
            let at = Place::metres((index % side) as i32 * 40, (index / side) as i32 * 40);
            folk.place_location(Placement {
                kind: LocationKindId::named("two_benches"),
                at,
                region: RegionId(0),
            });
            for x in 0..4 {
                folk.add_character(Newcomer {
                    roles: vec![RoleId::named("stroller")],
                    at: Some(at.offset((x * 500, 1000))),
                    ..Newcomer::default()
                });
            }
        }
        Crowd {
            folk,
            waiting: vec![vec![]; LONGEST + 1],
            asleep: false,
            starts: 0,
            length,
        }
    }

    /// One tick; says how many seconds the engine took of it (of this thread, and on the clock).
    pub fn tick(&mut self, executor: &dyn Executor) -> (f64, f64) {
        let next = self.folk.now().0 + 1;
        let slot = next as usize % self.waiting.len();
        if !self.asleep {
            for action in self.waiting[slot].drain(..) {
                self.folk.report(Report::Outcome(action, Outcome::Done));
            }
        }
        let (cpu, clock) = (thread_seconds(), Instant::now());
        self.folk.tick_with(&NoReadings, executor);
        let spent = (thread_seconds() - cpu, clock.elapsed().as_secs_f64());
        self.obey();
        spent
    }

    fn obey(&mut self) {
        let now = self.folk.now();
        let mut told = vec![];
        let output = self.folk.output();
        for event in &output.events {
            if let Event::SceneBegan { location, cast, .. } = event {
                for (who, _) in cast {
                    for fact in ["standing", "rested"] {
                        let fact = FactId::named(fact);
                        let arguments = vec![Value::Character(*who)];
                        told.push(Report::Told(*location, Atom { fact, arguments }));
                    }
                }
            }
        }
        let site = SiteId::named("crowd/length");
        for command in &output.commands {
            if let Command::Start { action, who, .. } = command {
                let draw = Draw::at(
                    Seed(1),
                    action.scene().map_or(0, |scene| scene.0),
                    now,
                    site,
                );
                let (low, high) = self.length;
                let lasts = draw.between(u64::from(who.0), low, high);
                let slot = (now.0 + lasts) as usize % self.waiting.len();
                self.waiting[slot].push(*action);
                self.starts += 1;
            }
        }
        told.into_iter().for_each(|report| self.folk.report(report));
    }
}

/// The bench scene at a location that casts those nearby.
pub fn module() -> Result<Arc<Module>, String> {
    let mut project = Project::of_files([("bench_scene.folk", TEXT)]);
    let checked = project.check();
    let compiled = project.compile(&checked);
    let (module, _) = compiled.ok_or("the crowd's scene does not compile")?;
    Ok(Arc::new(module))
}

/// What a run of ticks cost.
struct Cost {
    cpu: f64,
    clock: f64,
    worst: f64,
    starts: u64,
}

fn run(crowd: &mut Crowd, ticks: i64, executor: &dyn Executor) -> Cost {
    let before = crowd.starts;
    let mut cost = Cost {
        cpu: 0.0,
        clock: 0.0,
        worst: 0.0,
        starts: 0,
    };
    for _ in 0..ticks {
        let (cpu, clock) = crowd.tick(executor);
        cost.cpu += cpu;
        cost.clock += clock;
        cost.worst = f64::max(cost.worst, cpu);
    }
    cost.starts = crowd.starts - before;
    cost
}

/// Measures crowds. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let module = module()?;
    let mut figures = vec![];
    let usual = (2 * TICKS_PER_SECOND, 20 * TICKS_PER_SECOND);
    progress("100,000 people in 25,000 scenes");
    let mut crowd = Crowd::new(&module, 25_000, usual);
    run(&mut crowd, WARM_UP, &SingleThread);
    let people = 100_000.0;
    let cost = run(&mut crowd, MEASURED, &SingleThread);
    let ticks = MEASURED as f64;
    let tick_ms = cost.cpu * 1e3 / ticks;
    figures.push(
        Figure::new("100,000 people on one core: a tick", tick_ms, "ms")
            .against("share of a tick of 1/60 s", tick_ms / TICK_MS),
    );
    figures.push(Figure::new("  the longest tick", cost.worst * 1e3, "ms"));
    let decision = cost.cpu * 1e9 / cost.starts.max(1) as f64;
    figures.push(Figure::new(
        "  for each decision (2 to 20 s actions)",
        decision,
        "ns",
    ));
    figures.push(Figure::new(
        "  decisions a tick",
        cost.starts as f64 / ticks,
        "",
    ));
    let active = tick_ms;
    let two = run(&mut crowd, MEASURED, &Threads::new(2));
    let two_ms = two.clock * 1e3 / ticks;
    figures.push(
        Figure::new(
            "100,000 people on two cores: a tick, on the clock",
            two_ms,
            "ms",
        )
        .against("share of a tick of 1/60 s", two_ms / TICK_MS),
    );
    progress("everyone in the middle of an action");
    crowd.asleep = true;
    run(&mut crowd, 2 * TICKS_PER_SECOND, &SingleThread);
    let cost = run(&mut crowd, 5 * TICKS_PER_SECOND, &SingleThread);
    let asleep_ms = cost.cpu * 1e3 / (5 * TICKS_PER_SECOND) as f64;
    figures.push(
        Figure::new("the same, nobody's action ends: a tick", asleep_ms, "ms")
            .against("of an active one", asleep_ms / active),
    );
    let sleeper = asleep_ms * 1e6 / people;
    figures
        .push(Figure::new("  for each sleeping character", sleeper, "ns").against("promised", 1.0));
    progress("saving and loading");
    let (mut bytes, before) = (vec![], thread_seconds());
    for _ in 0..3 {
        bytes = crowd.folk.save();
    }
    let save = (thread_seconds() - before) / 3.0;
    figures.push(Figure::new("saving 100,000 people", save * 1e3, "ms"));
    figures.push(Figure::new(
        "  bytes a character",
        bytes.len() as f64 / people,
        "bytes",
    ));
    let before = thread_seconds();
    let loaded = Folk::load(module.clone(), &bytes).map_err(|refused| refused.to_string())?;
    figures.push(Figure::new(
        "loading them",
        (thread_seconds() - before) * 1e3,
        "ms",
    ));
    let same = loaded.0.digest() == crowd.folk.digest();
    figures.push(Figure::new(
        "  digests that differ",
        f64::from(u8::from(!same)),
        "",
    ));
    Ok(figures)
}
