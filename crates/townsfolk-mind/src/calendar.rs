//! Calendar time: the clock of needs and schedules.
//!
//! Stage time counts ticks, for actions and scenes. Calendar time counts seconds, for days. The
//! engine joins the two by a rate.

use townsfolk_module::mind::Daytime;
pub use townsfolk_module::mind::Moment;

/// Units per day in the classic cast files.
const CLASSIC_DAY: u64 = 161_280;
/// The time of day at which the units begin.
const CLASSIC_ORIGIN: Daytime = Daytime::at(23, 0);

/// Start and end of a period of a classic cast file, from the numbers of its first and last unit.
/// There are 112 units in a minute, and unit 1 begins at 23:00.
pub fn period_of_units(first: u32, last: u32) -> (Daytime, Daytime) {
    let time = |units: u32| {
        let day = u64::from(Daytime::DAY);
        let seconds = u64::from(units) * day / CLASSIC_DAY + u64::from(CLASSIC_ORIGIN.0);
        Daytime((seconds % day) as u32)
    };
    (time(first.saturating_sub(1)), time(last))
}

/// Start and end of a period given by its first and last minute, such as `02:01` to `11:00`. `None`
/// if one of them is not a time of day.
pub fn period_of_minutes(first: &str, last: &str) -> Option<(Daytime, Daytime)> {
    let minutes = |text: &str| {
        let (hour, minute) = text.split_once(':')?;
        let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
        (hour < 24 && minute < 60).then_some(hour * 60 + minute)
    };
    let day = Daytime::DAY / 60;
    let (first, last) = (minutes(first)?, minutes(last)?);
    Some((Daytime((first + day - 1) % day * 60), Daytime(last * 60)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn done_03_clock_and_unit_schedules_give_the_same_day() {
        for (units, first, last) in [
            ((1, 20_160), "23:01", "02:00"),
            ((20_161, 80_640), "02:01", "11:00"),
            ((80_641, 161_280), "11:01", "23:00"),
        ] {
            let clock = period_of_minutes(first, last);
            assert_eq!(Some(period_of_units(units.0, units.1)), clock, "{first}");
        }
        assert_eq!(period_of_units(1, 112).1, Daytime::at(23, 1));
        assert_eq!(period_of_minutes("24:00", "1:00"), None);
        assert_eq!(period_of_minutes("noon", "1:00"), None);
    }

    #[test]
    fn days_begin_at_midnight_before_and_after_the_first() {
        let moment = Moment::on(2, Daytime::at(23, 59)).after(60);
        assert_eq!(moment.to_string(), "day 3 00:00");
        assert_eq!(Moment(-1).to_string(), "day -1 23:59");
    }
}
