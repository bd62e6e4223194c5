//! Days and half days of the Gregorian calendar.

use serde::{Deserialize, Serialize};

/// A day, counted from 1 March of the year 0.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Day(pub i32);

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Days of four centuries.
const ERA: i32 = 146_097;

impl Day {
    /// The day of a date. Years count from March, so that the leap day is the last one.
    pub const fn of(year: i32, month: i32, day: i32) -> Day {
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Day(era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year)
    }

    /// Year, month and day of the month.
    pub const fn date(self) -> (i32, i32, i32) {
        let era = self.0.div_euclid(ERA);
        let rest = self.0.rem_euclid(ERA);
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
        let of_year = rest - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + if month <= 2 { 1 } else { 0 };
        (year, month, day)
    }

    /// The year.
    pub const fn year(self) -> i32 {
        self.date().0
    }

    /// The day after some days.
    #[must_use]
    pub const fn plus(self, days: i32) -> Day {
        Day(self.0.saturating_add(days))
    }

    /// Whole years from an earlier day to this one. The same day of a later year completes a year.
    pub const fn years_since(self, earlier: Day) -> i32 {
        let (year, month, day) = self.date();
        let (then, its_month, its_day) = earlier.date();
        let before = month < its_month || (month == its_month && day < its_day);
        year - then - if before { 1 } else { 0 }
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day) = self.date();
        let name = MONTHS.get(month as usize - 1).copied().unwrap_or("");
        write!(f, "{day} {name} {year}")
    }
}

/// The day or the night of a day: even numbers are days.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Step(pub i32);

impl Step {
    /// The day half of a day.
    pub const fn of(day: Day) -> Step {
        Step(day.0 * 2)
    }

    /// Its day.
    pub const fn day(self) -> Day {
        Day(self.0.div_euclid(2))
    }

    /// Whether it is the night.
    pub const fn is_night(self) -> bool {
        self.0.rem_euclid(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_agree_through_the_centuries() {
        let first = Day::of(1838, 1, 1);
        for n in 0..60_000 {
            let (year, month, day) = first.plus(n).date();
            assert_eq!(Day::of(year, month, day), first.plus(n));
        }
        assert_eq!(Day::of(1900, 2, 28).plus(1).date(), (1900, 3, 1));
        assert_eq!(Day::of(1904, 2, 28).plus(1).date(), (1904, 2, 29));
        assert_eq!(Day::of(1979, 8, 19).0 - Day::of(1839, 8, 20).0, 51_133);
        assert_eq!(Day::of(1979, 8, 19).to_string(), "19 August 1979");
    }

    #[test]
    fn a_birthday_completes_a_year() {
        let born = Day::of(1901, 6, 15);
        assert_eq!(Day::of(1919, 6, 14).years_since(born), 17);
        assert_eq!(Day::of(1919, 6, 15).years_since(born), 18);
    }
}
