//! A field with guards in a squad and an intruder, and a small host that moves bodies.

use super::compile;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::sensing::Record;
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect, Route, RouteStep};
use townsfolk::tactics::squad::{Phase, Squad, SquadEvent};
use townsfolk_core::{Angle, Outcome, TokenId};

const POSTS: &str = include_str!("posts.folk");

const GUARDS: &str = r#"
role intruder
role guard thinks with guard_skills

attribute dead(character) set by host
attribute crouched(character) set by host
attribute armed(character) set by host
attribute under_fire(character) set by host
attribute health(character): number 0..100 = 100 set by host

stimulus footstep reach 2.5 m, loud 0.35, gives away, soft
  from steps at 5 m per s, every 0.4 s

stimulus knock reach 8 m, loud 0.8, told

stimulus gunshot reach 25 m, loud 1.2, gives away, told

senses soldier
  hears asleep 1, unaware 1, agitated 1, searching 1, chasing 1
  deaf to footstep of crouched
  sees 60 m, wide 100 deg, narrow 20 deg, spread 12 m, pitch 35 deg, takes 1 s
  takes 0.3 s in combat, 1 s at first
  infers causes
  answers agitate 0.05, react 0.1, chase 0.6
  loses after 3 s
  forgets after 90 s

skills guard_skills while wanted, senses soldier, squad watch, hunts intruder
  bark spotted "There!"
  bark contact "I see him!"
  bark suspicious "What was that?"
  bark lost_target "Where is he?"
  bark checking "I look."
  bark nothing_here "Nothing."
  bark search_start "Search!"
  bark area_clear "Clear."
  bark flanking "Going round!"
  bark ally_down "Man down!"
  bark panic "Help!"
  bark give_up "Gone."
EVERY
  melee
  panic
  flank
  hide
  gun_combat
  advance
  sweep
  investigate
  patrol along round
"#;

/// How a body carries out an order.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// It walks to a point with a pace in millimetres a second.
    Walks(Place, i64),
    /// It does something until a tick.
    Does(i64),
    /// It goes on until it is stopped.
    Stays,
}

/// A command to begin an action, as tests look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    pub(crate) tick: i64,
    pub(crate) who: CharacterId,
    pub(crate) what: ActionId,
    pub(crate) says: Option<Value>,
}

/// A field of a hundred metres with guards and an intruder.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) folk: Folk,
    bodies: BTreeMap<ActionRef, (CharacterId, Deed)>,
    /// Everything that was begun.
    pub(crate) begun: Vec<Begun>,
    /// Everything that happened to the squad.
    pub(crate) events: Vec<(i64, SquadEvent)>,
    /// Who dropped everything in order to shoot, and when.
    pub(crate) interrupts: Vec<(i64, CharacterId)>,
    pub(crate) round: Vec<(i32, i32)>,
}

/// A box: two corners in metres, and a height in decimetres.
pub(crate) type Box3 = (i32, i32, i32, i32, i32);

pub(crate) fn watch() -> SymbolId {
    SymbolId::named("watch")
}

/// The ground of a field, in metres, with walls and cover.
pub(crate) fn ground(half: i32, boxes: &[Box3], round: &[(i32, i32)]) -> GroundPlan {
    let m = |n: i32| n * 1000;
    let solid = |(x0, y0, x1, y1, high): &Box3| {
        let rect = Rect::of((m(*x0), m(*y0)), (m(*x1), m(*y1)));
        Obstacle::standing(rect, high * 100)
    };
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of(
            (m(-half), m(-half)),
            (m(half), m(half)),
        ))],
        obstacles: boxes.iter().map(solid).collect(),
        routes: vec![Route {
            name: "round".to_owned(),
            steps: round
                .iter()
                .flat_map(|(x, y)| {
                    [
                        RouteStep::To(Place::metres(*x, *y)),
                        RouteStep::Pause(2_000),
                    ]
                })
                .collect(),
        }],
        ..GroundPlan::default()
    }
}

/// The content, with lines for the whole set of skills.
pub(crate) fn content(every: &str) -> (Arc<Module>, townsfolk::Symbols) {
    let guards = GUARDS.replace("EVERY", every);
    compile([("guards.folk", guards.as_str()), ("posts.folk", POSTS)])
}

impl Field {
    pub(crate) fn new(half: i32, boxes: &[Box3]) -> Field {
        Field::with(half, boxes, &[(0, 0)], "")
    }

    pub(crate) fn with(half: i32, boxes: &[Box3], round: &[(i32, i32)], every: &str) -> Field {
        let (module, symbols) = content(every);
        let mut folk = Folk::new(module, Seed(11));
        folk.set_symbols(symbols);
        folk.set_ground(ground(half, boxes, round));
        let mut field = Field {
            folk,
            bodies: BTreeMap::new(),
            begun: vec![],
            events: vec![],
            interrupts: vec![],
            round: round.to_vec(),
        };
        field.run(1);
        assert_eq!(field.folk.ground_faults(), []);
        field
    }

    /// The same field with another world in it.
    pub(crate) fn with_folk(&self, folk: Folk) -> Field {
        Field {
            folk,
            ..self.clone()
        }
    }

    pub(crate) fn add(&mut self, role: &str, x: i32, y: i32) -> CharacterId {
        let who = self.folk.add(role, Place::metres(x, y)).expect("a role");
        self.set("armed", who, role == "guard");
        self.run(1);
        who
    }

    pub(crate) fn face(&mut self, who: CharacterId, degrees: i32) {
        self.folk.set_facing(who, Angle::degrees(degrees));
    }

    pub(crate) fn put(&mut self, who: CharacterId, x: i32, y: i32) {
        self.folk.report(Report::Moved(who, Place::metres(x, y)));
    }

    pub(crate) fn set(&mut self, what: &str, who: CharacterId, so: bool) {
        self.folk.report(Report::Property {
            name: HostId::named(what),
            arguments: vec![Value::Character(who)],
            value: if so { Pushed::Holds } else { Pushed::HoldsNot },
        });
    }

    pub(crate) fn at(&self, who: CharacterId) -> Place {
        self.folk
            .character(who)
            .and_then(|person| person.at)
            .expect("it is there")
    }

    pub(crate) fn now(&self) -> i64 {
        self.folk.now().0
    }

    /// Lets ticks pass.
    pub(crate) fn run(&mut self, ticks: i64) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// Lets ticks pass until something holds. Returns the number of ticks.
    pub(crate) fn until(&mut self, most: i64, holds: impl Fn(&Field) -> bool) -> Option<i64> {
        (0..most).find(|_| {
            self.tick();
            holds(self)
        })
    }

    fn tick(&mut self) {
        self.move_bodies();
        let commands = self
            .folk
            .tick_with(&NoReadings, &SingleThread)
            .commands
            .clone();
        let now = self.now();
        for command in commands {
            self.obey(now, &command);
        }
        for (_, event) in self.folk.squad_events().to_vec() {
            self.events.push((now, event));
        }
        for who in self.folk.hard_interrupts().to_vec() {
            self.interrupts.push((now, who));
        }
    }

    fn obey(&mut self, now: i64, command: &Command) {
        match command {
            Command::Start {
                action,
                who,
                what,
                named,
                ..
            } => {
                let named = named.iter();
                let number = |name: &str| {
                    let mut values = named.clone();
                    let value = values.find(|(known, _)| *known == SymbolId::named(name));
                    match value.map(|(_, value)| *value) {
                        Some(Value::Number(number)) => Some(number.0),
                        _ => None,
                    }
                };
                let says = named
                    .clone()
                    .find(|(name, _)| *name == SymbolId::named("says"));
                self.begun.push(Begun {
                    tick: now,
                    who: *who,
                    what: *what,
                    says: says.map(|(_, value)| *value),
                });
                let place = Place {
                    x_mm: number("x").unwrap_or(0) as i32,
                    y_mm: number("y").unwrap_or(0) as i32,
                    z_mm: 0,
                };
                let is = |name: &str| *what == ActionId::named(name);
                let deed = match () {
                    () if is("go_there") => Deed::Walks(place, number("pace").unwrap_or(1_500)),
                    () if is("stay_put") => Deed::Stays,
                    () if is("look_about") => Deed::Does(now + 60),
                    () => Deed::Does(now + 20),
                };
                if is("turn_to") {
                    let heading = number("heading").unwrap_or(0);
                    self.folk.set_facing(*who, Angle::thousandths(heading));
                }
                self.bodies.insert(*action, (*who, deed));
            }
            Command::Stop(action) => {
                self.bodies.remove(action);
                self.folk.report(Report::Outcome(*action, Outcome::Failed));
            }
            _ => {}
        }
    }

    fn move_bodies(&mut self) {
        let now = self.now();
        let mut ended = vec![];
        for (action, (who, deed)) in &self.bodies {
            let Some(here) = self.folk.character(*who).and_then(|person| person.at) else {
                continue;
            };
            match deed {
                Deed::Walks(to, pace) => {
                    let (far, step) = (here.distance_mm(*to), pace / 60);
                    let next = if far <= step {
                        ended.push(*action);
                        *to
                    } else {
                        let part = |a: i32, b: i32| {
                            a + ((i64::from(b) - i64::from(a)) * step / far) as i32
                        };
                        Place {
                            x_mm: part(here.x_mm, to.x_mm),
                            y_mm: part(here.y_mm, to.y_mm),
                            z_mm: 0,
                        }
                    };
                    self.folk.report(Report::Moved(*who, next));
                }
                Deed::Does(until) if now >= *until => ended.push(*action),
                Deed::Does(_) | Deed::Stays => {}
            }
        }
        for action in ended {
            self.bodies.remove(&action);
            self.folk.report(Report::Outcome(action, Outcome::Done));
        }
    }

    pub(crate) fn squad(&self) -> &Squad {
        self.folk.squad_state(watch()).expect("a squad")
    }

    pub(crate) fn phase(&self) -> Phase {
        self.folk
            .squad_state(watch())
            .map_or(Phase::Calm, |squad| squad.cycle.phase)
    }

    pub(crate) fn holder(&self, token: &str) -> Option<CharacterId> {
        self.squad().tokens.holder(TokenId::named(token))
    }

    pub(crate) fn skill(&self, who: CharacterId) -> Option<SymbolId> {
        self.folk.skill_of(who)
    }

    pub(crate) fn runs(&self, who: CharacterId, skill: &str) -> bool {
        self.skill(who) == Some(SymbolId::named(skill))
    }

    /// Whether the last order of a body is to shoot.
    pub(crate) fn shoots(&self, who: CharacterId) -> bool {
        let order = self
            .folk
            .skills_of(who)
            .and_then(|runner| runner.shared().body.order);
        matches!(order, Some(townsfolk::tactics::BodyOrder::ShootAt(..)))
    }

    pub(crate) fn records(&self, who: CharacterId) -> Vec<Record> {
        self.folk.records_of(who).to_vec()
    }

    /// When somebody began an action, by name.
    pub(crate) fn starts(&self, what: &str) -> Vec<(i64, CharacterId)> {
        let of = self
            .begun
            .iter()
            .filter(|begun| begun.what == ActionId::named(what));
        of.map(|begun| (begun.tick, begun.who)).collect()
    }

    /// When the squad entered a phase for the first time.
    pub(crate) fn entered(&self, phase: Phase) -> Option<i64> {
        let mut events = self.events.iter();
        events.find_map(|(tick, event)| match event {
            SquadEvent::Phase { to, .. } if *to == phase => Some(*tick),
            _ => None,
        })
    }
}
