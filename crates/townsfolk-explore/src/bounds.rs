//! How far an exploration goes.

use crate::merging::Merging;

/// The bounds of an exploration. Within them it is exhaustive; beyond them it claims nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The largest cast that is tried. (A script that needs more people gets its smallest cast.)
    pub people_max: u8,
    /// The most people at once: nobody arrives late where there are so many.
    pub crowd_max: u8,
    /// How many actions fail.
    pub failures: u8,
    /// How many people vanish from the world.
    pub disappearances: u8,
    /// How many people arrive while the scene runs.
    pub arrivals: u8,
    /// How many facts told by the host are there at once.
    pub told: u8,
    /// The largest set of generated props for each fact that only a location can write.
    pub props_max: u8,
    /// Into how many steps a waiting time is divided: the finer, the more exactly "ten minutes" is
    /// kept apart from "forty actions of fifteen seconds".
    pub time_steps: u8,
    /// The most states that are kept.
    pub states_max: usize,
    /// The most states of a first look in which everything is told apart. If it does not come to
    /// its end, [`merging`](Bounds::merging) says what is left out of a second one.
    pub fine_states_max: usize,
    /// The most updates of that first look.
    pub fine_updates_max: u64,
    /// The most transitions that are taken.
    pub transitions_max: usize,
    /// The most updates that are played: a budget of work that knows no clock.
    pub updates_max: u64,
    /// The most ways of chance that are followed in one update.
    pub ways_max: usize,
    /// Whether people who differ only in name are taken for the same.
    pub symmetry: bool,
    /// What is not told apart in a coarse exploration.
    pub merging: Merging,
}

impl Bounds {
    /// What the shipped examples are explored with.
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
        ways_max: 4_096,
        symmetry: true,
        merging: Merging::ALL,
    };

    /// The usual bounds, with as much work as it takes: minutes for a script with many people.
    pub const THOROUGH: Bounds = Bounds {
        states_max: 5_000_000,
        transitions_max: 100_000_000,
        updates_max: 400_000_000,
        ..Bounds::USUAL
    };
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::USUAL
    }
}
