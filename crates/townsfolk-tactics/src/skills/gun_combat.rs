//! Gun combat: in cover it peeks and fires, it closes in, it backs away, and it stays up to watch.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Rest};
use crate::intent::Intent;
use crate::moment::Moment;
use crate::posts::gather::{CHEST_MM, STANDING_MM, above};
use crate::squad::token;
use crate::world::Post;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, Place, Tick};
use townsfolk_senses::Record;

/// How far it steps out of its cover to shoot.
const STEP_OUT_MM: i32 = 1_000;

/// How often a held post is compared with others.
const COMPARES_EVERY: Duration = Duration(30);

/// The state of `gun_combat`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GunCombat {
    stage: Stage,
    /// When it moves on from its post.
    moves_at: Option<Tick>,
    /// When it peeks out again.
    peeks_at: Option<Tick>,
    compared: Option<Tick>,
    /// Shots that are left of the burst.
    burst: u32,
}

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// In cover, or on its way there.
    #[default]
    Holds,
    /// On its way to a post nearer to the enemy.
    Advances,
    /// Away from an enemy that is too near.
    BacksAway,
    /// Up, with the gun on the place of the enemy.
    StaysUp,
    /// Shooting from where it stands, because nobody else does.
    Stands,
}

impl GunCombat {
    fn go(&mut self, at: &mut Moment<'_>, post: Post, stage: Stage) {
        self.stage = stage;
        let holds = at.settings.times("holds");
        self.moves_at = Some(at.now().after(at.draw_time("holds", holds)));
        let pace = at.settings.mm("pace");
        guard::take(at, post, pace);
    }

    /// Whether it begins to back away from an enemy that is too near.
    fn backs_away(&mut self, at: &mut Moment<'_>, enemy: &Record) -> bool {
        let near = at.here().is_within(enemy.at, at.settings.mm("near"));
        if !near || self.stage == Stage::BacksAway && !at.is_idle() {
            return near;
        }
        let Some(post) = guard::post(at, "backs_to", "back_away") else {
            return false;
        };
        self.go(at, post, Stage::BacksAway);
        true
    }

    /// Whether it goes to another post: it has none, its own is bad now, or its time there is over.
    fn changes_post(&mut self, at: &mut Moment<'_>) -> bool {
        let now = at.now();
        let held = at.shared.post;
        if held.is_some() && self.moves_at.is_some_and(|when| now >= when) {
            let holds = at.settings.times("holds");
            self.moves_at = Some(now.after(at.draw_time("holds", holds)));
            if let Some(post) = guard::post(at, "advances_to", "advance") {
                self.go(at, post, Stage::Advances);
                at.bark("cover_me");
                return true;
            }
        }
        let due = self
            .compared
            .is_none_or(|when| now.since(when) >= COMPARES_EVERY);
        if held.is_some() && !due {
            return false;
        }
        self.compared = Some(now);
        match guard::post(at, "posts", "combat_cover") {
            Some(post) if held.is_none_or(|held| held.id != post.id && is_refused(at, held)) => {
                self.go(at, post, Stage::Holds);
                true
            }
            _ => false,
        }
    }

    /// In its post: out for a burst, down for a while.
    fn peek(&mut self, at: &mut Moment<'_>, enemy: &Record) {
        let now = at.now();
        let clear = guard::orders(at).is_some_and(|orders| orders.clear_shot);
        if let (true, true, Some(who)) = (clear, self.burst > 0, enemy.character()) {
            self.burst -= 1;
            guard::shoot(at, who, enemy.at);
            return;
        }
        if self.burst > 0 && self.peeks_at.is_none_or(|when| now >= when) {
            self.burst -= 1;
            if let Some(out) = way_out(at, enemy.at) {
                let pace = at.settings.mm("pace");
                at.push(MoveTo::new(Goal::Point(out), 100, pace));
                return;
            }
        }
        if let Some(post) = at
            .shared
            .post
            .filter(|post| !at.here().is_within(post.at, 300))
        {
            let pace = at.settings.mm("pace");
            at.push(MoveTo::new(Goal::Point(post.at), 250, pace));
            return;
        }
        let peeks = at.settings.times("peeks");
        let until = now.after(at.draw_time("peeks", peeks));
        self.burst = u32::try_from(at.settings.count("burst")).unwrap_or(1) + 1;
        self.peeks_at = Some(until);
        let low = self.stage != Stage::StaysUp;
        at.push(Rest {
            low,
            until: Some(until),
        });
    }
}

/// Whether the combat cover that it holds is refused by now.
fn is_refused(at: &Moment<'_>, held: Post) -> bool {
    let rating =
        guard::query(at, "posts", "combat_cover").map(|query| at.world.rating(query, held.id));
    rating.is_none_or(|rating| rating <= 0)
}

/// A step to the side from which the place of the enemy can be shot at.
fn way_out(at: &Moment<'_>, enemy: Place) -> Option<Place> {
    let space = at.world.space()?;
    let towards = Angle::from_to(at.here(), enemy);
    let sides = [90, -90].map(|turn| {
        at.here()
            .offset(towards.turned(Angle::degrees(turn)).offset(STEP_OUT_MM))
    });
    let open = |place: &Place| {
        let free = space.walk_ray(at.here(), *place).is_none();
        free && space.ray(above(*place, STANDING_MM), above(enemy, CHEST_MM))
    };
    sides.into_iter().find(open)
}

/// Whether it could shoot: from here, or from its post.
fn can_shoot(at: &Moment<'_>) -> bool {
    let clear = guard::orders(at).is_some_and(|orders| orders.clear_shot);
    clear || guard::post(at, "posts", "combat_cover").is_some()
}

impl Skill for GunCombat {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        guard::confirmed(at)?;
        if !guard::armed(at) {
            return Err("it has no gun, or nothing to shoot with");
        }
        match can_shoot(at) {
            true => Ok(()),
            false => Err("there is nowhere to shoot from"),
        }
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = GunCombat::default();
        self.burst = u32::try_from(at.settings.count("burst")).unwrap_or(1);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let Ok(enemy) = guard::confirmed(at) else {
            return SkillStatus::Done;
        };
        guard::mind_refusal(at);
        if guard::shoot_if_told(at) {
            self.stage = Stage::Stands;
            return SkillStatus::Running;
        }
        if self.stage == Stage::Stands && at.is_idle() {
            self.stage = Stage::Holds;
        }
        if guard::is_shooting(at) {
            return SkillStatus::Running;
        }
        if self.backs_away(at, &enemy) {
            return SkillStatus::Running;
        }
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        if guard::holds(at, token::WATCHING) {
            self.stage = Stage::StaysUp;
        } else if self.stage == Stage::StaysUp {
            self.stage = Stage::Holds;
        }
        if self.stage == Stage::StaysUp || !self.changes_post(at) {
            self.peek(at, &enemy);
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        guard::leave_post(at);
        at.ask(Intent::GiveBack(token::SHOOTING));
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Holds => "in cover",
            Stage::Advances => "closing in",
            Stage::BacksAway => "backing away",
            Stage::StaysUp => "staying up",
            Stage::Stands => "shooting",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let moves = self.moves_at.map(|at| ("moves on", at));
        let peeks = self.peeks_at.map(|at| ("peeks", at));
        moves.into_iter().chain(peeks).collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for moment in [&mut self.moves_at, &mut self.peeks_at, &mut self.compared] {
            *moment = moment.map(&mut *later);
        }
    }
}
