//! Abstract time: order constraints between intervals.
//!
//! An explored scene always stands at the same moment, [`NOW`]. For everything it waits for, the
//! interval of time that may still pass is kept beside it. One event may come before another unless
//! its interval begins after the other's has ended. So five minutes never pass before ten seconds
//! that began at the same moment.
//!
//! The beginning of an interval is rounded down to a few steps, and its end is never moved. So more
//! orders are explored than can happen, never fewer.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Atom, CharacterId, RoleId, RuleId, StartId, Tick, Value};
use townsfolk_scene::reference::Scene;

/// The moment of every explored scene.
pub(crate) const NOW: Tick = Tick(1 << 40);

/// A moment that does not come by itself.
pub(crate) const FAR: Tick = Tick(1 << 60);

/// Minimum distance of future times, so that the updates of one step do not reach them.
const AHEAD: i64 = 16;

/// The time that may still pass until an event, in ticks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Span {
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The original value of `low`.
    full: i64,
}

impl Span {
    pub(crate) fn new(low: i64, high: i64) -> Span {
        let low = low.max(0);
        Span {
            low,
            high: high.max(low),
            full: low,
        }
    }

    /// The span of an event that may come at any moment up to `high`.
    pub(crate) fn soon(self, high: i64) -> Span {
        Span::new(0, self.high.min(high))
    }

    /// The span after at most this much time, in this many steps.
    fn after(self, elapsed: i64, steps: u8) -> Span {
        if elapsed <= 0 {
            return self;
        }
        let step = (self.full / i64::from(steps.max(1))).max(1);
        let low = self.low.saturating_sub(elapsed).max(0);
        Span {
            low: low / step * step,
            ..self
        }
    }
}

/// The span of an action that cannot end before everything that was asked to stop, where waits are
/// merged.
pub(crate) const AFTER_STOPS: Span = Span {
    low: 1_000,
    high: 1_000,
    full: 1_000,
};

/// The span of a stop that was requested while another was pending. The time of later events
/// relative to it is unknown.
const LATE_STOP: Span = Span {
    low: 0,
    high: 1,
    full: 0,
};

impl Span {
    /// Whether it comes after pending stops.
    pub(crate) fn is_after_stops(self) -> bool {
        self.low > 0
    }

    pub(crate) fn is_late_stop(self) -> bool {
        self == LATE_STOP
    }
}

/// A time in a fact: which of the moments that depend on it have passed, and when the next comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct PendingTime {
    /// The largest offset from the time that has passed.
    pub(crate) passed: Option<i64>,
    /// The next offset that matters, and the span until then.
    pub(crate) next: Option<(i64, Span)>,
}

/// Everything a scene waits for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Clocks {
    pub(crate) actions: Vec<(StartId, Span)>,
    pub(crate) times: Vec<(Tick, PendingTime)>,
    pub(crate) rests: Vec<((CharacterId, RuleId), Span)>,
    pub(crate) lifetimes: Vec<(Atom, Span)>,
    pub(crate) vacancies: Vec<(RoleId, Span)>,
}

impl Clocks {
    fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let times = self.times.iter_mut().filter_map(|(_, m)| m.next.as_mut());
        (self.actions.iter_mut().map(|(_, span)| span))
            .chain(times.map(|(_, span)| span))
            .chain(self.rests.iter_mut().map(|(_, span)| span))
            .chain(self.lifetimes.iter_mut().map(|(_, span)| span))
            .chain(self.vacancies.iter_mut().map(|(_, span)| span))
    }

    /// The longest time until some event must have come; `None` if nothing is pending.
    pub(crate) fn soonest(&self) -> Option<i64> {
        let times = self.times.iter().filter_map(|(_, m)| m.next);
        (self.actions.iter().map(|(_, span)| span.high))
            .chain(times.map(|(_, span)| span.high))
            .chain(self.rests.iter().map(|(_, span)| span.high))
            .chain(self.lifetimes.iter().map(|(_, span)| span.high))
            .chain(self.vacancies.iter().map(|(_, span)| span.high))
            .min()
    }

    /// Lets at most this much time pass.
    pub(crate) fn pass(&mut self, elapsed: i64, steps: u8) {
        for span in self.spans_mut() {
            *span = span.after(elapsed, steps);
        }
    }

    /// Lets everything come next, except actions that come after pending stops.
    pub(crate) fn forget_waits(&mut self, after_stops: &[StartId], late_stops: &[StartId]) {
        for span in self.spans_mut() {
            *span = Span::new(0, 0);
        }
        for (id, span) in &mut self.actions {
            if after_stops.contains(id) {
                *span = AFTER_STOPS;
            } else if late_stops.contains(id) {
                *span = LATE_STOP;
            }
        }
    }

    pub(crate) fn action(&self, id: StartId) -> Option<Span> {
        let found = self.actions.iter().find(|(other, _)| *other == id);
        found.map(|(_, span)| *span)
    }

    pub(crate) fn time(&self, tick: Tick) -> Option<PendingTime> {
        let found = self.times.iter().find(|(other, _)| *other == tick);
        found.map(|(_, moment)| *moment)
    }

    /// Lets the next moment that depends on a time pass; returns the time's new position.
    pub(crate) fn cross(&mut self, tick: Tick, offsets: &[i64]) -> Option<Tick> {
        let index = self.times.iter().position(|(other, _)| *other == tick)?;
        let (distance, _) = self.times[index].1.next?;
        let mut place = Tick(NOW.0 - distance);
        while self.times.iter().any(|(other, _)| *other == place) {
            place = Tick(place.0 - 1);
        }
        let next = offsets.iter().copied().find(|other| *other > distance);
        let moment = PendingTime {
            passed: Some(distance),
            next: next.map(|c| (c, Span::new(c - distance, c - distance))),
        };
        self.times[index] = (place, moment);
        Some(place)
    }
}

impl PendingTime {
    /// A time that has just been written, between `low` and `high` ticks from now.
    pub(crate) fn new(low: i64, high: i64, offsets: &[i64]) -> PendingTime {
        let passed = |c: &&i64| low.saturating_add(**c) <= 0;
        let next = offsets.iter().find(|c| !passed(c));
        PendingTime {
            passed: offsets.iter().rfind(passed).copied(),
            next: next.map(|c| {
                (
                    *c,
                    Span::new(low.saturating_add(*c), high.saturating_add(*c)),
                )
            }),
        }
    }
}

/// Positions the times of a scene so that comparisons with `.now` are right: past ones before now,
/// future ones after. Times without future moments are equal, unless times are compared with each
/// other.
pub(crate) fn place_times(scene: &mut Scene, clocks: &mut Clocks, ordered: bool) {
    let mut known: Vec<Tick> = vec![];
    each_time(scene, &mut |tick| {
        if !known.contains(tick) {
            known.push(*tick);
        }
    });
    if known.is_empty() {
        clocks.times.clear();
        return;
    }
    if ordered {
        known.sort_unstable();
    }
    let mut placed: Vec<(Tick, Tick, PendingTime)> = vec![];
    let count = known.len() as i64;
    for (rank, tick) in known.iter().enumerate() {
        let moment = clocks.time(*tick).unwrap_or(PendingTime {
            passed: None,
            next: None,
        });
        let mut to = match moment.next {
            None => {
                let rank = if ordered { count - rank as i64 } else { 0 };
                NOW.0 - moment.passed.unwrap_or(0).max(0) - 1 - rank
            }
            Some((distance, span)) => {
                let ahead = NOW.0 + span.low.max(AHEAD) - distance;
                match moment.passed {
                    Some(passed) => ahead.min(NOW.0 - passed),
                    None => ahead,
                }
            }
        };
        if moment.next.is_some() || ordered {
            while placed.iter().any(|(_, other, _)| other.0 == to) {
                to += 1;
            }
        }
        placed.push((*tick, Tick(to), moment));
    }
    let mut shift = |tick: &mut Tick| {
        if let Some((_, to, _)) = placed.iter().find(|(from, ..)| from == tick) {
            *tick = *to;
        }
    };
    each_time(scene, &mut shift);
    for (atom, _) in &mut clocks.lifetimes {
        times(&mut atom.arguments).for_each(&mut shift);
    }
    clocks.times = placed
        .iter()
        .map(|(_, to, moment)| (*to, *moment))
        .collect();
    clocks.times.sort_unstable();
    clocks.times.dedup();
}

/// Visits every time in facts, bindings and properties, in a fixed order.
pub(crate) fn each_time(scene: &mut Scene, visit: &mut dyn FnMut(&mut Tick)) {
    for fact in &mut scene.facts.facts {
        times(&mut fact.atom.arguments).for_each(&mut *visit);
    }
    for run in &mut scene.running {
        let bound = run.bindings.iter_mut().flatten();
        bound.filter_map(as_time).for_each(&mut *visit);
    }
    for property in &mut scene.properties {
        times(&mut property.arguments).for_each(&mut *visit);
        if let townsfolk_core::Pushed::Is(Value::Time(tick)) = &mut property.value {
            visit(tick);
        }
    }
}

fn times(values: &mut [Value]) -> impl Iterator<Item = &mut Tick> {
    values.iter_mut().filter_map(as_time)
}

fn as_time(value: &mut Value) -> Option<&mut Tick> {
    match value {
        Value::Time(tick) => Some(tick),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_minutes_never_pass_before_ten_seconds() {
        let long = Span::new(18_000, 18_000);
        let short = Span::new(600, 600);
        assert!(long.low > short.high && short.low <= long.high);
    }

    #[test]
    fn waiting_goes_down_in_steps_and_ends_at_nothing() {
        let mut span = Span::new(120, 300);
        let mut lows = vec![];
        for _ in 0..5 {
            span = span.after(10, 4);
            lows.push(span.low);
        }
        assert_eq!(lows, [90, 60, 30, 0, 0]);
        assert_eq!(span.high, 300);
    }

    #[test]
    fn a_time_knows_what_has_passed_of_it() {
        let moment = PendingTime::new(-100, -50, &[0, 80, 600]);
        assert_eq!(moment.passed, Some(80));
        assert_eq!(moment.next, Some((600, Span::new(500, 550))));
    }
}
