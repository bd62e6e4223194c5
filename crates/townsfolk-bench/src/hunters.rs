//! Hunters and guards in one arena: the time of a tick, and what a hunter costs that hears nothing.

use crate::Figure;
use crate::stopwatch::thread_seconds;
use townsfolk::prelude::*;
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect};
use townsfolk_core::{ActionRef, Draw, SiteId, SymbolId};
use townsfolk_lang::project::Project;

/// Number of steps of [`measure`].
pub const STEPS: usize = 4;

/// Asked for: mean time of a tick, in milliseconds.
const MEAN_PROMISE: f64 = 2.0;
/// Asked for: the time within which 99 in 100 ticks stay, in milliseconds.
const P99_PROMISE: f64 = 4.0;

/// Ticks that are measured: 40 seconds.
const TICKS: i64 = 2_400;

/// Half of the side of the arena.
const HALF_MM: i32 = 60_000;

const ARENA: &str = "
role intruder
role hunter thinks with hunter_skills
role watcher thinks with watcher_skills
role guard thinks with guard_skills

attribute burning(character) set by host
attribute health(character): number 0..100 = 100 set by host
attribute armed(character) set by host
attribute ammunition(character): number 0..100 = 100 set by host

stimulus footstep reach 2.5 m, loud 0.35, gives away, soft
  from steps at 5 m per s, every 0.4 s
stimulus breath reach 0.25 m, loud 0.5, gives away, soft, silent
  from breath every 1 s
stimulus voice reach 3 m, loud 0.5, gives away, told

senses keen
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  answers agitate 0.15, react 0.35, chase 0.9
senses limited
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  sees 12 m, wide 100 deg, narrow 8 deg, spread 3 m, takes 0.8 s
  answers agitate 0.15, react 0.35, chase 0.9
senses soldier
  sees 30 m, wide 100 deg, narrow 8 deg, spread 5 m, takes 1.5 s
  answers agitate 0.15, react 0.35, chase 0.9
  infers causes

query combat_cover from cover within 25 m
  rate available, can_shoot
query panic_cover from cover within 25 m, even without a shot
  rate distance 3 m: 0, 5 m: 1
  rate available

skills hunter_skills as danger, until done, senses keen, hunts intruder
  on_fire
  chase pace 4 m per s
  search
  follow
  wander
skills watcher_skills as danger, until done, senses limited, hunts intruder
  on_fire
  chase pace 5 m per s
  search
  follow
  wander
skills guard_skills as danger, while wanted, senses soldier, squad night_watch, hunts intruder
  gun_combat
  advance
  sweep
  patrol
";

/// A body at work: the action, who, when it is over, where it leads, how fast.
#[derive(Clone)]
struct Doing {
    action: ActionRef,
    who: CharacterId,
    ends: i64,
    to: Option<Place>,
    pace: i64,
    walks: bool,
}

/// An arena with bodies that do what they are asked.
struct Arena {
    folk: Folk,
    doing: Vec<Doing>,
    prey: Vec<CharacterId>,
}

impl Arena {
    fn new(hunters: u32, guards: u32, prey: u32) -> Result<Arena, String> {
        let mut project = Project::of_files([("arena.folk", ARENA)]);
        let checked = project.check();
        let problems = checked
            .problems
            .iter()
            .map(|problem| problem.message.clone());
        let problems: Vec<String> = problems.collect();
        let compiled = project.compile(&checked);
        let (module, symbols) = compiled.ok_or_else(|| problems.join("; "))?;
        let mut folk = Folk::new(std::sync::Arc::new(module), Seed(7));
        folk.set_symbols(symbols);
        folk.set_ground(ground());
        let mut arena = Arena {
            folk,
            doing: vec![],
            prey: vec![],
        };
        let roles = [
            ("hunter", hunters / 2),
            ("watcher", hunters - hunters / 2),
            ("guard", guards),
        ];
        let mut number = 0;
        for (role, count) in roles {
            for _ in 0..count {
                number += 1;
                arena.add(role, number)?;
            }
        }
        for n in 0..prey {
            let who = arena.add("intruder", 10_000 + n)?;
            arena.prey.push(who);
        }
        Ok(arena)
    }

    fn add(&mut self, role: &str, number: u32) -> Result<CharacterId, String> {
        let draw = Draw::at(Seed(5), u64::from(number), Tick(0), SiteId(1));
        let space = self.folk.ground().cloned();
        let mut place = Place::default();
        for index in 0..40 {
            let along = |n: u64| {
                draw.between(
                    2 * index + n,
                    (2_000 - HALF_MM).into(),
                    (HALF_MM - 2_000).into(),
                )
            };
            place = Place {
                x_mm: along(0) as i32,
                y_mm: along(1) as i32,
                z_mm: 0,
            };
            if space.as_ref().is_none_or(|space| space.is_walkable(place)) {
                break;
            }
        }
        self.folk
            .add(role, place)
            .map_err(|error| error.to_string())
    }

    /// One tick. Returns the CPU time of the engine.
    fn tick(&mut self) -> Result<f64, String> {
        let now = self.folk.now().0;
        self.move_bodies(now);
        for (n, who) in (0..).zip(self.prey.clone()) {
            // Each runs to and fro, and shouts now and then.
            let slow = (now + n * 97) % 1_200;
            let along = if slow < 600 { slow } else { 1_200 - slow };
            let at = Place {
                x_mm: (along * 80) as i32 - 24_000,
                y_mm: (n * 15_000) as i32 - 30_000,
                z_mm: 0,
            };
            self.folk.report(Report::Moved(who, at));
            if (now + n * 31) % 90 == 0 {
                self.folk
                    .sound_by("voice", at, who)
                    .map_err(|error| error.to_string())?;
            }
        }
        let before = thread_seconds();
        self.folk.tick_with(&NoReadings, &SingleThread);
        let spent = thread_seconds() - before;
        self.take_commands(now + 1);
        Ok(spent)
    }

    fn take_commands(&mut self, now: i64) {
        for command in self.folk.output().commands.clone() {
            match command {
                Command::Start {
                    action,
                    who,
                    what,
                    named,
                    ..
                } => {
                    let number = |name: &str| {
                        let mut values = named.iter();
                        match values.find(|(known, _)| *known == SymbolId::named(name)) {
                            Some((_, Value::Number(number))) => Some(number.0),
                            _ => None,
                        }
                    };
                    let walks = what == ActionId::named("go_there");
                    self.doing.push(Doing {
                        action,
                        who,
                        ends: if walks { i64::MAX } else { now + 30 },
                        to: number("x").zip(number("y")).map(|(x, y)| Place {
                            x_mm: x as i32,
                            y_mm: y as i32,
                            z_mm: 0,
                        }),
                        pace: number("pace").unwrap_or(1_000),
                        walks: walks || what == ActionId::named("move_so"),
                    });
                }
                Command::Stop(action) => {
                    self.doing.retain(|doing| doing.action != action);
                    self.folk.report(Report::Outcome(action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    fn move_bodies(&mut self, now: i64) {
        for doing in std::mem::take(&mut self.doing) {
            let here = self.folk.character(doing.who).and_then(|person| person.at);
            let mut over = now >= doing.ends;
            if let (Some(here), Some(to), true) = (here, doing.to, doing.walks) {
                let (step, left) = (doing.pace / 60, here.distance_mm(to));
                over |= left <= step;
                let part = |a: i32, b: i32| {
                    a + ((i64::from(b) - i64::from(a)) * step / left.max(1)) as i32
                };
                let next = match over {
                    true => to,
                    false => Place {
                        x_mm: part(here.x_mm, to.x_mm),
                        y_mm: part(here.y_mm, to.y_mm),
                        ..here
                    },
                };
                self.folk.report(Report::Moved(doing.who, next));
            }
            match over {
                true => self
                    .folk
                    .report(Report::Outcome(doing.action, Outcome::Done)),
                false => self.doing.push(doing),
            }
        }
    }

    /// The share of hunters and guards that chase, search or fight.
    fn alert(&self) -> f64 {
        let people: Vec<CharacterId> = self.folk.sensing().collect();
        let alert = people.iter().filter(|who| {
            let known = self.folk.awareness(**who);
            known.is_some_and(|known| known.state >= townsfolk::sensing::MindState::Searching)
        });
        alert.count() as f64 / people.len().max(1) as f64
    }
}

/// A field with blocks of walls and cover between them.
fn ground() -> GroundPlan {
    let mut obstacles = vec![];
    for row in -4..5 {
        for column in -4..5 {
            let (x, y) = (column * 12_000 + row * 700, row * 12_000);
            let tall = if (row + column) % 3 == 0 {
                1_000
            } else {
                3_000
            };
            obstacles.push(Obstacle::standing(
                Rect::of((x, y + 4_000), (x + 5_000, y + 4_400)),
                tall,
            ));
            obstacles.push(Obstacle::standing(
                Rect::of((x, y + 4_400), (x + 400, y + 8_000)),
                tall,
            ));
        }
    }
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of(
            (-HALF_MM, -HALF_MM),
            (HALF_MM, HALF_MM),
        ))],
        obstacles,
        ..GroundPlan::default()
    }
}

/// Mean, the time of the slowest in a hundred, and the mean share that is alert.
fn run(arena: &mut Arena) -> Result<(f64, f64, f64), String> {
    let mut times = vec![];
    let mut alert = 0.0;
    for tick in 0..TICKS {
        times.push(arena.tick()? * 1e3);
        if tick % 60 == 0 {
            alert += arena.alert() * 60.0 / TICKS as f64;
        }
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_by(f64::total_cmp);
    let p99 = times.get(times.len() * 99 / 100).copied().unwrap_or(0.0);
    Ok((mean, p99, alert))
}

/// Measures everything about hunters. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let mut figures = vec![];
    let runs = [
        ("200 hunters", 200, 0),
        ("200 hunters and 50 guards", 200, 50),
    ];
    for (name, hunters, guards) in runs {
        progress(name);
        let (mean, p99, alert) = run(&mut Arena::new(hunters, guards, 5)?)?;
        figures.push(
            Figure::new(format!("{name}, five prey: mean tick"), mean, "ms")
                .against("of the 2 ms that were asked for", mean / MEAN_PROMISE),
        );
        figures.push(
            Figure::new(format!("{name}, five prey: 99 in 100 ticks"), p99, "ms")
                .against("of the 4 ms that were asked for", p99 / P99_PROMISE),
        );
        figures.push(Figure::new(
            format!("{name}: alert on average"),
            alert * 100.0,
            "%",
        ));
    }
    progress("silence");
    let (none, ..) = run(&mut Arena::new(1, 0, 0)?)?;
    progress("200 in silence");
    let (silent, ..) = run(&mut Arena::new(201, 0, 0)?)?;
    let each = (silent - none) / 200.0 * 1e6;
    figures.push(Figure::new(
        "a hunter that wanders and hears nothing, a tick",
        each,
        "ns",
    ));
    Ok(figures)
}
