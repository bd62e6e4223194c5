//! Which entry of a schedule is in force, and how urgent the next one is.

use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_module::mind::{Daytime, Degree, Schedule, ScheduleEntry};

/// The index of an entry in its schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryIndex(pub u16);

/// The entry that a character should follow now: one whose urgency makes it set out early, else the
/// one in force.
pub fn due(schedule: &Schedule, now: Moment) -> Option<EntryIndex> {
    let pressing = |entry: &ScheduleEntry| {
        let leaves_at = entry.urgency.map(|urgency| urgency.leaves_at);
        leaves_at.is_some_and(|at| at > Degree::ZERO && urgency_of(entry, now) >= at)
    };
    let entries = || (0..).map(EntryIndex).zip(&schedule.entries);
    let early = entries().find(|(_, entry)| pressing(entry) && !in_force(entry, now));
    let current = || entries().find(|(_, entry)| in_force(entry, now));
    early.or_else(current).map(|(index, _)| index)
}

/// Whether a moment lies in an entry.
pub fn in_force(entry: &ScheduleEntry, now: Moment) -> bool {
    let length = ahead(entry.starts, entry.ends);
    let passed = ahead(entry.starts, now.daytime());
    length == 0 || passed < length
}

/// When an entry begins next after a moment, and when it then ends.
pub fn next_period(entry: &ScheduleEntry, now: Moment) -> (Moment, Moment) {
    let wait = match ahead(now.daytime(), entry.starts) {
        0 => Daytime::DAY,
        seconds => seconds,
    };
    let length = match ahead(entry.starts, entry.ends) {
        0 => Daytime::DAY,
        seconds => seconds,
    };
    let start = now.after(i64::from(wait));
    (start, start.after(i64::from(length)))
}

/// The urgency of the most urgent entry that has not begun.
pub fn urgency(schedule: &Schedule, now: Moment) -> Degree {
    let entries = schedule.entries.iter();
    let coming = entries.filter(|entry| !in_force(entry, now));
    coming
        .map(|entry| urgency_of(entry, now))
        .max()
        .unwrap_or_default()
}

/// The next moment at which another entry may be due.
pub fn next_change(schedule: &Schedule, now: Moment) -> Option<Moment> {
    let mut times: Vec<Daytime> = vec![];
    for entry in &schedule.entries {
        times.extend([entry.starts, entry.ends]);
        if let Some(urgency) = entry.urgency {
            // The first whole second at which the line reaches the threshold.
            let lead = i64::from(urgency.lead.min(Daytime::DAY - 1));
            let mark = i64::from(urgency.leaves_at.clamped().0) * lead;
            let early = lead - mark.div_euclid(1 << 16) - i64::from(mark.rem_euclid(1 << 16) > 0);
            let start = i64::from(entry.starts.0) - early.max(0);
            times.push(Moment(start).daytime());
        }
    }
    let wait = |time: Daytime| match ahead(now.daytime(), time) {
        0 => Daytime::DAY,
        seconds => seconds,
    };
    let next = times.into_iter().map(wait).min()?;
    Some(now.after(i64::from(next)))
}

fn urgency_of(entry: &ScheduleEntry, now: Moment) -> Degree {
    let Some(urgency) = entry.urgency else {
        return Degree::ZERO;
    };
    let lead = i64::from(urgency.lead.min(Daytime::DAY - 1));
    let left = i64::from(ahead(now.daytime(), entry.starts));
    if left >= lead {
        return Degree::ZERO;
    }
    Degree::saturated(((lead - left) << 16) / lead)
}

/// Seconds from one time of day forward to another.
fn ahead(from: Daytime, to: Daytime) -> u32 {
    (to.0 % Daytime::DAY + Daytime::DAY - from.0 % Daytime::DAY) % Daytime::DAY
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::{AreaId, RoleId};
    use townsfolk_module::mind::{UrgencyRamp, Venue};

    fn entry(starts: (u32, u32), ends: (u32, u32)) -> ScheduleEntry {
        ScheduleEntry {
            starts: Daytime::at(starts.0, starts.1),
            ends: Daytime::at(ends.0, ends.1),
            venue: Venue::Area(AreaId(1)),
            role: RoleId(1),
            waits_max: 600,
            urgency: None,
            meets: None,
        }
    }

    fn at(hour: u32, minute: u32) -> Moment {
        Moment::on(3, Daytime::at(hour, minute))
    }

    #[test]
    fn an_entry_goes_on_after_midnight() {
        let schedule = Schedule {
            entries: vec![entry((23, 0), (2, 0)), entry((2, 0), (11, 0))],
        };
        let due_at = |hour, minute| due(&schedule, at(hour, minute)).map(|e| e.0);
        assert_eq!(due_at(22, 59), None);
        assert_eq!(due_at(23, 0), Some(0));
        assert_eq!(due_at(0, 0), Some(0));
        assert_eq!(due_at(1, 59), Some(0));
        assert_eq!(due_at(2, 0), Some(1));
        assert_eq!(due_at(11, 0), None);
        assert_eq!(next_change(&schedule, at(0, 0)), Some(at(2, 0)));
        assert_eq!(next_change(&schedule, at(2, 0)), Some(at(11, 0)));
    }

    #[test]
    fn an_urgent_entry_is_felt_before_its_time() {
        let mut work = entry((11, 0), (23, 0));
        work.urgency = Some(UrgencyRamp {
            lead: 3600,
            leaves_at: Degree::HALF,
        });
        let schedule = Schedule {
            entries: vec![entry((23, 0), (11, 0)), work],
        };
        assert_eq!(urgency(&schedule, at(10, 0)), Degree::ZERO);
        assert_eq!(urgency(&schedule, at(10, 15)), Degree::percent(25));
        assert_eq!(due(&schedule, at(10, 29)), Some(EntryIndex(0)));
        assert_eq!(due(&schedule, at(10, 30)), Some(EntryIndex(1)));
        assert_eq!(urgency(&schedule, at(12, 0)), Degree::ZERO);
        assert_eq!(next_change(&schedule, at(9, 0)), Some(at(10, 30)));
    }

    /// The agenda relies on `next_change`: nothing may change before it.
    #[test]
    fn no_entry_becomes_due_before_the_next_change() {
        let mut schedule = Schedule {
            entries: vec![
                entry((23, 0), (2, 0)),
                entry((2, 0), (11, 0)),
                entry((11, 0), (23, 0)),
            ],
        };
        for (entry, lead) in schedule.entries.iter_mut().zip([700, 7, 40_000]) {
            entry.urgency = Some(UrgencyRamp {
                lead,
                leaves_at: Degree::thousandths(617),
            });
        }
        let mut now = at(0, 0);
        let mut changes = 0;
        for _ in 0..40 {
            let next = next_change(&schedule, now).unwrap();
            for second in now.0..next.0 {
                assert_eq!(due(&schedule, Moment(second)), due(&schedule, now), "{now}");
            }
            changes += usize::from(due(&schedule, next) != due(&schedule, now));
            now = next;
        }
        assert!(changes >= 10, "only {changes} changes seen");
    }
}
