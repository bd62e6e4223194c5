//! Appointments: when two characters have time for the same activity.

use crate::calendar::Moment;
use crate::schedule::next_period;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId, SymbolId};
use townsfolk_module::mind::{Degree, Schedule, Venue};

/// An appointment, as one of the two characters sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Appointment {
    /// With whom.
    pub with: CharacterId,
    /// What they will do, such as `leisure`.
    pub activity: SymbolId,
    /// Where.
    pub area: AreaId,
    /// From when on this character has time for it.
    pub from: Moment,
    /// When they meet.
    pub at: Moment,
    /// Until when it waits for the other.
    pub until: Moment,
}

/// An opportunity for an appointment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occasion {
    /// The activity.
    pub activity: SymbolId,
    /// From when on each of the two has time for it.
    pub from: (Moment, Moment),
    /// When both have time.
    pub at: Moment,
    /// How long each waits for the other, in seconds.
    pub waits: (u32, u32),
    /// How much each must like the other.
    pub like_min: (Degree, Degree),
}

/// The next time at which both have the same activity in their schedule and neither has begun it.
/// Ties go to the first entry of the first character, then of the second.
pub fn occasion(one: &Schedule, other: &Schedule, now: Moment) -> Option<Occasion> {
    let open = |schedule: &Schedule| {
        let entries = schedule.entries.iter();
        let open = entries.filter_map(|entry| match entry.venue {
            Venue::Suits(activity) => Some((activity, entry.meets?, next_period(entry, now))),
            Venue::Area(_) => None,
        });
        open.collect::<Vec<_>>()
    };
    let others = open(other);
    let mut best: Option<Occasion> = None;
    for (activity, meets, (start, end)) in open(one) {
        for (of_other, meets_too, (start_too, end_too)) in &others {
            let at = start.max(*start_too);
            if activity != *of_other || at >= end.min(*end_too) {
                continue;
            }
            if best.is_none_or(|best| at < best.at) {
                best = Some(Occasion {
                    activity,
                    from: (start, *start_too),
                    at,
                    waits: (meets.waits, meets_too.waits),
                    like_min: (meets.like_min, meets_too.like_min),
                });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::RoleId;
    use townsfolk_module::mind::{Daytime, Meets, ScheduleEntry};

    fn leisure(from: u32, to: u32) -> Schedule {
        let entry = ScheduleEntry {
            starts: Daytime::at(from, 0),
            ends: Daytime::at(to, 0),
            venue: Venue::Suits(SymbolId(1)),
            role: RoleId(1),
            waits_max: 0,
            urgency: None,
            meets: Some(Meets {
                like_min: Degree::percent(60),
                waits: 1800,
            }),
        };
        Schedule {
            entries: vec![entry],
        }
    }

    fn at(day: i64, hour: u32) -> Moment {
        Moment::on(day, Daytime::at(hour, 0))
    }

    #[test]
    fn they_meet_when_the_later_of_them_has_time() {
        let (ann, bob) = (leisure(17, 22), leisure(18, 1));
        let found = occasion(&ann, &bob, at(0, 12)).unwrap();
        assert_eq!(found.at, at(0, 18));
        assert_eq!(found.from, (at(0, 17), at(0, 18)));
        assert_eq!(occasion(&bob, &ann, at(0, 12)).unwrap().at, at(0, 18));
    }

    /// A character who is already there makes an appointment for the next day.
    #[test]
    fn what_has_begun_is_not_arranged() {
        let (ann, bob) = (leisure(17, 22), leisure(18, 1));
        let found = occasion(&ann, &bob, at(0, 20)).unwrap();
        assert_eq!(found.at, at(1, 18));
        // One is there, and will be there again only after the other has gone home.
        assert_eq!(occasion(&ann, &bob, at(0, 17)), None);
    }

    #[test]
    fn who_has_no_time_in_common_arranges_nothing() {
        assert_eq!(occasion(&leisure(8, 10), &leisure(10, 12), at(0, 0)), None);
        let mut alone = leisure(17, 22);
        alone.entries[0].meets = None;
        assert_eq!(occasion(&alone, &leisure(17, 22), at(0, 0)), None);
        alone = leisure(17, 22);
        alone.entries[0].venue = Venue::Suits(SymbolId(2));
        assert_eq!(occasion(&alone, &leisure(17, 22), at(0, 0)), None);
    }
}
