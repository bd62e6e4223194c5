//! Panic: runs for cover, cowers, and looks out after a moment.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Play, Rest};
use crate::intent::BodyOrder;
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Tick};
use townsfolk_senses::{Sensed, Strength};

/// A post protects no longer from an enemy that is farther than this from its direction.
const FLANKED: u32 = 100_000;

/// A loud noise without a maker within this distance is an explosion.
const BLAST_MM: u32 = 10_000;

/// The state of `panic`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Panic {
    until: Option<Tick>,
    /// Before this moment it does not panic again.
    rests_until: Option<Tick>,
    /// Since when it cowers.
    cowers: Option<Tick>,
    looked: bool,
}

/// What makes it panic, if something does.
fn cause(at: &Moment<'_>) -> Result<(), &'static str> {
    let in_cover = at.shared.post.is_some();
    if at.world.is("under_fire") && !in_cover {
        return Ok(());
    }
    let fell = guard::orders(at).and_then(|orders| orders.fell);
    let near = at.settings.mm("friend_within");
    if fell.is_some_and(|(_, place)| place.is_within(at.here(), near)) {
        return Ok(());
    }
    if is_flanked(at) || is_blast_near(at) {
        return Ok(());
    }
    Err("nothing frightens it")
}

/// Whether the enemy has come round the cover in which the character stands.
fn is_flanked(at: &Moment<'_>) -> bool {
    let (Some(post), Ok(enemy)) = (at.shared.post, guard::confirmed(at)) else {
        return false;
    };
    let there = at.here().is_within(post.at, 1_000);
    let open = post.facing.between(Angle::from_to(post.at, enemy.at)) > FLANKED;
    there && open && enemy.stamp == at.now() && enemy.at.is_within(at.here(), 20_000)
}

fn is_blast_near(at: &Moment<'_>) -> bool {
    let blast = |heard: &crate::world::Heard| {
        let nobody = matches!(heard.subject, Some(Sensed::Spot(_)));
        nobody
            && heard.strength >= Strength::thousandths(1_000)
            && heard.at.is_within(at.here(), BLAST_MM)
    };
    at.shared.heard.iter().any(blast)
}

impl Skill for Panic {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        let now = at.now();
        if self.until.is_some_and(|until| now < until) {
            return Ok(());
        }
        if self.rests_until.is_some_and(|until| now < until) {
            return Err("it has just panicked");
        }
        cause(at)
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        let lasts = at.settings.times("lasts");
        let until = at.now().after(at.draw_time("panic", lasts));
        self.until = Some(until);
        (self.cowers, self.looked) = (None, false);
        at.wake_at(until);
        at.bark("panic");
        if let Some(post) = guard::post(at, "posts", "panic") {
            let pace = at.settings.mm("pace");
            guard::take(at, post, pace);
        }
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        guard::mind_refusal(at);
        let now = at.now();
        match self.until {
            Some(until) if now < until => at.wake_at(until),
            _ => return SkillStatus::Done,
        }
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        let peeks = at.settings.time("peeks");
        match self.cowers {
            None => {
                self.cowers = Some(now);
                let until = Some(now.after(peeks));
                at.push(Rest { low: true, until });
            }
            Some(since) if !self.looked && now.since(since) >= peeks => {
                self.looked = true;
                at.push(Play::order(BodyOrder::LookAbout));
            }
            Some(_) => at.push(Rest {
                low: true,
                until: self.until,
            }),
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        self.until = None;
        self.rests_until = Some(at.now().after(at.settings.time("rests")));
        guard::leave_post(at);
    }

    fn state(&self) -> &'static str {
        match self.cowers {
            None => "running for cover",
            Some(_) => "cowering",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let until = self.until.map(|at| ("calms down", at));
        let rests = self.rests_until.map(|at| ("can panic again", at));
        until.into_iter().chain(rests).collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for moment in [&mut self.until, &mut self.rests_until, &mut self.cowers] {
            *moment = moment.map(&mut *later);
        }
    }
}
