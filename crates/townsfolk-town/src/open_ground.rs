//! A stage without a plan: open ground, on which every character walks straight.
//!
//! It performs an action by walking to its target and waiting as long as the action takes. Some of the
//! actions that may fail do fail. Passers-by come along, spawned characters appear, and the player
//! reacts to icons if asked to. Everything is a keyed draw, so the same seed gives the same day.

use crate::stage::FAILS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::{Command, Executor, Folk, Newcomer, NoReadings, Place, Report};
use townsfolk_core::{
    ActionId, ActionRef, CharacterId, Draw, Duration, LocationId, Outcome, RoleId, Seed, SiteId,
    TICKS_PER_SECOND, Tick, Value,
};

/// Walking pace, in millimetres a second.
const PACE_MM: i64 = 1_400;

/// Distance from which passers-by come, in millimetres.
const HORIZON_MM: i32 = 25_000;

/// Time between two position reports of a walker.
const STEP: Duration = Duration(TICKS_PER_SECOND / 2);

/// Passers-by: their roles, and how often they come.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Arrivals {
    /// Mean number in a thousand minutes of stage time.
    pub per_thousand_minutes: i64,
    /// Their roles; each is equally likely.
    pub roles: Vec<RoleId>,
    /// The point that they pass.
    pub past: Place,
}

/// The stage. A plain value, to be kept beside a [save](Folk::save) of what plays on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenGround {
    seed: Seed,
    arrivals: Arrivals,
    /// Whether the player reacts to icons.
    pub player_accepts: bool,
    pending: BTreeMap<(Tick, u64), Happens>,
    count: u64,
    acting: BTreeMap<ActionRef, (Tick, u64)>,
    walking: BTreeMap<CharacterId, Walk>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Happens {
    Outcome(ActionRef, Outcome),
    Step(CharacterId),
    Appears(CharacterId, Place),
    Vanishes(CharacterId),
    Arrival,
    Accepts(CharacterId, LocationId),
    /// A position on the way to an action.
    Strides(ActionRef, CharacterId, Place),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Walk {
    from: Place,
    to: Place,
    start: Tick,
    /// Whether the walker leaves the world at the end.
    off: bool,
}

impl Walk {
    fn ticks(&self) -> i64 {
        (self.from.distance_mm(self.to) * TICKS_PER_SECOND / PACE_MM).max(1)
    }

    fn at(&self, now: Tick) -> Place {
        let (gone, all) = (now.since(self.start).0.clamp(0, self.ticks()), self.ticks());
        let between = |a: i32, b: i32| {
            let way = (i64::from(b) - i64::from(a)) * gone / all;
            i32::try_from(i64::from(a) + way).unwrap_or(a)
        };
        Place {
            x_mm: between(self.from.x_mm, self.to.x_mm),
            y_mm: between(self.from.y_mm, self.to.y_mm),
            z_mm: between(self.from.z_mm, self.to.z_mm),
        }
    }
}

impl OpenGround {
    /// An empty stage.
    pub fn new(seed: Seed) -> OpenGround {
        OpenGround {
            seed,
            arrivals: Arrivals::default(),
            player_accepts: true,
            pending: BTreeMap::new(),
            count: 0,
            acting: BTreeMap::new(),
            walking: BTreeMap::new(),
        }
    }

    /// Lets passers-by come along from now on.
    pub fn set_arrivals(&mut self, arrivals: Arrivals, now: Tick) {
        self.arrivals = arrivals;
        self.plan_arrival(now);
    }

    /// One tick of an engine on this stage. Its output can be read from the engine afterwards.
    pub fn tick(&mut self, folk: &mut Folk, executor: &dyn Executor) {
        self.report(folk);
        folk.tick_with(&NoReadings, executor);
        let commands = folk.output().commands.clone();
        for command in &commands {
            self.obey(folk, command);
        }
    }

    fn draw(&self, owner: u64, now: Tick, what: &str) -> Draw {
        Draw::at(
            self.seed,
            owner ^ 0x57a6_e000_0000_0000,
            now,
            SiteId::named(what),
        )
    }

    fn plan(&mut self, at: Tick, what: Happens) -> (Tick, u64) {
        // A stage comes from a file at times, with any number in it.
        self.count = self.count.wrapping_add(1);
        let key = (at, self.count);
        self.pending.insert(key, what);
        key
    }

    fn plan_arrival(&mut self, now: Tick) {
        let rate = self.arrivals.per_thousand_minutes;
        if rate <= 0 || self.arrivals.roles.is_empty() {
            return;
        }
        // Evenly drawn around the mean, so that arrivals neither bunch nor tick like a clock.
        let mean = Duration::minutes(1000).0 / rate;
        let wait = self
            .draw(0, now, "arrival")
            .between(0, mean / 3, mean * 5 / 3);
        self.plan(now.after(Duration(wait.max(1))), Happens::Arrival);
    }

    /// Reports everything that happens up to the next tick.
    fn report(&mut self, folk: &mut Folk) {
        let now = folk.now().after(Duration(1));
        while let Some(entry) = self.pending.first_entry() {
            if entry.key().0 > now {
                break;
            }
            match entry.remove() {
                Happens::Outcome(action, outcome) => {
                    self.acting.remove(&action);
                    folk.report(Report::Outcome(action, outcome));
                }
                Happens::Step(who) => self.step(folk, who, now),
                Happens::Appears(who, at) => {
                    folk.report(Report::Moved(who, at));
                    folk.report(Report::Spawned(who));
                }
                Happens::Vanishes(who) => folk.report(Report::Gone(who)),
                Happens::Arrival => {
                    self.arrive(folk, now);
                    self.plan_arrival(now);
                }
                Happens::Accepts(who, location) => folk.report(Report::Accepted(who, location)),
                Happens::Strides(action, who, at) => {
                    if self.acting.contains_key(&action) {
                        folk.report(Report::Moved(who, at));
                    }
                }
            }
        }
    }

    fn arrive(&mut self, folk: &mut Folk, now: Tick) {
        let draw = self.draw(1, now, "who");
        let count = self.arrivals.roles.len() as i64;
        let index = usize::try_from(draw.between(0, 0, count - 1)).unwrap_or(0);
        let role = self.arrivals.roles[index];
        let side = if draw.coin(1, 500) { 1 } else { -1 };
        let aside = i32::try_from(draw.between(2, -3_000, 3_000)).unwrap_or(0);
        let past = self.arrivals.past;
        let (from, to) = (
            past.offset((-side * HORIZON_MM, aside)),
            past.offset((side * HORIZON_MM, aside)),
        );
        let who = folk.add_character(Newcomer {
            roles: vec![role],
            at: Some(from),
            ..Newcomer::default()
        });
        self.walk(who, from, to, now, true);
    }

    /// Starts a walk; with `off`, the walker leaves the world at its end.
    pub fn walk(&mut self, who: CharacterId, from: Place, to: Place, now: Tick, off: bool) {
        let walk = Walk {
            from,
            to,
            start: now,
            off,
        };
        self.walking.insert(who, walk);
        self.plan(now.after(STEP), Happens::Step(who));
    }

    fn step(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let Some(walk) = self.walking.get(&who).copied() else {
            return;
        };
        // A scene decides where its participants walk.
        let busy = folk
            .character(who)
            .is_none_or(|person| person.scene.is_some());
        if busy {
            self.walking.remove(&who);
            return;
        }
        folk.report(Report::Moved(who, walk.at(now)));
        if now.since(walk.start).0 >= walk.ticks() {
            self.walking.remove(&who);
            if walk.off {
                folk.report(Report::Gone(who));
            }
        } else {
            self.plan(now.after(STEP), Happens::Step(who));
        }
    }

    fn obey(&mut self, folk: &mut Folk, command: &Command) {
        let now = folk.now();
        match command {
            Command::Start {
                action,
                location,
                who,
                what,
                target,
                ..
            } => {
                if let Some(goal) = command.goal() {
                    self.walking.remove(who);
                    return self.stride(folk, *action, *who, goal);
                }
                let way = self.way_to(folk, *who, *target, *location);
                self.perform(folk, *action, *who, *what, way);
            }
            Command::Stop(action) => {
                if let Some(key) = self.acting.remove(action) {
                    self.pending.remove(&key);
                    let key = self.plan(
                        now.after(Duration(1)),
                        Happens::Outcome(*action, Outcome::Stopped),
                    );
                    self.acting.insert(*action, key);
                }
            }
            Command::Leave(who, location) => {
                let person = folk.character(*who);
                let stays = person.is_none_or(|p| p.player || p.attached_to.is_some());
                let from = person.and_then(|p| p.at);
                let stays = stays || person.is_some_and(|p| p.spawned.is_some());
                // A character with a mind decides where to go.
                let stays = stays || folk.mind(*who).is_some();
                if let (Some(from), false) = (from, stays) {
                    let place = folk.location(*location).map_or(from, |place| place.at);
                    let side = if from.x_mm < place.x_mm { -1 } else { 1 };
                    let to = from.offset((side * HORIZON_MM, 0));
                    self.walk(*who, from, to, now, true);
                }
            }
            Command::Spawn { who, location, .. } => {
                let at = folk.location(*location).map(|place| place.at);
                let wait = self.draw(u64::from(who.0), now, "appear");
                let wait = wait.between(0, 1, 2 * TICKS_PER_SECOND);
                let happens = Happens::Appears(*who, at.unwrap_or_default());
                self.plan(now.after(Duration(wait)), happens);
            }
            Command::Withdraw(who) => {
                let wait = Duration::seconds(5);
                self.plan(now.after(wait), Happens::Vanishes(*who));
            }
            Command::ShowIcon(who, location, _) if self.player_accepts => {
                let wait = Duration::seconds(2);
                self.plan(now.after(wait), Happens::Accepts(*who, *location));
            }
            // Icons are hidden by themselves, and what is not known is nothing to see.
            _ => {}
        }
    }

    /// A walk that a mind asked for.
    fn stride(&mut self, folk: &Folk, action: ActionRef, who: CharacterId, to: Place) {
        let now = folk.now();
        let Some(from) = folk.character(who).and_then(|person| person.at) else {
            let key = self.plan(
                now.after(Duration(1)),
                Happens::Outcome(action, Outcome::Failed),
            );
            self.acting.insert(action, key);
            return;
        };
        let end = self.plan_strides(action, who, (from, to), now);
        let key = self.plan(end, Happens::Outcome(action, Outcome::Done));
        self.acting.insert(action, key);
    }

    /// Plans the position reports of a walk; returns its end.
    fn plan_strides(
        &mut self,
        action: ActionRef,
        who: CharacterId,
        (from, to): (Place, Place),
        start: Tick,
    ) -> Tick {
        let walk = Walk {
            from,
            to,
            start,
            off: false,
        };
        let end = start.after(Duration(walk.ticks()));
        let mut at = start.after(STEP);
        while at < end {
            self.plan(at, Happens::Strides(action, who, walk.at(at)));
            at = at.after(STEP);
        }
        self.plan(end, Happens::Strides(action, who, to));
        end
    }

    /// The walk to the target of an action, if the character is not there.
    fn way_to(
        &self,
        folk: &Folk,
        who: CharacterId,
        target: Option<Value>,
        location: LocationId,
    ) -> Option<(Place, Place)> {
        let from = folk.character(who)?.at?;
        let place = folk.location(location)?;
        let kind = folk.module().location(place.kind)?;
        let to = match target {
            Some(Value::Prop(prop)) => place.prop_at(kind, prop)?,
            // Within reach, no walk is needed.
            Some(Value::Character(other)) => {
                let to = folk.character(other)?.at?;
                if from.is_within(to, 2_500) {
                    return None;
                }
                to
            }
            _ => return None,
        };
        (from != to).then_some((from, to))
    }

    fn perform(
        &mut self,
        folk: &mut Folk,
        action: ActionRef,
        who: CharacterId,
        what: ActionId,
        way: Option<(Place, Place)>,
    ) {
        let now = folk.now();
        let declared = folk.module().action(what);
        let (low, high, may_fail) = declared.map_or((1, 60, false), |action| {
            (action.takes.0.0, action.takes.1.0, action.may_fail)
        });
        let draw = self.draw(u64::from(who.0), now, "act");
        let walk = way.map_or(0, |(from, to)| {
            from.distance_mm(to) * TICKS_PER_SECOND / PACE_MM
        });
        let lasts = draw.between(0, low, high).max(1) + walk;
        let fails = may_fail && draw.coin(1, FAILS);
        let (lasts, outcome) = if fails {
            (draw.between(2, 1, lasts), Outcome::Failed)
        } else {
            (lasts, Outcome::Done)
        };
        if let Some((from, to)) = way.filter(|_| !fails) {
            self.plan_strides(action, who, (from, to), now);
        }
        let key = self.plan(
            now.after(Duration(lasts)),
            Happens::Outcome(action, outcome),
        );
        self.acting.insert(action, key);
    }
}
