//! Lets a mind live on by its schedule and needs alone.
//!
//! No map is updated and the stage is not asked. Roles change on time, and a need is satisfied
//! whenever it is strong enough and the role allows it. The result is close to a full life, not
//! equal: waiting times at a table are unknown here.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::map::{Map, Program};
use crate::need::Heading;
use crate::role::Holding;
use crate::schedule::{EntryIndex, due, next_change};
use townsfolk_module::mind::{Daytime, Degree, Drift, Venue};

/// Longer periods are simulated only for their end, because needs have forgotten their beginning by
/// then.
const REMEMBERED: i64 = 2 * Daytime::DAY as i64;

/// Maximum number of needs satisfied in one period; about a week of them.
const EVENTS_MAX: usize = 256;

impl Mind {
    /// Lives on from a moment until now. Returns the schedule entries that were followed, with
    /// their start; the body should be at the place of the last one.
    pub fn live_on(&mut self, at: &Beat<'_>, from: Moment) -> Vec<(Moment, EntryIndex)> {
        let mut followed: Vec<(Moment, EntryIndex)> = vec![];
        let mut since = from.max(at.now.after(-REMEMBERED));
        self.doing = None;
        self.engrossed = false;
        self.put_off.clear();
        self.found.clear();
        loop {
            let then = Beat { now: since, ..*at };
            let entry = due(&at.member.schedule, since);
            if let Some(entry) = entry.filter(|entry| followed.last().map(|f| f.1) != Some(*entry))
            {
                followed.push((since, entry));
            }
            self.be_in_role(&then, entry);
            let next = next_change(&at.member.schedule, since).unwrap_or(at.now);
            let until = next.min(at.now).max(since);
            self.see_to_needs(since, until);
            if until >= at.now || until <= since {
                return followed;
            }
            since = until;
        }
    }

    fn be_in_role(&mut self, at: &Beat<'_>, entry: Option<EntryIndex>) {
        let known = self.entry(at, entry);
        let venue = known.map(|entry| entry.venue);
        self.bound_for = match venue {
            Some(Venue::Area(area)) => Some(area),
            Some(Venue::Suits(_)) | None => None,
        };
        let (holding, over) = match (entry, venue) {
            (Some(entry), Some(Venue::Area(_))) => {
                let layer = known.and_then(|known| at.layers.of_role(known.role));
                (Holding::Role(entry), layer)
            }
            // Its place must first be found.
            (Some(entry), _) => (Holding::Walking(entry), Some(at.member.navigation)),
            (None, _) => (Holding::Nothing, None),
        };
        let same = self.holding == holding;
        self.holding = holding;
        if !same && let Some(program) = at.layers.program(at.member.basic, over) {
            self.map = Map::new(program);
            self.begin_needs(at);
            self.stirred = true;
            self.restless = 0;
        }
    }

    /// Satisfies one need at a time: a sleeper does not eat.
    fn see_to_needs(&mut self, from: Moment, until: Moment) {
        let program = self.map.program().clone();
        let mut now = from;
        self.stirred = true;
        for _ in 0..EVENTS_MAX {
            let Some((place, begin)) = self.next_to_see_to(&program, now) else {
                return;
            };
            if begin > until {
                return;
            }
            let Some((id, course)) = self.needs.get_mut(place) else {
                return;
            };
            let Some(need) = program.need(*id) else {
                return;
            };
            course.head(need, Heading::Falling, begin);
            let bottom = need
                .fall
                .points
                .last()
                .map_or(Degree::ZERO, |point| point.1);
            let down = Degree(bottom.clamped().0.saturating_add(1));
            match course
                .next_below(need, down, begin)
                .filter(|end| *end <= until)
            {
                Some(end) => {
                    course.leave(need, end);
                    now = end;
                }
                None => return,
            }
        }
    }

    /// The need that is being satisfied, else the one that will be first, and when. Ties go to the
    /// strongest.
    fn next_to_see_to(&self, program: &Program, now: Moment) -> Option<(usize, Moment)> {
        let mut first: Option<(usize, Moment, Degree)> = None;
        for (place, (id, course)) in self.needs.iter().enumerate() {
            let (Some(need), Some(level)) = (program.need(*id), program.acted_on_from(*id)) else {
                continue;
            };
            if need.drift != Drift::Rises {
                continue;
            }
            if course.heading() == Heading::Falling {
                return Some((place, now));
            }
            if let Some(at) = course.next_at_least(need, level, now) {
                let strength = course.level(need, at);
                if first.is_none_or(|(_, known, most)| at < known || at == known && strength > most)
                {
                    first = Some((place, at, strength));
                }
            }
        }
        first.map(|(place, at, _)| (place, at))
    }
}
