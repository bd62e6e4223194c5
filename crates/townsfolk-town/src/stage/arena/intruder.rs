//! The intruder: a character that a player steers, step by step.
//!
//! A page tells only changes: a direction, a gait. The stage holds the course, sixty times a second,
//! and slides along walls. Positions are reported ten times a second, like those of any walker.

use super::kit::{Does, Tool};
use super::{holds, number_of, set_flag, set_number};
use crate::motion::Walk;
use crate::stage::TownStage;
use serde::{Deserialize, Serialize};
use townsfolk::{Folk, Place, Report};
use townsfolk_core::{Angle, CharacterId, Duration, HostId, TICKS_PER_SECOND, Tick};

/// How often the position of a steered character is reported.
const REPORTED_EVERY: Duration = Duration(6);

/// How long a hit takes control away, and how long after it no other does.
const DAZED: Duration = Duration(24);
const STEADY: Duration = Duration(60);

/// Time between two throws or shots, and between two blows.
const USE_RESTS: Duration = Duration(24);
const STRIKE_RESTS: Duration = Duration(33);

/// From how far the intruder strikes, and what a blow costs.
const REACH_MM: u32 = 1_700;
const BLOW_HARM: i64 = 34;

/// What a shot costs, and how far it carries.
const SHOT_HARM: i64 = 55;
const SHOT_MM: i64 = 45_000;

/// Parts of the full speed along each axis, on a diagonal, in thousandths.
const DIAGONAL: i64 = 707;

/// How an intruder moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Gait {
    /// Low and slow, behind cover.
    Creeping,
    /// Upright.
    #[default]
    Walking,
    /// Fast, and loud.
    Running,
}

impl Gait {
    /// All gaits, the slowest first.
    pub const ALL: [Gait; 3] = [Gait::Creeping, Gait::Walking, Gait::Running];

    /// The speed, in millimetres a second.
    pub const fn speed_mm_s(self) -> i32 {
        match self {
            Gait::Creeping => 1_200,
            Gait::Walking => 2_600,
            Gait::Running => 5_000,
        }
    }

    /// Its name in cues.
    pub const fn name(self) -> &'static str {
        match self {
            Gait::Creeping => "creep",
            Gait::Walking => "walk",
            Gait::Running => "run",
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// The intruder has no health left.
    Caught,
    /// It reached the zone `exit`.
    Escaped,
}

/// What a player lets the intruder do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum IntruderMove {
    /// Go on in a direction: -1, 0 or 1 along each axis. Both 0 stops.
    Steer {
        /// East.
        x: i8,
        /// North.
        y: i8,
        /// How.
        gait: Gait,
    },
    /// Walk to a place on the way that a search finds.
    Go {
        /// Where.
        to: Place,
        /// How.
        gait: Gait,
    },
    /// Throw or fire a tool.
    Use {
        /// The name of its attribute.
        tool: HostId,
        /// At what.
        at: Place,
    },
    /// Strike whoever is in reach, nearest to a place.
    Strike {
        /// Where the blow is aimed.
        at: Place,
    },
}

/// The intruder's state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Intruder {
    /// The character.
    pub who: CharacterId,
    /// How it moves.
    pub gait: Gait,
    /// Where it looks.
    pub heading: Angle,
    /// How its run ended.
    pub fate: Option<Fate>,
    steer: (i8, i8),
    /// When its position is reported next, while it is steered.
    reports: Tick,
    /// Until when its hands are busy.
    busy: Tick,
    /// Until when it has no control.
    pub(super) dazed: Tick,
    health: i64,
}

impl Intruder {
    /// Whether a hit has taken control for a moment.
    pub fn is_dazed(&self, now: Tick) -> bool {
        self.dazed > now
    }
}

impl TownStage {
    /// The intruder, if somebody plays one.
    pub fn intruder(&self) -> Option<&Intruder> {
        self.arena().intruder.as_ref()
    }

    /// Makes a character the intruder.
    pub fn begin_intrusion(&mut self, who: CharacterId) {
        self.arena_mut().intruder = Some(Intruder {
            who,
            gait: Gait::Walking,
            heading: Angle::EAST,
            fate: None,
            steer: (0, 0),
            reports: Tick(0),
            busy: Tick(0),
            // Long ago, so that a hit in the first second counts.
            dazed: Tick(-STEADY.0 - 1),
            health: i64::MAX,
        });
    }

    /// Lets the intruder do something. Returns whether it can.
    pub fn intrude(&mut self, folk: &mut Folk, made: &IntruderMove) -> bool {
        let now = folk.now();
        let Some(intruder) = self.intruder().cloned() else {
            return false;
        };
        if intruder.fate.is_some() {
            return false;
        }
        match *made {
            IntruderMove::Steer { x, y, gait } => {
                self.set_gait(folk, gait);
                if (x, y) != (0, 0) {
                    self.halt(intruder.who, now);
                }
                if let Some(intruder) = self.intruder_mut() {
                    intruder.steer = (x.signum(), y.signum());
                    // A start and a stop are reported at once.
                    intruder.reports = now;
                }
                true
            }
            IntruderMove::Go { to, gait } => {
                self.set_gait(folk, gait);
                self.set_pace(intruder.who, gait.speed_mm_s());
                if let Some(intruder) = self.intruder_mut() {
                    intruder.steer = (0, 0);
                }
                self.walk(folk, intruder.who, to, 0, now).is_some()
            }
            IntruderMove::Use { tool, at } => self.use_tool(folk, &intruder, tool, at, now),
            IntruderMove::Strike { at } => self.strike(folk, &intruder, at, now),
        }
    }

    fn intruder_mut(&mut self) -> Option<&mut Intruder> {
        self.arena_mut().intruder.as_mut()
    }

    fn set_gait(&mut self, folk: &mut Folk, gait: Gait) {
        let Some(intruder) = self.intruder_mut() else {
            return;
        };
        intruder.gait = gait;
        let who = intruder.who;
        set_flag(folk, HostId::named("crouched"), who, gait == Gait::Creeping);
    }

    /// Throws or fires a tool, if there is one and the hands are free.
    fn use_tool(
        &mut self,
        folk: &mut Folk,
        intruder: &Intruder,
        tool: HostId,
        at: Place,
        now: Tick,
    ) -> bool {
        let tool = super::KIT.iter().find(|known| known.attribute() == tool);
        let from = self.place_of(intruder.who, now);
        let left = tool.and_then(|tool| number_of(folk, tool.attribute(), intruder.who));
        let (Some(tool), Some(from), Some(left)) = (tool, from, left) else {
            return false;
        };
        if left < 1 || intruder.busy > now || intruder.is_dazed(now) || from == at {
            return false;
        }
        set_number(folk, tool.attribute(), intruder.who, left - 1);
        self.turn_intruder(from, at);
        self.keep_busy(now.after(USE_RESTS));
        match tool.does {
            Does::Shot => self.fire(folk, intruder.who, tool, (from, at), now),
            Does::Noise | Does::Fire | Does::Smoke => {
                self.throw((intruder.who, tool), folk, (from, at), now);
            }
        }
        true
    }

    fn fire(
        &mut self,
        folk: &mut Folk,
        who: CharacterId,
        tool: &Tool,
        (from, at): (Place, Place),
        now: Tick,
    ) {
        let long = from.distance_mm(at).max(1);
        let far = |a: i32, b: i32| {
            let along = (i64::from(b) - i64::from(a)) * SHOT_MM / long;
            a.saturating_add(i32::try_from(along).unwrap_or(0))
        };
        let to = Place {
            x_mm: far(from.x_mm, at.x_mm),
            y_mm: far(from.y_mm, at.y_mm),
            z_mm: from.z_mm,
        };
        super::sound(folk, tool.stimulus(), from, Some(who), Some(who));
        let (end, hit) = self.first_in_line(folk, who, from, to, now);
        self.tell_hit(who, true, (from, end), hit, now);
        if let Some(hit) = hit {
            self.harm(folk, hit, SHOT_HARM, true);
        }
    }

    fn strike(&mut self, folk: &mut Folk, intruder: &Intruder, at: Place, now: Tick) -> bool {
        let Some(from) = self.place_of(intruder.who, now) else {
            return false;
        };
        if intruder.busy > now || intruder.is_dazed(now) {
            return false;
        }
        self.turn_intruder(from, at);
        self.keep_busy(now.after(STRIKE_RESTS));
        let others = self.near(from, REACH_MM, now).into_iter();
        let alive =
            |who: &CharacterId| *who != intruder.who && !holds(folk, HostId::named("dead"), *who);
        let places = others.filter(alive).filter_map(|who| {
            let place = self.place_of(who, now)?;
            self.is_clear(folk, from, place)
                .then_some((place.distance_mm(at), who, place))
        });
        let target = places.min();
        let to = target.map_or(from, |(_, _, place)| place);
        let hit = target.map(|(_, who, _)| who);
        self.tell_hit(intruder.who, false, (from, to), hit, now);
        if let Some(hit) = hit {
            super::sound(
                folk,
                townsfolk_core::StimulusId::named("scuffle"),
                to,
                Some(intruder.who),
                Some(intruder.who),
            );
            self.harm(folk, hit, BLOW_HARM, false);
        }
        true
    }

    fn turn_intruder(&mut self, from: Place, at: Place) {
        let by = |a: i32, b: i32| i64::from(b) - i64::from(a);
        let heading = Angle::of(by(from.x_mm, at.x_mm), by(from.y_mm, at.y_mm));
        if let Some(intruder) = self.intruder_mut() {
            intruder.heading = heading;
        }
    }

    fn keep_busy(&mut self, until: Tick) {
        if let Some(intruder) = self.intruder_mut() {
            intruder.busy = until;
        }
    }

    /// Moves the intruder on, and sees to its fate. Once a tick.
    pub(super) fn guide_intruder(&mut self, folk: &mut Folk, now: Tick) {
        let Some(intruder) = self.intruder().cloned() else {
            return;
        };
        // The character is in the world from the tick after it was added.
        if folk.character(intruder.who).is_none() {
            return;
        }
        self.judge(folk, &intruder, now);
        let Some(intruder) = self.intruder().cloned() else {
            return;
        };
        let steered = intruder.steer != (0, 0) && intruder.fate.is_none();
        if steered && !intruder.is_dazed(now) {
            self.step_intruder(folk, &intruder, now);
        }
        if intruder.reports <= now && intruder.reports != Tick(i64::MAX) {
            if let Some(at) = self.place_of(intruder.who, now) {
                folk.report(Report::Moved(intruder.who, at));
            }
            if let Some(intruder) = self.intruder_mut() {
                intruder.reports = match steered {
                    true => now.after(REPORTED_EVERY),
                    false => Tick(i64::MAX),
                };
            }
        }
    }

    fn step_intruder(&mut self, folk: &Folk, intruder: &Intruder, now: Tick) {
        let Some(from) = self.place_of(intruder.who, now) else {
            return;
        };
        let (x, y) = (i64::from(intruder.steer.0), i64::from(intruder.steer.1));
        let part = if x != 0 && y != 0 { DIAGONAL } else { 1000 };
        let slowed = self.slowed(folk, intruder.who);
        let full = i64::from(intruder.gait.speed_mm_s()) * part / 1000 * slowed / 1000;
        // What a tick leaves over is made up for in the next ones.
        let along = |way: i64| {
            (full * (now.0 + 1) / TICKS_PER_SECOND - full * now.0 / TICKS_PER_SECOND) * way
        };
        let by = (along(x) as i32, along(y) as i32);
        let to = self.slide(folk, from, by);
        if let Some(known) = self.intruder_mut() {
            known.heading = Angle::of(x, y);
        }
        self.cancel_step(intruder.who);
        self.set_walk(intruder.who, Walk::standing(to, now));
    }

    /// A hit dazes; without health the run is over, and so it is in the zone `exit`.
    fn judge(&mut self, folk: &mut Folk, intruder: &Intruder, now: Tick) {
        let health = number_of(folk, HostId::named("health"), intruder.who).unwrap_or(100);
        let Some(known) = self.intruder_mut() else {
            return;
        };
        if health < known.health && known.health != i64::MAX && now > known.dazed.after(STEADY) {
            known.dazed = now.after(DAZED);
        }
        known.health = health;
        if known.fate.is_some() {
            return;
        }
        if health <= 0 {
            known.fate = Some(Fate::Caught);
            known.steer = (0, 0);
            return self.fall(folk, intruder.who);
        }
        let at = self.place_of(intruder.who, now);
        if at.is_some_and(|at| self.is_in_zone(folk, "exit", at)) {
            if let Some(known) = self.intruder_mut() {
                known.fate = Some(Fate::Escaped);
                known.steer = (0, 0);
            }
            self.halt(intruder.who, now);
        }
    }
}
