//! A yard with listeners, guards and an intruder, for tests of senses.

use super::compile;
use std::sync::{Arc, Mutex};
use townsfolk::prelude::*;
use townsfolk::sensing::{Certainty, MindState, Record, Sensed};
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect};
use townsfolk::{CourseId, CourseOf, Decider, DeciderView, Digest, Proposal};
use townsfolk_core::{Angle, DeciderId, Duration, SenseId, SiteId, StimulusId, TICKS_PER_SECOND};
use townsfolk_module::decide::Carried;
use townsfolk_module::senses::{
    HearingFactor, Response, Retain, SenseProfile, Senses, Sight, SkillSet, SkillSpec, Stimulus,
    StimulusSource,
};

/// The point in a direction from the origin, in metres.
pub(crate) fn toward(metres: f64, degrees: f64) -> (f64, f64) {
    let angle = Angle::thousandths((degrees * 1000.0) as i64);
    let along = |part: i64| metres * part as f64 / 65_536.0;
    (along(angle.cos()), along(angle.sin()))
}

/// Two corners of an obstacle, and its height, in millimetres.
pub(crate) type Standing = ((i32, i32), (i32, i32), i32);

const YARD: &str = "
role listener
role sprinter
role guard
role scout
role intruder
role passer_by

attribute crouched(character) set by host
attribute dead(character) set by host
attribute burning(character) set by host
attribute difficulty: symbol easy, normal, hard, hardest = normal set by host

action throw_bottle(character) takes 1 s

course throw(Who: character)
  step do throw_bottle(Who)
";

pub(crate) fn stimulus(name: &str) -> StimulusId {
    StimulusId::named(name)
}

fn sound(name: &str, reach_mm: u32, loudness: u32, source: StimulusSource) -> Stimulus {
    Stimulus {
        id: stimulus(name),
        name: SymbolId::named(name),
        reach_mm,
        loudness,
        source,
        reveals: false,
        soft: false,
        silent: false,
    }
}

fn stimuli() -> Vec<Stimulus> {
    let told = StimulusSource::Told;
    let steps = StimulusSource::Steps {
        full_mm_s: 5_000,
        exponent: 1000,
        every: Duration(24),
    };
    let breath = StimulusSource::Breath {
        every: Duration(60),
    };
    let bottle = StimulusSource::Action {
        action: ActionId::named("throw_bottle"),
        from_me: false,
    };
    let revealing = |sound: Stimulus| Stimulus {
        reveals: true,
        ..sound
    };
    let soft = |sound: Stimulus| Stimulus {
        soft: true,
        ..revealing(sound)
    };
    vec![
        soft(sound("footstep", 2_500, 350, steps)),
        soft(sound("breath", 250, 500, breath)),
        revealing(sound("voice", 3_000, 500, told)),
        revealing(sound("gunshot", 25_000, 1_200, told)),
        sound("knock", 2_000, 300, told),
        sound("impact", 5_000, 800, told),
        sound("glass", 5_000, 800, bottle),
        sound("explosion", 40_000, 1_500, told),
    ]
}

fn response(difficulty: &str, [agitate, react, chase]: [u32; 3]) -> Response {
    Response {
        difficulty: Some(SymbolId::named(difficulty)),
        agitate,
        react,
        chase,
    }
}

/// Keen ears, no eyes.
pub(crate) fn keen() -> SenseProfile {
    SenseProfile {
        id: SenseId::named("keen"),
        name: SymbolId::named("keen"),
        hearing: [800, 3_000, 4_500, 6_000, 6_000],
        hears: vec![],
        sight: None,
        infers_causes: false,
        responses: vec![
            response("normal", [150, 350, 900]),
            response("easy", [150, 400, 1_400]),
            response("hard", [100, 250, 450]),
            response("hardest", [50, 150, 200]),
        ],
        gain: 1000,
        decay: 250,
        warning: Duration(42),
        startle: 1000,
        hearing_max_mm: 60_000,
        loses_after: Duration(180),
        forgets_after: Duration(3_600),
    }
}

/// The eyes of a human.
pub(crate) fn eyes() -> Sight {
    Sight {
        range_mm: 30_000,
        spread_mm: 5_000,
        narrow: 8_000,
        wide: 100_000,
        pitch: 35_000,
        takes: Duration(90),
        takes_in_combat: Duration(18),
        takes_at_first: Duration(180),
    }
}

fn human() -> SenseProfile {
    SenseProfile {
        id: SenseId::named("human"),
        name: SymbolId::named("human"),
        hearing: [1000; 5],
        hears: vec![HearingFactor {
            stimulus: stimulus("footstep"),
            of: Some(HostId::named("crouched")),
            factor: 0,
        }],
        sight: Some(eyes()),
        infers_causes: true,
        ..keen()
    }
}

fn limited() -> SenseProfile {
    SenseProfile {
        id: SenseId::named("limited"),
        name: SymbolId::named("limited"),
        sight: Some(Sight {
            range_mm: 12_000,
            spread_mm: 3_000,
            takes: Duration(48),
            takes_at_first: Duration(48),
            ..eyes()
        }),
        ..keen()
    }
}

fn set(name: &str, senses: &str, squad: Option<&str>) -> SkillSet {
    SkillSet {
        id: DeciderId::named(&format!("{name}_skills")),
        name: SymbolId::named(&format!("{name}_skills")),
        urgency: Urgency::Need,
        retain: Retain::UntilDone,
        senses: SenseId::named(senses),
        squad: squad.map(SymbolId::named),
        hunts: vec![RoleId::named("intruder")],
        barks: vec![],
        tuning: vec![],
        skills: vec![SkillSpec {
            // A skill that does nothing, so that tests set states of mind.
            kind: SymbolId::named("stand"),
            when: vec![],
            variables: 0,
            deed: None,
            tuning: vec![],
            site: SiteId::named("wander"),
        }],
    }
}

/// The content of the yard, after a change.
pub(crate) fn yard(change: impl FnOnce(&mut Senses)) -> (Arc<Module>, townsfolk::Symbols) {
    let (module, symbols) = compile([("yard.folk", YARD)]);
    let mut module = Module::clone(&module);
    module.senses = Senses {
        stimuli: stimuli(),
        profiles: vec![keen(), human(), limited()],
        skills: vec![
            set("listener", "keen", None),
            set("sprinter", "limited", None),
            set("guard", "human", Some("watch")),
            set("scout", "human", None),
        ],
        ..Senses::default()
    };
    change(&mut module.senses);
    module.senses.sort();
    for set in &module.senses.skills {
        let name = ["listener", "sprinter", "guard", "scout"]
            .into_iter()
            .find(|name| set.id == DeciderId::named(&format!("{name}_skills")));
        module.deciders.carried.push(Carried {
            role: RoleId::named(name.unwrap()),
            decider: set.id,
        });
    }
    module.deciders.sort();
    (Arc::new(module), symbols)
}

/// Sets states of mind as skills would, and lets characters throw bottles at others.
#[derive(Clone, Debug)]
struct Orders(Arc<Mutex<Vec<(CharacterId, Order)>>>);

#[derive(Clone, Copy, Debug)]
enum Order {
    Be(MindState),
    Throw(CharacterId),
}

impl Decider for Orders {
    fn name(&self) -> SymbolId {
        // It stands in for the skills of the engine, so that characters do what a test says.
        SymbolId::named("skills")
    }

    fn due(&mut self, _at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        let orders = self.0.lock().unwrap();
        let mut due: Vec<CharacterId> = orders.iter().map(|(who, _)| *who).collect();
        due.sort_unstable();
        due.dedup();
        due
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, _due: &[CharacterId]) {
        for (who, order) in self.0.lock().unwrap().drain(..) {
            match order {
                Order::Be(mind) => at.set_mind_state(who, mind),
                Order::Throw(to) => at.offer(who, throw(to)),
            }
        }
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

fn throw(to: CharacterId) -> Proposal {
    Proposal {
        channel: Channel::Body,
        urgency: Urgency::Duty,
        score: 0,
        reason: SymbolId::named("orders"),
        lasts: None,
        course: CourseOf::Declared {
            course: CourseId::named("throw"),
            arguments: vec![Value::Character(to)],
        },
    }
}

/// A yard with characters in it.
pub(crate) struct Yard {
    pub(crate) folk: Folk,
    orders: Orders,
}

impl Yard {
    pub(crate) fn new() -> Yard {
        Yard::of(|_| ())
    }

    pub(crate) fn of(change: impl FnOnce(&mut Senses)) -> Yard {
        let (module, symbols) = yard(change);
        let mut folk = Folk::new(module, Seed(7));
        folk.set_symbols(symbols);
        let mut yard = Yard {
            orders: Orders(Arc::default()),
            folk,
        };
        yard.folk.register(Box::new(yard.orders.clone()));
        yard.tick(1);
        yard
    }

    /// The same yard with another world in it.
    pub(crate) fn with(&self, mut folk: Folk) -> Yard {
        folk.register(Box::new(self.orders.clone()));
        Yard {
            orders: self.orders.clone(),
            folk,
        }
    }

    pub(crate) fn tick(&mut self, ticks: i64) {
        for _ in 0..ticks {
            self.folk.tick_with(&NoReadings, &SingleThread);
        }
    }

    /// A character of a role at a place in metres.
    pub(crate) fn add(&mut self, role: &str, x: f64, y: f64) -> CharacterId {
        let who = self.folk.add(role, at(x, y)).unwrap();
        self.tick(1);
        who
    }

    pub(crate) fn mind(&mut self, who: CharacterId, mind: MindState) {
        self.orders.0.lock().unwrap().push((who, Order::Be(mind)));
        self.tick(1);
    }

    /// Lets a character throw a bottle at another, and returns the action that has begun.
    pub(crate) fn throw(&mut self, who: CharacterId, to: CharacterId) -> ActionRef {
        self.orders.0.lock().unwrap().push((who, Order::Throw(to)));
        for _ in 0..5 {
            self.tick(1);
            for command in &self.folk.output().commands {
                if let Command::Start {
                    action, who: by, ..
                } = command
                    && *by == who
                {
                    return *action;
                }
            }
        }
        panic!("nothing was thrown");
    }

    pub(crate) fn face(&mut self, who: CharacterId, degrees: i32) {
        self.folk.set_facing(who, Angle::degrees(degrees));
        self.tick(1);
    }

    pub(crate) fn put(&mut self, who: CharacterId, x: f64, y: f64) {
        self.folk.report(Report::Moved(who, at(x, y)));
    }

    pub(crate) fn is(&mut self, what: &str, who: CharacterId, so: bool) {
        self.folk.report(Report::Property {
            name: HostId::named(what),
            arguments: vec![Value::Character(who)],
            value: if so { Pushed::Holds } else { Pushed::HoldsNot },
        });
        self.tick(1);
    }

    pub(crate) fn difficulty(&mut self, name: &str) {
        self.folk.report(Report::Property {
            name: HostId::named("difficulty"),
            arguments: vec![],
            value: Pushed::Is(Value::Symbol(SymbolId::named(name))),
        });
        self.tick(1);
    }

    /// A sound, and the tick in which it is heard.
    pub(crate) fn sound(&mut self, kind: &str, x: f64, y: f64) {
        self.folk.sound(kind, at(x, y)).unwrap();
        self.tick(1);
    }

    pub(crate) fn sound_by(&mut self, kind: &str, x: f64, y: f64, by: CharacterId) {
        self.folk.sound_by(kind, at(x, y), by).unwrap();
        self.tick(1);
    }

    /// Whether a character has heard something in the last tick.
    pub(crate) fn hears(&self, who: CharacterId) -> bool {
        let heard = self.folk.heard_by(who);
        heard.is_some_and(|heard| heard.tick == self.folk.now())
    }

    pub(crate) fn record(&self, who: CharacterId, of: CharacterId) -> Option<Record> {
        let records = self.folk.records_of(who).iter();
        let mut own = records.filter(|record| record.subject == Sensed::Character(of));
        own.next().copied()
    }

    pub(crate) fn knows(&self, who: CharacterId, of: CharacterId) -> bool {
        let record = self.record(who, of);
        record.is_some_and(|record| record.certainty == Certainty::Confirmed)
    }

    /// Whether a watcher has somebody in view, noticed or not.
    pub(crate) fn views(&self, who: CharacterId, of: CharacterId) -> bool {
        let mut timers = self.folk.sight_timers(who).iter();
        timers.any(|timer| timer.target == of && timer.is_in_view())
    }

    /// Whether a watcher perceives somebody.
    pub(crate) fn perceives(&self, who: CharacterId, of: CharacterId) -> bool {
        let mut timers = self.folk.sight_timers(who).iter();
        timers.any(|timer| timer.target == of && timer.is_perceived())
    }

    /// Gives the yard 100 m of open ground with obstacles: south-west and north-east corners in
    /// millimetres, and heights.
    pub(crate) fn build(&mut self, obstacles: &[Standing]) {
        let plan = GroundPlan {
            plates: vec![Plate::outdoors(Rect::of(
                (-50_000, -50_000),
                (50_000, 50_000),
            ))],
            obstacles: (obstacles.iter())
                .map(|(a, b, height)| Obstacle::standing(Rect::of(*a, *b), *height))
                .collect(),
            ..GroundPlan::default()
        };
        self.folk.set_ground(plan);
        self.tick(1);
        assert_eq!(self.folk.ground_faults(), []);
    }
}

/// Seconds in ticks.
pub(crate) fn seconds(tenths: i64) -> i64 {
    tenths * TICKS_PER_SECOND / 10
}

/// The parts of two digests that differ.
pub(crate) fn difference(a: Digest, b: Digest) -> Vec<&'static str> {
    let parts = a.parts().into_iter().zip(b.parts());
    let parts = parts.filter(|(a, b)| a.1 != b.1);
    parts.map(|(a, _)| a.0).collect()
}
