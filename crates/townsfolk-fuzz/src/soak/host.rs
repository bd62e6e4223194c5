//! A hostile host: it performs most of what it is asked to, and breaks every rule of the boundary.
//!
//! It is driven by a seed and by what the engine puts out, so two engines that put out the same get
//! the same reports.

use super::dice::Dice;
use super::tally::Tally;
use super::town::{Town, Unloaded};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use townsfolk::{
    ActionRef, Command, Executor, Folk, LocationId, Part, Place, Placement, Report, Stage,
};
use townsfolk_core::digest::fold;
use townsfolk_core::{
    CharacterId, Duration, HostId, Outcome, Owner, Pushed, RoleId, SymbolId, TICKS_PER_SECOND,
    Tick, Value,
};
use townsfolk_module::{Module, Preference};

/// How much trouble there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// Rude reports an hour for each character.
    pub per_character_hour: i64,
    /// In how many of a thousand performances something goes wrong.
    pub with_actions: usize,
    /// Whether regions come and go.
    pub regions: bool,
    /// Whether content is replaced in the middle.
    pub reloads: bool,
    /// Whether the calendar jumps.
    pub calendar: bool,
    /// Whether players react to icons.
    pub icons: bool,
    /// How long people stay at one place, in seconds, at most.
    pub wander_s: i64,
    /// How long it takes until what is lost is replaced, in seconds, at most.
    pub recovers_s: i64,
    /// Performances last so many thousandths of what they take.
    pub pace: i64,
}

impl Trouble {
    /// A rate at which a town can still live.
    pub const SANE: Trouble = Trouble {
        per_character_hour: 12,
        with_actions: 60,
        regions: true,
        reloads: false,
        calendar: true,
        icons: true,
        wander_s: 240,
        recovers_s: 300,
        pace: 1000,
    };

    /// More than any character deserves.
    pub const RUDE: Trouble = Trouble {
        per_character_hour: 600,
        with_actions: 250,
        regions: true,
        reloads: true,
        calendar: true,
        icons: true,
        wander_s: 20,
        recovers_s: 12,
        pace: 150,
    };
}

/// Something that will happen.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Happens {
    Outcome(ActionRef, Outcome),
    Wanders(CharacterId),
    Walked(CharacterId, Place),
    Appears(CharacterId, LocationId),
    DoesNotAppear(CharacterId),
    Vanishes(CharacterId),
    Arrives,
    Accepts(CharacterId, LocationId),
    Released(CharacterId),
    Withdrawn(CharacterId, SymbolId),
    Becomes(CharacterId, RoleId),
    NoLonger(CharacterId, RoleId),
    Prefers(LocationId, Vec<Preference>),
    Property(HostId, Vec<Value>, Pushed),
    Rebuilt(Placement),
    Loads(usize),
}

/// The host.
#[derive(Clone, Debug)]
pub struct HostileHost {
    pub(super) dice: Dice,
    pub(super) trouble: Trouble,
    pub(super) town: Town,
    pub(super) modules: Vec<Arc<Module>>,
    /// Regions that are out, by the number under which their return is planned.
    pub(super) unloaded: BTreeMap<usize, Unloaded>,
    pub(super) old_actions: Vec<ActionRef>,
    pub(super) spawned: BTreeSet<CharacterId>,
    pending: BTreeMap<(Tick, u64), Happens>,
    planned: u64,
    acting: BTreeMap<ActionRef, (Tick, u64)>,
    owed: i64,
    /// What came out so far.
    pub tally: Tally,
}

/// How many ended performances the host remembers, to report them again.
const OLD_ACTIONS_MAX: usize = 64;

impl HostileHost {
    /// A host of a town, which is reported to the engine at once.
    pub fn new(seed: u64, trouble: Trouble, town: Town, folk: &mut Folk) -> HostileHost {
        let mut host = HostileHost {
            dice: Dice::new(seed ^ 0x0dd5),
            trouble,
            town,
            modules: vec![folk.module().clone()],
            unloaded: BTreeMap::new(),
            old_actions: vec![],
            spawned: BTreeSet::new(),
            pending: BTreeMap::new(),
            planned: 0,
            acting: BTreeMap::new(),
            owed: 0,
            tally: Tally::default(),
        };
        host.found_town(folk);
        host
    }

    /// Content that may replace the one that runs.
    pub fn add_module(&mut self, module: Arc<Module>) {
        self.modules.push(module);
    }

    /// Reports everything that has happened, and lets one tick go by.
    pub fn tick(&mut self, folk: &mut Folk, executor: &dyn Executor) {
        self.before(folk);
        let stage = self.stage(folk);
        folk.tick_with(&stage, executor);
        self.after(folk);
    }

    /// What the engine can ask of this host at its next tick.
    pub fn stage(&self, folk: &Folk) -> Whimsical {
        Whimsical {
            seconds: folk.now().0 / TICKS_PER_SECOND,
        }
    }

    /// Reports what has happened up to the next tick, true or not.
    pub fn before(&mut self, folk: &mut Folk) {
        let now = folk.now().after(Duration(1));
        while let Some(entry) = self.pending.first_entry() {
            if entry.key().0 > now {
                break;
            }
            let happens = entry.remove();
            self.report(folk, happens, now);
        }
        // So much trouble is owed, in parts of a character's hour.
        let hour = 3600 * TICKS_PER_SECOND;
        self.owed += self.trouble.per_character_hour * self.town.people.len() as i64;
        while self.owed >= hour {
            self.owed -= hour;
            self.do_mischief(folk, now);
        }
    }

    pub(super) fn plan(&mut self, at: Tick, what: Happens) -> (Tick, u64) {
        self.planned += 1;
        let key = (at, self.planned);
        self.pending.insert(key, what);
        key
    }

    pub(super) fn plan_in(&mut self, now: Tick, seconds: (i64, i64), what: Happens) {
        let (low, high) = (seconds.0 * TICKS_PER_SECOND, seconds.1 * TICKS_PER_SECOND);
        let wait = self.dice.between(low.max(1), high.max(1));
        self.plan(now.after(Duration(wait)), what);
    }

    fn report(&mut self, folk: &mut Folk, happens: Happens, now: Tick) {
        match happens {
            Happens::Outcome(action, outcome) => {
                self.acting.remove(&action);
                if self.old_actions.len() < OLD_ACTIONS_MAX {
                    self.old_actions.push(action);
                } else {
                    let index = self.dice.below(OLD_ACTIONS_MAX);
                    self.old_actions[index] = action;
                }
                folk.report(Report::Outcome(action, outcome));
            }
            Happens::Wanders(who) => self.wander(folk, who, now),
            Happens::Walked(who, place) => folk.report(Report::Moved(who, place)),
            Happens::Appears(who, location) => {
                let at = folk.location(location).map(|place| place.at);
                if self.dice.falls(900) {
                    let place = self.beside(at.unwrap_or_default());
                    folk.report(Report::Moved(who, place));
                }
                folk.report(Report::Spawned(who));
                if self.dice.falls(20) {
                    folk.report(Report::NotSpawned(who));
                }
            }
            Happens::DoesNotAppear(who) => {
                self.spawned.remove(&who);
                folk.report(Report::NotSpawned(who));
            }
            Happens::Vanishes(who) => folk.report(Report::Gone(who)),
            Happens::Arrives => self.arrive(folk, now),
            Happens::Accepts(who, location) => folk.report(Report::Accepted(who, location)),
            Happens::Released(who) => folk.release(who),
            Happens::Withdrawn(who, by) => folk.report(Report::Withdrawn(who, by)),
            Happens::Becomes(who, role) => folk.report(Report::Became(who, role)),
            Happens::NoLonger(who, role) => folk.report(Report::NoLonger(who, role)),
            Happens::Prefers(location, scripts) => folk.report(Report::Prefers(location, scripts)),
            Happens::Property(name, arguments, value) => folk.report(Report::Property {
                name,
                arguments,
                value,
            }),
            Happens::Rebuilt(placement) => self.town.place(folk, placement),
            Happens::Loads(number) => self.bring_back(folk, number, now),
        }
    }

    /// Obeys what came out of a tick, or does not.
    pub fn after(&mut self, folk: &Folk) {
        self.tally.count(folk.output());
        for command in &folk.output().commands {
            self.obey(folk, command);
        }
    }

    fn obey(&mut self, folk: &Folk, command: &Command) {
        let now = folk.now();
        match command {
            Command::Start { action, what, .. } => {
                let declared = folk.module().action(*what);
                let takes = declared.map_or((1, 60), |a| (a.takes.0.0, a.takes.1.0));
                let limit = declared.map_or(600, |a| a.limit.0);
                self.perform(*action, takes, limit, now);
                if let (Owner::Decider(who), Some(goal)) = (action.owner, command.goal()) {
                    let arrives = now.after(Duration(takes.0.max(1)));
                    self.plan(arrives, Happens::Walked(who, goal));
                }
            }
            Command::Stop(action) => {
                if self.dice.falls(self.trouble.with_actions / 4) {
                    return;
                }
                if let Some(key) = self.acting.remove(action) {
                    self.pending.remove(&key);
                }
                let outcome = if self.dice.falls(100) {
                    Outcome::Done
                } else {
                    Outcome::Stopped
                };
                let wait = self.dice.between(1, 30);
                self.plan(
                    now.after(Duration(wait)),
                    Happens::Outcome(*action, outcome),
                );
            }
            // A spawned character that may stay leaves after a while.
            Command::Leave(who, _) if self.spawned.remove(who) => {
                let stays = self.trouble.wander_s;
                self.plan_in(now, (1, 4 * stays), Happens::Vanishes(*who));
            }
            Command::Spawn { who, location, .. } => {
                self.spawned.insert(*who);
                match self.dice.below(100) {
                    0..4 => self.plan_in(now, (1, 10), Happens::DoesNotAppear(*who)),
                    4..8 => {}
                    _ => self.plan_in(now, (0, 4), Happens::Appears(*who, *location)),
                }
            }
            Command::Withdraw(who) => {
                self.spawned.remove(who);
                self.plan_in(now, (0, 10), Happens::Vanishes(*who));
            }
            Command::ShowIcon(who, location, _) if self.trouble.icons && self.dice.falls(600) => {
                self.plan_in(now, (0, 8), Happens::Accepts(*who, *location));
            }
            _ => {}
        }
    }

    fn perform(&mut self, action: ActionRef, takes: (i64, i64), limit: i64, now: Tick) {
        let pace = self.trouble.pace;
        let (low, high) = (takes.0 * pace / 1000, takes.1 * pace / 1000);
        let lasts = self.dice.between(low.max(1), high.max(low).max(1));
        let at = |ticks: i64| now.after(Duration(ticks.max(1)));
        if !self.dice.falls(self.trouble.with_actions) {
            let key = self.plan(at(lasts), Happens::Outcome(action, Outcome::Done));
            self.acting.insert(action, key);
            return;
        }
        match self.dice.below(10) {
            0..4 => {
                let wait = self.dice.between(1, lasts);
                let key = self.plan(at(wait), Happens::Outcome(action, Outcome::Failed));
                self.acting.insert(action, key);
            }
            4 => {
                let key = self.plan(at(lasts), Happens::Outcome(action, Outcome::Stopped));
                self.acting.insert(action, key);
            }
            // Lost for ever.
            5 => {}
            // Too late.
            6 => {
                self.plan(at(limit + lasts), Happens::Outcome(action, Outcome::Done));
            }
            // Twice, and not the same.
            7 => {
                self.plan(at(lasts), Happens::Outcome(action, Outcome::Done));
                self.plan(at(lasts), Happens::Outcome(action, Outcome::Failed));
            }
            8 => {
                self.plan(at(lasts), Happens::Outcome(action, Outcome::Done));
                self.plan(at(lasts + 20), Happens::Outcome(action, Outcome::Done));
            }
            // At once: the very next tick.
            _ => {
                self.plan(at(1), Happens::Outcome(action, Outcome::Done));
            }
        }
    }

    /// How much room the host itself takes, by part.
    pub fn footprint(&self) -> Vec<Part> {
        let unloaded = self.unloaded.values();
        vec![
            Part::list::<((Tick, u64), Happens)>(
                "host: plans",
                self.pending.len(),
                self.pending.len(),
            ),
            Part::list::<(ActionRef, (Tick, u64))>(
                "host: performances",
                self.acting.len(),
                self.acting.len(),
            ),
            Part::list::<CharacterId>(
                "host: people",
                self.town.people.len() + self.spawned.len(),
                self.town.people.capacity() + self.spawned.len(),
            ),
            Part {
                name: "host: regions that are out",
                things: self.unloaded.len(),
                bytes: unloaded.map(|out| out.bytes.capacity()).sum(),
            },
        ]
    }

    /// A place a few steps away.
    pub(super) fn beside(&mut self, at: Place) -> Place {
        let east = self.dice.between(-6_000, 6_000) as i32;
        let north = self.dice.between(-6_000, 6_000) as i32;
        at.offset((east, north))
    }
}

/// Readings that change every second for no reason.
#[derive(Clone, Copy, Debug)]
pub struct Whimsical {
    seconds: i64,
}

impl Whimsical {
    fn whim(&self, name: HostId, arguments: &[Value]) -> u64 {
        let asked = arguments.iter().fold(u64::from(name.0), |sum, value| {
            let bits = match value {
                Value::Character(who) => u64::from(who.0),
                Value::Prop(prop) => u64::from(prop.0) << 32,
                _ => 1,
            };
            fold(sum, bits)
        });
        fold(asked, self.seconds as u64)
    }
}

impl Stage for Whimsical {
    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        let whim = self.whim(name, arguments);
        let seconds = (whim % 20) as i64;
        (!whim.is_multiple_of(11)).then_some(Value::Duration(Duration::seconds(seconds)))
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        self.whim(name, arguments).is_multiple_of(3)
    }
}
