//! Sweep: searches its part of the ground with the squad.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Play, Rest};
use crate::intent::BodyOrder;
use crate::moment::Moment;
use crate::squad::Phase;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Place};

/// How long it waits when there is nothing to look at.
const WAITS: Duration = Duration(30);

/// The state of `sweep`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sweep {
    stage: Stage,
}

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It looks around.
    #[default]
    Looks,
    /// It goes to a place from which more can be seen.
    Goes,
}

/// The cell of its part that is nearest.
fn nearest_cell(at: &Moment<'_>) -> Option<Place> {
    let cells = &guard::orders(at)?.cells;
    cells
        .iter()
        .copied()
        .min_by_key(|cell| (cell.distance_mm(at.here()), *cell))
}

impl Skill for Sweep {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        match guard::orders(at).is_some_and(|orders| orders.phase == Phase::Search) {
            true => Ok(()),
            false => Err("its squad does not search"),
        }
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        *self = Sweep::default();
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        guard::mind_refusal(at);
        if guard::shoot_if_told(at) || !at.is_idle() {
            return SkillStatus::Running;
        }
        let pace = at.settings.mm("pace");
        match self.stage {
            Stage::Goes => {
                self.stage = Stage::Looks;
                guard::leave_post(at);
                let until = Some(at.now().after(at.settings.time("looks")));
                at.push(Rest { low: false, until });
                at.push(Play::order(BodyOrder::LookAbout));
            }
            Stage::Looks => {
                let post = guard::post(at, "posts", "search_look");
                match (post, nearest_cell(at)) {
                    (Some(post), _) if !at.here().is_within(post.at, 1_000) => {
                        self.stage = Stage::Goes;
                        guard::take(at, post, pace);
                    }
                    (_, Some(cell)) => {
                        self.stage = Stage::Goes;
                        at.push(MoveTo::new(Goal::Point(cell), 1_000, pace));
                    }
                    _ => {
                        let until = Some(at.now().after(WAITS));
                        at.push(Rest { low: false, until });
                    }
                }
            }
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        guard::leave_post(at);
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Looks => "looking around",
            Stage::Goes => "searching",
        }
    }
}
