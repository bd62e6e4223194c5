//! How a character keeps company: distances and intervals of talking and looking round.

use serde::{Deserialize, Serialize};
use townsfolk_core::Duration;

/// Distances and intervals of social behaviour. Distances are in millimetres; times are those of the
/// stage, like the times of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manners {
    /// The distance within which the character speaks to others.
    pub speaks_mm: u32,
    /// The distance within which the character is heard. A listener further away breaks the talk off.
    pub heard_mm: u32,
    /// The shortest and the longest pause after something was said.
    pub pause: (Duration, Duration),
    /// The interval between two attempts to find company, if the first finds none.
    pub seeks_every: Duration,
    /// The interval between two looks round.
    pub looks_every: Duration,
    /// The distance within which a look round notices others.
    pub sees_mm: u32,
}

impl Manners {
    /// Maximum of all distances: a kilometre.
    pub const DISTANCE_MAX_MM: u32 = 1_000_000;
    /// Maximum of all intervals: a day of the stage.
    pub const INTERVAL_MAX: Duration = Duration::minutes(24 * 60);

    /// The distance of hearing that belongs to a distance of speaking: a third more.
    pub const fn heard_by_default(speaks_mm: u32) -> u32 {
        speaks_mm.saturating_add(speaks_mm / 3)
    }

    /// Whether the values are what a compiler writes.
    pub fn is_sound(&self) -> bool {
        let distance = |mm: u32| mm > 0 && mm <= Manners::DISTANCE_MAX_MM;
        let interval = |time: Duration| time > Duration(0) && time <= Manners::INTERVAL_MAX;
        let (shortest, longest) = self.pause;
        distance(self.speaks_mm)
            && distance(self.sees_mm)
            && self.speaks_mm <= self.heard_mm
            && self.heard_mm <= Manners::heard_by_default(Manners::DISTANCE_MAX_MM)
            && Duration(0) <= shortest
            && shortest <= longest
            && longest <= Manners::INTERVAL_MAX
            && interval(self.seeks_every)
            && interval(self.looks_every)
    }
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            speaks_mm: 6_000,
            heard_mm: 8_000,
            pause: (Duration::seconds(5), Duration::seconds(20)),
            seeks_every: Duration::seconds(5),
            looks_every: Duration::seconds(10),
            sees_mm: 30_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound_and_fit_one_another() {
        let usual = Manners::default();
        assert!(usual.is_sound());
        assert_eq!(Manners::heard_by_default(usual.speaks_mm), usual.heard_mm);
        let deaf = Manners {
            heard_mm: 5_000,
            ..usual
        };
        let backwards = Manners {
            pause: (Duration(2), Duration(1)),
            ..usual
        };
        let restless = Manners {
            looks_every: Duration(0),
            ..usual
        };
        for wrong in [deaf, backwards, restless] {
            assert!(!wrong.is_sound(), "{wrong:?}");
        }
    }
}
