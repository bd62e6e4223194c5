//! Burning: darting about without running into walls.

use super::{Skill, SkillStatus};
use crate::behaviours::Canvass;
use crate::intent::Intent;
use crate::moment::Moment;
use serde::{Deserialize, Serialize};

/// The state of `on_fire`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OnFire {
    bursts: u32,
}

impl Skill for OnFire {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        at.world
            .is("burning")
            .then_some(())
            .ok_or("it does not burn")
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        self.bursts = 0;
        at.ask(Intent::Cry);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if !at.world.is("burning") {
            return SkillStatus::Done;
        }
        if at.is_idle() {
            self.bursts = self.bursts.saturating_add(1);
            let canvass = Canvass::of(at, ["radius", "lasts", "wedge", "looks", "motions"]);
            at.push(canvass.until_timeout());
        }
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        "darting"
    }
}
