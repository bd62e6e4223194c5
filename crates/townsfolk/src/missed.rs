//! Places to which walks have failed, and when a character tries them again.
//!
//! The engine does not know the ground. A walk that fails is all it learns of a place that cannot be
//! reached, so the next search takes the next best place. The wait before the failed place is tried
//! again doubles with every failure, and is over at once when a walk succeeds.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, LocationId, Tick};

/// How long a place is avoided after the first failed walk.
const FIRST_WAIT: Duration = Duration::seconds(30);

/// Maximum number of doublings of the wait: up to about half an hour of stage time.
const DOUBLINGS_MAX: u8 = 6;

/// Maximum number of places that one character avoids. The one with the shortest remaining wait is
/// dropped first.
const PLACES_MAX: usize = 8;

/// A place to which a walk has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissedPlace {
    /// The location.
    pub location: LocationId,
    /// Until when it is avoided.
    pub until: Tick,
    /// Number of failed walks in a row.
    pub failures: u8,
}

/// The missed places of every character that has some.
#[derive(Clone, Debug, Default)]
pub(crate) struct MissedPlaces(BTreeMap<CharacterId, Vec<MissedPlace>>);

pub(crate) type SavedMissed = Vec<(CharacterId, Vec<MissedPlace>)>;

impl MissedPlaces {
    /// Records that a walk to a location has succeeded or failed.
    pub(crate) fn note(&mut self, who: CharacterId, at: LocationId, arrived: bool, now: Tick) {
        if arrived {
            let emptied = self.0.get_mut(&who).is_some_and(|places| {
                places.retain(|place| place.location != at);
                places.is_empty()
            });
            if emptied {
                self.0.remove(&who);
            }
            return;
        }
        let places = self.0.entry(who).or_default();
        let known = places.iter().position(|place| place.location == at);
        let failures = known.map_or(0, |index| places.remove(index).failures);
        let doublings = failures.min(DOUBLINGS_MAX);
        if places.len() >= PLACES_MAX {
            let soonest = (0..places.len()).min_by_key(|index| places[*index].until);
            soonest.map(|index| places.remove(index));
        }
        places.push(MissedPlace {
            location: at,
            until: now.after(Duration(FIRST_WAIT.0 << doublings)),
            failures: failures.saturating_add(1),
        });
    }

    /// Whether a character avoids a location.
    pub(crate) fn passes_over(&self, who: CharacterId, at: LocationId, now: Tick) -> bool {
        let mut places = self.of(who).iter();
        places.any(|place| place.location == at && place.until > now)
    }

    /// The places to which walks of a character have failed.
    pub(crate) fn of(&self, who: CharacterId) -> &[MissedPlace] {
        self.0.get(&who).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn forget(&mut self, who: CharacterId) {
        self.0.remove(&who);
    }

    pub(crate) fn saved(&self, of: &dyn Fn(CharacterId) -> bool) -> SavedMissed {
        let some = self.0.iter().filter(|(who, _)| of(**who));
        some.map(|(who, places)| (*who, places.clone())).collect()
    }

    pub(crate) fn resume(&mut self, who: CharacterId, mut places: Vec<MissedPlace>) {
        places.truncate(PLACES_MAX);
        if !places.is_empty() {
            self.0.insert(who, places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_and_success_ends_it() {
        let (ann, well) = (CharacterId(1), LocationId(7));
        let mut missed = MissedPlaces::default();
        missed.note(ann, well, false, Tick(0));
        // Thirty seconds, then a minute.
        assert!(missed.passes_over(ann, well, Tick(30 * 60 - 1)));
        assert!(!missed.passes_over(ann, well, Tick(30 * 60)));
        missed.note(ann, well, false, Tick(0));
        assert!(missed.passes_over(ann, well, Tick(60 * 60 - 1)));
        assert!(!missed.passes_over(ann, well, Tick(60 * 60)));
        missed.note(ann, well, true, Tick(0));
        assert!(!missed.passes_over(ann, well, Tick(0)));
        assert!(missed.0.is_empty());
    }

    #[test]
    fn a_character_passes_over_a_bounded_number_of_places() {
        let mut missed = MissedPlaces::default();
        for number in 0..100 {
            missed.note(
                CharacterId(1),
                LocationId(number),
                false,
                Tick(i64::from(number)),
            );
        }
        assert_eq!(missed.of(CharacterId(1)).len(), 8);
        for _ in 0..300 {
            missed.note(CharacterId(1), LocationId(99), false, Tick(0));
        }
        // A planted fault that no test noticed: the longest wait was sixteen minutes, not thirty-two.
        let longest = 32 * 60 * 60;
        assert!(missed.passes_over(CharacterId(1), LocationId(99), Tick(longest - 1)));
        assert!(!missed.passes_over(CharacterId(1), LocationId(99), Tick(longest)));
    }
}
