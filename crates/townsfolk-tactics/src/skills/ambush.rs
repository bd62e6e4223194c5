//! Ambush: hide near the way of the prey, pounce when it comes close, and hide again.

use super::{Exit, Skill, SkillStatus};
use crate::behaviours::{Goal, MoveTo, Play, Rest, TakePost};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::world::WayStyle;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, CharacterId, Duration, Tick};
use townsfolk_senses::{Certainty, Record};

/// A prey is close by if it was sensed this recently.
const FRESH: Duration = Duration(60);

/// A prey that moves slower than this shows no back.
const TURNS_MM_S: i64 = 200;

/// The angle from its direction beyond which a prey has turned its back.
const BACK: u32 = 110_000;

/// A post must be this much better to be worth a change, in thousandths.
const BETTER: i64 = 1_150;

/// The state of `ambush`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ambush {
    stage: Stage,
    /// Before this moment it does not change its post again.
    moves_at: Option<Tick>,
    rush_until: Option<Tick>,
    strikes_left: u32,
    /// Its health at the last look, to notice a hit.
    health: Option<i64>,
}

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It goes to a post.
    #[default]
    Relocates,
    /// It lies in wait.
    Waits,
    /// It runs at its prey.
    Rushes,
    /// It strikes.
    Strikes,
    /// It goes to hide.
    Retreats,
}

const HIDDEN: WayStyle = WayStyle {
    hidden: true,
    nearest: false,
};

/// The prey: certain, or lost not long ago.
fn prey(at: &Moment<'_>) -> Result<Record, &'static str> {
    let record = at.focus().ok_or("it knows of nobody")?;
    if !record.attackable || record.character().is_none() {
        return Err("there is only a noise");
    }
    let lost_for = at.now().since(record.stamp);
    match record.certainty {
        Certainty::Confirmed => Ok(*record),
        Certainty::Lost if lost_for < at.settings.time("remembers") => Ok(*record),
        _ => Err("it is sure of nobody"),
    }
}

/// The length of the way to a place, or a length beyond every limit.
fn way_to(at: &Moment<'_>, record: &Record, limit: u32) -> u32 {
    // A straight line is never longer than the way.
    if !at.here().is_within(record.at, limit) {
        return u32::MAX;
    }
    let way = at.world.way(record.at, WayStyle::default());
    way.map_or(u32::MAX, |way| way.length_mm)
}

/// Whether the prey, as it was seen, moves away from here.
fn shows_back(at: &Moment<'_>, record: &Record) -> bool {
    let (x, y) = (i64::from(record.velocity.0), i64::from(record.velocity.1));
    let moves = x * x + y * y >= TURNS_MM_S * TURNS_MM_S;
    moves && Angle::of(x, y).between(Angle::from_to(record.at, at.here())) > BACK
}

impl Ambush {
    fn wait(&mut self, at: &mut Moment<'_>) {
        self.stage = Stage::Waits;
        at.stack.clear();
        at.push(Rest {
            low: true,
            until: None,
        });
    }

    fn set_moves(&mut self, at: &Moment<'_>) {
        let times = at.settings.times("moves");
        self.moves_at = Some(at.now().after(at.draw_time("moves", times)));
    }

    /// Goes to the best post of a query. Without one it lies down where it is.
    fn go_to_post(&mut self, at: &mut Moment<'_>, query: &str, stage: Stage) {
        self.set_moves(at);
        let post = at
            .settings
            .posts(query)
            .and_then(|query| at.world.best_post(query));
        match post {
            Some(post) => {
                self.stage = stage;
                at.replace(TakePost {
                    post,
                    pace: at.settings.mm("pace"),
                    style: HIDDEN,
                    stage: Default::default(),
                });
            }
            None => {
                at.abort_all();
                self.wait(at);
            }
        }
    }

    fn rush(&mut self, at: &mut Moment<'_>, record: &Record) {
        self.stage = Stage::Rushes;
        let strikes = at.settings.count("strikes").clamp(1, 100);
        self.strikes_left = at.draw("strikes").between(0, 1, strikes) as u32;
        let until = at.now().after(at.settings.time("rushes"));
        self.rush_until = Some(until);
        at.bark("pounces");
        let (reach, pace) = (at.settings.mm("reach"), at.settings.mm("rush_pace"));
        at.replace(MoveTo::new(Goal::Record(record.subject), reach, pace));
        at.wake_at(until);
    }

    fn strike(&mut self, at: &mut Moment<'_>, prey: CharacterId) {
        self.stage = Stage::Strikes;
        self.strikes_left = self.strikes_left.saturating_sub(1);
        let order = match at.settings.course("with") {
            Some(course) => BodyOrder::Perform {
                course,
                target: Some(prey),
                at: None,
            },
            None => BodyOrder::Strike(prey),
        };
        at.replace(Play::order(order));
    }

    /// Whether it was hurt or touched since the last look.
    fn was_hit(&mut self, at: &Moment<'_>) -> bool {
        let health = at.world.number("health");
        let hurt = self
            .health
            .zip(health)
            .is_some_and(|(before, now)| now < before);
        self.health = health;
        let touched = at.focus().and_then(|record| record.touched);
        hurt || touched.is_some_and(|when| when > at.shared.looked)
    }

    fn should_pounce(&self, at: &Moment<'_>, record: &Record) -> bool {
        if at.now().since(record.stamp) > FRESH {
            return false;
        }
        let (near, behind) = (at.settings.mm("pounces"), at.settings.mm("pounces_behind"));
        let way = way_to(at, record, near.max(behind));
        way <= near || (way <= behind && shows_back(at, record))
    }

    /// Whether another post is clearly better than the one it holds.
    fn wants_other_post(&self, at: &Moment<'_>) -> bool {
        if self.moves_at.is_some_and(|when| at.now() < when) {
            return false;
        }
        let Some(query) = at.settings.posts("waits_at") else {
            return false;
        };
        let best = at.world.best_post(query);
        match (best, at.shared.post) {
            (Some(best), Some(held)) => {
                let now = i64::from(at.world.rating(query, held.id));
                best.id != held.id && i64::from(best.rating) * 1000 > now * BETTER
            }
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    fn go_on_waiting(&mut self, at: &mut Moment<'_>, record: &Record, hit: bool) {
        if hit || self.should_pounce(at, record) {
            self.rush(at, record);
        } else if self.wants_other_post(at) {
            self.go_to_post(at, "waits_at", Stage::Relocates);
        } else if at.is_idle() {
            self.wait(at);
        }
    }

    fn go_on_rushing(&mut self, at: &mut Moment<'_>, record: &Record) {
        let late = self.rush_until.is_some_and(|until| at.now() >= until);
        let near = at.here().is_within(record.at, at.settings.mm("reach"));
        match record.character() {
            Some(prey) if near && self.strikes_left > 0 => self.strike(at, prey),
            _ if late || at.is_idle() => self.go_to_post(at, "retreats_to", Stage::Retreats),
            _ => {}
        }
    }
}

impl Skill for Ambush {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        prey(at).map(|_| ())
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = Ambush {
            health: at.world.number("health"),
            ..Ambush::default()
        };
        self.go_to_post(at, "waits_at", Stage::Relocates);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let Ok(record) = prey(at) else {
            return SkillStatus::Done;
        };
        let hit = self.was_hit(at);
        match self.stage {
            Stage::Waits => self.go_on_waiting(at, &record, hit),
            Stage::Relocates if hit || self.should_pounce(at, &record) => self.rush(at, &record),
            Stage::Relocates | Stage::Retreats if at.is_idle() => self.wait(at),
            Stage::Rushes => self.go_on_rushing(at, &record),
            Stage::Strikes if at.is_idle() => {
                self.stage = Stage::Rushes;
                self.go_on_rushing(at, &record);
            }
            _ => {}
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        if at.shared.post.take().is_some() {
            at.ask(Intent::Release);
        }
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Relocates => "changing its post",
            Stage::Waits => "lying in wait",
            Stage::Rushes => "rushing",
            Stage::Strikes => "striking",
            Stage::Retreats => "retreating",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let moves = self.moves_at.map(|when| ("moves", when));
        let rush = self.rush_until.map(|when| ("rush until", when));
        moves.into_iter().chain(rush).collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.moves_at = self.moves_at.map(&mut *later);
        self.rush_until = self.rush_until.map(&mut *later);
    }
}
