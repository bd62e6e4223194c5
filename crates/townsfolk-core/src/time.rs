//! Stage time: ticks, and durations in ticks.
//!
//! A [`Tick`] is a moment, a [`Duration`] a length of time; they are different types. Calendar time
//! (opening hours, schedules) is a [`Daytime`](crate::Value::Daytime).

use serde::{Deserialize, Serialize};

/// Ticks in one second of stage time.
pub const TICKS_PER_SECOND: i64 = 60;

/// A moment of stage time, in ticks since the start.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Tick(pub i64);

/// A length of stage time, in ticks. Arithmetic saturates.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Duration(pub i64);

impl Tick {
    /// The moment this much later.
    pub fn after(self, span: Duration) -> Tick {
        Tick(self.0.saturating_add(span.0))
    }

    /// How long ago `earlier` was.
    pub fn since(self, earlier: Tick) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }
}

impl Duration {
    /// No time.
    pub const ZERO: Duration = Duration(0);

    /// Whole seconds.
    pub const fn seconds(seconds: i64) -> Duration {
        Duration(seconds.saturating_mul(TICKS_PER_SECOND))
    }

    /// Whole minutes.
    pub const fn minutes(minutes: i64) -> Duration {
        Duration::seconds(minutes.saturating_mul(60))
    }

    /// Thousandths of a second, rounded to the nearest tick.
    pub fn from_milliseconds(ms: i64) -> Duration {
        let ticks = (i128::from(ms) * i128::from(TICKS_PER_SECOND) + 500).div_euclid(1000);
        Duration(ticks.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
    }
}

impl std::fmt::Display for Duration {
    /// `90 s`, `2 min`, `1.5 h`: the largest unit that is exact in at most one decimal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [(&str, i64); 3] = [("h", 3600), ("min", 60), ("s", 1)];
        for (unit, seconds) in UNITS {
            let tenth = seconds * TICKS_PER_SECOND / 10;
            if self.0 % tenth == 0 && self.0.unsigned_abs() >= (tenth * 10).unsigned_abs() {
                let tenths = self.0 / tenth;
                return if tenths % 10 == 0 {
                    write!(f, "{} {unit}", tenths / 10)
                } else {
                    write!(f, "{}.{} {unit}", tenths / 10, (tenths % 10).abs())
                };
            }
        }
        // Thousandths, rounded; enough to distinguish any two tick counts.
        let ms = i128::from(self.0) * 1000 / i128::from(TICKS_PER_SECOND);
        write!(f, "{ms} ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_read_as_people_say_them() {
        let read = |span: Duration| span.to_string();
        assert_eq!(read(Duration::seconds(90)), "1.5 min");
        assert_eq!(read(Duration::seconds(10)), "10 s");
        assert_eq!(read(Duration::minutes(120)), "2 h");
        assert_eq!(read(Duration(6)), "100 ms");
        assert_eq!(read(Duration(-90)), "-1.5 s");
        assert_eq!(read(Duration(0)), "0 ms");
        read(Duration(i64::MIN));
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Tick(i64::MAX).after(Duration(1)), Tick(i64::MAX));
        assert_eq!(Duration::minutes(i64::MAX), Duration(i64::MAX));
    }
}
