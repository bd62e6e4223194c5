//! Courses of the world itself: logic of the environment that belongs to no character.
//!
//! Unlike a character, the world performs any number of courses side by side. Its actions are
//! commands whose performer is [`WORLD`].

use super::Limbs;
use crate::folk::Folk;
use townsfolk_act::{CourseOf, Performance, Progress};
use townsfolk_core::{ActionRef, CharacterId, Outcome, SymbolId};

/// The performer of the world's own actions. No character has this id.
pub const WORLD: CharacterId = CharacterId(0);

/// Maximum number of courses that the world performs at once. More are not begun.
const COURSES_MAX: usize = 64;

impl Folk {
    /// Begins a course of the world. The same course is not begun again while it runs.
    pub(crate) fn begin_for_world(&mut self, by: SymbolId, course: CourseOf) {
        let world = &mut self.performer.world;
        if world.len() < COURSES_MAX && !world.iter().any(|known| known.course == course) {
            world.push(Performance::new(by, course, 0, self.now));
        }
    }

    /// The courses that the world performs, oldest first.
    pub fn world_performances(&self) -> &[Performance] {
        &self.performer.world
    }

    /// Goes on with the courses of the world.
    pub(super) fn perform_for_world(&mut self) {
        if self.performer.world.is_empty() {
            return;
        }
        let module = self.content.module.clone();
        let now = self.now;
        for mut performance in std::mem::take(&mut self.performer.world) {
            let mut limbs = Limbs {
                folk: self,
                who: WORLD,
            };
            performance.expire(now, &mut limbs);
            if performance.go_on(&module, &mut limbs) == Progress::GoesOn {
                self.performer.world.push(performance);
            }
        }
    }

    /// An action of the world has an outcome. Says whether a course waited for it.
    pub(crate) fn hear_for_world(&mut self, action: ActionRef, outcome: Outcome) -> bool {
        let mut world = std::mem::take(&mut self.performer.world);
        let awaits = |performance: &&mut Performance| performance.awaits(action.start);
        let found = world.iter_mut().find(awaits);
        let heard = found.is_some();
        if let Some(performance) = found {
            let mut limbs = Limbs {
                folk: self,
                who: WORLD,
            };
            performance.hear(action.start, outcome, &mut limbs);
        }
        self.performer.world = world;
        heard
    }
}
