//! Plays a scene without a game, and checks that a test's story is told. Section "Stories".

use super::bindings::Bindings;
use super::fate::{DrawKey, Fate, Keyed};
use super::scene::Scene;
use super::words::{Words, moment};
use crate::{Command, Happening, Phase, Report, Stage, Update};
use townsfolk_core::{
    Atom, CharacterId, Duration, HostId, Number, Outcome, Pushed, RuleId, SceneId, Seed, SiteId,
    StartId, TICKS_PER_SECOND, Tick, Urgency, Value,
};
use townsfolk_module::{Expr, FactPattern, HostForm, Module, Script, Step, Symbols, Test};

/// How long a step waits for what it expects.
pub const PATIENCE: Duration = Duration::minutes(24 * 60);

/// Plays one scene: answers every action after a drawn duration, and jumps from moment to moment.
#[derive(Clone, Debug)]
pub struct Teller<'a> {
    /// The content.
    pub module: &'a Module,
    /// The scene.
    pub scene: Scene,
    /// Chance.
    pub fate: Keyed,
    /// The time.
    pub now: Tick,
    /// The time of day at tick zero, in seconds since midnight.
    pub daytime_at_zero: i64,
    /// Whether every tick is played, instead of those at which something can happen.
    pub every_tick: bool,
    /// The host's readings.
    pub readings: Vec<(HostId, Vec<Value>, Pushed)>,
    /// How far things are from each other, in millimetres.
    pub distances: Vec<(Value, Value, i64)>,
    /// Outcomes that are to be reported, with their moments.
    pub due: Vec<(Tick, StartId, Outcome)>,
    /// Everything that has happened.
    pub told: Vec<(Tick, Happening)>,
}

impl<'a> Teller<'a> {
    /// A teller of a scene that begins now. Nothing has happened yet.
    pub fn new(
        module: &'a Module,
        script: &Script,
        seed: Seed,
        known: &[Atom],
        cast: &[(CharacterId, townsfolk_core::RoleId)],
    ) -> Teller<'a> {
        let id = SceneId(u64::from(script.id.0));
        Teller {
            module,
            scene: Scene::begin(id, script, Tick(1), known, cast),
            fate: Keyed { seed, owner: id.0 },
            now: Tick(0),
            daytime_at_zero: NOON,
            every_tick: false,
            readings: vec![],
            distances: vec![],
            due: vec![],
            told: vec![],
        }
    }

    /// Plays the next tick with these reports.
    pub fn report(&mut self, reports: &[Report]) -> Update {
        self.play(self.now.after(Duration(1)), reports)
    }

    /// Plays up to a moment.
    pub fn play_until(&mut self, end: Tick) {
        while let Some(next) = self.next_moment().filter(|next| *next <= end) {
            self.play(next, &[]);
        }
        if self.now < end {
            self.play(end, &[]);
        }
    }

    /// Plays the next tick at which something can happen. False if there is none before `end`.
    pub fn play_next(&mut self, end: Tick) -> bool {
        match self.next_moment().filter(|next| *next <= end) {
            Some(next) => {
                self.play(next, &[]);
                true
            }
            None => false,
        }
    }

    /// The next tick at which something can happen.
    pub fn next_moment(&self) -> Option<Tick> {
        if self.every_tick && self.scene.phase != Phase::Over {
            return Some(self.now.after(Duration(1)));
        }
        let due = self.due.iter().map(|(tick, ..)| *tick);
        due.chain(self.scene.next_moments()).min()
    }

    fn play(&mut self, now: Tick, reports: &[Report]) -> Update {
        let mut all = reports.to_vec();
        self.due.retain(|(tick, id, outcome)| {
            let is_due = *tick <= now;
            if is_due {
                all.push(Report::Outcome(*id, *outcome));
            }
            !is_due
        });
        self.now = now;
        let stage = Daylight {
            now,
            daytime_at_zero: self.daytime_at_zero,
            readings: &self.readings,
            distances: &self.distances,
        };
        let update = self
            .scene
            .update(self.module, &stage, &mut self.fate, now, &all);
        for command in &update.commands {
            match command {
                Command::Start {
                    id, who, action, ..
                } => {
                    let takes = self.module.action(*action).map(|a| a.takes);
                    let (low, high) = takes.unwrap_or((Duration(1), Duration(1)));
                    let key = DrawKey::of(*who, SiteId(action.0), now);
                    let span = self.fate.number(key, low.0.max(1), high.0.max(1));
                    self.due
                        .push((now.after(Duration(span)), *id, Outcome::Done));
                }
                Command::Stop { id } => {
                    let next = now.after(Duration(1));
                    let mut due = self.due.iter_mut();
                    if let Some(due) = due.find(|(_, other, _)| other == id) {
                        *due = (next, *id, Outcome::Stopped);
                    }
                }
                Command::Leave { .. } | Command::Set { .. } => {}
            }
        }
        // An action that no longer runs needs no answer.
        let running = &self.scene.running;
        self.due
            .retain(|(_, id, _)| running.iter().any(|run| run.id == *id));
        let happened = update.happenings.iter().cloned();
        self.told.extend(happened.map(|happening| (now, happening)));
        update
    }
}

/// Seconds in a day.
const DAY: i64 = 24 * 3600;

/// The time of day at which a story begins unless it says otherwise.
const NOON: i64 = DAY / 2;

/// A stage on which the day goes by. A distance or a reading is what it was last said to
/// be.
struct Daylight<'a> {
    now: Tick,
    daytime_at_zero: i64,
    readings: &'a [(HostId, Vec<Value>, Pushed)],
    distances: &'a [(Value, Value, i64)],
}

impl Daylight<'_> {
    fn reading(&self, name: HostId, arguments: &[Value]) -> Pushed {
        let mut readings = self.readings.iter().rev();
        let found = readings.find(|(other, of, _)| *other == name && of == arguments);
        found.map_or(Pushed::HoldsNot, |(_, _, reading)| *reading)
    }
}

impl Stage for Daylight<'_> {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        let mut distances = self.distances.iter().rev();
        let between = |(one, other, _): &&(Value, Value, i64)| {
            (*one, *other) == (a, b) || (*one, *other) == (b, a)
        };
        distances.find(between).map(|(_, _, distance)| *distance)
    }

    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        match self.reading(name, arguments) {
            Pushed::Is(value) => Some(value),
            _ => None,
        }
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        self.reading(name, arguments) == Pushed::Holds
    }

    fn clock(&self) -> i32 {
        let seconds = self.now.0.div_euclid(TICKS_PER_SECOND).rem_euclid(DAY);
        i32::try_from((self.daytime_at_zero + seconds).rem_euclid(DAY)).unwrap_or(0)
    }
}

/// A story that was told as expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    /// The events, one line each, with their times.
    pub lines: Vec<String>,
}

/// A story that went another way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The test's name.
    pub test: String,
    /// Which step, counted from zero.
    pub step: usize,
    /// The step in the author's words.
    pub expected: String,
    /// The actual situation.
    pub instead: String,
    /// The events up to there, one line each.
    pub lines: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Failure { test, expected, .. } = self;
        writeln!(f, "the story `{test}` goes another way")?;
        writeln!(f, "  step {}: {expected}", self.step + 1)?;
        writeln!(f, "  instead: {}", self.instead)?;
        writeln!(f, "what happened:")?;
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// Plays a test. An `Err` says in the author's words which step went wrong, and what was the case.
pub fn tell(module: &Module, symbols: &Symbols, test: &Test) -> Result<Telling, Failure> {
    let words = Words {
        symbols,
        script: test.script,
    };
    let failure = |step, expected: String, instead: String, lines| Failure {
        test: test.name.clone(),
        step,
        expected,
        instead,
        lines,
    };
    let Some(script) = module.script(test.script) else {
        let expected = "the script of this test".into();
        return Err(failure(
            0,
            expected,
            "there is no such script".into(),
            vec![],
        ));
    };
    let known: Vec<Atom> = test.given.iter().filter_map(constant).collect();
    let teller = Teller::new(module, script, test.seed, &known, &test.people);
    let mut playing = Playing {
        teller,
        words,
        heard: vec![],
    };
    for (index, step) in test.steps.iter().enumerate() {
        if let Err(instead) = playing.step(step) {
            let expected = words.step(step);
            return Err(failure(index, expected, instead, playing.lines()));
        }
    }
    Ok(Telling {
        lines: playing.lines(),
    })
}

/// A firing: who, which rule, with which values.
type Firing = (CharacterId, RuleId, Vec<Option<Value>>);

/// A test while it is played.
struct Playing<'a> {
    teller: Teller<'a>,
    words: Words<'a>,
    /// Firings that no step has spoken of yet.
    heard: Vec<Firing>,
}

impl Playing<'_> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Does {
                who,
                rule,
                bindings,
            } => self.does(*who, *rule, bindings),
            Step::Fails(who) => self.outcome(*who, Outcome::Failed),
            Step::IsStopped(who) => self.outcome(*who, Outcome::Stopped),
            Step::IsIn(who, state) => {
                let name = self.words.person(*who);
                let participant = self.teller.scene.participant(*who);
                match participant.map(|p| p.state) {
                    None => Err(format!("{name} is out")),
                    Some(there) if there == Some(*state) => Ok(()),
                    Some(Some(there)) => Err(format!("{name} is {}", self.words.state(there))),
                    Some(None) => Err(format!("{name} is in no state")),
                }
            }
            Step::Stands(who, standing) => {
                let stands = self.teller.scene.standing(*who);
                let name = self.words.person(*who);
                ensure(stands == *standing, || {
                    format!("{name} is {}", stands.name())
                })
            }
            Step::Arrives(who, role) => {
                let (who, role) = (*who, *role);
                self.report(Report::Joined { who, role });
                let there = self.teller.scene.participant(who).is_some();
                let name = self.words.person(who);
                ensure(there || self.has_fired(who), || {
                    format!("{name} cannot join")
                })
            }
            Step::Vanishes(who) => {
                self.report(Report::Gone(*who));
                Ok(())
            }
            Step::PropVanishes(prop) => {
                self.report(Report::PropGone(*prop));
                Ok(())
            }
            Step::IsRecalled(who, duration) => {
                let there = self.teller.scene.participant(*who).is_some();
                self.report(Report::Recalled {
                    who: *who,
                    urgency: Urgency::Need,
                    duration: *duration,
                });
                let name = self.words.person(*who);
                ensure(there, || format!("{name} is out"))
            }
            Step::Returns(who) => {
                self.report(Report::Returned(*who));
                let name = self.words.person(*who);
                let there = self.teller.scene.participant(*who).is_some();
                ensure(there || self.has_fired(*who), || format!("{name} is out"))
            }
            Step::Tell(pattern) => match constant(pattern) {
                Some(atom) => {
                    self.report(Report::Told(atom));
                    Ok(())
                }
                None => Err("an argument is not a plain value".into()),
            },
            Step::Holds {
                name,
                arguments,
                holds,
            } => {
                let holds = if *holds {
                    Pushed::Holds
                } else {
                    Pushed::HoldsNot
                };
                self.host_says(*name, arguments, holds);
                Ok(())
            }
            Step::HasValue {
                name,
                arguments,
                value,
            } => {
                self.host_says(*name, arguments, Pushed::Is(*value));
                Ok(())
            }
            Step::Apart {
                one,
                other,
                distance_mm,
            } => {
                self.teller.distances.push((*one, *other, *distance_mm));
                Ok(())
            }
            Step::ClockIs(daytime) => {
                let gone = self.teller.now.0.div_euclid(TICKS_PER_SECOND);
                self.teller.daytime_at_zero = i64::from(*daytime) - gone.rem_euclid(DAY);
                Ok(())
            }
            Step::After(span) => {
                let end = self.teller.now.after(*span);
                let from = self.teller.told.len();
                self.teller.play_until(end);
                // The events on the way were not told, and the story goes on from here.
                self.heard.clear();
                self.hear(from, Some(end));
                Ok(())
            }
            Step::Expect {
                variables,
                literals,
            } => {
                let Teller {
                    scene,
                    module,
                    fate,
                    now,
                    daytime_at_zero,
                    readings,
                    distances,
                    ..
                } = &mut self.teller;
                let stage = Daylight {
                    now: *now,
                    daytime_at_zero: *daytime_at_zero,
                    readings,
                    distances,
                };
                // The first literal that does not hold together with those before it.
                let start = Bindings::new(u16::try_from(variables.len()).unwrap_or(u16::MAX));
                let failed = (1..=literals.len()).find(|count| {
                    let some = &literals[..*count];
                    scene
                        .solutions(module, &stage, fate, &start, some)
                        .is_empty()
                });
                match failed.and_then(|count| literals.get(count - 1)) {
                    None => Ok(()),
                    Some(literal) => {
                        Err(format!("{} fails", self.words.literal(literal, variables)))
                    }
                }
            }
            Step::SceneEnds => {
                let end = self.teller.now.after(PATIENCE);
                while self.teller.scene.phase == Phase::Running && self.go_on(end) {}
                ensure(self.teller.scene.phase != Phase::Running, || {
                    "the scene goes on".into()
                })
            }
            Step::SceneGoesOn => ensure(self.teller.scene.phase == Phase::Running, || {
                "the scene has ended".into()
            }),
        }
    }

    fn does(
        &mut self,
        who: CharacterId,
        rule: RuleId,
        expected: &[(townsfolk_core::VarId, Value)],
    ) -> Result<(), String> {
        let end = self.teller.now.after(PATIENCE);
        let name = self.words.person(who);
        loop {
            if let Some(index) = self.heard.iter().position(|(other, ..)| *other == who) {
                let (_, fired, bindings) = self.heard.remove(index);
                let fits = expected
                    .iter()
                    .all(|(v, value)| bindings.get(usize::from(v.0)) == Some(&Some(*value)));
                return ensure(fired == rule && fits, || {
                    format!("{name} does {}", self.words.firing(fired, &bindings))
                });
            }
            if self.teller.scene.participant(who).is_none() {
                return Err(format!("{name} is out"));
            }
            if !self.go_on(end) {
                return Err(format!("{name} does nothing more"));
            }
        }
    }

    fn outcome(&mut self, who: CharacterId, outcome: Outcome) -> Result<(), String> {
        let Some(id) = self.teller.scene.doing(who).map(|run| run.id) else {
            let name = self.words.person(who);
            return Err(format!("{name} is doing nothing that could end"));
        };
        self.teller.due.retain(|(_, other, _)| *other != id);
        self.report(Report::Outcome(id, outcome));
        Ok(())
    }

    /// A property is reported; a reading is found when it is next looked at.
    fn host_says(&mut self, name: HostId, arguments: &[Value], value: Pushed) {
        let arguments = arguments.to_vec();
        let host = self.teller.module.host_name(name);
        if host.is_some_and(|host| host.form == HostForm::Property) {
            self.report(Report::Property {
                name,
                arguments,
                value,
            });
        } else {
            self.teller.readings.push((name, arguments, value));
        }
    }

    fn report(&mut self, report: Report) {
        let from = self.teller.told.len();
        self.teller.report(&[report]);
        self.hear(from, None);
    }

    fn go_on(&mut self, end: Tick) -> bool {
        let from = self.teller.told.len();
        let went = self.teller.play_next(end);
        self.hear(from, None);
        went
    }

    /// Notes firings, from a line of the trace on, at one moment or at any.
    fn hear(&mut self, from: usize, at: Option<Tick>) {
        for (tick, happening) in self.teller.told.iter().skip(from) {
            if let Happening::Fired {
                who,
                rule,
                bindings,
                ..
            } = happening
                && at.is_none_or(|at| at == *tick)
            {
                self.heard.push((*who, *rule, bindings.clone()));
            }
        }
    }

    fn has_fired(&self, who: CharacterId) -> bool {
        self.heard.iter().any(|(other, ..)| *other == who)
    }

    fn lines(&self) -> Vec<String> {
        let told = self.teller.told.iter();
        told.map(|(tick, h)| format!("{}: {}", moment(*tick), self.words.happening(h)))
            .collect()
    }
}

fn ensure(holds: bool, instead: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(instead()) }
}

/// A pattern of plain values as a fact.
pub fn constant(pattern: &FactPattern) -> Option<Atom> {
    let arguments = pattern.arguments.iter().map(|argument| match argument {
        Expr::Constant(value) => Some(*value),
        _ => None,
    });
    Some(Atom {
        fact: pattern.fact,
        arguments: arguments.collect::<Option<_>>()?,
    })
}

impl Words<'_> {
    /// A step of a test as its author wrote it.
    pub fn step(&self, step: &Step) -> String {
        match step {
            Step::Does {
                who,
                rule,
                bindings,
            } => {
                let with = bindings.iter().map(|(variable, value)| {
                    let name = self.symbols.variable(self.script, *rule, *variable);
                    format!("{name} = {}", self.value(*value))
                });
                let with: Vec<String> = with.collect();
                let with = if with.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", with.join(", "))
                };
                format!("{} does {}{with}", self.person(*who), self.rule(*rule))
            }
            Step::Fails(who) => format!("{} fails", self.person(*who)),
            Step::IsStopped(who) => format!("{} is stopped", self.person(*who)),
            Step::IsIn(who, state) => {
                format!("{} is {}", self.person(*who), self.state(*state))
            }
            Step::Stands(who, standing) => {
                format!("{} is {}", self.person(*who), standing.name())
            }
            Step::Arrives(who, role) => {
                format!("{} arrives as {}", self.person(*who), self.role(*role))
            }
            Step::Vanishes(who) => format!("{} vanishes", self.person(*who)),
            Step::PropVanishes(prop) => {
                format!("prop {} vanishes", self.value(Value::Prop(*prop)))
            }
            Step::IsRecalled(who, span) => {
                let span = span.map(|span| format!(" for {span}")).unwrap_or_default();
                format!("{} is recalled{span}", self.person(*who))
            }
            Step::Returns(who) => format!("{} returns", self.person(*who)),
            Step::Tell(pattern) => match constant(pattern) {
                Some(atom) => format!("tell {}", self.atom(&atom)),
                None => "tell …".into(),
            },
            Step::Holds {
                name,
                arguments,
                holds,
            } => {
                let value = if *holds {
                    Pushed::Holds
                } else {
                    Pushed::HoldsNot
                };
                self.pushed(*name, arguments, value)
            }
            Step::HasValue {
                name,
                arguments,
                value,
            } => self.pushed(*name, arguments, Pushed::Is(*value)),
            Step::Apart {
                one,
                other,
                distance_mm,
            } => format!(
                "distance({}, {}) is {} m",
                self.value(*one),
                self.value(*other),
                Number(*distance_mm)
            ),
            Step::ClockIs(daytime) => format!(".clock is {}", self.value(Value::Daytime(*daytime))),
            Step::After(span) => format!("after {span}"),
            Step::Expect {
                variables,
                literals,
            } => {
                let literals = literals.iter().map(|l| self.literal(l, variables));
                let literals: Vec<String> = literals.collect();
                format!("expect {}", literals.join(", "))
            }
            Step::SceneEnds => "scene ends".into(),
            Step::SceneGoesOn => "scene goes on".into(),
        }
    }
}
