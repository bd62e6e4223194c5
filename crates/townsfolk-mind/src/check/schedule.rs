//! Gaps and overlaps in a day.

use crate::calendar::Moment;
use crate::schedule::in_force;
use townsfolk_module::mind::{Daytime, Schedule};

/// What can be wrong with a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayFault {
    /// No entry is in force: the character stays in the role it had.
    Gap {
        /// From.
        from: Daytime,
        /// Until.
        to: Daytime,
    },
    /// Two entries are in force: the first in order counts.
    Overlap {
        /// From.
        from: Daytime,
        /// Until.
        to: Daytime,
        /// The indices of the entries.
        entries: (usize, usize),
    },
}

/// Gaps and overlaps, in the order of the day.
pub fn check_schedule(schedule: &Schedule) -> Vec<DayFault> {
    let entries = &schedule.entries;
    let mut times: Vec<Daytime> = entries.iter().flat_map(|e| [e.starts, e.ends]).collect();
    times.sort();
    times.dedup();
    let mut faults: Vec<DayFault> = vec![];
    for (index, from) in times.iter().enumerate() {
        // The last span goes on after midnight to the first time.
        let to = times[(index + 1) % times.len()];
        let now = Moment::on(0, *from);
        let all = entries.iter().enumerate();
        let holding: Vec<usize> = all
            .filter(|(_, e)| in_force(e, now))
            .map(|(i, _)| i)
            .collect();
        match holding[..] {
            [] => faults.push(DayFault::Gap { from: *from, to }),
            [first, second, ..] => faults.push(DayFault::Overlap {
                from: *from,
                to,
                entries: (first, second),
            }),
            [_] => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::{AreaId, RoleId};
    use townsfolk_module::mind::{ScheduleEntry, Venue};

    fn day(entries: &[(u32, u32)]) -> Vec<DayFault> {
        let entry = |(starts, ends): &(u32, u32)| ScheduleEntry {
            starts: Daytime::at(*starts, 0),
            ends: Daytime::at(*ends, 0),
            venue: Venue::Area(AreaId(1)),
            role: RoleId(1),
            waits_max: 0,
            urgency: None,
            meets: None,
        };
        check_schedule(&Schedule {
            entries: entries.iter().map(entry).collect(),
        })
    }

    #[test]
    fn gaps_and_overlaps_are_found_also_around_midnight() {
        assert_eq!(day(&[(23, 2), (2, 11), (11, 23)]), []);
        assert_eq!(day(&[(0, 0)]), []);
        let gap = |from, to| DayFault::Gap {
            from: Daytime::at(from, 0),
            to: Daytime::at(to, 0),
        };
        assert_eq!(day(&[(2, 11), (11, 23)]), [gap(23, 2)]);
        let both = DayFault::Overlap {
            from: Daytime::at(22, 0),
            to: Daytime::at(1, 0),
            entries: (0, 1),
        };
        assert_eq!(day(&[(20, 1), (22, 20)]), [both]);
    }
}
