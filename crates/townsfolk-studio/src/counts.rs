//! All observers and counters.
//!
//! They are saved beside each save of the past, so that going back restores the counts of that
//! moment.

use crate::activity_log::ActivityLog;
use crate::heat::Heat;
use crate::last_scenes::LastScenes;
use crate::marks::Marks;
use townsfolk::TraceLine;
use townsfolk_core::TICKS_PER_SECOND;
use townsfolk_critic::Critic;
use townsfolk_survey::Survey;
use townsfolk_town::living::Living;

/// Sampling period of all characters: twice per second of the stage.
pub(crate) const LOOKED_EVERY: i64 = TICKS_PER_SECOND / 2;

/// Maximum population for counters that sample all characters.
const TOWN_MAX: usize = 3_000;

#[derive(Clone, Debug)]
pub(crate) struct Counts {
    pub(crate) survey: Survey,
    pub(crate) critic: Critic,
    pub(crate) plays: LastScenes,
    pub(crate) stretches: ActivityLog,
    pub(crate) heat: Heat,
    pub(crate) marks: Marks,
    /// Whether the town is small enough for counters that sample all characters.
    pub(crate) whole: bool,
}

impl Counts {
    /// Starts counting now.
    pub(crate) fn of(town: &Living) -> Counts {
        Counts {
            survey: Survey::default(),
            critic: Critic::default(),
            plays: LastScenes::of(&town.folk),
            stretches: ActivityLog::default(),
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
        // The critic follows every step; a tower reports walkers only where they pass a connector.
        if !town.stage.is_tower() {
            self.critic.watch(&town.folk);
        }
        if town.folk.now().0 % LOOKED_EVERY == 0 {
            self.stretches.look(town);
            self.heat.look(town);
        }
    }

    /// Approximate size of a copy in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.heat.cells.len() * 32 + self.survey.hours.len() * 2_000
    }
}
