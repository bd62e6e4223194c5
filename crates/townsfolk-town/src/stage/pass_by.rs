//! Passers-by: they arrive, can be cast on the way, and leave the world at the horizon.

use super::{Happens, TownStage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use townsfolk::{Folk, LocationId, Newcomer, Place, Report};
use townsfolk_core::{CharacterId, Duration, RoleId, Tick};

/// Distance of the horizon, in millimetres.
const HORIZON_MM: i32 = 25_000;

/// Passers-by: their roles, and how often they arrive.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Arrivals {
    /// Mean number in a thousand minutes of stage time.
    pub per_thousand_minutes: i64,
    /// Their roles; each is equally likely.
    pub roles: Vec<RoleId>,
    /// The point that they pass.
    pub past: Place,
}

/// Passers-by, and characters on their way out of the world.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct PassersBy {
    arrivals: Arrivals,
    leaving: BTreeSet<CharacterId>,
}

impl PassersBy {
    pub(super) fn is_leaving(&self, who: CharacterId) -> bool {
        self.leaving.contains(&who)
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.leaving.remove(&who);
    }

    pub(super) fn leave(&mut self, who: CharacterId) {
        self.leaving.insert(who);
    }

    /// Continues arrivals whose next one is planned.
    pub(super) fn resume(&mut self, arrivals: Arrivals) {
        self.arrivals = arrivals;
    }
}

impl TownStage {
    /// Sets the arrivals of passers-by.
    pub fn set_arrivals(&mut self, arrivals: Arrivals, now: Tick) {
        self.state.later.passers_by.arrivals = arrivals;
        self.plan_arrival(now);
    }

    fn plan_arrival(&mut self, now: Tick) {
        let arrivals = &self.state.later.passers_by.arrivals;
        let rate = arrivals.per_thousand_minutes;
        if rate <= 0 || arrivals.roles.is_empty() {
            return;
        }
        // Drawn uniformly around the mean, so that arrivals neither bunch nor are regular.
        let mean = Duration::minutes(1000).0 / rate;
        let wait = self.draw(0, now, "arrival");
        let wait = wait.between(0, mean / 3, mean * 5 / 3).max(1);
        self.plan(now.after(Duration(wait)), Happens::Arrival);
    }

    /// Adds a passer-by, and plans the next one.
    pub(super) fn arrive(&mut self, folk: &mut Folk, now: Tick) {
        let draw = self.draw(1, now, "who");
        let Arrivals { roles, past, .. } = &self.state.later.passers_by.arrivals;
        let index = draw.between(0, 0, (roles.len() as i64 - 1).max(0));
        let role = usize::try_from(index).ok().and_then(|n| roles.get(n));
        let side = if draw.coin(1, 500) { 1 } else { -1 };
        let aside = draw.between(2, -3_000, 3_000) as i32;
        let from = past.offset((-side * HORIZON_MM, aside));
        let to = past.offset((side * HORIZON_MM, aside));
        let newcomer = Newcomer {
            roles: role.into_iter().copied().collect(),
            at: Some(from),
            ..Newcomer::default()
        };
        let who = self.add(folk, newcomer);
        self.walk_off(folk, who, to, now);
        self.plan_arrival(now);
    }

    /// On open ground, lets a participant that a scene releases walk away from its location. A mind
    /// decides by itself.
    pub(super) fn leave(&mut self, folk: &Folk, who: CharacterId, location: LocationId, now: Tick) {
        let Some(person) = folk.character(who).filter(|_| self.is_open()) else {
            return;
        };
        let belongs = person.player || person.attached_to.is_some() || person.spawned.is_some();
        if let (Some(from), None, false) = (person.at, folk.mind(who), belongs) {
            let place = folk.location(location).map_or(from, |place| place.at);
            let side = if from.x_mm < place.x_mm { -1 } else { 1 };
            self.embody(folk, who, from, now);
            self.stand_where_told(folk, who, now);
            self.walk_off(folk, who, from.offset((side * HORIZON_MM, 0)), now);
        }
    }

    fn walk_off(&mut self, folk: &Folk, who: CharacterId, to: Place, now: Tick) {
        if self.walk(folk, who, to, 0, now).is_some() {
            self.state.later.passers_by.leave(who);
        }
    }

    /// Reports the position of a character on the way out of the world, and its departure at the end.
    pub(super) fn pass_by(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let cast = folk.character(who).is_some_and(|who| who.scene.is_some());
        let Some(body) = self.body(who).filter(|_| !cast) else {
            // A scene decides where its participants walk.
            self.state.later.passers_by.forget(who);
            return self.stand_where_told(folk, who, now);
        };
        let under_way = body.walk.is_under_way(now);
        folk.report(Report::Moved(who, body.walk.at(now)));
        if under_way {
            self.plan_step_at(who, now.after(self.state.report_every));
        } else {
            folk.report(Report::Gone(who));
            self.forget(who, now);
        }
    }
}
