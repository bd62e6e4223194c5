//! What has been counted so far: everything that looks on.
//!
//! It is kept beside each save of the past, so that whoever goes back finds the counts of that moment,
//! and lives on from them.

use crate::heat::Heat;
use crate::marks::Marks;
use crate::plays::Plays;
use crate::stretches::Stretches;
use townsfolk::TraceLine;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_critic::Critic;
use townsfolk_survey::Survey;
use townsfolk_town::living::Living;

/// How often everybody is looked at: twice in a second of the stage.
pub(crate) const LOOKED_EVERY: i64 = TICKS_PER_SECOND / 2;

/// In a larger town nobody looks at everybody all the time.
const TOWN_MAX: usize = 3_000;

#[derive(Clone, Debug)]
pub(crate) struct Counts {
    pub(crate) survey: Survey,
    pub(crate) critic: Critic,
    pub(crate) plays: Plays,
    pub(crate) stretches: Stretches,
    pub(crate) heat: Heat,
    pub(crate) marks: Marks,
    /// Whether the town is small enough for everything to be looked at.
    pub(crate) whole: bool,
}

impl Counts {
    /// From now on.
    pub(crate) fn of(town: &Living) -> Counts {
        Counts {
            survey: Survey::default(),
            critic: Critic::default(),
            plays: Plays::of(&town.folk),
            stretches: Stretches::default(),
            heat: Heat::default(),
            marks: Marks::default(),
            whole: town.folk.characters().nth(TOWN_MAX).is_none(),
        }
    }

    /// Takes in a tick.
    pub(crate) fn note(&mut self, town: &Living, trace: &[TraceLine]) {
        self.survey.look(&town.folk, trace);
        self.plays.note(&town.folk, trace);
        self.marks.note(&town.folk);
        if !self.whole {
            return;
        }
        self.critic.watch(&town.folk);
        if town.folk.now().0 % LOOKED_EVERY == 0 {
            self.stretches.look(town);
            self.heat.look(town);
        }
    }

    /// About how many bytes a copy takes.
    pub(crate) fn weight(&self) -> usize {
        self.heat.cells.len() * 32 + self.survey.hours.len() * 2_000
    }
}
