//! Throwing: tear something off, throw it ahead of a moving prey, and let it land.

use super::motions::{end_of, fits};
use super::{Behaviour, Failure, Status};
use crate::intent::{BodyOrder, BodyState, Intent};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CourseId, Duration, MotionSetId, Place, StimulusId, TICKS_PER_SECOND, Tick};
use townsfolk_senses::Sensed;

/// Throws at the place in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Throw {
    /// At what.
    pub prey: Sensed,
    /// Which of the motions tears something off.
    pub growth: u16,
    /// Those motions.
    pub tears: Option<MotionSetId>,
    /// The course that throws, instead of an action.
    pub with: Option<CourseId>,
    /// How fast it flies, in millimetres a second.
    pub flies: u32,
    /// How far ahead of a moving prey it is thrown at most.
    pub leads_mm: u32,
    /// The stimulus where it lands.
    pub lands: Option<StimulusId>,
    /// The cloud where it lands.
    pub cloud: CloudSettings,
    /// What it does now.
    pub stage: ThrowStage,
}

/// The cloud of what was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CloudSettings {
    /// Its radius.
    pub radius_mm: u32,
    /// How long it stays.
    pub lasts: Duration,
    /// The speed of those inside, in thousandths.
    pub slows: u32,
}

/// What a thrower does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThrowStage {
    /// It tears something off.
    #[default]
    Tears,
    /// It throws; what is thrown lands there and then.
    Throws(Place, Tick),
    /// What was thrown flies, and lands there and then.
    Flies(Place, Tick),
}

/// The point to aim at: where a moving prey will be when what is thrown arrives.
///
/// Two steps of iteration suffice: the lead changes the time of flight by little.
pub fn aim(from: Place, prey: Place, velocity: (i32, i32), flies: u32, leads_mm: u32) -> Place {
    let mut aim = prey;
    for _ in 0..2 {
        let flight = from.distance_mm(aim);
        let ahead = |speed: i32| i64::from(speed).saturating_mul(flight) / i64::from(flies.max(1));
        let (x, y) = (ahead(velocity.0), ahead(velocity.1));
        let (x, y) = (i128::from(x), i128::from(y));
        let length = (x * x + y * y).unsigned_abs().isqrt().cast_signed();
        let limit = i128::from(leads_mm.min(1_000_000));
        let (x, y) = match length > limit {
            true => (x * limit / length, y * limit / length),
            false => (x, y),
        };
        aim = prey.offset((x as i32, y as i32));
    }
    aim
}

impl Throw {
    fn land(&self, at: &mut Moment<'_>, place: Place) {
        if let Some(stimulus) = self.lands {
            at.ask(Intent::Sound(stimulus, place));
        }
        if self.cloud.radius_mm > 0 {
            at.ask(Intent::Cloud {
                at: place,
                radius_mm: self.cloud.radius_mm,
                lasts: self.cloud.lasts,
                slows: self.cloud.slows,
            });
        }
    }

    fn throw(&self, at: &mut Moment<'_>) -> Option<ThrowStage> {
        let record = at.record(self.prey)?;
        let here = at.here();
        let aim = aim(
            here,
            record.at,
            at.velocity(record),
            self.flies,
            self.leads_mm,
        );
        let target = record.character();
        let flight = here.distance_mm(aim) * TICKS_PER_SECOND / i64::from(self.flies.max(1));
        at.order(match self.with {
            Some(course) => BodyOrder::Perform {
                course,
                target,
                at: Some(aim),
            },
            None => BodyOrder::ThrowAt(aim),
        });
        Some(ThrowStage::Throws(aim, at.now().after(Duration(flight))))
    }
}

impl Behaviour for Throw {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.release_body();
        let (here, heading) = (at.here(), at.world.heading());
        let own = self.tears.map(|tears| at.motions(Some(tears)));
        let tears = own.filter(|motions| !motions.is_empty());
        let tear = tears.map(|motions| &motions[usize::from(self.growth) % motions.len()]);
        let towards = at.record(self.prey).map(|record| record.at);
        at.order(match tear.map(|tear| (tear, end_of(tear, here, heading))) {
            Some((tear, (to, heading))) if fits(at, to) => BodyOrder::MoveSo {
                motion: tear.name,
                to,
                heading,
            },
            _ => BodyOrder::Turn(towards.map_or(heading, |to| at.towards(to))),
        });
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        match (self.stage, at.body()) {
            (ThrowStage::Tears | ThrowStage::Throws(..), BodyState::Busy) => {}
            (ThrowStage::Tears, _) => match self.throw(at) {
                Some(stage) => self.stage = stage,
                None => return Status::Failure(Failure::Gone),
            },
            (ThrowStage::Throws(..), BodyState::Failed) => {
                return Status::Failure(Failure::Blocked);
            }
            (ThrowStage::Throws(aim, lands), _) => {
                self.stage = ThrowStage::Flies(aim, lands);
                at.order(BodyOrder::Stay { low: false });
                at.wake_at(lands);
            }
            (ThrowStage::Flies(aim, lands), _) if at.now() >= lands => {
                self.stage = ThrowStage::Tears;
                self.land(at, aim);
                return Status::Success;
            }
            (ThrowStage::Flies(_, lands), _) => at.wake_at(lands),
        }
        Status::Running
    }

    fn abort(&mut self, at: &mut Moment<'_>) {
        // What flies cannot be called back.
        if let ThrowStage::Flies(aim, _) = self.stage {
            self.land(at, aim);
        }
    }

    fn name(&self) -> &'static str {
        "throw"
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        if let ThrowStage::Throws(_, lands) | ThrowStage::Flies(_, lands) = &mut self.stage {
            *lands = later(*lands);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_leads_a_moving_prey_and_not_too_far() {
        let (from, prey) = (Place::metres(0, 0), Place::metres(12, 0));
        assert_eq!(aim(from, prey, (0, 0), 12_000, 4_000), prey);
        let led = aim(from, prey, (0, 2_000), 12_000, 4_000);
        assert!((1_990..=2_100).contains(&led.y_mm), "{led:?}");
        let far = aim(from, prey, (0, 20_000), 12_000, 4_000);
        assert_eq!(far.y_mm, 4_000);
        aim(from, prey, (i32::MAX, i32::MIN), 0, u32::MAX);
    }
}
