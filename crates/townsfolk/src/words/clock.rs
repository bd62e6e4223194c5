//! Moments and durations in words.

use crate::Folk;
use townsfolk_core::{Duration, TICKS_PER_SECOND};
use townsfolk_mind::Moment;

/// A time of day: `12:04:10`.
pub fn clock(seconds: i32) -> String {
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// A moment with its day, counted from 1: `day 2, 18:30`.
pub fn day_and_time(moment: Moment) -> String {
    format!(
        "day {}, {}",
        moment.day().saturating_add(1),
        moment.daytime()
    )
}

/// A stage duration by the calendar, if characters have schedules.
pub fn by_the_clock(folk: &Folk, span: Duration) -> Duration {
    match folk.minds().next() {
        Some(_) => calendar_span(folk, span),
        None => span,
    }
}

/// A stage duration by the calendar; as it is if the calendar stands still.
pub fn calendar_span(folk: &Folk, span: Duration) -> Duration {
    let ticks = i128::from(span.0) * i128::from(folk.calendar_rate()) / 1000;
    match folk.calendar_rate() {
        0 => span,
        _ => Duration(i64::try_from(ticks).unwrap_or(i64::MAX)),
    }
}

/// A duration, to the second: `4 min 10 s`.
pub fn span(span: Duration) -> String {
    let seconds = span.0 / TICKS_PER_SECOND;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes, seconds) {
        (0, 0, s) => format!("{s} s"),
        (0, m, 0) => format!("{m} min"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, 0, _) => format!("{h} h"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}
