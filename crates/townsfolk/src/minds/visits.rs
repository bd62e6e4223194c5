//! Logs of visits to areas, and what background characters derive from them.
//!
//! Once any character can be in the background, every area logs arrivals and departures. A raised
//! character looks up who was there with it and notices some of them, by keyed draws. So its
//! answers are true, and two that met were in the same place. Logs are short: entries older than
//! two days, or crowded out, are forgotten.

use super::sleepers::{NOWHERE, Sleeper};
use super::witness::SEES_MAX;
use crate::folk::Folk;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, CharacterId, Draw, MemberId, SiteId, Tick};
use townsfolk_knowledge::Memory;
use townsfolk_mind::Moment;
use townsfolk_mind::social::talk;
use townsfolk_module::mind::{Daytime, Degree, Venue};

/// Maximum number of visits in the log of an area.
const VISITS_MAX: usize = 256;

/// Maximum number of others that a background character considers in a crowd.
const CROWD_MAX: usize = 256;

/// How long a visit stays in the log, in calendar seconds.
const REMEMBERED: i64 = 2 * Daytime::DAY as i64;

/// The end of a stay that continues.
const OPEN: Moment = Moment(i64::MAX);

/// Mean time in stage seconds after which a character in company is spoken to. Measured on fully
/// simulated characters: `townsfolk bench minds`.
const SPOKEN_TO_EVERY: i64 = 54;

/// A stay in an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Visit {
    pub(crate) who: CharacterId,
    pub(crate) from: Moment,
    pub(crate) to: Moment,
}

/// The logs of all areas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Visits {
    pub(crate) areas: BTreeMap<AreaId, Vec<Visit>>,
}

impl Visits {
    fn push(&mut self, area: AreaId, visit: Visit, now: Moment) {
        let log = self.areas.entry(area).or_default();
        let old = now.after(-REMEMBERED);
        log.retain(|known| known.to > old);
        if log.len() >= VISITS_MAX {
            log.remove(0);
        }
        log.push(visit);
    }

    /// Memory of the logs in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let logs = self.areas.values();
        logs.map(|log| size_of::<(AreaId, Vec<Visit>)>() + log.capacity() * size_of::<Visit>())
            .sum()
    }
}

/// A character met, the first impression, and the interests in common.
type Met = (CharacterId, Degree, Degree);

impl Folk {
    /// Logs that a fully simulated character is in an area from now on.
    pub(super) fn open_visit(&mut self, who: CharacterId) {
        let (area, now) = (self.area_of(who), self.moment());
        if let Some(area) = area {
            let visit = Visit {
                who,
                from: now,
                to: OPEN,
            };
            self.minds.levels.visits.push(area, visit, now);
        }
    }

    /// Logs the return of a fully simulated character with its region.
    pub(crate) fn reopen_visit(&mut self, who: CharacterId) {
        if self.minds.levels.are_used() {
            self.open_visit(who);
        }
    }

    /// Logs that a fully simulated character has left.
    pub(super) fn close_visit(&mut self, who: CharacterId, area: AreaId) {
        let now = self.moment();
        let log = self.minds.levels.visits.areas.get_mut(&area);
        let mut log = log.into_iter().flatten().rev();
        if let Some(visit) = log.find(|visit| visit.who == who && visit.to == OPEN) {
            visit.to = now;
        }
    }

    /// Logs that a background character leaves its area at a tick.
    pub(super) fn end_stay(&mut self, who: CharacterId, sleeper: &Sleeper, at: Tick) {
        let to = self.moment_at(at);
        if let Some(from) = self.stays_since(who, sleeper).filter(|from| *from < to) {
            let visit = Visit { who, from, to };
            self.minds
                .levels
                .visits
                .push(sleeper.area, visit, self.moment());
        }
    }

    /// Logs the end of a stay of a character about to leave the world.
    pub(crate) fn end_stay_of(&mut self, who: CharacterId) {
        if let Some(sleeper) = self.minds.levels.asleep.get(who).copied() {
            self.end_stay(who, &sleeper, self.now);
        }
    }

    /// Since when a background character is in its area, if it is there.
    fn stays_since(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Moment> {
        let arrives = self.arrives(who, sleeper);
        let there = arrives <= self.now && sleeper.area != NOWHERE;
        there.then(|| self.moment_at(arrives))
    }

    /// The memory of a background character, computed for now, and the characters it has met.
    pub(super) fn recall(&self, who: CharacterId, sleeper: &Sleeper) -> (Memory, Vec<Met>) {
        let now = self.moment();
        let kept = self.minds.levels.asleep.kept.get(&who);
        let since = kept.map_or(Moment(i64::MIN), |kept| kept.since);
        let member = self.member(sleeper.member);
        let mut memory = match (kept, member) {
            (Some(kept), _) => kept.memory.clone(),
            (None, Some(member)) => Memory::new(who, member.memory, &member.knows),
            (None, None) => Memory::new(who, Default::default(), &[]),
        };
        let first = || self.first_relationships(sleeper.member);
        let feels = kept.map_or_else(first, |kept| kept.relationships.clone());
        let closeness = |other| self.closeness(who, &feels, other);
        let mut met = vec![];
        for (area, stay) in self.stays_of(who, sleeper, since) {
            let seen = self.seen_during(area, stay);
            let noticed = seen.iter().filter(|other| {
                let draw = self.draw_between(who, other, "noticed");
                let crowd = i64::try_from(seen.len()).unwrap_or(i64::MAX);
                draw.between(0, 0, crowd - 1) < SEES_MAX as i64
            });
            let noticed: Vec<Visit> = noticed.copied().collect();
            let others = noticed
                .iter()
                .map(|visit| (visit.who, visit.from, visit.to));
            let times = (stay.from, stay.to.min(now));
            memory.recall(area, times, others, &closeness);
            let known = noticed.iter().filter(|v| self.meets(who, v, noticed.len()));
            met.extend(known.map(|visit| visit.who));
        }
        let met = met
            .into_iter()
            .filter_map(|other| self.first_look(sleeper.member, other));
        (memory, met.collect())
    }

    /// The stays of a background character since a moment, from the logs, in order.
    fn stays_of(&self, who: CharacterId, sleeper: &Sleeper, since: Moment) -> Vec<(AreaId, Visit)> {
        let entries = self
            .member(sleeper.member)
            .map(|member| &member.schedule.entries);
        let venues = entries.into_iter().flatten().map(|entry| entry.venue);
        let venues: Vec<Venue> = venues.collect();
        let kept = self.minds.levels.asleep.kept.get(&who);
        let first = kept.map_or(NOWHERE, |kept| kept.area);
        let mut areas = vec![first, sleeper.area];
        areas.extend(venues.iter().filter_map(|venue| match venue {
            Venue::Area(area) => Some(*area),
            Venue::Suits(_) => None,
        }));
        // From each area to the nearest venue, and from there to the next nearest.
        for _ in 0..2 {
            areas.sort_unstable();
            areas.dedup();
            let from = areas.iter().filter_map(|area| self.middle_of(*area));
            let from: Vec<Place> = from.chain([sleeper.from]).collect();
            for venue in &venues {
                if let Venue::Suits(activity) = venue {
                    let near = from.iter();
                    areas.extend(near.filter_map(|at| self.venue_near(*at, *activity)));
                }
            }
        }
        areas.sort_unstable();
        areas.dedup();
        let logged = areas.into_iter().flat_map(|area| {
            let log = self.minds.levels.visits.areas.get(&area);
            let own = log
                .into_iter()
                .flatten()
                .filter(move |visit| visit.who == who);
            own.map(move |visit| (area, *visit))
        });
        let stays = self.stays_since(who, sleeper).map(|from| {
            let to = self.moment();
            (sleeper.area, Visit { who, from, to })
        });
        let later = |(_, visit): &(AreaId, Visit)| visit.from >= since && visit.to > visit.from;
        let mut all: Vec<(AreaId, Visit)> = logged.chain(stays).filter(later).collect();
        all.sort_by_key(|(area, visit)| (visit.from, *area));
        all
    }

    /// The parts of others' stays that overlap with a stay.
    fn seen_during(&self, area: AreaId, own: Visit) -> Vec<Visit> {
        let log = self
            .minds
            .levels
            .visits
            .areas
            .get(&area)
            .into_iter()
            .flatten();
        let asleep = &self.minds.levels.asleep;
        let there = asleep.bound.get(&area).map_or(&[][..], Vec::as_slice);
        // In a crowd, each character considers those with the next ids, so all have some company.
        let first = there.partition_point(|other| *other < own.who);
        let (before, after) = there.split_at(first);
        let around = after.iter().chain(before).take(CROWD_MAX);
        let still = around.filter_map(|other| {
            let from = self.stays_since(*other, asleep.get(*other)?)?;
            Some(Visit {
                who: *other,
                from,
                to: OPEN,
            })
        });
        let others = log
            .copied()
            .chain(still)
            .filter(|visit| visit.who != own.who);
        let together = others.filter_map(|visit| {
            let visit = Visit {
                who: visit.who,
                from: visit.from.max(own.from),
                to: visit.to.min(own.to),
            };
            (visit.from < visit.to).then_some(visit)
        });
        let mut seen: Vec<Visit> = together.collect();
        seen.sort_by_key(|visit| (visit.from, visit.who, visit.to));
        seen
    }

    fn draw_between(&self, who: CharacterId, other: &Visit, what: &str) -> Draw {
        let pair = fold(u64::from(who.0), u64::from(other.who.0));
        Draw::at(self.seed, pair, Tick(other.from.0), SiteId::named(what))
    }

    /// Whether a character was spoken to by another while both were present, in a company of this
    /// size.
    fn meets(&self, who: CharacterId, other: &Visit, company: usize) -> bool {
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::Unsociable {
            return false;
        }
        let rate = i128::from(self.calendar.rate.max(1));
        let seconds = i128::from(other.to.since(other.from)) * 1000 / rate;
        let company = i128::try_from(company.max(1)).unwrap_or(i128::MAX);
        let wait = i128::from(SPOKEN_TO_EVERY).saturating_mul(company);
        let times = i64::try_from(seconds / wait.max(1)).unwrap_or(i64::MAX);
        let rest = i64::try_from(seconds % wait.max(1) * 1000 / wait.max(1)).unwrap_or(0);
        let draw = self.draw_between(who, other, "met");
        // Each talk may have been with another: the chance of never being chosen falls by a factor
        // of e.
        let never = (0..times.min(8)).fold(1000, |never: i64, _| never * 368 / 1000);
        let never = never * (1000 - rest * 632 / 1000) / 1000;
        draw.coin(0, 1000 - never)
    }

    /// The first impression of a character on those made from a member.
    fn first_look(&self, member: MemberId, other: CharacterId) -> Option<Met> {
        let own = self.member(member)?;
        let them = self.member(self.member_of(other)?)?;
        let shared = talk::shared(&own.subjects, &them.subjects);
        Some((other, them.attractiveness, shared))
    }

    /// The member of the cast that a character was made from, with a mind or without.
    pub fn member_of(&self, who: CharacterId) -> Option<MemberId> {
        let minded = self.minds.people.get(&who).map(|minded| minded.member);
        let asleep = || Some(self.minds.levels.asleep.get(who)?.member);
        let mindless = || self.minds.mindless.get(&who).copied();
        minded.or_else(asleep).or_else(mindless)
    }
}
