//! Flank routes: out to one side, and in from behind.
//!
//! The cost of the ground has a fixed shape that lies along the combat vector and turns with it
//! ([`InFrontOf`]). Routes that look for hidden ground flicker with every step of the enemy; this
//! shape does not.

use crate::squad::state::Enemy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{Angle, CharacterId, Duration, Place, Tick};
use townsfolk_space::{InFrontOf, NODES, Side, Space};

/// The goal is so far behind the enemy.
pub const GOAL_MM: i32 = 6_000;

/// The cost of the other side must be below this share of the cost of the side that was taken last, in
/// thousandths.
const CHEAPER: u64 = 800;

/// A way around an enemy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FlankRoute {
    /// Its corners, from start to goal.
    pub way: Vec<Place>,
    /// Its cost: its length in millimetres, and what the shape adds.
    pub cost: u32,
    /// The side on which it passes the enemy.
    pub side: Side,
}

/// The cheapest route around an enemy on one side. `front` leads from the enemy to the squad.
pub fn route(
    space: &Space,
    from: Place,
    enemy: Place,
    front: Angle,
    side: Side,
) -> Option<FlankRoute> {
    let shape = InFrontOf {
        side: Some(side),
        ..InFrontOf::of(enemy, front)
    };
    let goal = shape.goal(GOAL_MM);
    let goal = space.snap(goal).unwrap_or(goal);
    let path = space.path(from, goal, &shape, NODES).found()?;
    Some(FlankRoute {
        way: path.points,
        cost: path.cost_mm,
        side,
    })
}

/// The cheaper of the routes on both sides. The side of the last route stays unless the other is
/// cheaper by a fifth.
pub fn best_route(
    space: &Space,
    from: Place,
    enemy: Place,
    front: Angle,
    last: Option<Side>,
) -> Option<FlankRoute> {
    let first = last.unwrap_or(Side::Left);
    let kept = route(space, from, enemy, front, first);
    let other = route(space, from, enemy, front, first.other());
    let share = if last.is_some() { CHEAPER } else { 1000 };
    match (kept, other) {
        (Some(kept), Some(other)) => {
            let changes = u64::from(other.cost) * 1000 < u64::from(kept.cost) * share;
            Some(if changes { other } else { kept })
        }
        (kept, other) => kept.or(other),
    }
}

/// How often a route is computed in a squad. Members take turns.
const ROUTE_EVERY: Duration = Duration(15);

/// An enemy that was perceived so far from where it was when the flank began has spoilt it.
const SPOILT_MM: u32 = 8_000;

/// After a flank there is none for this time.
const RESTS: Duration = Duration::seconds(10);

/// The routes of the members of a squad.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FlankPlans {
    plans: BTreeMap<CharacterId, Plan>,
    /// When the last route was computed, and whose.
    last: Option<(Tick, CharacterId)>,
    /// When a flank ended last.
    ended: Option<Tick>,
}

/// The route of one member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Plan {
    route: Option<FlankRoute>,
    /// The cost when the flank began, and where the enemy was.
    began: Option<(u32, Place)>,
}

impl FlankPlans {
    /// Computes the route of the member whose turn it is: of the flanker, else of all in turn.
    pub fn plan(
        &mut self,
        space: &Space,
        able: &[(CharacterId, Place)],
        flanker: Option<CharacterId>,
        (enemy, front): (Place, Angle),
        now: Tick,
    ) {
        self.plans
            .retain(|who, _| able.iter().any(|(other, _)| other == who) || flanker == Some(*who));
        if self.last.is_some_and(|(at, _)| now.since(at) < ROUTE_EVERY) {
            return;
        }
        let last = self.last.map(|(_, who)| who);
        let next = match flanker {
            Some(flanker) => able.iter().find(|(who, _)| *who == flanker),
            None => able
                .iter()
                .find(|(who, _)| Some(*who) > last)
                .or(able.first()),
        };
        let Some((who, at)) = next else {
            return;
        };
        self.last = Some((now, *who));
        let side = self
            .plans
            .get(who)
            .and_then(|plan| Some(plan.route.as_ref()?.side));
        let route = best_route(space, *at, enemy, front, side);
        match self.plans.get_mut(who) {
            Some(plan) => plan.route = route,
            None => {
                self.plans.insert(*who, Plan { route, began: None });
            }
        }
    }

    /// The members whose routes have been computed, with their costs. A member without a route costs
    /// more than any other.
    pub fn costs(&self, able: &[(CharacterId, Place)]) -> Vec<(CharacterId, i64)> {
        let cost = |plan: &Plan| {
            let route = plan.route.as_ref();
            route.map_or(i64::MAX, |route| i64::from(route.cost))
        };
        let rated = able
            .iter()
            .filter_map(|(who, _)| Some((*who, cost(self.plans.get(who)?))));
        rated.collect()
    }

    /// Whether the last flank ended so long ago that another may begin.
    pub fn is_rested(&self, now: Tick) -> bool {
        self.ended.is_none_or(|at| now.since(at) >= RESTS)
    }

    /// A flank has ended.
    pub fn end(&mut self, now: Tick) {
        self.ended = Some(now);
    }

    /// A member begins its flank.
    pub fn begin(&mut self, who: CharacterId, enemy: Place) {
        if let Some(plan) = self.plans.get_mut(&who) {
            plan.began = plan.route.as_ref().map(|route| (route.cost, enemy));
        }
    }

    /// Whether a flank has become pointless: its cost has doubled, or the enemy was perceived far
    /// from where it was.
    pub fn is_spoilt(&self, who: CharacterId, enemy: Enemy) -> bool {
        let Some(plan) = self.plans.get(&who) else {
            return true;
        };
        let (Some(route), Some((cost, from))) = (&plan.route, plan.began) else {
            return true;
        };
        let moved = enemy.perceived && !enemy.at.is_within(from, SPOILT_MM);
        moved || route.cost > cost.saturating_mul(2)
    }

    /// The number of ways that were looked for at a tick.
    pub fn ways_at(&self, now: Tick) -> u32 {
        let planned = self.last.is_some_and(|(at, _)| at == now);
        if planned { 2 } else { 0 }
    }

    /// The way of a member around the enemy.
    pub fn way_of(&self, who: CharacterId) -> Option<Vec<Place>> {
        Some(self.plans.get(&who)?.route.as_ref()?.way.clone())
    }

    /// The routes of all members.
    pub fn routes(&self) -> impl Iterator<Item = (CharacterId, &FlankRoute)> {
        self.plans
            .iter()
            .filter_map(|(who, plan)| Some((*who, plan.route.as_ref()?)))
    }

    /// Forgets a member that left.
    pub fn leave(&mut self, who: CharacterId) {
        self.plans.remove(&who);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = FlankPlans::default();
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        self.last = self.last.map(|(at, who)| (at.after(later), who));
        self.ended = self.ended.map(|at| at.after(later));
    }
}
