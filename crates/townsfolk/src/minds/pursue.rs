//! From an intention of a mind to a course, and the result of it.
//!
//! A mind's deed becomes a course of one or two steps: walk there, ask to be cast; or act. The
//! performer carries it out. The mind keeps its purpose, and is told the end.

use super::{Intention, MindEvent, later, mind_system};
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::host::RejectedReport;
use crate::performer::WORLD;
use serde::{Deserialize, Serialize};
use townsfolk_act::{Aim, CourseOf, Order, Performance, Progress, Running, State};
use townsfolk_core::{
    ActionId, ActionRef, AreaId, Channel, CharacterId, Duration, LocationId, NodeId, Outcome,
    PropId, RoleId, SceneId, StartId, SymbolId, Tick, Value,
};
use townsfolk_module::mind::{Deed, Degree};

/// Delay before an impossible deed is considered again, in calendar seconds …
const PUT_OFF_S: i64 = 60;

/// … and in stage seconds, or in a fast calendar a mind would retry every second.
const PUT_OFF_STAGE_S: i64 = 5;

/// How long a character mingles at a stretch.
const MINGLES: Duration = Duration::seconds(20);

/// Minimum duration of a use of a place. A shorter one counts as failed.
const HARDLY: Duration = Duration::seconds(1);

/// What a mind is doing, and its purpose. The performer knows the progress: [`Folk::performance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pursuit {
    /// The node of the map that asked for it.
    pub action: NodeId,
    /// The deed it asks for.
    pub deed: Deed,
    /// The location it concerns, if a test found one, by its number.
    pub prop: Option<PropId>,
    /// Since when.
    pub since: Tick,
    /// The level of the need at the beginning.
    pub pressing: Degree,
}

/// Whether a deed takes part in a scene at a location. It ends when the character leaves the scene.
fn uses_prop(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Satisfy(..) | Deed::UseProp(..) | Deed::UseKind(..)
    )
}

impl Folk {
    /// The performance of a mind on the body channel.
    pub(crate) fn mind_performs(&self, who: CharacterId) -> Option<&Performance> {
        let performance = self.performer.get(who, Channel::Body)?;
        (performance.by == mind_system()).then_some(performance)
    }

    /// Continues the pursuit of a mind that drives the body; interrupts it otherwise.
    pub(crate) fn pursue(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let driver = self.driver(who);
        let ours = matches!(driver, Driver::System(by, _) if by == mind_system());
        if !ours {
            let performs = self.mind_performs(who);
            if performs.is_some_and(|performance| performance.takes_part().is_none()) {
                self.abandon(who);
            }
            return;
        }
        if self.performer.is_stopping(who, Channel::Body) {
            return;
        }
        match (&minded.pursuit, minded.wanted) {
            (None, Some(wanted)) => self.begin_pursuit(who, wanted),
            (Some(_), _) => self.go_on(who),
            (None, None) => {}
        }
    }

    fn begin_pursuit(&mut self, who: CharacterId, wanted: Intention) {
        let Some(progress) = self.begin_course(who, &wanted) else {
            let until = self.next_try();
            self.put_off(who, wanted.action, until);
            return;
        };
        let pressing = match wanted.deed {
            Deed::Satisfy(need, _) => self.need(who, need),
            _ => Degree::ZERO,
        };
        let now = self.now;
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.mind.begun(wanted.action, wanted.prop);
            minded.mind.engross(true);
            minded.pursuit = Some(Pursuit {
                action: wanted.action,
                deed: wanted.deed,
                prop: wanted.prop,
                since: now,
                pressing,
            });
        }
        self.tell_of_mind(who, MindEvent::Begins(wanted.action));
        self.queue_up(who);
        if progress == Progress::Done {
            self.finish(who, true);
        }
    }

    /// Begins the course of a deed; `None` if it is impossible now.
    fn begin_course(&mut self, who: CharacterId, wanted: &Intention) -> Option<Progress> {
        let course = self.course_of(who, wanted)?;
        let performance = Performance::new(mind_system(), course, 0, self.now);
        self.performer.insert(who, Channel::Body, performance);
        let progress =
            self.with_performance(who, Channel::Body, |p, module, body| p.go_on(module, body));
        if progress == Some(Progress::Failed) {
            self.performer.remove(who, Channel::Body);
        }
        progress.filter(|progress| *progress != Progress::Failed)
    }

    /// The course of a deed; `None` if it is impossible now.
    fn course_of(&mut self, who: CharacterId, wanted: &Intention) -> Option<CourseOf> {
        let steps = match wanted.deed {
            Deed::Act(_) | Deed::PickUp(..) => {
                let way = self.way_to_post(who, wanted);
                way.into_iter().chain(order_of(wanted.deed)).collect()
            }
            Deed::GoTo(area) => vec![self.way_to_area(who, area)?],
            Deed::FollowSchedule => {
                let area = self.workplace_of(who)?;
                vec![self.way_to_area(who, area)?]
            }
            Deed::Mingle { moves } => self.mingle(who, moves)?,
            Deed::Satisfy(..) | Deed::UseProp(..) | Deed::UseKind(..) => {
                let (location, role) = self.seek(who, wanted)?;
                let aim = Aim::Location(location, role);
                vec![Order::Walk(aim), Order::Join(location, role)]
            }
            Deed::Follow(course) => {
                return Some(CourseOf::Declared {
                    course,
                    arguments: vec![],
                });
            }
        };
        Some(CourseOf::Steps(steps))
    }

    fn way_to_area(&self, who: CharacterId, area: AreaId) -> Option<Order> {
        let here = self.area_of(who);
        let there = here.is_some_and(|here| self.is_within(here, area));
        (!there).then_some(Order::Walk(Aim::Area(area)))
    }

    /// Stays near others, or walks up to the nearest.
    fn mingle(&mut self, who: CharacterId, moves: bool) -> Option<Vec<Order>> {
        let at = self.character(who)?.at?;
        let company = self.company_of(who);
        let company = company.filter_map(|other| Some((self.character(other)?.at?, other)));
        let nearest = company.min_by_key(|(place, other)| (at.distance_mm(*place), *other));
        let (place, other) = nearest?;
        let mut steps = vec![Order::Mingle(MINGLES)];
        if moves && !at.is_within(place, 2_500) {
            steps.insert(0, Order::Walk(Aim::Company(other)));
        }
        Some(steps)
    }

    /// Takes the next step of a course, if one is due.
    fn go_on(&mut self, who: CharacterId) {
        let ready = self.mind_performs(who).map(Performance::is_ready);
        match ready {
            Some(false) => return,
            // No performance exists for this pursuit: a forged save.
            None => return self.finish(who, false),
            Some(true) => {}
        }
        let progress =
            self.with_performance(who, Channel::Body, |p, module, body| p.go_on(module, body));
        match progress {
            Some(Progress::Done) => self.finish(who, true),
            Some(Progress::Failed) => self.finish(who, false),
            Some(Progress::GoesOn) | None => self.queue_up(who),
        }
    }

    /// Applies the outcome of an action that a decider asked for.
    pub(crate) fn hear_of_deed(&mut self, who: CharacterId, action: ActionRef, outcome: Outcome) {
        self.end_bearing(action, outcome);
        if self.performer.has_stopped(who, action.start) {
            return self.wake_mind(who);
        }
        if who == WORLD && self.hear_for_world(action, outcome) {
            return;
        }
        let Some(channel) = self.performer.awaiting(who, action.start) else {
            return self.unheard(RejectedReport::NoSuchAction(action));
        };
        let end = self.with_performance(who, channel, |performance, module, body| {
            performance.hear(action.start, outcome, body);
            performance.end(module)
        });
        if self.mind_performs(who).is_none() || channel != Channel::Body {
            return self.performer.look_at(who, channel);
        }
        match end.flatten() {
            Some(progress) => self.finish(who, progress == Progress::Done),
            None => self.wake_mind(who),
        }
    }

    /// Ends the pursuit of a mind, and wakes it.
    pub(crate) fn finish(&mut self, who: CharacterId, done: bool) {
        self.performer.remove(who, Channel::Body);
        let (now, moment) = (self.now, self.moment());
        let next_try = self.next_try();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let Some(pursuit) = minded.pursuit.take() else {
            return;
        };
        let action = pursuit.action;
        // A need that has fallen counts as satisfied, even if the character was recalled.
        let eased = |need| minded.mind.level(need, moment) < pursuit.pressing;
        let done = match pursuit.deed {
            Deed::Satisfy(need, _) => eased(need),
            _ => done,
        };
        if done {
            minded.mind.done(action, pursuit.prop);
        } else {
            minded.mind.stopped(action);
        }
        if uses_prop(pursuit.deed) {
            minded.mind.leave_prop(action);
        }
        // A useless deed is not repeated at once, or the character would go in circles.
        let no_use = match pursuit.deed {
            Deed::UseKind(..) | Deed::UseProp(..) => now.since(pursuit.since) < HARDLY,
            _ => false,
        };
        if no_use || !done {
            minded.mind.put_off(action, next_try);
        }
        let news = match done {
            true => MindEvent::Did(action),
            false => MindEvent::BrokeOff(action),
        };
        self.tell_of_mind(who, news);
        self.wake_mind(who);
    }

    /// Interrupts the pursuit of a mind that wants something else or has lost the body.
    pub(crate) fn abandon(&mut self, who: CharacterId) {
        if self.mind_performs(who).is_some() {
            self.with_performance(who, Channel::Body, |p, _, body| p.fail(body));
            self.performer.remove(who, Channel::Body);
        }
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let Some(pursuit) = minded.pursuit.take() else {
            return;
        };
        minded.mind.stopped(pursuit.action);
        if uses_prop(pursuit.deed) {
            minded.mind.leave_prop(pursuit.action);
        }
        self.tell_of_mind(who, MindEvent::BrokeOff(pursuit.action));
        self.wake_mind(who);
    }

    /// Ends a pursuit that has reached its limit, or has become pointless.
    pub(super) fn tidy_pursuit(&mut self, who: CharacterId) {
        self.tidy_bearing(who);
        let now = self.now;
        self.performer.give_up_stops(who, now);
        let Some(performance) = self.mind_performs(who) else {
            return;
        };
        let late = performance.limit().is_some_and(|limit| limit <= now);
        let mut running = performance.running().iter();
        let pointless = running.any(|running| self.is_pointless(running));
        if !late && !pointless {
            return;
        }
        let end = self.with_performance(who, Channel::Body, |performance, module, body| {
            match pointless {
                true => performance.fail(body),
                false => performance.expire(now, body),
            }
            performance.end(module)
        });
        match end.flatten() {
            Some(progress) => self.finish(who, progress == Progress::Done),
            None => self.wake_mind(who),
        }
    }

    /// When an impossible deed is considered again.
    pub(super) fn next_try(&self) -> townsfolk_mind::Moment {
        let stage = PUT_OFF_STAGE_S.saturating_mul(self.calendar_rate()) / 1000;
        later(self.moment(), stage.max(PUT_OFF_S))
    }

    /// Whether there is a place, a way or company for an intention.
    pub(super) fn can_be_done(&mut self, who: CharacterId, wanted: &Intention) -> bool {
        match wanted.deed {
            Deed::Satisfy(..) | Deed::UseProp(..) | Deed::UseKind(..) => {
                self.seek(who, wanted).is_some()
            }
            Deed::Mingle { .. } => self.company_of(who).next().is_some(),
            Deed::GoTo(area) => {
                let here = self.area_of(who);
                !here.is_some_and(|here| self.is_within(here, area))
            }
            Deed::Act(_) | Deed::PickUp(..) | Deed::FollowSchedule | Deed::Follow(_) => true,
        }
    }

    pub(super) fn put_off(
        &mut self,
        who: CharacterId,
        action: NodeId,
        until: townsfolk_mind::Moment,
    ) {
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.mind.put_off(action, until);
        }
        self.wake_mind(who);
    }
}

/// The order of a deed that is a single action.
fn order_of(deed: Deed) -> Option<Order> {
    match deed {
        Deed::Act(action) => Some(Order::act(action, vec![])),
        Deed::PickUp(kind, _) => {
            let what = Value::Symbol(SymbolId(kind.0));
            Some(Order::act(ActionId::named("pick_up"), vec![what]))
        }
        _ => None,
    }
}

/// A pursuit with its progress, in the format of saves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedPursuit {
    pub(super) action: NodeId,
    deed: Deed,
    prop: Option<PropId>,
    since: Tick,
    pressing: Degree,
    step: SavedStep,
}

/// The progress of a pursuit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum SavedStep {
    Walks {
        action: StartId,
        to: Aim,
        limit: Tick,
    },
    Arrived(Aim),
    Acts {
        action: StartId,
        what: ActionId,
        limit: Tick,
    },
    Asks {
        location: LocationId,
        role: RoleId,
        until: Tick,
    },
    TakesPart(SceneId),
    Mingles(Tick),
    /// Any other performance: a declared course.
    Performs(Box<Performance>),
}

impl SavedPursuit {
    pub(super) fn new(pursuit: &Pursuit, performance: &Performance) -> SavedPursuit {
        let declared = matches!(performance.course, CourseOf::Declared { .. });
        let step = match (&performance.state, performance.running()) {
            _ if declared => None,
            (State::Arrived(aim), _) => Some(SavedStep::Arrived(*aim)),
            (_, [running]) => Some(SavedStep::of(*running)),
            _ => None,
        };
        SavedPursuit {
            action: pursuit.action,
            deed: pursuit.deed,
            prop: pursuit.prop,
            since: pursuit.since,
            pressing: pursuit.pressing,
            step: step.unwrap_or_else(|| SavedStep::Performs(Box::new(performance.clone()))),
        }
    }

    pub(super) fn restored(self) -> (Pursuit, Performance) {
        let performance = self.step.restored(self.since, self.deed);
        let pursuit = Pursuit {
            action: self.action,
            deed: self.deed,
            prop: self.prop,
            since: self.since,
            pressing: self.pressing,
        };
        (pursuit, performance)
    }

    /// The actions that run.
    pub(super) fn starts(&self) -> Vec<StartId> {
        let (_, performance) = self.clone().restored();
        let running = performance.running().iter();
        running.filter_map(Running::start).collect()
    }

    /// Adds a delay to all its moments.
    pub(super) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.since = later(self.since);
        match &mut self.step {
            SavedStep::Walks { limit, .. } | SavedStep::Acts { limit, .. } => {
                *limit = later(*limit);
            }
            SavedStep::Asks { until, .. } | SavedStep::Mingles(until) => *until = later(*until),
            SavedStep::Arrived(_) | SavedStep::TakesPart(_) => {}
            SavedStep::Performs(performance) => performance.shift_times(later),
        }
    }
}

impl SavedStep {
    fn of(running: Running) -> SavedStep {
        match running {
            Running::Walks { start, to, limit } => SavedStep::Walks {
                action: start,
                to,
                limit,
            },
            Running::Acts { start, what, limit } => SavedStep::Acts {
                action: start,
                what,
                limit,
            },
            Running::Asks {
                location,
                role,
                until,
            } => SavedStep::Asks {
                location,
                role,
                until,
            },
            Running::TakesPart(scene) => SavedStep::TakesPart(scene),
            Running::Mingles(until) => SavedStep::Mingles(until),
        }
    }

    /// The performance restored from this step: the rest of its course.
    fn restored(self, since: Tick, deed: Deed) -> Performance {
        let rest_of = |aim: Aim| match aim {
            Aim::Location(location, role) => vec![Order::Walk(aim), Order::Join(location, role)],
            Aim::Area(_) => [Order::Walk(aim)]
                .into_iter()
                .chain(order_of(deed))
                .collect(),
            Aim::Company(_) => vec![Order::Walk(aim), Order::Mingle(MINGLES)],
        };
        let (steps, state) = match self {
            SavedStep::Performs(performance) => {
                return Performance {
                    by: mind_system(),
                    ..*performance
                };
            }
            SavedStep::Arrived(aim) => (rest_of(aim), State::Arrived(aim)),
            SavedStep::Walks { action, to, limit } => {
                let walks = Running::Walks {
                    start: action,
                    to,
                    limit,
                };
                (rest_of(to), State::Runs(vec![walks]))
            }
            SavedStep::Acts {
                action,
                what,
                limit,
            } => {
                let argument = match deed {
                    Deed::PickUp(kind, _) => Some(Value::Symbol(SymbolId(kind.0))),
                    _ => None,
                };
                let acts = Running::Acts {
                    start: action,
                    what,
                    limit,
                };
                let order = Order::act(what, argument.into_iter().collect());
                (vec![order], State::Runs(vec![acts]))
            }
            SavedStep::Asks {
                location,
                role,
                until,
            } => {
                let asks = Running::Asks {
                    location,
                    role,
                    until,
                };
                (vec![Order::Join(location, role)], State::Runs(vec![asks]))
            }
            SavedStep::TakesPart(scene) => (vec![], State::Runs(vec![Running::TakesPart(scene)])),
            SavedStep::Mingles(until) => {
                let mingles = Running::Mingles(until);
                (vec![Order::Mingle(MINGLES)], State::Runs(vec![mingles]))
            }
        };
        Performance {
            by: mind_system(),
            course: CourseOf::Steps(steps),
            since,
            step: 0,
            state,
        }
    }
}
