//! Flank: goes round the enemy, out to one side and in from behind.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Play};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::squad::token;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Place, Tick};

/// A corner is reached within this distance.
const CORNER_MM: u32 = 1_000;

/// A new route is taken if it ends so far from the one before.
const REROUTE_MM: u32 = 2_000;

/// The state of `flank`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Flank {
    /// Corners that are still ahead, the next one first.
    corners: Vec<Place>,
    goal: Option<Place>,
    /// Since when it has been behind the enemy.
    arrived: Option<Tick>,
    /// Whether it has turned to the enemy there.
    turned: bool,
    shots: u32,
    /// When it ended last.
    ended: Option<Tick>,
}

impl Flank {
    fn plan(&mut self, at: &Moment<'_>) {
        let way = guard::orders(at).and_then(|orders| orders.flank.clone());
        let Some(way) = way else {
            return;
        };
        let end = way.last().copied();
        let moved = match (self.goal, end) {
            (Some(goal), Some(end)) => !goal.is_within(end, REROUTE_MM),
            _ => true,
        };
        if moved {
            // The way begins where the character was when it was planned.
            self.corners = way.into_iter().skip(1).collect();
            self.goal = end;
            self.arrived = None;
        }
    }

    fn end(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        at.ask(Intent::GiveBack(token::FLANKING));
        SkillStatus::Done
    }

    /// Behind the enemy it shoots, or takes the best post with a view of it.
    fn strike_from_behind(&mut self, at: &mut Moment<'_>, since: Tick) -> SkillStatus {
        let Some(orders) = guard::orders(at) else {
            return self.end(at);
        };
        if let (true, Some(enemy), Some(place)) = (orders.clear_shot, orders.enemy, orders.place) {
            if i64::from(self.shots) >= at.settings.count("shots") {
                return self.end(at);
            }
            self.shots += 1;
            guard::shoot(at, enemy, place);
            return SkillStatus::Running;
        }
        let waits = at.settings.time("waits");
        if at.now().since(since) >= waits {
            return self.end(at);
        }
        at.wake_at(since.after(waits));
        match guard::post(at, "posts", "flank_end") {
            Some(post) if !at.here().is_within(post.at, 500) => {
                let pace = at.settings.mm("pace");
                guard::take(at, post, pace);
            }
            _ => {
                let towards = orders.place.map(|place| at.towards(place));
                let order = match towards.filter(|_| !self.turned) {
                    Some(towards) => BodyOrder::Turn(towards),
                    None => BodyOrder::LookAbout,
                };
                self.turned = true;
                at.push(Play::order(order));
            }
        }
        SkillStatus::Running
    }
}

impl Skill for Flank {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        // The token that it has just given back is still in its orders.
        if self.ended == Some(at.now()) {
            return Err("it has just done so");
        }
        match guard::holds(at, token::FLANKING) {
            true => Ok(()),
            false => Err("another goes round, or nobody should"),
        }
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = Flank::default();
        guard::leave_post(at);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if guard::shoot_if_told(at) {
            return SkillStatus::Running;
        }
        let goal = self.goal;
        self.plan(at);
        if self.goal != goal && goal.is_some() && self.arrived.is_none() {
            at.abort_all();
        }
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        while self
            .corners
            .first()
            .is_some_and(|corner| at.here().is_within(*corner, CORNER_MM))
        {
            self.corners.remove(0);
        }
        if let Some(corner) = self.corners.first().copied() {
            let pace = at.settings.mm("pace");
            let failed = matches!(
                at.take_result(),
                Some(crate::behaviours::Status::Failure(_))
            );
            if failed {
                return self.end(at);
            }
            at.push(MoveTo::new(Goal::Point(corner), CORNER_MM, pace));
            return SkillStatus::Running;
        }
        if self.goal.is_none() {
            return SkillStatus::Running;
        }
        let now = at.now();
        let since = *self.arrived.get_or_insert(now);
        self.strike_from_behind(at, since)
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        at.ask(Intent::GiveBack(token::FLANKING));
        self.ended = Some(at.now());
        guard::leave_post(at);
    }

    fn state(&self) -> &'static str {
        match self.arrived {
            None => "going round",
            Some(_) => "behind the enemy",
        }
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.arrived = self.arrived.map(&mut *later);
        self.ended = self.ended.map(later);
    }
}
