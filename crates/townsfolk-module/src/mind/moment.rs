//! A moment of calendar time.

use super::schedule::Daytime;
use serde::{Deserialize, Serialize};

/// A moment of calendar time, in seconds since the midnight before the first day.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// A time of day on a day; the first is day 0.
    pub fn on(day: i64, time: Daytime) -> Moment {
        let midnight = day.saturating_mul(i64::from(Daytime::DAY));
        Moment(midnight.saturating_add(i64::from(time.0)))
    }

    /// The time of day.
    pub fn daytime(self) -> Daytime {
        // The remainder of a division by a day fits.
        Daytime(self.0.rem_euclid(i64::from(Daytime::DAY)) as u32)
    }

    /// The day.
    pub fn day(self) -> i64 {
        self.0.div_euclid(i64::from(Daytime::DAY))
    }

    /// This many seconds later.
    pub fn after(self, seconds: i64) -> Moment {
        Moment(self.0.saturating_add(seconds))
    }

    /// How many seconds ago `earlier` was.
    pub fn since(self, earlier: Moment) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl std::fmt::Display for Moment {
    /// `day 0 23:00`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "day {} {}", self.day(), self.daytime())
    }
}
