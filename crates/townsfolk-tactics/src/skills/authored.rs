//! A skill of the author's own: a guard and a deed.

use super::{Skill, SkillStatus};
use crate::intent::{BodyOrder, BodyState};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};

/// The state of a skill that content describes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Authored {
    begun: bool,
}

impl Skill for Authored {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        let deed = at.spec.and_then(|spec| spec.deed.as_ref());
        deed.map(|_| ()).ok_or("it has nothing to do")
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        self.begun = false;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if !self.begun {
            self.begun = true;
            let skill = at.index as u8;
            at.order(BodyOrder::Deed { skill });
        }
        match at.body() {
            BodyState::Busy => SkillStatus::Running,
            _ => SkillStatus::Done,
        }
    }

    fn state(&self) -> &'static str {
        "performing"
    }
}
