//! Advance: closes in with its squad, post by post, and looks at the place where the enemy was.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Play, Rest, Status};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::squad::{Phase, token};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Tick};
use townsfolk_senses::Certainty;

/// How often it looks for a post when it has none.
const LOOKS_EVERY: Duration = Duration(15);

/// Without a post to look from, it goes so near to the place.
const LOOK_FROM_MM: u32 = 3_000;

/// The state of `advance`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Advance {
    stage: Stage,
    /// When it moves on from its post.
    moves_at: Option<Tick>,
}

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It waits in its post.
    #[default]
    Holds,
    /// It goes to a post.
    Goes,
    /// It goes to look at the place of the enemy.
    Approaches,
    /// It looks.
    Looks,
}

impl Advance {
    fn hold(&mut self, at: &mut Moment<'_>) {
        self.stage = Stage::Holds;
        let holds = at.settings.times("holds");
        let until = at.now().after(at.draw_time("holds", holds));
        self.moves_at = Some(until);
        at.push(Rest {
            low: true,
            until: Some(until),
        });
    }

    fn step_nearer(&mut self, at: &mut Moment<'_>, phase: Phase) {
        let (setting, usual) = match phase {
            Phase::Surround => ("surrounds_at", "surround"),
            _ => ("posts", "advance"),
        };
        let held = at.shared.post.map(|post| post.id);
        let best = guard::post(at, setting, usual);
        match best.filter(|post| Some(post.id) != held) {
            Some(post) => {
                self.stage = Stage::Goes;
                let pace = at.settings.mm("pace");
                guard::take(at, post, pace);
            }
            None => {
                let until = Some(at.now().after(LOOKS_EVERY));
                at.push(Rest { low: true, until });
            }
        }
    }

    /// Goes to look at the place where the enemy is believed to be.
    fn approach(&mut self, at: &mut Moment<'_>) {
        match self.stage {
            Stage::Approaches => {
                self.stage = Stage::Looks;
                at.push(Play::order(BodyOrder::LookAbout));
            }
            Stage::Looks => {
                self.stage = Stage::Holds;
                at.ask(Intent::NothingThere);
                self.hold(at);
            }
            _ => {
                self.stage = Stage::Approaches;
                let pace = at.settings.mm("checks_at");
                let place = guard::orders(at).and_then(|orders| orders.place);
                match (guard::post(at, "checks_from", "check_place"), place) {
                    (Some(post), _) => guard::take(at, post, pace),
                    (None, Some(place)) => {
                        at.push(MoveTo::new(Goal::Point(place), LOOK_FROM_MM, pace));
                    }
                    (None, None) => {}
                }
            }
        }
    }
}

/// Whether a post nearer to the enemy can be had, while nothing can be shot at.
fn can_come_nearer(at: &Moment<'_>) -> bool {
    let sure = at
        .focus()
        .is_some_and(|record| record.certainty == Certainty::Confirmed);
    sure && guard::post(at, "posts", "advance").is_some()
}

impl Skill for Advance {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        if !guard::armed(at) {
            return Err("it has no gun, or nothing to shoot with");
        }
        let fights = guard::orders(at).is_some_and(|orders| orders.phase.is_combat());
        match fights || can_come_nearer(at) {
            true => Ok(()),
            false => Err("its squad does not fight"),
        }
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        *self = Advance::default();
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        guard::mind_refusal(at);
        if guard::shoot_if_told(at) {
            return SkillStatus::Running;
        }
        let checks = guard::holds(at, token::APPROACHING);
        if checks && !matches!(self.stage, Stage::Approaches | Stage::Looks) {
            at.abort_all();
            self.approach(at);
            return SkillStatus::Running;
        }
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        let arrived = !matches!(at.take_result(), Some(Status::Failure(_)));
        let phase = guard::orders(at).map_or(Phase::Advance, |orders| orders.phase);
        match self.stage {
            Stage::Approaches | Stage::Looks if checks => self.approach(at),
            Stage::Goes if arrived => self.hold(at),
            _ if phase == Phase::Check => self.hold(at),
            _ => self.step_nearer(at, phase),
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        guard::leave_post(at);
        at.ask(Intent::GiveBack(token::APPROACHING));
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Holds => "holding",
            Stage::Goes => "closing in",
            Stage::Approaches => "going to look",
            Stage::Looks => "looking",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        self.moves_at
            .map(|at| ("moves on", at))
            .into_iter()
            .collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.moves_at = self.moves_at.map(later);
    }
}
