//! Melee: strikes an enemy that is within reach.

use super::{Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Play};
use crate::intent::BodyOrder;
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_senses::Record;

/// An enemy that comes nearer at this speed rushes, in millimetres a second.
const RUSH_MM_S: i64 = 2_000;

/// The state of `melee`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Melee {
    strikes: u32,
}

fn enemy(at: &Moment<'_>) -> Result<Record, &'static str> {
    let record = guard::confirmed(at)?;
    let reach = at.settings.mm("reach");
    let rush = at.settings.mm("rush_reach");
    let near = at.here().is_within(record.at, reach);
    let rushing = at.here().is_within(record.at, rush) && comes(at, &record);
    match near || rushing {
        true => Ok(record),
        false => Err("nobody is within reach"),
    }
}

/// Whether the enemy runs at this character.
fn comes(at: &Moment<'_>, record: &Record) -> bool {
    let (vx, vy) = record.velocity;
    let (dx, dy) = crate::posts::flat::flat(record.at, at.here());
    let far = crate::posts::flat::flat_distance(record.at, at.here()).max(1);
    (i64::from(vx) * dx + i64::from(vy) * dy) / far >= RUSH_MM_S
}

impl Skill for Melee {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        enemy(at).map(|_| ())
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let Ok(record) = enemy(at) else {
            return SkillStatus::Done;
        };
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        let strike = at.settings.mm("strikes_at");
        match record.character() {
            Some(prey) if at.here().is_within(record.at, strike) => {
                self.strikes = self.strikes.wrapping_add(1);
                let order = match at.settings.course("with") {
                    Some(course) => BodyOrder::Perform {
                        course,
                        target: Some(prey),
                        at: Some(record.at),
                    },
                    None => BodyOrder::Strike(prey),
                };
                at.push(Play::order(order));
            }
            _ => {
                let pace = at.settings.mm("pace");
                at.push(MoveTo::new(Goal::Record(record.subject), strike, pace));
            }
        }
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        "striking"
    }
}
