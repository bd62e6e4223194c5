//! Patrol: what a designer has laid down for a character, step by step: a route with markers.

use super::wander::route;
use super::{Skill, SkillStatus};
use crate::behaviours::{Goal, MoveTo, Play, Rest, Status};
use crate::intent::BodyOrder;
use crate::moment::Moment;
use crate::world::WayStyle;
use serde::{Deserialize, Serialize};
use townsfolk_core::Duration;
use townsfolk_space::RouteStep;

/// It has arrived within this distance.
const ARRIVED_MM: u32 = 400;

/// How long it stands when it has no route.
const STANDS: Duration = Duration::seconds(5);

/// The state of `patrol`: a bookmark that outlives interruptions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Patrol {
    /// The step that it carries out, or comes back to.
    step: u32,
    under_way: bool,
}

impl Patrol {
    /// The step that it carries out, or comes back to.
    pub fn step(&self) -> u32 {
        self.step
    }

    fn begin(&mut self, at: &mut Moment<'_>) {
        let space = at.world.space();
        let name = at.settings.word("along");
        let steps = name
            .and_then(|name| route(space?, name))
            .unwrap_or_default();
        let step = steps.get(self.step as usize % steps.len().max(1)).copied();
        self.under_way = true;
        match step {
            Some(RouteStep::To(place)) => {
                let pace = at.settings.mm("pace");
                let nearest = WayStyle {
                    nearest: true,
                    ..WayStyle::default()
                };
                at.push(MoveTo::new(Goal::Point(place), ARRIVED_MM, pace).with_style(nearest));
            }
            Some(RouteStep::Pause(ms)) => {
                let until = Some(at.now().after(Duration::from_milliseconds(ms.into())));
                at.push(Rest { low: false, until });
                at.push(Play::order(match at.settings.course("with") {
                    Some(course) => BodyOrder::Perform {
                        course,
                        target: None,
                        at: None,
                    },
                    None => BodyOrder::LookAbout,
                }));
            }
            None => {
                let until = Some(at.now().after(STANDS));
                at.push(Rest { low: false, until });
            }
        }
    }

    fn next(&mut self, at: &Moment<'_>) {
        let name = at.settings.word("along");
        let steps = at.world.space().and_then(|space| route(space, name?));
        let count = steps.map_or(1, <[RouteStep]>::len).max(1);
        self.step = ((self.step as usize + 1) % count) as u32;
    }
}

impl Skill for Patrol {
    fn is_valid(&self, _at: &Moment<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn enter(&mut self, _at: &mut Moment<'_>) {
        // The step at which it was interrupted begins again.
        self.under_way = false;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        if self.under_way {
            self.under_way = false;
            match at.take_result() {
                Some(Status::Failure(_)) => {
                    let until = Some(at.now().after(Duration::seconds(1)));
                    at.push(Rest { low: false, until });
                    return SkillStatus::Running;
                }
                _ => self.next(at),
            }
        }
        self.begin(at);
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        "on its round"
    }
}
