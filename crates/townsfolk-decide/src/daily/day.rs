//! The day of one person: which one-shots have come up, and what waits for its turn.

use super::ring::Ring;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::decide::{Daily, OneShot};
use townsfolk_module::mind::Daytime;

/// Seconds in a day.
const DAY_S: i64 = Daytime::DAY as i64;

/// A moment of the calendar, in seconds since midnight of day zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalendarTime(pub i64);

impl CalendarTime {
    /// A time on a day.
    pub fn on(day: i64, at: Daytime) -> CalendarTime {
        CalendarTime(day * DAY_S + i64::from(at.0))
    }

    /// The day.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY_S)
    }

    /// The time of day.
    pub fn daytime(self) -> Daytime {
        Daytime(self.0.rem_euclid(DAY_S) as u32)
    }
}

/// The key of a person's luck: the seed of the run and the person.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// The seed of the run.
    pub seed: Seed,
    /// The person.
    pub who: u64,
    /// The name of the daily, so that two dailies have different luck.
    pub site: SiteId,
}

impl Luck {
    /// When a one-shot comes up on a day, with its jitter.
    pub fn moment(self, daily: &Daily, index: usize, one: &OneShot, day: i64) -> CalendarTime {
        let jitter = i64::from(daily.jitter_s);
        let shift = match jitter {
            0 => 0,
            _ => self
                .draw(day)
                .between(2 * index as u64 + 1, -jitter, jitter),
        };
        CalendarTime(CalendarTime::on(day, one.at).0 + shift)
    }

    /// Whether a one-shot comes up on a day at all.
    pub fn comes_up(self, index: usize, one: &OneShot, day: i64) -> bool {
        one.chance >= 1000 || self.draw(day).coin(2 * index as u64, i64::from(one.chance))
    }

    fn draw(self, day: i64) -> Draw {
        Draw::at(self.seed, self.who, Tick(day), self.site)
    }
}

/// A one-shot that has come up and waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// Since when.
    pub since: CalendarTime,
    /// Which, by index.
    pub one_shot: u16,
}

/// The state of a person that follows a daily.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Day {
    /// The moment up to which one-shots have been rolled.
    pub rolled: CalendarTime,
    /// One-shots that wait for their turn, oldest first.
    pub pending: Vec<Pending>,
    /// The last selections, for explanations.
    pub ring: Ring,
}

impl Day {
    /// A day that begins now: what came up before is not made up for.
    pub fn beginning(now: CalendarTime) -> Day {
        Day {
            rolled: CalendarTime(now.0 - 1),
            ..Day::default()
        }
    }

    /// Rolls the one-shots whose moment has been crossed, and drops those that waited too long.
    /// Each is rolled once, however large the step is.
    pub fn roll(&mut self, daily: &Daily, luck: Luck, now: CalendarTime) {
        let grace = i64::from(daily.grace_s);
        // What came up before this moment would be dropped at once.
        let from = self.rolled.max(CalendarTime(now.0 - grace - 1));
        let before = self.pending.len();
        let jitter = i64::from(daily.jitter_s);
        let days = CalendarTime(from.0 - jitter).day()..=CalendarTime(now.0 + jitter).day();
        for day in days {
            for (index, one) in daily.one_shots.iter().enumerate() {
                let since = luck.moment(daily, index, one, day);
                if since > from && since <= now && luck.comes_up(index, one, day) {
                    let one_shot = index as u16;
                    self.pending.push(Pending { since, one_shot });
                }
            }
        }
        self.pending[before..].sort_unstable();
        // A calendar that is set back rolls nothing again until it has passed this moment.
        self.rolled = self.rolled.max(now);
        self.pending
            .retain(|waiting| now.0 - waiting.since.0 <= grace);
    }

    /// Takes the one-shot that waited for longest.
    pub fn take_pending(&mut self) -> Option<Pending> {
        match self.pending.is_empty() {
            true => None,
            false => Some(self.pending.remove(0)),
        }
    }
}
