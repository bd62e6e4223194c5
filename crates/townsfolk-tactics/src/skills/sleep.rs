//! Sleeping with dull senses, until disturbed too much.

use super::{Exit, Skill, SkillStatus};
use crate::behaviours::{Canvass, Play, Rest, Surprise};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::settings::Settings;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Place, Tick};
use townsfolk_senses::{Disturbance, SleepRules, Strength};

/// The state of `sleep`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sleep {
    stage: Stage,
    /// The disturbance that it has answered last.
    heard: Option<Tick>,
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
    /// It looks for what woke it, half asleep.
    Looks,
}

/// When a sleeper with these settings stirs, wakes and is enraged.
pub fn sleep_rules(settings: Settings<'_>) -> SleepRules {
    let strength = |name| Strength::thousandths(settings.mm(name));
    SleepRules {
        decay: settings.mm("decays"),
        soft_most: strength("soft_at_most"),
        stirs: strength("stirs_at"),
        wakes: strength("wakes_at"),
        enrages: strength("rages_at"),
        twice_within: settings.time("wakes_twice"),
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

    fn be_disturbed(&mut self, at: &mut Moment<'_>, how: Disturbance, from: Place) {
        match how {
            Disturbance::Enraged => {
                self.woken = true;
                at.replace(Play::order(BodyOrder::Turn(at.towards(from))));
            }
            Disturbance::Wakes => {
                self.stage = Stage::Looks;
                at.bark("woken");
                let canvass = Canvass::of(at, ["radius", "lasts", "wedge", "looks", "motions"]);
                at.replace(canvass);
            }
            Disturbance::Stirs if self.stage == Stage::Sleeps => {
                self.stage = Stage::Stirs;
                let motions = at.settings.motions("stir_motions");
                match motions {
                    Some(_) => at.replace(Surprise { to: from, motions }),
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
            return SkillStatus::Done;
        }
        let disturbed = at.world.awareness().disturbed;
        if let Some((how, when, from)) = disturbed.filter(|(_, when, _)| Some(*when) > self.heard) {
            self.heard = Some(when);
            self.be_disturbed(at, how, from);
        } else if at.is_idle() {
            self.sleep(at);
        }
        SkillStatus::Running
    }

    fn exit(&mut self, _at: &mut Moment<'_>, how: Exit) {
        // Whatever broke its sleep off has woken it for good.
        self.woken |= how == Exit::Interrupted;
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Sleeps => "sleeping",
            Stage::Stirs => "stirring",
            Stage::Looks => "looking for what woke it",
        }
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.heard = self.heard.map(later);
    }
}
