//! The moment of the calendar, days included.

use crate::folk::{Calendar, Folk, RATE_MAX};
use townsfolk_core::{CharacterId, Duration, TICKS_PER_SECOND, Tick};
use townsfolk_mind::Moment;
use townsfolk_module::mind::Daytime;

/// Setting the clock back by less than this corrects it. Anything else means the next day.
const CORRECTION_S: i64 = 3600;

impl Folk {
    /// The moment of the calendar, days counted.
    pub fn moment(&self) -> Moment {
        self.moment_at(self.now)
    }

    pub(crate) fn moment_at(&self, tick: Tick) -> Moment {
        let start = Moment(self.minds.day.saturating_mul(i64::from(Daytime::DAY)));
        let passed = self.calendar.passed(tick);
        start
            .after(i64::from(self.calendar.seconds))
            .after(i64::try_from(passed).unwrap_or(i64::MAX))
    }

    /// The calendar moment of a background character, late by its phase.
    pub(crate) fn moment_asleep(&self, who: CharacterId) -> Moment {
        self.moment_at(self.now.after(Duration(-self.phase(who))))
    }

    /// The first tick at which a background character has reached a moment.
    pub(crate) fn tick_asleep(&self, who: CharacterId, moment: Moment) -> Option<Tick> {
        let tick = self.tick_of(moment)?;
        Some(tick.after(Duration(self.phase(who))))
    }

    /// The first tick at which the calendar has reached a moment, if it runs.
    pub(crate) fn tick_of(&self, moment: Moment) -> Option<Tick> {
        let Calendar { since, rate, .. } = self.calendar;
        if rate <= 0 {
            return None;
        }
        let ahead = i128::from(moment.since(self.moment_at(since)));
        let ticks = ahead * 1000 * i128::from(TICKS_PER_SECOND);
        let ticks =
            ticks.div_euclid(i128::from(rate)) + i128::from(ticks.rem_euclid(i128::from(rate)) > 0);
        Some(since.after(Duration(i64::try_from(ticks).ok()?)))
    }

    /// Sets the calendar. Days continue: an earlier time of day is that of the next day, unless the
    /// clock is only corrected or there are no minds yet.
    pub(crate) fn set_calendar(&mut self, seconds: i32, rate: i64) {
        self.settle_asleep();
        let now = self.moment();
        let seconds = seconds.rem_euclid(24 * 3600);
        let today = Moment::on(now.day(), Daytime(0)).after(i64::from(seconds));
        let back = now.since(today);
        let anybody = !self.minds.people.is_empty() || !self.minds.levels.asleep.is_empty();
        let tomorrow = back > CORRECTION_S && anybody;
        self.minds.day = now.day().saturating_add(i64::from(tomorrow));
        self.calendar = Calendar {
            since: self.now,
            seconds,
            rate: rate.clamp(0, RATE_MAX),
        };
        self.plan_beats();
        self.plan_all_fading();
    }
}
