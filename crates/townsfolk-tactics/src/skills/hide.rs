//! Hide: keeps out of sight, for whoever cannot fight.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::Rest;
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Tick};

/// How often it looks for a better place.
const LOOKS_EVERY: Duration = Duration::seconds(1);

/// The state of `hide`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hide {
    looked: Option<Tick>,
}

impl Skill for Hide {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        guard::confirmed(at)?;
        match !guard::armed(at) || guard::hurt(at) {
            true => Ok(()),
            false => Err("it can fight"),
        }
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        self.looked = None;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        guard::mind_refusal(at);
        let now = at.now();
        let due = self
            .looked
            .is_none_or(|looked| now.since(looked) >= LOOKS_EVERY);
        if due {
            self.looked = Some(now);
            let best = guard::post(at, "posts", "hide");
            let held = at.shared.post.map(|post| post.id);
            if let Some(post) = best.filter(|post| Some(post.id) != held) {
                let pace = at.settings.mm("pace");
                guard::take(at, post, pace);
            }
        }
        if at.is_idle() {
            at.push(Rest {
                low: true,
                until: None,
            });
        }
        at.wake_in(LOOKS_EVERY);
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        guard::leave_post(at);
    }

    fn state(&self) -> &'static str {
        "hiding"
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.looked = self.looked.map(later);
    }
}
