//! Walks: begun, redirected, stopped, near and far.

use super::doors::Permits;
use super::{Happens, News, TownStage};
use crate::motion::{Detail, Planner, Walk, Walker};
use crate::plan::ConnectorId;
use townsfolk::{Folk, Place, Report};
use townsfolk_core::{CharacterId, Duration, Tick};

/// Delay of the position report after a door is passed, so that it is beyond the threshold.
const BEHIND: Duration = Duration(24);

/// Minimum distance between standing characters, if there is room.
const APART_MM: u32 = 400;

/// Step between standing places that are tried around a goal.
const STEP_MM: i32 = 500;

/// Maximum number of closed doors on the way before a walk fails.
const CLOSED_MAX: usize = 4;

/// Maximum distance of newcomers from the middle.
const SPREAD_MM: u32 = 3_000;

impl TownStage {
    /// Lets a character walk to a place. `within_mm` is the permitted distance from it if others
    /// stand there. Returns the tick of arrival; `None` if there is no way.
    pub fn walk(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        to: Place,
        within_mm: u32,
        now: Tick,
    ) -> Option<Tick> {
        let walk = self.plan_walk(folk, who, to, within_mm, now);
        let Some((walk, detail)) = walk else {
            self.news.push(News::NoWay(who, to));
            self.halt(who, now);
            return None;
        };
        let end = walk.end();
        self.set_walk(who, walk);
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.detail = detail;
        }
        self.plan_step(who, now);
        Some(end)
    }

    /// Stops a character, and reports its position at once.
    pub fn halt(&mut self, who: CharacterId, now: Tick) {
        let under_way = self.body(who).filter(|body| body.walk.is_under_way(now));
        if let Some(here) = under_way.map(|body| body.walk.at(now)) {
            self.give_back_turns(who, now, 0);
            self.set_walk(who, Walk::standing(here, now));
            self.plan_step_at(who, now.after(Duration(1)));
        }
    }

    /// On open ground, puts a character where the engine has it: at the last reported position.
    pub(super) fn stand_where_told(&mut self, folk: &Folk, who: CharacterId, now: Tick) {
        let told = folk.character(who).and_then(|person| person.at);
        if let (Some(at), true) = (told, self.is_open()) {
            self.state.later.passers_by.forget(who);
            self.cancel_step(who);
            self.set_walk(who, Walk::standing(at, now));
        }
    }

    /// Sets the places around which walks are planned in detail; everywhere if there are none.
    /// Running walks are planned again from where they are.
    pub fn set_focus(&mut self, folk: &Folk, focus: Vec<(Place, u32)>) {
        self.state.focus = focus;
        let now = folk.now();
        let under_way = self.state.bodies.iter();
        let under_way = under_way.filter(|(_, body)| body.walk.is_under_way(now));
        let under_way: Vec<CharacterId> = under_way.map(|(who, _)| *who).collect();
        if self.is_tower() {
            return;
        }
        for who in under_way {
            self.adjust_detail(folk, who, now);
        }
    }

    /// Plans the rest of a walk again if its level of detail has changed.
    fn adjust_detail(&mut self, folk: &Folk, who: CharacterId, now: Tick) {
        let Some(body) = self.body(who) else {
            return;
        };
        let (here, goal) = (body.walk.at(now), body.walk.goal());
        if body.detail == self.detail_at(here) || !body.walk.is_under_way(now) {
            return;
        }
        let act = body.act;
        let end = self.walk(folk, who, goal, 0, now);
        if let (Some(action), Some(end)) = (act, end) {
            self.put_off_act(action, end);
        }
    }

    fn detail_at(&self, at: Place) -> Detail {
        let mut focus = self.state.focus.iter();
        let near = self.state.focus.is_empty() || focus.any(|(p, mm)| p.is_within(at, *mm));
        if near { Detail::Near } else { Detail::Far }
    }

    fn plan_walk(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        to: Place,
        within_mm: u32,
        now: Tick,
    ) -> Option<(Walk, Detail)> {
        let body = self.body(who)?;
        let from = body.walk.at(now);
        if self.is_open() {
            let walk = Walk::straight(from, to, now, body.pace_mm);
            return Some((walk, Detail::Near));
        }
        if self.is_tower() {
            // Walks in a tower are reported where connectors are passed, and at their end.
            return Some((self.plan_tower_walk(who, to, now)?, Detail::Far));
        }
        let to = self.room_at(who, from, to, within_mm)?;
        let body = self.body(who)?;
        let detail = self.detail_at(from);
        let walker = Walker {
            who,
            pace_mm: body.pace_mm,
            lane_mm: body.lane_mm,
            detail,
        };
        // Before new slots are reserved, or the walker would block itself.
        self.give_back_turns(who, now, 0);
        // Doors are checked at the time at which they are passed.
        let mut closed: Vec<ConnectorId> = vec![];
        for _ in 0..CLOSED_MAX {
            let permits = Permits::of(&self.atlas, &self.state, folk, who, now);
            let may_pass = |way| !closed.contains(&way) && permits.may_pass_soon(way);
            let route = self.finder.route(&self.atlas, from, to, &may_pass)?;
            let mut planner = Planner {
                atlas: &self.atlas,
                finder: &mut self.finder,
                gates: &mut self.state.gates,
            };
            let walk = planner.walk(&walker, &route, from, to, now)?;
            let shut = walk.passes().iter().find(|pass| {
                let permits = Permits::of(&self.atlas, &self.state, folk, who, pass.at);
                !permits.may_pass(pass.way)
            });
            let Some(shut) = shut.map(|pass| pass.way) else {
                return Some((walk, detail));
            };
            closed.push(shut);
            for pass in walk.passes().iter().filter(|pass| pass.gated) {
                self.state.gates.give_back(pass.way, who, now);
            }
        }
        None
    }

    /// The nearest free standing place within reach of a goal, on the side of the start.
    fn room_at(&self, who: CharacterId, from: Place, to: Place, within_mm: u32) -> Option<Place> {
        if self.is_tower() {
            return Some(to);
        }
        let plate = self.atlas.plate_at(to)?;
        let steps = i32::try_from(within_mm).unwrap_or(0) / STEP_MM;
        let around = (-steps..=steps).flat_map(|x| (-steps..=steps).map(move |y| (x, y)));
        let mut places: Vec<(i32, i64, Place)> = around
            .map(|(x, y)| (x.abs().max(y.abs()), to.offset((x * STEP_MM, y * STEP_MM))))
            .filter(|(_, at)| at.is_within(to, within_mm) && self.atlas.is_free(plate, *at))
            .map(|(ring, at)| (ring, from.distance_mm(at), at))
            .collect();
        places.sort_unstable();
        let later = Tick(i64::MAX);
        let is_at = |other| self.place_of(other, later);
        let mut there = vec![];
        let free = places.iter().find(|(_, _, at)| {
            self.movers.near(*at, APART_MM, later, is_at, &mut there);
            there.iter().all(|other| *other == who)
        });
        let first = free.or(places.first()).map(|(_, _, at)| *at);
        Some(first.unwrap_or_else(|| self.atlas.standing_at(plate, to)))
    }

    /// A free place near another.
    pub fn room_for_one(&self, at: Place) -> Place {
        let found = self.room_at(CharacterId(0), at, at, SPREAD_MM);
        found.unwrap_or(at)
    }

    pub(super) fn set_walk(&mut self, who: CharacterId, walk: Walk) {
        if let Some(body) = self.state.bodies.get_mut(&who) {
            let before = std::mem::replace(&mut body.walk, walk);
            self.movers.take(who, &before);
            self.movers.put(who, &body.walk);
        }
    }

    /// Releases the future slots of a walk, except for the first ones.
    pub(super) fn give_back_turns(&mut self, who: CharacterId, now: Tick, keeps: usize) {
        let Some(body) = self.state.bodies.get(&who) else {
            return;
        };
        let passes = body.walk.passes().iter().skip(keeps);
        for pass in passes.filter(|pass| pass.gated && pass.at > now) {
            self.state.gates.give_back(pass.way, who, now);
        }
        if let Some(tower) = &mut self.state.later.rest.late.tower {
            tower.give_back_rides(who, now);
        }
    }

    /// Reports a position, and plans the next report.
    pub(super) fn tell_place(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let Some(at) = self.place_of(who, now) else {
            return;
        };
        if folk.character(who).is_none() {
            return self.forget(who, now);
        }
        if self.state.later.passers_by.is_leaving(who) {
            return self.pass_by(folk, who, now);
        }
        folk.report(Report::Moved(who, at));
        self.cancel_step(who);
        self.plan_step(who, now);
        let far = self
            .body(who)
            .is_some_and(|body| body.detail == Detail::Far);
        if far && !self.state.focus.is_empty() && !self.is_tower() {
            self.adjust_detail(folk, who, now);
        }
    }

    pub(super) fn cancel_step(&mut self, who: CharacterId) {
        let body = self.state.bodies.get_mut(&who);
        if let Some(key) = body.and_then(|body| body.step.take()) {
            self.state.pending.remove(&key);
        }
    }

    /// Plans the next position report. Changing direction does not delay it.
    pub(super) fn plan_step(&mut self, who: CharacterId, now: Tick) {
        let Some(body) = self.body(who).filter(|body| body.walk.is_under_way(now)) else {
            return;
        };
        let planned = body.step.map_or(Tick(i64::MAX), |(at, _)| at);
        let passes = body.walk.passes().iter();
        let mut behind = passes.map(|pass| pass.at.after(BEHIND));
        let next_plate = behind.find(|at| *at > now).unwrap_or(body.walk.end());
        let regular = match body.detail {
            Detail::Near => now.after(self.state.report_every),
            Detail::Far => body.walk.end(),
        };
        let at = next_plate.min(regular).min(body.walk.end()).min(planned);
        self.plan_step_at(who, at.max(now.after(Duration(1))));
    }

    /// Plans a position report.
    pub(super) fn plan_step_at(&mut self, who: CharacterId, at: Tick) {
        self.cancel_step(who);
        let key = self.plan(at, Happens::Step(who));
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.step = Some(key);
        }
    }

    /// Stops walkers before a connector that they may not pass.
    pub(super) fn turn_away(&mut self, folk: &Folk, way: ConnectorId, now: Tick) {
        let under_way = self.state.bodies.iter();
        let on_the_way = under_way.filter_map(|(who, body)| {
            let cut = body.walk.cut_before(way, now)?;
            Some((*who, cut, body.act))
        });
        let on_the_way: Vec<_> = on_the_way.collect();
        for (who, cut, act) in on_the_way {
            if self.permits(folk, who, now).may_pass(way) {
                continue;
            }
            let end = cut.end();
            self.give_back_turns(who, now, cut.passes().len());
            self.set_walk(who, cut);
            self.plan_step(who, now);
            if let Some(action) = act {
                self.fail_act(action, end.max(now));
            }
            self.news.push(News::LockedOut(who, way));
        }
    }
}
