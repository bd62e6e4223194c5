//! A street with hunters of four kinds and an intruder, and a host that moves their bodies.

use super::compile;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::sensing::{Certainty, Sensed};
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect};
use townsfolk_core::SymbolId;
use townsfolk_module::Module;

/// Two corners of a wall, in millimetres.
type Corners = ((i32, i32), (i32, i32));

/// Four kinds of hunters. They differ by these words alone.
pub(crate) const STREET: &str = "
role intruder
role sprinter thinks with sprinter_skills
role lurker thinks with lurker_skills
role listener thinks with listener_skills
role brute thinks with brute_skills

attribute burning(character) set by host
attribute dead(character)
attribute crouched(character) set by host
attribute plates(character): number 0..8 = 3 set by host
attribute difficulty: symbol easy, normal, hard, hardest = normal set by host

action bite(character) takes 1 s, may fail
action wave takes 0.5 s

course maul(Who: character)
  step do bite(Who)

stimulus footstep reach 2.5 m, loud 0.35, gives away, soft
  from steps at 5 m per s, every 0.4 s
stimulus breath reach 0.25 m, loud 0.5, gives away, soft, silent
  from breath every 1 s
stimulus voice reach 3 m, loud 0.5, gives away, told
stimulus impact reach 5 m, loud 0.8, told
stimulus explosion reach 40 m, loud 1.5, told
stimulus splat reach 3 m, loud 0.4, told

senses limited
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  sees 12 m, wide 100 deg, narrow 8 deg, spread 3 m, takes 0.8 s
  answers agitate 0.12, react 0.28, chase 0.72
senses keen
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  answers agitate 0.15, react 0.35, chase 0.9
  answers on easy agitate 0.15, react 0.40, chase 1.40
  answers on hardest agitate 0.05, react 0.15, chase 0.20
senses dull
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  answers agitate 0.2, react 0.45, chase 1.17

motions tears
  motion left_arm turned 20 deg left, takes 0.5 s
  motion right_arm turned 20 deg right, takes 0.5 s
  motion chest turned 5 deg left, takes 0.5 s

query hide_wait from cover within 25 m, even without a shot
  rate available, hidden
query hide_away from cover within 25 m, even without a shot
  rate available, hidden, distance 3 m: 0, 8 m: 1

skills sprinter_skills as danger, until done, senses limited, hunts intruder
  on_fire
  chase pace 5.5 m per s
  search
  follow
  wander
skills lurker_skills as danger, until done, senses limited, hunts intruder
  on_fire
  ambush waits_at hide_wait, retreats_to hide_away
  wander
skills listener_skills as danger, until done, senses keen, hunts intruder
  bark listens \"Hrrr?\"
  on_fire
  chase pace 4 m per s, with maul
  search
  follow
  wander pace 1 m per s
skills brute_skills as danger, until done, senses dull, hunts intruder
  on_fire
  throw tears tears, lands splat
  chase pace 2.2 m per s
  search
  follow
  wander pace 0.8 m per s
";

/// The content, with parts of its text replaced.
pub(crate) fn street(replaced: &[(&str, &str)]) -> (Arc<Module>, townsfolk::Symbols) {
    let mut text = STREET.to_string();
    for (from, to) in replaced {
        assert!(text.contains(from), "{from} is not in the text");
        text = text.replace(from, to);
    }
    compile([("street.folk", text.as_str())])
}

/// Something that a body does.
#[derive(Clone, Debug)]
struct Doing {
    action: ActionRef,
    who: CharacterId,
    what: String,
    ends: i64,
    to: Option<Place>,
    pace: i64,
}

/// A street: the engine, and bodies that do what they are asked.
#[derive(Clone)]
pub(crate) struct Street {
    pub(crate) folk: Folk,
    doing: Vec<Doing>,
    /// Everything that was started: tick, who, what, and the target or the place.
    pub(crate) log: Vec<(i64, CharacterId, String, Option<Place>)>,
    /// Where each character that hears nothing was put, to hold it there.
    pub(crate) held: BTreeMap<CharacterId, Place>,
}

const ACTIONS: [&str; 12] = [
    "go_there",
    "move_so",
    "turn_to",
    "look_about",
    "stay_put",
    "strike",
    "throw_at",
    "cry",
    "bark",
    "bite",
    "wave",
    "shoot_at",
];

impl Street {
    pub(crate) fn new() -> Street {
        Street::of(&[])
    }

    /// A street whose content has parts replaced.
    pub(crate) fn of(replaced: &[(&str, &str)]) -> Street {
        let (module, symbols) = street(replaced);
        let mut folk = Folk::new(module, Seed(7));
        folk.set_symbols(symbols);
        let mut street = Street {
            folk,
            doing: vec![],
            log: vec![],
            held: BTreeMap::new(),
        };
        street.ground(&[]);
        street
    }

    /// The same bodies with another engine, as after loading.
    pub(crate) fn with(&self, folk: Folk) -> Street {
        Street {
            folk,
            ..self.clone()
        }
    }

    /// A hundred metres of open ground with walls of full height.
    pub(crate) fn ground(&mut self, walls: &[Corners]) {
        let plate = Plate::outdoors(Rect::of((-50_000, -50_000), (50_000, 50_000)));
        let walls = walls
            .iter()
            .map(|(a, b)| Obstacle::standing(Rect::of(*a, *b), 3_000));
        self.plan(GroundPlan {
            plates: vec![plate],
            obstacles: walls.collect(),
            ..GroundPlan::default()
        });
    }

    pub(crate) fn plan(&mut self, plan: GroundPlan) {
        self.folk.set_ground(plan);
        self.tick();
        assert_eq!(self.folk.ground_faults(), []);
    }

    pub(crate) fn add(&mut self, role: &str, x: f64, y: f64) -> CharacterId {
        let who = self.folk.add(role, at(x, y)).unwrap();
        self.tick();
        who
    }

    /// One tick: bodies move, the engine decides, bodies are asked for something else.
    pub(crate) fn tick(&mut self) {
        self.tick_on(&SingleThread);
    }

    pub(crate) fn tick_on(&mut self, executor: &dyn Executor) {
        self.move_bodies();
        self.folk.tick_with(&NoReadings, executor);
        let now = self.folk.now().0;
        let commands = self.folk.output().commands.clone();
        for command in commands {
            match command {
                Command::Start {
                    action,
                    who,
                    what,
                    named,
                    target,
                    ..
                } => self.start(now, (action, who, what), &named, target),
                Command::Stop(action) => {
                    self.doing.retain(|doing| doing.action != action);
                    self.folk.report(Report::Outcome(action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    fn start(
        &mut self,
        now: i64,
        (action, who, what): (ActionRef, CharacterId, ActionId),
        named: &[(SymbolId, Value)],
        target: Option<Value>,
    ) {
        let number = |name: &str| {
            let value = named
                .iter()
                .find(|(known, _)| *known == SymbolId::named(name));
            match value {
                Some((_, Value::Number(number))) => Some(number.0),
                _ => None,
            }
        };
        let to = number("x").zip(number("y")).map(|(x, y)| Place {
            x_mm: x as i32,
            y_mm: y as i32,
            z_mm: 0,
        });
        let name = ACTIONS.iter().find(|name| ActionId::named(name) == what);
        let what = name.map_or_else(|| format!("{what:?}"), ToString::to_string);
        let at = match target {
            Some(Value::Character(whom)) => self.folk.character(whom).and_then(|c| c.at),
            _ => to,
        };
        self.log.push((now, who, what.clone(), at));
        let takes = match what.as_str() {
            "go_there" => i64::MAX,
            "turn_to" => 12,
            "move_so" => 30,
            _ => 40,
        };
        self.doing.push(Doing {
            action,
            who,
            what,
            ends: now.saturating_add(takes),
            to,
            pace: number("pace").unwrap_or(1_000),
        });
    }

    fn move_bodies(&mut self) {
        let now = self.folk.now().0;
        for doing in std::mem::take(&mut self.doing) {
            let here = self.folk.character(doing.who).and_then(|person| person.at);
            let Some(here) = here else {
                continue;
            };
            let mut over = now >= doing.ends;
            match (doing.what.as_str(), doing.to) {
                ("go_there", Some(to)) => {
                    let (step, left) = (doing.pace / 60, here.distance_mm(to));
                    let part = |a: i32, b: i32| {
                        a + ((i64::from(b) - i64::from(a)) * step / left.max(1)) as i32
                    };
                    over = left <= step;
                    let next = match over {
                        true => to,
                        false => Place {
                            x_mm: part(here.x_mm, to.x_mm),
                            y_mm: part(here.y_mm, to.y_mm),
                            ..here
                        },
                    };
                    self.put(doing.who, next);
                }
                ("move_so", Some(to)) if over => self.put(doing.who, to),
                _ => {}
            }
            match over {
                true => self
                    .folk
                    .report(Report::Outcome(doing.action, Outcome::Done)),
                false => self.doing.push(doing),
            }
        }
        for (who, place) in self.held.clone() {
            self.folk.report(Report::Moved(who, place));
        }
    }

    fn put(&mut self, who: CharacterId, to: Place) {
        if !self.held.contains_key(&who) {
            self.folk.report(Report::Moved(who, to));
        }
    }

    pub(crate) fn run(&mut self, ticks: i64) {
        (0..ticks).for_each(|_| self.tick());
    }

    pub(crate) fn seconds(&mut self, seconds: i64) {
        self.run(seconds * 60);
    }

    /// Lets ticks pass until something holds.
    pub(crate) fn until(&mut self, ticks: i64, what: &str, holds: impl Fn(&Street) -> bool) {
        for _ in 0..ticks {
            if holds(self) {
                return;
            }
            self.tick();
        }
        let known = self.folk.sensing().collect::<Vec<_>>();
        let whys: Vec<String> = known.iter().flat_map(|who| self.why(*who)).collect();
        panic!("it never happened that {what}: {whys:#?}");
    }

    pub(crate) fn why(&self, who: CharacterId) -> Vec<String> {
        let why = self.folk.why_deciders(who).into_iter();
        why.map(|(_, text)| text).collect()
    }

    /// The skill that a character runs.
    pub(crate) fn skill(&self, who: CharacterId) -> &'static str {
        let skill = self.folk.skill_of(who);
        let mut known = townsfolk::tactics::catalogue::skills();
        let entry = known.find(|entry| Some(SymbolId::named(entry.name)) == skill);
        entry.map_or("none", |entry| entry.name)
    }

    /// What its skill does.
    pub(crate) fn state(&self, who: CharacterId) -> &'static str {
        let runner = self.folk.skills_of(who);
        let state = runner.and_then(|runner| runner.state(runner.skill()?));
        state.map_or("", |state| state.as_skill().state())
    }

    pub(crate) fn place(&self, who: CharacterId) -> Place {
        self.folk
            .character(who)
            .and_then(|person| person.at)
            .unwrap()
    }

    /// How often a character was asked for something.
    pub(crate) fn count(&self, who: CharacterId, what: &str) -> usize {
        let of = |(_, by, did, _): &&(i64, CharacterId, String, Option<Place>)| {
            *by == who && did == what
        };
        self.log.iter().filter(of).count()
    }

    /// Moves a character in one tick, as the player does.
    pub(crate) fn walk(&mut self, who: CharacterId, x: f64, y: f64) {
        self.folk.report(Report::Moved(who, at(x, y)));
    }

    pub(crate) fn knows(&self, who: CharacterId, of: CharacterId) -> bool {
        let records = self.folk.records_of(who).iter();
        let mut of = records.filter(|record| record.subject == Sensed::Character(of));
        of.any(|record| record.certainty == Certainty::Confirmed)
    }

    pub(crate) fn set(&mut self, name: &str, who: CharacterId, value: Pushed) {
        self.folk.report(Report::Property {
            name: HostId::named(name),
            arguments: vec![Value::Character(who)],
            value,
        });
    }
}
