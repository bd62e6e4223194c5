//! From an offer that was taken to commands.
//!
//! A pursuit has a step at a time: walk there, ask to be cast, take part; or simply act. Every step
//! has an end, by an outcome or by a limit, so nobody stands for ever.

use super::{MindEvent, MindFault, Wanted, later, mind_system};
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::host::{Command, RejectedReport};
use crate::inline_vec::InlineVec;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, ActionRef, AreaId, Channel, CharacterId, Duration, LocationId, NodeId, Number,
    Outcome, PropId, RoleId, SceneId, StartId, SymbolId, Tick, Value,
};
use townsfolk_module::mind::{Deed, Degree};

/// How long an outcome of a stop is waited for.
pub(super) const STOP_LIMIT: Duration = Duration::seconds(5);

/// How long somebody waits to be cast before giving up.
pub(super) const PATIENCE: Duration = Duration::minutes(1);

/// For how many calendar seconds something that cannot be done is not thought of …
const PUT_OFF_S: i64 = 60;

/// … and for how many of the stage, or in a fast calendar somebody would try every second.
const PUT_OFF_STAGE_S: i64 = 5;

/// How long one mingles at a stretch.
const MINGLES: Duration = Duration::seconds(20);

/// What happens sooner than this is no use of a place.
const HARDLY: Duration = Duration::seconds(1);

/// What a mind is in the middle of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// The node of the map that asked for it.
    pub action: NodeId,
    /// What it asks for.
    pub deed: Deed,
    /// The location it is about, if a test found one, by its number.
    pub prop: Option<PropId>,
    /// Since when.
    pub since: Tick,
    /// How pressing the need was when it was begun.
    pub pressing: Degree,
    /// How far it has come.
    pub step: Step,
}

/// How far a pursuit has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// On the way.
    Walks {
        /// Under which name.
        action: StartId,
        /// Where to.
        to: Aim,
        /// When the walk counts as failed.
        limit: Tick,
    },
    /// There; the next step follows at once.
    Arrived(Aim),
    /// Performs an action.
    Acts {
        /// Under which name.
        action: StartId,
        /// Which.
        what: ActionId,
        /// When it counts as failed.
        limit: Tick,
    },
    /// Waits to be cast at a location.
    Asks {
        /// Where.
        location: LocationId,
        /// As what.
        role: RoleId,
        /// Until when.
        until: Tick,
    },
    /// Takes part, having asked to.
    TakesPart(SceneId),
    /// Seeks company where it is, for a while.
    Mingles(Tick),
}

/// Where a walk leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// To a location, to be cast in a role.
    Location(LocationId, RoleId),
    /// To an area.
    Area(AreaId),
    /// To somebody.
    Company(CharacterId),
}

impl Pursuit {
    /// The scene in which it asked to take part.
    pub fn takes_part(&self) -> Option<SceneId> {
        match self.step {
            Step::TakesPart(scene) => Some(scene),
            _ => None,
        }
    }

    /// The action it performs, if it does not walk.
    pub(super) fn acts(&self) -> Option<ActionId> {
        match self.step {
            Step::Acts { what, .. } => Some(what),
            _ => None,
        }
    }

    /// The action that runs.
    pub(super) fn running(&self) -> Option<StartId> {
        match self.step {
            Step::Walks { action, .. } | Step::Acts { action, .. } => Some(action),
            _ => None,
        }
    }
}

impl Folk {
    /// Goes on with what somebody wants, if the body is theirs; breaks it off if it is not.
    pub(crate) fn pursue(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let driver = self.driver(who);
        let ours = matches!(driver, Driver::System(by, _) if by == mind_system());
        if !ours {
            let pursued = minded.pursuit.as_ref();
            if pursued.is_some_and(|pursuit| pursuit.takes_part().is_none()) {
                self.abandon(who);
            }
            return;
        }
        let body = |(_, channel, _): &(StartId, Channel, Tick)| *channel == Channel::Body;
        if minded.stopping.iter().any(body) {
            return;
        }
        match (&minded.pursuit, minded.wanted) {
            (None, Some(wanted)) => self.begin_pursuit(who, wanted),
            (Some(pursuit), _) => {
                if let Step::Arrived(aim) = pursuit.step {
                    self.arrive(who, aim);
                }
            }
            (None, None) => {}
        }
    }

    fn begin_pursuit(&mut self, who: CharacterId, wanted: Wanted) {
        let Some(step) = self.first_step(who, &wanted) else {
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
                step,
            });
        }
        self.tell_of_mind(who, MindEvent::Begins(wanted.action));
        self.ask(who);
    }

    /// How to begin; `None` if it cannot be done now.
    fn first_step(&mut self, who: CharacterId, wanted: &Wanted) -> Option<Step> {
        match wanted.deed {
            Deed::Act(action) => self.act(who, action, &[]),
            Deed::PickUp(kind, _) => {
                let what = Value::Symbol(SymbolId(kind.0));
                self.act(who, ActionId::named("pick_up"), &[what])
            }
            Deed::GoTo(area) => self.go_to_area(who, area),
            Deed::FollowSchedule => {
                let area = self.workplace_of(who)?;
                self.go_to_area(who, area)
            }
            Deed::Mingle { moves } => self.mingle(who, moves),
            Deed::Follow(_) => None,
            Deed::Satisfy(..) | Deed::UseProp(..) | Deed::UseKind(..) => {
                let (location, role) = self.seek(who, wanted)?;
                self.go_to_location(who, location, role)
            }
        }
    }

    fn act(&mut self, who: CharacterId, what: ActionId, arguments: &[Value]) -> Option<Step> {
        let Some(declared) = self.content.module.action(what) else {
            self.mind_fault(who, MindFault::NoSuchAction(what));
            return None;
        };
        let limit = self.now.after(declared.limit);
        let action = self.perform(who, what, arguments, None, None);
        Some(Step::Acts {
            action,
            what,
            limit,
        })
    }

    fn go_to_area(&mut self, who: CharacterId, area: AreaId) -> Option<Step> {
        let here = self.area_of(who);
        if here.is_some_and(|here| self.is_within(here, area)) {
            return None;
        }
        let Some(place) = self.middle_of(area) else {
            self.mind_fault(who, MindFault::NoSuchArea(area));
            return None;
        };
        self.walk(who, Aim::Area(area), place)
    }

    fn go_to_location(&mut self, who: CharacterId, id: LocationId, role: RoleId) -> Option<Step> {
        let from = self.character(who)?.at?;
        let to = self.location(id)?.at;
        if self.is_in_reach(id, from) {
            return Some(self.asks(id, role));
        }
        self.walk(who, Aim::Location(id, role), to)
    }

    fn asks(&self, location: LocationId, role: RoleId) -> Step {
        Step::Asks {
            location,
            role,
            until: self.now.after(PATIENCE),
        }
    }

    /// Stays among people, or goes up to the nearest.
    fn mingle(&mut self, who: CharacterId, moves: bool) -> Option<Step> {
        let at = self.character(who)?.at?;
        let company = self.company_of(who);
        let company = company.filter_map(|other| Some((self.character(other)?.at?, other)));
        let nearest = company.min_by_key(|(place, other)| (at.distance_mm(*place), *other));
        let (place, other) = nearest?;
        if moves && !at.is_within(place, 2_500) {
            return self.walk(who, Aim::Company(other), place);
        }
        Some(Step::Mingles(self.now.after(MINGLES)))
    }

    fn walk(&mut self, who: CharacterId, to: Aim, place: Place) -> Option<Step> {
        let what = ActionId::named("walk_to");
        let Some(declared) = self.content.module.action(what) else {
            self.mind_fault(who, MindFault::CannotWalk);
            return None;
        };
        let limit = self.now.after(declared.limit);
        let action = self.perform(who, what, &[], Some(to), Some(place));
        Some(Step::Walks { action, to, limit })
    }

    /// Asks the host to perform something for a mind.
    fn perform(
        &mut self,
        who: CharacterId,
        what: ActionId,
        arguments: &[Value],
        aim: Option<Aim>,
        place: Option<Place>,
    ) -> StartId {
        let action = self.next_action(who);
        let declared = self.content.module.action(what);
        let channel = declared.map_or(Channel::Body, |declared| declared.channel);
        let mut arguments = arguments.to_vec();
        let mut location = LocationId::NOWHERE;
        match aim {
            Some(Aim::Location(to, _)) => location = to,
            Some(Aim::Area(area)) => arguments.push(Value::Symbol(SymbolId(area.0))),
            Some(Aim::Company(other)) => arguments.push(Value::Character(other)),
            None => {}
        }
        let thing = |v: &&Value| matches!(v, Value::Character(_) | Value::Prop(_));
        let target = arguments.iter().find(thing).copied();
        let named = place.map_or(vec![], place_as_parameters);
        self.output.commands.push(Command::Start {
            action,
            location,
            who,
            partner: None,
            what,
            channel,
            arguments: InlineVec::of(&arguments),
            named: InlineVec::of(&named),
            target,
        });
        self.begin_bearing(action, who, what);
        action.start
    }

    /// The next step of somebody who has walked.
    fn arrive(&mut self, who: CharacterId, aim: Aim) {
        let step = match aim {
            Aim::Area(area) => {
                let here = self.area_of(who);
                let there = here.is_some_and(|here| self.is_within(here, area));
                return self.finish(who, there);
            }
            Aim::Company(_) => Step::Mingles(self.now.after(MINGLES)),
            Aim::Location(location, role) => {
                let at = self.character(who).and_then(|person| person.at);
                if !at.is_some_and(|at| self.is_in_reach(location, at)) {
                    return self.finish(who, false);
                }
                self.asks(location, role)
            }
        };
        let minded = self.minds.people.get_mut(&who);
        if let Some(pursuit) = minded.and_then(|minded| minded.pursuit.as_mut()) {
            pursuit.step = step;
        }
        self.ask(who);
    }

    /// An action of a mind has an outcome.
    pub(crate) fn hear_of_deed(&mut self, who: CharacterId, action: ActionRef, outcome: Outcome) {
        self.end_bearing(action, outcome);
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return self.unheard(RejectedReport::NoSuchAction(action));
        };
        if minded
            .talk
            .as_ref()
            .is_some_and(|t| t.action == action.start)
        {
            return self.has_said(who, outcome);
        }
        let stopped = minded
            .stopping
            .iter()
            .position(|(s, ..)| *s == action.start);
        if let Some(place) = stopped {
            minded.stopping.remove(place);
            return self.wake_mind(who);
        }
        let pursuit = minded.pursuit.as_mut();
        let Some(pursuit) = pursuit.filter(|p| p.running() == Some(action.start)) else {
            return self.unheard(RejectedReport::NoSuchAction(action));
        };
        match (pursuit.step, outcome) {
            (Step::Walks { to, .. }, Outcome::Done) => {
                pursuit.step = Step::Arrived(to);
                self.wake_mind(who);
            }
            (_, outcome) => self.finish(who, outcome == Outcome::Done),
        }
    }

    /// What a mind pursued is over, and it thinks again.
    pub(crate) fn finish(&mut self, who: CharacterId, done: bool) {
        self.unask(who);
        let (now, moment) = (self.now, self.moment());
        let next_try = self.next_try();
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let Some(pursuit) = minded.pursuit.take() else {
            return;
        };
        let action = pursuit.action;
        // Who has got what they came for is done, even if called away.
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
        // What was no use is not tried again at once, or somebody would go in circles.
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

    /// Breaks off what a mind pursues, because it wants something else or the body is not its own.
    pub(crate) fn abandon(&mut self, who: CharacterId) {
        self.unask(who);
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let Some(pursuit) = minded.pursuit.take() else {
            return;
        };
        minded.mind.stopped(pursuit.action);
        self.tell_of_mind(who, MindEvent::BrokeOff(pursuit.action));
        if let Some(start) = pursuit.running() {
            self.stop(who, start, &pursuit);
        }
        self.wake_mind(who);
    }

    fn stop(&mut self, who: CharacterId, start: StartId, pursuit: &Pursuit) {
        let action = ActionRef::of_decider(who, start);
        let what = match pursuit.step {
            Step::Acts { what, .. } => what,
            _ => ActionId::named("walk_to"),
        };
        let declared = self.content.module.action(what);
        let limit = match declared {
            Some(declared) if !declared.interruptible => declared.limit,
            _ => {
                self.output.commands.push(Command::Stop(action));
                STOP_LIMIT
            }
        };
        let until = self.now.after(limit);
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.stopping.push((start, Channel::Body, until));
        }
    }

    /// Ends what has gone on for too long, or leads nowhere any more.
    pub(super) fn tidy_pursuit(&mut self, who: CharacterId) {
        self.tidy_bearing(who);
        let now = self.now;
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        minded.stopping.retain(|(.., until)| *until > now);
        let Some(pursuit) = minded.pursuit.clone() else {
            return;
        };
        match pursuit.step {
            Step::Walks { limit, to, .. } => {
                let gone = match to {
                    Aim::Location(id, _) => self.location(id).is_none_or(|place| place.gone),
                    Aim::Company(other) => self.character(other).is_none(),
                    Aim::Area(_) => false,
                };
                if limit <= now || gone {
                    self.abandon(who);
                    self.put_off(who, pursuit.action, self.next_try());
                }
            }
            Step::Acts { limit, .. } if limit <= now => {
                self.abandon(who);
                self.put_off(who, pursuit.action, self.next_try());
            }
            Step::Asks {
                location, until, ..
            } => {
                let gone = self.location(location).is_none_or(|place| place.gone);
                if until <= now || gone {
                    self.finish(who, false);
                }
            }
            Step::Mingles(until) if until <= now => self.finish(who, true),
            Step::Acts { .. } | Step::Mingles(_) | Step::Arrived(_) | Step::TakesPart(_) => {}
        }
    }

    /// When something that cannot be done now is thought of again.
    pub(super) fn next_try(&self) -> townsfolk_mind::Moment {
        let stage = PUT_OFF_STAGE_S.saturating_mul(self.calendar_rate()) / 1000;
        later(self.moment(), stage.max(PUT_OFF_S))
    }

    /// Whether there is a place, a way or company for what somebody wants.
    pub(super) fn can_be_done(&mut self, who: CharacterId, wanted: &Wanted) -> bool {
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

/// A place as named parameters, in metres.
fn place_as_parameters(place: Place) -> Vec<(SymbolId, Value)> {
    let metres = |mm: i32| Value::Number(Number(i64::from(mm)));
    let mut named = vec![
        (SymbolId::named("x"), metres(place.x_mm)),
        (SymbolId::named("y"), metres(place.y_mm)),
        (SymbolId::named("z"), metres(place.z_mm)),
    ];
    named.sort_by_key(|(name, _)| *name);
    named
}

impl Command {
    /// Where a mind wants to walk: the place that `walk_to` is asked to reach.
    pub fn goal(&self) -> Option<Place> {
        let Command::Start { what, named, .. } = self else {
            return None;
        };
        let number = |name: &str| {
            let mut named = named.iter();
            let (_, value) = named.find(|(known, _)| *known == SymbolId::named(name))?;
            match value {
                Value::Number(mm) => i32::try_from(mm.0).ok(),
                _ => None,
            }
        };
        (*what == ActionId::named("walk_to")).then_some(())?;
        Some(Place {
            x_mm: number("x")?,
            y_mm: number("y")?,
            z_mm: number("z")?,
        })
    }
}
