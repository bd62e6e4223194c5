//! Investigate: one of the squad walks to a sound, looks, and comes back to what it did.

use super::{Exit, Skill, SkillStatus, guard};
use crate::behaviours::{Goal, MoveTo, Play};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::squad::token;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Place, Tick};

/// Without a post to look from, it goes so near to the sound.
const LOOK_FROM_MM: u32 = 2_500;

/// It is back within this distance.
const BACK_MM: u32 = 300;

/// A sound that is farther than this from the one before is a new goal.
const NEW_GOAL_MM: u32 = 1_000;

/// The state of `investigate`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Investigate {
    stage: Stage,
    /// Where it stood when it left, and how. It stays when another sound is heard.
    bookmark: Option<(Place, Angle)>,
    goal: Option<Place>,
    /// When it ended last.
    ended: Option<Tick>,
}

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Stage {
    /// It begins.
    #[default]
    Begins,
    /// It walks to the sound.
    Walks,
    /// It looks.
    Looks,
    /// It goes back.
    Returns,
    /// It turns as it stood.
    Turns,
}

impl Investigate {
    /// Where it stood when it left.
    pub fn bookmark(&self) -> Option<(Place, Angle)> {
        self.bookmark
    }

    fn walk(&mut self, at: &mut Moment<'_>, sound: Place) {
        self.stage = Stage::Walks;
        self.goal = Some(sound);
        let pace = at.settings.mm("pace");
        match guard::post(at, "posts", "investigate") {
            Some(post) => guard::take(at, post, pace),
            None => at.replace(MoveTo::new(Goal::Point(sound), LOOK_FROM_MM, pace)),
        }
    }
}

impl Skill for Investigate {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        // The token that it has just given back is still in its orders.
        if self.ended == Some(at.now()) {
            return Err("it has just done so");
        }
        match guard::holds(at, token::INVESTIGATING) {
            true => Ok(()),
            false => Err("another looks, or there is nothing to look after"),
        }
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = Investigate {
            bookmark: Some((at.here(), at.world.heading())),
            ..Investigate::default()
        };
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let sound = guard::orders(at).and_then(|orders| orders.sound);
        let moved = |goal: Place| sound.is_some_and(|sound| !sound.is_within(goal, NEW_GOAL_MM));
        if let Some(sound) = sound
            && (self.stage == Stage::Begins || self.goal.is_some_and(moved))
        {
            self.walk(at, sound);
            return SkillStatus::Running;
        }
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        match (self.stage, self.bookmark) {
            (Stage::Walks, _) => {
                self.stage = Stage::Looks;
                guard::leave_post(at);
                at.push(Play::order(BodyOrder::LookAbout));
            }
            (Stage::Looks | Stage::Begins, Some((place, _))) => {
                self.stage = Stage::Returns;
                at.bark("nothing_here");
                let pace = at.settings.mm("pace");
                at.push(MoveTo::new(Goal::Point(place), BACK_MM, pace));
            }
            (Stage::Returns, Some((_, heading))) => {
                self.stage = Stage::Turns;
                at.push(Play::order(BodyOrder::Turn(heading)));
            }
            _ => return SkillStatus::Done,
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, _how: Exit) {
        self.bookmark = None;
        self.ended = Some(at.now());
        guard::leave_post(at);
        at.ask(Intent::GiveBack(token::INVESTIGATING));
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.ended = self.ended.map(later);
    }

    fn state(&self) -> &'static str {
        match self.stage {
            Stage::Begins | Stage::Walks => "going to a sound",
            Stage::Looks => "looking",
            Stage::Returns | Stage::Turns => "going back",
        }
    }
}
