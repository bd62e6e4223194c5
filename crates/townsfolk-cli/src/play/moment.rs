//! Durations, moments and rates as typed arguments.

use std::str::FromStr;
use townsfolk::Folk;
pub use townsfolk::words::clock::{by_the_clock, clock};
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};

/// A moment of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// This long after the beginning.
    After(Duration),
    /// At this time of day, in seconds since midnight.
    Clock(i32),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Moment, String> {
        if text.contains(':') {
            return daytime(text).map(Moment::Clock);
        }
        span(text).map(Moment::After)
    }
}

impl Moment {
    /// The first tick at or after this moment. `None` if the clock does not reach it within a day.
    pub fn begins(self, folk: &Folk) -> Option<Tick> {
        match self {
            // The first tick is moment zero.
            Moment::After(span) => Some(Tick(on_the_stage(folk, span).0).after(Duration(1))),
            Moment::Clock(seconds) => next_time(folk, folk.now(), seconds),
        }
    }

    /// The last tick of a play that ends at this moment.
    pub fn closes(self, folk: &Folk) -> Option<Tick> {
        match self {
            Moment::After(span) => Some(Tick(on_the_stage(folk, span).0)),
            Moment::Clock(_) => self.begins(folk),
        }
    }

    /// The last tick of this moment, with the precision of its text.
    pub fn ends(self, folk: &Folk) -> Option<Tick> {
        match self {
            Moment::After(_) => self.begins(folk),
            Moment::Clock(seconds) => {
                let from = self.begins(folk)?;
                let mut ticks = (from.0..).take(DAY).map(Tick);
                let after = ticks.find(|tick| folk.daytime_at(*tick) != seconds)?;
                Some(Tick((after.0 - 1).max(from.0)))
            }
        }
    }
}

/// Converts a duration to stage time. With schedules, typed durations are those of the calendar;
/// without them, or while it stands still, those of the stage.
pub fn on_the_stage(folk: &Folk, span: Duration) -> Duration {
    let rate = folk.calendar_rate();
    match folk.minds().next() {
        Some(_) if rate > 0 => {
            let ticks = i128::from(span.0) * 1000 / i128::from(rate);
            Duration(i64::try_from(ticks).unwrap_or(i64::MAX))
        }
        _ => span,
    }
}

/// Ticks in a day whose calendar is not slower than the stage.
const DAY: usize = 24 * 3600 * TICKS_PER_SECOND as usize;

/// The first tick at or after `from` at which the clock shows `seconds`, or has just jumped over
/// it.
fn next_time(folk: &Folk, from: Tick, seconds: i32) -> Option<Tick> {
    const HOURS: i32 = 24 * 3600;
    // Time until the clock shows it; when that grows, it has just passed.
    let until = |tick: Tick| (seconds - folk.daytime_at(tick)).rem_euclid(HOURS);
    let mut left = until(from);
    if left == 0 {
        return Some(from);
    }
    for tick in (from.0 + 1..).take(DAY).map(Tick) {
        let now = until(tick);
        if now == 0 || now > left {
            return Some(tick);
        }
        left = now;
    }
    None
}

/// A span: `90s`, `10min`, `1h30min`.
pub fn span(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no span of time; write `90s`, `10min` or `1h30min`");
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = compact.as_str();
    let mut ms: i64 = 0;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let number = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
                .len();
        let (count, after) = rest.split_at(number);
        let unit = after.len() - after.trim_start_matches(|c: char| c.is_alphabetic()).len();
        let (unit, after) = after.split_at(unit);
        let unit_ms = match unit {
            "ms" => 1,
            "s" | "sec" | "second" | "seconds" => 1_000,
            "m" | "min" | "minute" | "minutes" => 60_000,
            "h" | "hour" | "hours" => 3_600_000,
            "d" | "day" | "days" => 86_400_000,
            _ => return Err(wrong()),
        };
        let thousandths = thousandths_of(count).ok_or_else(wrong)?;
        let part = thousandths.checked_mul(unit_ms).map(|part| part / 1000);
        ms = part
            .and_then(|part| ms.checked_add(part))
            .ok_or_else(wrong)?;
        rest = after;
    }
    // A year is the maximum.
    let most = 366 * 86_400_000;
    if ms > most {
        return Err(format!("`{text}` is longer than a year"));
    }
    Ok(Duration::from_milliseconds(ms))
}

/// A time of day: `9:00`, `12:04:10`.
pub fn daytime(text: &str) -> Result<i32, String> {
    let wrong = || format!("`{text}` is no time of day; write `9:00` or `12:04:10`");
    let parts: Vec<&str> = text.trim().split(':').collect();
    let number = |part: &str| {
        let digits =
            !part.is_empty() && part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit());
        part.parse::<i32>()
            .ok()
            .filter(|_| digits)
            .ok_or_else(wrong)
    };
    let (hours, minutes, seconds) = match parts[..] {
        [hours, minutes] => (number(hours)?, number(minutes)?, 0),
        [hours, minutes, seconds] => (number(hours)?, number(minutes)?, number(seconds)?),
        _ => return Err(wrong()),
    };
    if hours > 23 || minutes > 59 || seconds > 59 {
        return Err(wrong());
    }
    Ok(hours * 3600 + minutes * 60 + seconds)
}

/// Passers-by in a thousand minutes: `6/min`, `30/h`, `0`.
pub fn rate(text: &str) -> Result<i64, String> {
    let wrong = || format!("`{text}` is no rate; write `6/min`, `30/h`, or `0` for none");
    let (count, per) = match text.split_once('/') {
        Some((count, per)) => (count.trim(), per.trim()),
        None => (text.trim(), "none"),
    };
    let count = thousandths_of(count).ok_or_else(wrong)?;
    let rate = match per {
        "min" | "m" | "minute" => count,
        "h" | "hour" => count / 60,
        "s" | "second" => count.saturating_mul(60),
        _ if count == 0 => 0,
        _ => return Err(wrong()),
    };
    if rate > 600_000 {
        return Err(format!(
            "`{text}` is more than a street can hold; at most 600/min"
        ));
    }
    Ok(rate)
}

/// Calendar seconds in a thousand seconds of stage time: `1`, `30`, `0.5`.
pub fn calendar_rate(text: &str) -> Result<i64, String> {
    let rate = thousandths_of(text.trim().trim_end_matches('x'));
    rate.filter(|rate| (0..=1_000_000).contains(rate))
        .ok_or_else(|| format!("`{text}` is no rate of the calendar; write a number up to 1000"))
}

/// A probability in thousandths: `10%`, `0.1`.
pub fn thousandths(text: &str) -> Result<u32, String> {
    let value = match text.trim().strip_suffix('%') {
        Some(percent) => thousandths_of(percent.trim()).map(|n| n / 100),
        None => thousandths_of(text.trim()),
    };
    let value = value.filter(|value| (0..=1000).contains(value));
    let value = value.and_then(|value| u32::try_from(value).ok());
    value.ok_or_else(|| format!("`{text}` is no probability; write `10%` or `0.1`"))
}

/// A number with up to three decimals, in thousandths.
pub fn thousandths_of(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let fits = !whole.is_empty() && whole.len() <= 9 && fraction.len() <= 3;
    if !fits || !digits(whole) || !digits(fraction) {
        return None;
    }
    let fraction: i64 = format!("{fraction:0<3}").parse().ok()?;
    Some(whole.parse::<i64>().ok()? * 1000 + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_add_up() {
        assert_eq!(span("4h"), Ok(Duration::minutes(240)));
        assert_eq!(span("1h30min"), Ok(Duration::minutes(90)));
        assert_eq!(span("1.5 h"), Ok(Duration::minutes(90)));
        assert_eq!(span("90s"), Ok(Duration::seconds(90)));
        for wrong in ["", "4", "h", "4 weeks", "1..5h", "-1h", "99999d", "1h30"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_of_day_and_spans_are_moments() {
        assert_eq!("9:05".parse(), Ok(Moment::Clock(9 * 3600 + 300)));
        assert_eq!("12:00:07".parse(), Ok(Moment::Clock(12 * 3600 + 7)));
        assert_eq!("7s".parse(), Ok(Moment::After(Duration::seconds(7))));
        for wrong in ["24:00", "9", "9:60", "a:b", "1:2:3:4", "+1:00"] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rates_and_probabilities() {
        assert_eq!(rate("6/min"), Ok(6_000));
        assert_eq!(rate("30/h"), Ok(500));
        assert_eq!(rate("0"), Ok(0));
        assert!(rate("6").is_err() && rate("6/year").is_err() && rate("9999999/min").is_err());
        assert_eq!(thousandths("10%"), Ok(100));
        assert_eq!(thousandths("0.25"), Ok(250));
        assert!(thousandths("101%").is_err() && thousandths("2").is_err());
    }
}
