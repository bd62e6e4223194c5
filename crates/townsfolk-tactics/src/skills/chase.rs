//! Chasing: run to where the prey is believed to be, and attack.

use super::{Exit, Skill, SkillStatus};
use crate::behaviours::{Canvass, Failure, Goal, MoveTo, Play, Rest, Status, Surprise};
use crate::intent::{BodyOrder, Intent};
use crate::moment::{Moment, SearchRequest};
use crate::world::WayStyle;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};
use townsfolk_senses::{Certainty, Record, Sensed};

/// A prey that was sensed this recently is where the record says.
const FRESH: Duration = Duration(60);

/// The state of `chase`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chase {
    stage: Stage,
    prey: Option<Sensed>,
    /// What the record of the prey said last, for when it is gone.
    last: Option<(Place, (i32, i32))>,
    reorients_at: Option<Tick>,
}

/// What a chaser does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It begins, or has another prey.
    #[default]
    Begins,
    /// It has discovered its prey.
    Surprised,
    /// It runs.
    Pursues,
    /// It tries to find its prey again.
    Reorients,
    /// It attacks.
    Attacks,
    /// It searches the place of a noise.
    Inspects,
    /// No way leads to its prey: it goes as near as it can.
    Nears,
    /// It searches there.
    Searches,
    /// It waits there.
    Waits,
}

impl Chase {
    fn pursue(&mut self, at: &mut Moment<'_>, prey: Sensed) {
        self.stage = Stage::Pursues;
        let (pace, reach) = (at.settings.mm("pace"), at.settings.mm("reach"));
        at.replace(MoveTo::new(Goal::Record(prey), reach, pace));
    }

    fn begin(&mut self, at: &mut Moment<'_>, record: &Record) {
        let prey = record.subject;
        if at.shared.met.contains(&prey) {
            self.pursue(at, prey);
            return;
        }
        at.shared.met.push(prey);
        self.stage = Stage::Surprised;
        at.replace(Surprise {
            to: record.at,
            motions: at.settings.motions("surprise_motions"),
        });
    }

    fn set_reorient(&mut self, at: &Moment<'_>) {
        let times = at.settings.times("reorients");
        self.reorients_at = Some(at.now().after(at.draw_time("reorient", times)));
    }

    fn reorient(&mut self, at: &mut Moment<'_>) {
        self.stage = Stage::Reorients;
        let names = [
            "reorient_radius",
            "reorient_lasts",
            "reorient_wedge",
            "reorient_looks",
            "reorient_motions",
        ];
        let canvass = Canvass::of(at, names);
        at.replace(canvass);
    }

    fn canvass(&mut self, at: &mut Moment<'_>, stage: Stage) {
        self.stage = stage;
        let names = [
            "canvass_radius",
            "canvasses",
            "canvass_wedge",
            "canvass_looks",
            "motions",
        ];
        let canvass = Canvass::of(at, names);
        at.replace(canvass);
    }

    fn attack(&mut self, at: &mut Moment<'_>, prey: CharacterId) {
        self.stage = Stage::Attacks;
        let order = match at.settings.course("with") {
            Some(course) => BodyOrder::Perform {
                course,
                target: Some(prey),
                at: None,
            },
            None => BodyOrder::Strike(prey),
        };
        at.replace(Play::order(order));
    }

    /// It runs: whatever comes next.
    fn go_on_pursuing(&mut self, at: &mut Moment<'_>, record: &Record) {
        let result = at.take_result();
        let near = at.here().is_within(record.at, at.settings.mm("reach"));
        let fresh = at.now().since(record.stamp) <= FRESH;
        match record.character().filter(|_| record.attackable) {
            _ if !near => {}
            Some(prey) if fresh => return self.attack(at, prey),
            // It is where the prey should be, and does not sense it.
            Some(_) => return self.reorient(at),
            None => return self.canvass(at, Stage::Inspects),
        }
        match result {
            Some(Status::Failure(Failure::NoPath)) => {
                self.stage = Stage::Nears;
                let goal = Goal::Point(record.at);
                let nearest = WayStyle {
                    nearest: true,
                    ..WayStyle::default()
                };
                let pace = at.settings.mm("pace");
                at.replace(MoveTo::new(goal, at.settings.mm("reach"), pace).with_style(nearest));
            }
            Some(Status::Failure(_)) => self.wait(at),
            Some(_) => self.pursue(at, record.subject),
            None if self.reorients_at.is_some_and(|when| when <= at.now()) => {
                self.set_reorient(at);
                self.reorient(at);
            }
            None if at.is_idle() => self.pursue(at, record.subject),
            None => {}
        }
    }

    fn wait(&mut self, at: &mut Moment<'_>) {
        self.stage = Stage::Waits;
        let until = Some(at.now().after(at.settings.time("retries")));
        at.replace(Rest { low: false, until });
    }

    /// The prey is lost, or nothing is known of it any more.
    fn lose(&mut self, at: &mut Moment<'_>, prey: Sensed) -> SkillStatus {
        if let (Some((place, velocity)), Sensed::Character(_)) = (self.last, prey) {
            at.shared.search = Some(SearchRequest {
                subject: prey,
                at: place,
                velocity,
            });
            at.bark("lost");
        }
        SkillStatus::Done
    }
}

/// The record in focus, if it is certain.
fn sure(at: &Moment<'_>) -> Option<Record> {
    let record = at.focus().copied();
    record.filter(|record| record.certainty == Certainty::Confirmed)
}

impl Skill for Chase {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        sure(at).map(|_| ()).ok_or("it is sure of nobody")
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = Chase::default();
        self.set_reorient(at);
        at.shared.search = None;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let focus = sure(at);
        let changes = matches!(self.stage, Stage::Pursues | Stage::Reorients | Stage::Waits);
        let other = focus.filter(|focus| changes && Some(focus.subject) != self.prey);
        if let Some(record) = other.or(focus.filter(|_| self.prey.is_none())) {
            self.prey = Some(record.subject);
            self.stage = Stage::Begins;
        }
        let Some(prey) = self.prey else {
            return SkillStatus::Done;
        };
        let Some(record) = at.record(prey).copied() else {
            return self.lose(at, prey);
        };
        self.last = Some((record.at, at.velocity(&record)));
        if record.certainty != Certainty::Confirmed && self.stage != Stage::Inspects {
            return self.lose(at, prey);
        }
        match self.stage {
            Stage::Begins => self.begin(at, &record),
            Stage::Pursues => self.go_on_pursuing(at, &record),
            Stage::Inspects if at.is_idle() => {
                at.ask(Intent::Drop(prey));
                at.bark("nothing_here");
                return SkillStatus::Done;
            }
            Stage::Nears if at.is_idle() => self.canvass(at, Stage::Searches),
            Stage::Searches if at.is_idle() => self.wait(at),
            _ if at.is_idle() => self.pursue(at, prey),
            _ => {}
        }
        SkillStatus::Running
    }

    fn exit(&mut self, _at: &mut Moment<'_>, _how: Exit) {
        self.prey = None;
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Begins => "beginning",
            Stage::Surprised => "surprised",
            Stage::Pursues => "pursuing",
            Stage::Reorients => "reorienting",
            Stage::Attacks => "attacking",
            Stage::Inspects => "inspecting a noise",
            Stage::Nears => "coming as near as it can",
            Stage::Searches => "searching below its prey",
            Stage::Waits => "waiting for a way",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let reorients = self.reorients_at.map(|when| ("reorients", when));
        reorients.into_iter().collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.reorients_at = self.reorients_at.map(later);
    }
}
