//! Walking to a point, to where a prey is believed to be, or to a friend.

use super::{Behaviour, Failure, Status};
use crate::intent::{BodyOrder, BodyState};
use crate::moment::{ALERT_BEAT, Moment};
use crate::world::WayStyle;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};
use townsfolk_senses::Sensed;

/// A goal that has moved this far makes a new way necessary.
const MOVED_MM: u32 = 1_000;

/// A way to a goal that can move is looked for again after this time.
const REPATH: Duration = Duration(30);

/// A corner within this distance has been reached.
const AT_CORNER_MM: u32 = 100;

/// So many failures of the body in a row end it.
const FAILURES_MAX: u8 = 3;

/// Where to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Goal {
    /// A point.
    Point(Place),
    /// The place in a record.
    Record(Sensed),
    /// A friend.
    Friend(CharacterId),
}

/// Walks somewhere. Fails if no way leads there, if the body is blocked, or after a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveTo {
    /// Where to.
    pub goal: Goal,
    /// It has arrived within this distance.
    pub arrive_mm: u32,
    /// How fast.
    pub pace: u32,
    /// What the way avoids.
    pub style: WayStyle,
    /// After this time it gives up.
    pub timeout: Option<Duration>,
    began: Tick,
    plan: Option<Plan>,
    failures: u8,
    tries_at: Tick,
}

/// The way that it follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Plan {
    to: Place,
    made: Tick,
    /// Corners that are still ahead, the next one first.
    corners: Vec<Place>,
}

impl MoveTo {
    /// Walking to a goal at a pace.
    pub fn new(goal: Goal, arrive_mm: u32, pace: u32) -> MoveTo {
        MoveTo {
            goal,
            arrive_mm,
            pace,
            style: WayStyle::default(),
            timeout: None,
            began: Tick(0),
            plan: None,
            failures: 0,
            tries_at: Tick(i64::MIN),
        }
    }

    /// The same with a way that avoids something.
    pub fn with_style(self, style: WayStyle) -> MoveTo {
        MoveTo { style, ..self }
    }

    /// The same, given up after a time.
    pub fn within(self, timeout: Duration) -> MoveTo {
        MoveTo {
            timeout: Some(timeout),
            ..self
        }
    }

    /// The corners that are still ahead.
    pub fn corners(&self) -> &[Place] {
        self.plan.as_ref().map_or(&[], |plan| &plan.corners)
    }

    /// The place of the goal now, as far as it is known.
    fn goal_at(&self, at: &Moment<'_>) -> Option<Place> {
        match self.goal {
            Goal::Point(place) => Some(place),
            Goal::Record(subject) => at.record(subject).map(|record| record.at),
            Goal::Friend(who) => at.world.friend(who).map(|friend| friend.at),
        }
    }

    fn goal_moves(&self) -> bool {
        !matches!(self.goal, Goal::Point(_))
    }

    /// Whether a new way is to be looked for.
    fn is_stale(&self, goal: Place, now: Tick) -> bool {
        let Some(plan) = &self.plan else {
            return true;
        };
        let old = self.goal_moves() && now.since(plan.made) >= REPATH;
        old || !plan.to.is_within(goal, MOVED_MM)
    }

    fn make_plan(&mut self, at: &Moment<'_>, goal: Place) -> bool {
        let way = at.world.way(goal, self.style);
        self.plan = way.map(|way| Plan {
            to: goal,
            made: at.now(),
            corners: way.corners,
        });
        self.plan.is_some()
    }

    /// Takes in how the body has fared. `None` if it has failed for good.
    fn hear_body(&mut self, at: &mut Moment<'_>) -> Option<()> {
        match at.body() {
            BodyState::Done => {
                self.failures = 0;
                if let Some(plan) = self.plan.as_mut().filter(|plan| !plan.corners.is_empty()) {
                    plan.corners.remove(0);
                }
                at.release_body();
            }
            BodyState::Failed => {
                self.failures += 1;
                self.plan = None;
                self.tries_at = at.now().after(REPATH);
                at.release_body();
            }
            BodyState::Free | BodyState::Busy => {}
        }
        (self.failures < FAILURES_MAX).then_some(())
    }
}

impl Behaviour for MoveTo {
    fn start(&mut self, at: &mut Moment<'_>) {
        self.began = at.now();
        at.release_body();
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        let Some(goal) = self.goal_at(at) else {
            return Status::Failure(Failure::Gone);
        };
        if at.here().is_within(goal, self.arrive_mm) {
            return Status::Success;
        }
        let now = at.now();
        if let Some(timeout) = self.timeout {
            if now.since(self.began) >= timeout {
                return Status::Failure(Failure::Timeout);
            }
            at.wake_at(self.began.after(timeout));
        }
        if self.hear_body(at).is_none() {
            return Status::Failure(Failure::Blocked);
        }
        if now < self.tries_at {
            at.wake_at(self.tries_at);
            return Status::Running;
        }
        if self.is_stale(goal, now) && !self.make_plan(at, goal) {
            return Status::Failure(Failure::NoPath);
        }
        let here = at.here();
        let Some(plan) = &mut self.plan else {
            return Status::Failure(Failure::NoPath);
        };
        while plan
            .corners
            .first()
            .is_some_and(|corner| here.is_within(*corner, AT_CORNER_MM))
        {
            plan.corners.remove(0);
        }
        match plan.corners.first() {
            Some(corner) => at.order(BodyOrder::Go {
                to: *corner,
                pace: self.pace,
            }),
            None if self.style.nearest => return Status::Success,
            None => {
                // The way has ended, and the goal is not there: it looks for another one later.
                self.failures += 1;
                self.plan = None;
                self.tries_at = now.after(REPATH);
                at.wake_at(self.tries_at);
                if self.failures >= FAILURES_MAX {
                    return Status::Failure(Failure::Blocked);
                }
            }
        }
        if self.goal_moves() {
            at.wake_in(ALERT_BEAT);
        }
        Status::Running
    }

    fn name(&self) -> &'static str {
        "move to"
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.began = later(self.began);
        if self.tries_at != Tick(i64::MIN) {
            self.tries_at = later(self.tries_at);
        }
        if let Some(plan) = &mut self.plan {
            plan.made = later(plan.made);
        }
    }
}
