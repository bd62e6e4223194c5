//! Easing needs, and when they will matter.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::need::{Heading, NeedLevel};
use crate::schedule::next_change;
use townsfolk_core::{NeedId, SymbolId};
use townsfolk_module::mind::{Degree, EventInput, Need};

impl Mind {
    /// The level of a need; zero if the character does not have it now.
    pub fn level(&self, need: NeedId, now: Moment) -> Degree {
        let course = self.needs.iter().find(|(id, _)| *id == need);
        let known = self.map.program().need(need);
        course
            .zip(known)
            .map_or(Degree::ZERO, |((_, course), need)| course.level(need, now))
    }

    /// The need is being eased: it falls until it is [left alone](Mind::leave).
    pub fn ease(&mut self, need: NeedId, now: Moment) {
        self.on_course(need, |course, need| {
            course.head(need, Heading::Falling, now)
        });
    }

    /// The need follows its default direction again.
    pub fn leave(&mut self, need: NeedId, now: Moment) {
        self.on_course(need, |course, need| course.leave(need, now));
    }

    /// Raises or lowers a need at once.
    pub fn burst(&mut self, need: NeedId, by: Degree, now: Moment) {
        self.on_course(need, |course, need| course.burst(need, by, now));
    }

    /// Notices an event at a distance. The held layers say which needs it excites.
    pub fn notice(&mut self, event: SymbolId, distance_mm: u32, now: Moment) {
        let program = self.map.program().clone();
        for input in program.events.iter().filter(|input| input.event == event) {
            self.burst(input.need, burst(input, distance_mm), now);
        }
    }

    fn on_course(&mut self, need: NeedId, change: impl FnOnce(&mut NeedLevel, &Need)) {
        let program = self.map.program().clone();
        let course = self.needs.iter_mut().find(|(id, _)| *id == need);
        if let Some(((_, course), need)) = course.zip(program.need(need)) {
            change(course, need);
        }
    }

    /// The next moment at which the schedule changes or a need crosses a threshold that matters,
    /// without other events: when a seldom updated mind must be updated.
    pub fn next_wake(&self, at: &Beat<'_>) -> Option<Moment> {
        let program = self.map.program();
        let mut wake = next_change(&at.member.schedule, at.now);
        for (id, course) in &self.needs {
            let Some(need) = program.need(*id) else {
                continue;
            };
            let level = course.level(need, at.now);
            for &threshold in program.thresholds_of(*id) {
                let crossing = if level < threshold {
                    course.next_at_least(need, threshold, at.now)
                } else {
                    course.next_below(need, threshold, at.now)
                };
                wake = [wake, crossing].into_iter().flatten().min();
            }
        }
        wake
    }
}

/// How strongly an event at a distance excites a need.
fn burst(input: &EventInput, distance_mm: u32) -> Degree {
    match input.reach_mm {
        None => input.size,
        Some(reach) if distance_mm >= reach => Degree::ZERO,
        Some(reach) => {
            let near = i64::from(reach) - i64::from(distance_mm);
            Degree::saturated(i64::from(input.size.0) * near / i64::from(reach))
        }
    }
}
