//! How a mind lives on while nobody watches: by its schedule and its needs alone.
//!
//! No map is updated and nothing is asked of the stage: roles change on time, and a need that a role
//! lets be acted on is seen to whenever it is strong enough. What comes out is close to a watched
//! life, not equal to it: who waits at a table, and for how long, is not known here.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::map::{Map, Program};
use crate::need::Heading;
use crate::role::Holding;
use crate::schedule::{EntryIndex, due, next_change};
use townsfolk_module::mind::{Daytime, Degree, Drift, Venue};

/// A longer time than this is lived through only for its end: needs have forgotten by then how they
/// began.
const REMEMBERED: i64 = 2 * Daytime::DAY as i64;

/// So many needs are seen to in one period at most; about a week of them.
const EVENTS_MAX: usize = 256;

impl Mind {
    /// Lives on unwatched from a moment until now. Gives the entries of the schedule that were
    /// followed meanwhile, and since when; the body should be where the last one is spent.
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
            // Where it is spent must first be found.
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

    /// One need at a time: whoever sleeps does not eat.
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

    /// The need that is being seen to, or else the one that will be first, and when. Among those of
    /// one moment the strongest.
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
