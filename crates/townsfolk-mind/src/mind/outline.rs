//! The compact record of a mind below level full: its schedule entry, and the levels of its needs
//! at one moment. It is 32 bytes.
//!
//! Between two events nothing is written: levels are read off their curves. An event is a change of
//! the schedule, or the beginning or end of satisfying a need. There is no map, and the stage is
//! not asked; the owner of the outline says where and how a need is satisfied, as a [`Relief`].
//! Catching up late gives the same outline as updating on time.

use super::{Beat, Mind};
use crate::calendar::Moment;
use crate::map::{Map, Program};
use crate::need::{Heading, NeedLevel};
use crate::role::Holding;
use crate::schedule::{EntryIndex, due, next_change};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk_core::{AreaId, Draw, LayerId, NeedId, RoleId, SiteId, Tick};
use townsfolk_module::mind::{Daytime, Degree, Drift, Need, not_ready_to_change_role};

/// Maximum number of needs that are kept; others begin anew when the mind is raised.
pub const NEEDS_MAX: usize = 8;

/// Longer periods are simulated only for their end, because needs have forgotten their beginning by
/// then.
const REMEMBERED: i64 = 2 * Daytime::DAY as i64;

/// Maximum number of events in one catch-up; two days have a few hundred.
const EVENTS_MAX: usize = 512;

/// A character that has waited for this share of the time until a need is satisfied does not leave
/// for the schedule.
const NEARLY: (i64, i64) = (2, 3);

/// No entry.
const NONE: u16 = u16::MAX;

/// No need.
const NO_NEED: u8 = u8::MAX;

/// The compact record of a mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outline {
    /// The moment of the last event, to which all of this refers.
    since: Moment,
    levels: [u16; NEEDS_MAX],
    entry: u16,
    /// The need being satisfied, and the one last satisfied during this entry, which says where the
    /// character stands.
    seen_to: (u8, u8),
    /// For this many seconds from then on it walks, and satisfies nothing.
    walks: u32,
}

/// How a need is satisfied, in calendar seconds. Durations are drawn from a range; otherwise
/// characters who once woke together would always eat together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relief {
    /// Minimum and maximum time until it begins to ease: the way and the wait.
    pub waits: (i64, i64),
    /// Minimum and maximum duration of easing.
    pub eases: (i64, i64),
    /// Its effect on other needs when it is done.
    pub adds: Vec<(NeedId, Degree)>,
}

/// What the owner of an outline knows about the stage.
pub trait Errands {
    /// How each need of a program is satisfied from a stop, in the program's order.
    fn reliefs(&mut self, stop: Stop, program: &Arc<Program>) -> Arc<[Option<Relief>]>;

    /// Calendar seconds for the way from a stop to the place of another entry.
    fn way(&mut self, from: Stop, program: &Arc<Program>, to: Option<EntryIndex>) -> u32;
}

/// Where a character below level full stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stop {
    /// At the place of this entry.
    pub entry: Option<EntryIndex>,
    /// There, at the place where this need of the program was satisfied.
    pub last: Option<u8>,
}

/// The layout of the outlines of one cast member: for each entry of the day its role and the needs
/// that are kept, in order; and the needs without an entry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shape {
    entries: Vec<(RoleId, Vec<NeedId>)>,
    idle: Vec<NeedId>,
}

impl Shape {
    /// The layout for the current content.
    pub fn of(at: &Beat<'_>) -> Shape {
        let needs = |entry: Option<EntryIndex>| {
            let program = program(at, entry);
            let needs = program.iter().flat_map(|program| &program.needs);
            needs.take(NEEDS_MAX).map(|need| need.id).collect()
        };
        let entries = (0..).map(EntryIndex).zip(&at.member.schedule.entries);
        Shape {
            entries: entries
                .map(|(index, entry)| (entry.role, needs(Some(index))))
                .collect(),
            idle: needs(None),
        }
    }
}

/// The next event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextEvent {
    /// Another entry may be due.
    Entry,
    /// The character begins to satisfy this need.
    Begin(usize),
    /// It has satisfied it.
    End(usize),
}

impl Outline {
    /// The outline of a character whose needs begin now.
    pub fn new(at: &Beat<'_>) -> Option<Outline> {
        let entry = due(&at.member.schedule, at.now);
        let program = program(at, entry)?;
        let mut outline = Outline {
            since: at.now,
            levels: [0; NEEDS_MAX],
            entry: entry.map_or(NONE, |entry| entry.0),
            seen_to: (NO_NEED, NO_NEED),
            walks: 0,
        };
        outline.fill(&program, at, |_| None);
        Some(outline)
    }

    /// The outline of a mind.
    pub fn of(mind: &Mind, at: &Beat<'_>) -> Option<Outline> {
        let mut outline = Outline::new(at)?;
        let program = program(at, outline.entry())?;
        let known = |need: NeedId| {
            let (_, course) = mind.needs.iter().find(|(id, _)| *id == need)?;
            Some(course.level(program.need(need)?, at.now))
        };
        outline.fill(&program, at, known);
        Some(outline)
    }

    /// The same outline for changed content: existing roles and needs are kept. `None` if there is
    /// no basic layer any more.
    pub fn in_shape_of(&self, before: &Shape, at: &Beat<'_>) -> Option<Outline> {
        let now = Shape::of(at);
        program(at, None)?;
        if now == *before {
            return Some(*self);
        }
        let held = before.entries.get(usize::from(self.entry));
        let (role, kept) = match held {
            Some((role, needs)) => (Some(*role), needs),
            None => (None, &before.idle),
        };
        let same = now
            .entries
            .get(usize::from(self.entry))
            .map(|entry| entry.0);
        let entry = match role {
            Some(role) if same == Some(role) => Some(self.entry),
            Some(role) => {
                let place = now.entries.iter().position(|entry| entry.0 == role);
                place.and_then(|place| u16::try_from(place).ok())
            }
            None => None,
        };
        let mut outline = Outline {
            entry: entry.unwrap_or(NONE),
            seen_to: (NO_NEED, NO_NEED),
            ..*self
        };
        let program = program(at, outline.entry())?;
        outline.fill(&program, at, |need| {
            let place = kept.iter().position(|known| *known == need)?;
            Some(Degree(i32::from(*self.levels.get(place)?)))
        });
        Some(outline)
    }

    /// The mind that it summarizes: in the role of its entry, or on the way there.
    ///
    /// It should have [lived](Outline::live) until now.
    pub fn wake(&self, at: &Beat<'_>, bound_for: Option<AreaId>, on_the_way: bool) -> Option<Mind> {
        let mut mind = Mind::new(at)?;
        let entry = self
            .entry()
            .filter(|entry| mind.entry(at, Some(*entry)).is_some());
        mind.holding = match entry {
            None => Holding::Nothing,
            Some(entry) if on_the_way => Holding::Walking(entry),
            Some(entry) => Holding::Role(entry),
        };
        mind.bound_for = bound_for.filter(|_| entry.is_some());
        let over = match mind.holding {
            Holding::Walking(_) => Some(at.member.navigation),
            other => layer(at, other.entry()),
        };
        mind.map = Map::new(at.layers.program(at.member.basic, over)?);
        let lived = program(at, self.entry())?;
        let levels = lived.needs.iter().enumerate().take(NEEDS_MAX);
        mind.needs = levels
            .map(|(place, need)| {
                let level = self.level_at(&lived, place, at.now).unwrap_or_default();
                (need.id, NeedLevel::from_level(need, level, at.now))
            })
            .collect();
        mind.begin_needs(at);
        Some(mind)
    }

    /// The entry it follows.
    pub fn entry(&self) -> Option<EntryIndex> {
        (self.entry != NONE).then_some(EntryIndex(self.entry))
    }

    fn stop(&self) -> Stop {
        Stop {
            entry: self.entry(),
            last: Some(self.seen_to.1).filter(|last| *last != NO_NEED),
        }
    }

    /// The moment of the last event.
    pub fn since(&self) -> Moment {
        self.since
    }

    /// The current level of a need; zero if there is no such need or it is not kept.
    ///
    /// It should have [lived](Outline::live) until now.
    pub fn level(&self, at: &Beat<'_>, need: NeedId) -> Degree {
        let Some(program) = program(at, self.entry()) else {
            return Degree::ZERO;
        };
        let place = program.needs.iter().position(|known| known.id == need);
        let level = place.and_then(|place| self.level_at(&program, place, at.now));
        level.unwrap_or_default()
    }

    /// The need that is being satisfied.
    pub fn sees_to(&self, at: &Beat<'_>) -> Option<NeedId> {
        let program = program(at, self.entry())?;
        program
            .needs
            .get(usize::from(self.seen_to.0))
            .map(|need| need.id)
    }

    /// The moment of the next event.
    pub fn next_event(&self, at: &Beat<'_>, errands: &mut dyn Errands) -> Option<Moment> {
        let program = program(at, self.entry())?;
        let reliefs = errands.reliefs(self.stop(), &program);
        self.next(at, &program, &reliefs).map(|(when, _)| when)
    }

    /// The next moment at which another entry may be followed, whatever happens to needs until
    /// then.
    ///
    /// If an entry is due already but satisfying a need comes first, that is the next event.
    pub fn next_entry(&self, at: &Beat<'_>, errands: &mut dyn Errands) -> Option<Moment> {
        let change = next_change(&at.member.schedule, self.since);
        let waits = due(&at.member.schedule, self.since) != self.entry();
        match change {
            Some(change) if change > at.now && !waits => Some(change),
            _ => self.next_event(at, errands),
        }
    }

    /// Whether the role of an entry may delay the next one.
    pub fn may_object(at: &Beat<'_>, entry: EntryIndex) -> bool {
        let Some(program) = program(at, Some(entry)) else {
            return false;
        };
        let not_ready = not_ready_to_change_role();
        let mut wires = program.woven.wires.iter();
        wires.any(|wire| wire.link.to == not_ready && wire.link.weight > Degree::ZERO)
    }

    /// Processes all events up to now. Returns whether there were any.
    pub fn live(&mut self, at: &Beat<'_>, errands: &mut dyn Errands) -> bool {
        let Some(mut held) = program(at, self.entry()) else {
            return false;
        };
        let before = *self;
        let long_ago = at.now.after(-REMEMBERED);
        for _ in 0..EVENTS_MAX {
            let known = errands.reliefs(self.stop(), &held);
            let Some((when, next)) = self.next(at, &held, &known) else {
                break;
            };
            if when > at.now {
                break;
            }
            if when < long_ago {
                self.move_on(&held, long_ago);
                continue;
            }
            let then = Beat { now: when, ..*at };
            match next {
                NextEvent::Entry => self.move_on(&held, when),
                NextEvent::Begin(place) => {
                    self.move_on(&held, when);
                    let need = u8::try_from(place).unwrap_or(NO_NEED);
                    self.seen_to = (need, need);
                }
                NextEvent::End(place) => {
                    self.move_on(&held, when);
                    self.seen_to.0 = NO_NEED;
                    let adds = known.get(place).and_then(|relief| relief.as_ref());
                    for (need, by) in adds.into_iter().flat_map(|relief| &relief.adds) {
                        self.add(&held, *need, *by);
                    }
                }
            }
            let entry = due(&at.member.schedule, when);
            if self.seen_to.0 == NO_NEED
                && entry != self.entry()
                && let Some(program) = program(&then, entry)
            {
                self.walks = errands.way(self.stop(), &held, entry);
                self.follow(&then, entry, &held, &program);
                held = program;
            }
        }
        *self != before
    }

    /// The next event and its time. Satisfying a need is finished before anything else.
    fn next(
        &self,
        at: &Beat<'_>,
        program: &Program,
        reliefs: &[Option<Relief>],
    ) -> Option<(Moment, NextEvent)> {
        let seen_to = usize::from(self.seen_to.0);
        if self.seen_to.0 != NO_NEED {
            // A need that can no longer be satisfied counts as satisfied.
            let relief = reliefs.get(seen_to).and_then(Option::as_ref);
            let eases = relief.map_or(1, |relief| drawn(at, self.since, "eases", relief.eases));
            return Some((self.since.after(eases), NextEvent::End(seen_to)));
        }
        let change = next_change(&at.member.schedule, self.since);
        let change = change.map(|when| (when, NextEvent::Entry));
        let own = self.first_to_see_to(at, program, reliefs);
        // If a need is nearly satisfied when another entry is due, the need comes first.
        match (own, change) {
            (Some((crosses, begins, place)), Some((changes, _)))
                if crosses.after(begins.since(crosses) / NEARLY.1 * NEARLY.0) < changes =>
            {
                Some((begins, NextEvent::Begin(place)))
            }
            (Some((_, begins, place)), None) => Some((begins, NextEvent::Begin(place))),
            (_, change) => change,
        }
    }

    /// When a need will first be pressing enough, when it begins to be satisfied, and which need it
    /// is. Ties go to the strongest.
    fn first_to_see_to(
        &self,
        at: &Beat<'_>,
        program: &Program,
        reliefs: &[Option<Relief>],
    ) -> Option<(Moment, Moment, usize)> {
        let there = self.since.after(i64::from(self.walks));
        let mut first: Option<(Moment, Degree, Moment, usize)> = None;
        for (place, need) in program.needs.iter().enumerate().take(NEEDS_MAX) {
            let relief = reliefs.get(place).and_then(Option::as_ref);
            let from = program.acted_on_from(need.id);
            let (Some(relief), Some(from)) = (relief, from) else {
                continue;
            };
            let course = self.course(need, place);
            if need.drift != Drift::Rises {
                continue;
            }
            let Some(crosses) = course.next_at_least(need, from, self.since) else {
                continue;
            };
            let crosses = crosses.max(there);
            let strength = course.level(need, crosses);
            let sooner = first.is_none_or(|(known, most, ..)| {
                crosses < known || crosses == known && strength > most
            });
            if sooner {
                let begins = crosses.after(drawn(at, crosses, "waits", relief.waits));
                first = Some((crosses, strength, begins, place));
            }
        }
        first.map(|(crosses, _, begins, place)| (crosses, begins, place))
    }

    fn course(&self, need: &Need, place: usize) -> NeedLevel {
        let level = self.levels.get(place).copied().unwrap_or(0);
        let mut course = NeedLevel::from_level(need, Degree(i32::from(level)), self.since);
        if place == usize::from(self.seen_to.0) {
            course.head(need, Heading::Falling, self.since);
        }
        course
    }

    fn level_at(&self, program: &Program, place: usize, now: Moment) -> Option<Degree> {
        let need = program.needs.get(place).filter(|_| place < NEEDS_MAX)?;
        Some(self.course(need, place).level(need, now.max(self.since)))
    }

    /// Advances the time without an event.
    fn move_on(&mut self, program: &Program, to: Moment) {
        let levels: Vec<_> = (0..NEEDS_MAX)
            .map(|place| self.level_at(program, place, to))
            .collect();
        for (kept, level) in self.levels.iter_mut().zip(levels) {
            *kept = level.map_or(0, packed);
        }
        let walked = u32::try_from(to.since(self.since).max(0)).unwrap_or(u32::MAX);
        self.walks = self.walks.saturating_sub(walked);
        self.since = to;
    }

    /// Follows another entry: needs of layers that are no longer held are dropped, those of new
    /// ones begin.
    fn follow(
        &mut self,
        at: &Beat<'_>,
        entry: Option<EntryIndex>,
        held: &Program,
        program: &Program,
    ) {
        let before = *self;
        self.entry = entry.map_or(NONE, |entry| entry.0);
        self.seen_to.1 = NO_NEED;
        self.fill(program, at, |need| {
            let place = held.needs.iter().position(|known| known.id == need)?;
            before.level_at(held, place, at.now)
        });
    }

    fn fill(&mut self, program: &Program, at: &Beat<'_>, known: impl Fn(NeedId) -> Option<Degree>) {
        self.levels = [0; NEEDS_MAX];
        for (kept, need) in self.levels.iter_mut().zip(&program.needs) {
            let level = known(need.id).unwrap_or_else(|| {
                let begun = NeedLevel::begin(need, at.seed, at.member.id, at.now);
                begun.level(need, at.now)
            });
            *kept = packed(level);
        }
    }

    fn add(&mut self, program: &Program, need: NeedId, by: Degree) {
        let place = program.needs.iter().position(|known| known.id == need);
        if let Some(level) = place.and_then(|place| self.levels.get_mut(place)) {
            *level = packed(Degree(i32::from(*level)).plus(by).clamped());
        }
    }
}

/// A duration drawn from a range, at least one second, keyed by the moment it begins.
fn drawn(at: &Beat<'_>, when: Moment, what: &str, (least, most): (i64, i64)) -> i64 {
    let owner = u64::from(at.member.id.0);
    let draw = Draw::at(at.seed, owner, Tick(when.0), SiteId::named(what));
    draw.between(0, least.max(1), most.max(least).max(1))
}

/// A level in two bytes. Full is stored as slightly less than full.
fn packed(level: Degree) -> u16 {
    u16::try_from(level.clamped().0).unwrap_or(u16::MAX)
}

fn layer(at: &Beat<'_>, entry: Option<EntryIndex>) -> Option<LayerId> {
    let entry = at.member.schedule.entries.get(usize::from(entry?.0))?;
    at.layers.of_role(entry.role)
}

pub(super) fn program(at: &Beat<'_>, entry: Option<EntryIndex>) -> Option<Arc<Program>> {
    at.layers.program(at.member.basic, layer(at, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_32_bytes() {
        assert_eq!(size_of::<Outline>(), 32);
    }
}
