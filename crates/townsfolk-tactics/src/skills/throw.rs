//! Throwing growths at a prey at a middle distance.

use super::{Skill, SkillStatus};
use crate::behaviours::{CloudSettings, Throw as Throwing, ThrowStage};
use crate::intent::Intent;
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Place, Tick};
use townsfolk_senses::{Certainty, Record};

/// The height of a hand that throws.
const HAND_MM: i32 = 1_800;

/// The height of the body of a prey that is aimed at.
const BODY_MM: i32 = 1_200;

/// The state of `throw`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Throw {
    /// Until when it rests after a throw.
    rests_until: Option<Tick>,
    /// The growth that comes next, if it is still there. Drawn at the first throw.
    next: Option<u16>,
    begun: bool,
}

/// The number of growths that are left; without the attribute they are never used up.
fn growths(at: &Moment<'_>) -> i64 {
    let left = at.world.number("plates").map(|left| left / 1000);
    left.unwrap_or_else(|| at.settings.count("growths"))
}

/// Whether all growths that it once had are gone.
fn is_bare(at: &Moment<'_>) -> bool {
    at.world.number("plates").is_some_and(|left| left < 1000)
}

fn prey(at: &Moment<'_>) -> Result<Record, &'static str> {
    let record = at
        .focus()
        .filter(|record| record.certainty == Certainty::Confirmed);
    let record = record.ok_or("it is sure of nobody")?;
    match record.attackable {
        true => Ok(*record),
        false => Err("there is only a noise to throw at"),
    }
}

fn is_clear(at: &Moment<'_>, to: Place) -> bool {
    let raised = |place: Place, by: i32| Place {
        z_mm: place.z_mm.saturating_add(by),
        ..place
    };
    let space = at.world.space();
    space.is_none_or(|space| space.ray(raised(at.here(), HAND_MM), raised(to, BODY_MM)))
}

impl Skill for Throw {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        if is_bare(at) {
            return Ok(());
        }
        let prey = prey(at)?;
        if growths(at) <= 0 {
            return Err("it has no growth left");
        }
        if self.rests_until.is_some_and(|until| at.now() < until) {
            return Err("it rests after a throw");
        }
        let (near, far) = at.settings.numbers("from");
        let distance = at.here().distance_mm(prey.at);
        if distance < near || distance > far {
            return Err("its prey is too near or too far away");
        }
        is_clear(at, prey.at)
            .then_some(())
            .ok_or("something is in the way of the throw")
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        self.begun = false;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if is_bare(at) {
            at.ask(Intent::Die);
            return SkillStatus::Running;
        }
        if self.begun {
            return match at.is_idle() {
                true => SkillStatus::Done,
                false => SkillStatus::Running,
            };
        }
        let Ok(prey) = prey(at) else {
            return SkillStatus::Done;
        };
        self.begun = true;
        let left = u16::try_from(growths(at).clamp(1, 1000)).unwrap_or(1);
        let drawn = at.draw("growth").between(0, 0, i64::from(left) - 1) as u16;
        let growth = self.next.unwrap_or(drawn) % left;
        self.next = Some((growth + 1) % left);
        let rest = at.draw_time("rest", at.settings.times("rests"));
        self.rests_until = Some(at.now().after(rest));
        at.push(Throwing {
            prey: prey.subject,
            growth,
            tears: at.settings.motions("tears"),
            with: at.settings.course("with"),
            flies: at.settings.mm("flies"),
            leads_mm: at.settings.mm("leads_by"),
            lands: at.settings.stimulus("lands"),
            cloud: CloudSettings {
                radius_mm: at.settings.mm("cloud"),
                lasts: at.settings.time("cloud_lasts"),
                slows: at.settings.mm("slows"),
            },
            stage: ThrowStage::Tears,
        });
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        "throwing"
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let rests = self.rests_until.map(|until| ("rests until", until));
        rests.into_iter().collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.rests_until = self.rests_until.map(later);
    }
}
