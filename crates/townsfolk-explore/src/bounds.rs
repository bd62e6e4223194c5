//! Bounds of an exploration.

use crate::merging::Merging;

/// The bounds of an exploration. Within them it is exhaustive; beyond them it claims nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The largest cast that is explored. (A script that needs more people gets its smallest cast.)
    pub people_max: u8,
    /// Maximum number of participants at once; beyond it there are no late arrivals.
    pub crowd_max: u8,
    /// Maximum number of failing actions.
    pub failures: u8,
    /// Maximum number of people who vanish.
    pub disappearances: u8,
    /// Maximum number of late arrivals.
    pub arrivals: u8,
    /// Maximum number of facts told by the host at once.
    pub told: u8,
    /// Maximum number of invented props for each fact that only a location can write.
    pub props_max: u8,
    /// Number of steps into which a waiting time is divided: more steps distinguish "ten minutes"
    /// better from "forty actions of fifteen seconds".
    pub time_steps: u8,
    /// Maximum number of states.
    pub states_max: usize,
    /// Maximum number of states of the fine pass, which keeps all differences. If it does not
    /// finish, [`merging`](Bounds::merging) says what the coarse pass leaves out.
    pub fine_states_max: usize,
    /// Maximum number of updates of the fine pass.
    pub fine_updates_max: u64,
    /// Maximum number of transitions.
    pub transitions_max: usize,
    /// Maximum number of updates: a budget of work that does not depend on a clock.
    pub updates_max: u64,
    /// Maximum number of random branches of one update.
    pub branches_max: usize,
    /// Whether people who differ only in name are merged.
    pub symmetry: bool,
    /// The reductions of a coarse pass.
    pub merging: Merging,
}

impl Bounds {
    /// The bounds for the shipped examples.
    pub const USUAL: Bounds = Bounds {
        people_max: 4,
        crowd_max: 4,
        failures: 3,
        disappearances: 1,
        arrivals: 1,
        told: 1,
        props_max: 2,
        time_steps: 2,
        states_max: 200_000,
        fine_states_max: 5_000,
        fine_updates_max: 500_000,
        transitions_max: 4_000_000,
        updates_max: 20_000_000,
        branches_max: 4_096,
        symmetry: true,
        merging: Merging::ALL,
    };

    /// The usual bounds with a larger budget: minutes for a script with many people.
    pub const THOROUGH: Bounds = Bounds {
        states_max: 5_000_000,
        transitions_max: 100_000_000,
        updates_max: 400_000_000,
        ..Bounds::USUAL
    };

    /// The bounds of a pass that answers one question beside the others: 5,000 states and 100,000
    /// updates, about a second of work.
    pub(crate) fn of_a_second_pass(self) -> Bounds {
        Bounds {
            states_max: self.states_max.min(5_000),
            updates_max: self.updates_max.min(100_000),
            ..self
        }
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::USUAL
    }
}
