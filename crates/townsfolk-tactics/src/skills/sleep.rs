//! Sleeping with dull senses, until disturbed too much.

use super::{Skill, SkillStatus};
use crate::behaviours::{Canvass, Play, Rest, Surprise};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::world::Heard;
use serde::{Deserialize, Serialize};
use townsfolk_core::Tick;
use townsfolk_module::senses::MindState;
use townsfolk_senses::{Disturbance, SleepRules, Sleeper, Strength};

/// The state of `sleep`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sleep {
    sleeper: Sleeper,
    stage: Stage,
    /// It never sleeps again.
    woken: bool,
}

/// What a sleeper does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It sleeps.
    #[default]
    Sleeps,
    /// It moves in its sleep.
    Stirs,
    /// It looks for what woke it.
    Looks,
    /// It is awake for good.
    Enraged,
}

fn rules(at: &Moment<'_>) -> SleepRules {
    let strength = |name| Strength::thousandths(at.settings.mm(name));
    SleepRules {
        decay: at.settings.mm("decays"),
        soft_most: strength("soft_at_most"),
        stirs: strength("stirs_at"),
        wakes: strength("wakes_at"),
        enrages: strength("rages_at"),
        twice_within: at.settings.time("wakes_twice"),
    }
}

impl Sleep {
    /// Whether it has been woken for good.
    pub fn is_woken(&self) -> bool {
        self.woken
    }

    fn sleep(&mut self, at: &mut Moment<'_>) {
        self.stage = Stage::Sleeps;
        at.replace(Rest {
            low: true,
            until: None,
        });
    }

    fn be_disturbed(&mut self, at: &mut Moment<'_>, heard: &Heard, how: Disturbance) {
        match how {
            Disturbance::Enraged => {
                self.stage = Stage::Enraged;
                self.woken = true;
                if let Some(subject) = heard.subject {
                    at.ask(Intent::Confirm(subject));
                }
                at.replace(Play::order(BodyOrder::Turn(at.towards(heard.at))));
            }
            Disturbance::Wakes => {
                self.stage = Stage::Looks;
                at.bark("woken");
                let canvass = Canvass::of(at, ["radius", "lasts", "wedge", "looks", "motions"]);
                at.replace(canvass.agitated());
            }
            Disturbance::Stirs if self.stage == Stage::Sleeps => {
                self.stage = Stage::Stirs;
                let motions = at.settings.motions("stir_motions");
                match motions {
                    Some(_) => at.replace(Surprise {
                        to: heard.at,
                        motions,
                    }),
                    None => {
                        at.ask(Intent::Cry);
                        at.replace(Play::order(BodyOrder::LookAbout));
                    }
                }
            }
            Disturbance::Stirs => {}
        }
    }
}

impl Skill for Sleep {
    fn is_valid(&self, _at: &Moment<'_>) -> Result<(), &'static str> {
        match self.woken {
            true => Err("it has been woken for good"),
            false => Ok(()),
        }
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        self.sleep(at);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if self.woken {
            // One look later what enraged it is known, and something else has begun.
            return match self.stage {
                Stage::Enraged => {
                    self.stage = Stage::Sleeps;
                    at.wake_in(townsfolk_core::Duration(1));
                    SkillStatus::Running
                }
                _ => SkillStatus::Done,
            };
        }
        let rules = rules(at);
        for heard in std::mem::take(&mut at.shared.heard) {
            if self.woken {
                break;
            }
            let how = match heard.kind {
                Some(_) => self
                    .sleeper
                    .disturb(heard.tick, heard.strength, heard.soft, &rules),
                None => Some(Disturbance::Enraged),
            };
            if let Some(how) = how {
                self.be_disturbed(at, &heard, how);
            }
        }
        if self.woken {
            at.wake_in(townsfolk_core::Duration(1));
        } else if at.is_idle() {
            self.sleep(at);
        }
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Sleeps => "sleeping",
            Stage::Stirs => "stirring",
            Stage::Looks => "looking for what woke it",
            Stage::Enraged => "enraged",
        }
    }

    fn mind(&self) -> Option<MindState> {
        match self.stage {
            Stage::Sleeps | Stage::Stirs => None,
            Stage::Looks => Some(MindState::Agitated),
            Stage::Enraged => Some(MindState::Chasing),
        }
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.sleeper.shift_times(later);
    }
}
