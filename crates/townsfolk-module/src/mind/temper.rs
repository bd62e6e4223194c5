//! How feelings decay: calming down, forgiving, and tiring of the same interaction. And how a
//! character keeps company.

use super::degree::Degree;
use super::manners::Manners;
use super::social::Interaction;
use serde::{Deserialize, Serialize};

/// How somebody's feelings come and go. Whoever has none of it keeps every feeling for ever and
/// never tires, as in the classic system.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Temper {
    /// In so many seconds of the calendar a mood comes back to what it usually is, from one end of
    /// the scale to the other.
    pub cools_down: Option<u32>,
    /// In so many seconds what is felt for somebody comes back up to what it was at first.
    pub forgives: Option<u32>,
    /// In so many seconds what is felt for somebody comes back down to what it was at first.
    pub grows_apart: Option<u32>,
    /// For so many seconds the same deed towards the same person is stale. Sorted; each at most
    /// once.
    pub tires: Vec<(Interaction, u32)>,
    /// Of what is at most so much weaker than the strongest, one is done on a whim.
    pub whim: Degree,
    /// Distances and intervals of talking and looking round. A module file has them in its tail.
    #[serde(skip)]
    pub manners: Manners,
}

impl Temper {
    /// For how long an interaction is stale, in seconds; zero if it never is.
    pub fn tires_of(&self, interaction: Interaction) -> u32 {
        let tires = self.tires.iter();
        let mut known = tires.filter(|(known, _)| *known == interaction);
        known.next().map_or(0, |(_, seconds)| *seconds)
    }

    /// The longest time for which anything is stale, in seconds.
    pub fn tires_longest(&self) -> u32 {
        let tires = self.tires.iter().map(|(_, seconds)| *seconds);
        tires.max().unwrap_or(0)
    }
}
