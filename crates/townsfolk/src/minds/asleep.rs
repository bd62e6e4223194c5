//! People below the full level: a record of 64 bytes each, and where that says they are.
//!
//! Who sleeps has no place of their own among characters: nobody is near them and nothing can cast
//! them. Where they are is a function of the record and the tick. They leave for where the schedule
//! sends them when it changes, and arrive after as long as the way takes. They are looked at when the
//! schedule changes, an ambient one also when a need is or has been seen to, and when a walk leads
//! into another level; at any other time there is nothing to find.

use super::level::Level;
use super::relief::ReliefTable;
use crate::agenda::Agenda;
use crate::folk::{Folk, Looking};
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{
    AreaId, CharacterId, Draw, Duration, NeedId, RoleId, SiteId, SymbolId, TICKS_PER_SECOND, Tick,
};
use townsfolk_mind::memory::Memory;
use townsfolk_mind::schedule::{EntryIndex, due};
use townsfolk_mind::social::Relationships;
use townsfolk_mind::{Moment, Outline};
use townsfolk_module::mind::{Degree, Mood, Venue};

/// Nobody is in this area.
pub(crate) const NOWHERE: AreaId = AreaId(0);

/// How often the place of a walker is compared with the focus, in ticks.
const STRIDE: i64 = TICKS_PER_SECOND / 2;

/// How long somebody takes to part from a role to which nothing objects, from and to, in ticks of the
/// stage: one beat to hear of it, and one to set out.
const PARTING: (i64, i64) = (TICKS_PER_SECOND, 2 * TICKS_PER_SECOND);

/// How many records share a page.
const PAGE: usize = 64;

/// Somebody below the full level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Sleeper {
    /// Where they are, or set out from.
    pub(crate) from: Place,
    /// The area they are in, or walk to.
    pub(crate) area: AreaId,
    /// Since when they are there, or walk; who is about to part sets out a little later.
    pub(crate) set_out: Tick,
    pub(crate) member: CharacterId,
    pub(crate) level: Level,
    /// Whether they set out for a place of theirs in the area.
    pub(crate) walks: bool,
    pub(crate) outline: Outline,
}

/// What somebody keeps who has lived fully.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) memory: Memory,
    pub(crate) relationships: Relationships,
    pub(crate) mood: Mood,
    pub(crate) next_start: u64,
    pub(crate) quiet_until: Tick,
    /// When they fell asleep.
    pub(crate) since: Moment,
    /// And where.
    pub(crate) area: AreaId,
}

/// Everybody below the full level.
#[derive(Debug, Default)]
pub(crate) struct Sleepers {
    pages: Vec<Option<Box<[Option<Sleeper>; PAGE]>>>,
    count: usize,
    pub(crate) kept: BTreeMap<CharacterId, Box<Kept>>,

    // Caches.
    /// Whether reliefs are others than when the next looks were planned.
    pub(crate) is_stale: bool,
    pub(crate) agenda: Agenda<CharacterId>,
    /// Who is in an area or bound for it, sorted.
    pub(crate) bound: BTreeMap<AreaId, Vec<CharacterId>>,
    /// Who may still be on the way.
    pub(crate) walking: BTreeSet<CharacterId>,
    pub(crate) reliefs: ReliefTable,
    pub(crate) venues: BTreeMap<(AreaId, SymbolId), Option<AreaId>>,
}

fn leaf(who: CharacterId) -> (usize, usize) {
    (who.0 as usize / PAGE, who.0 as usize % PAGE)
}

impl Sleepers {
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, who: CharacterId) -> Option<&Sleeper> {
        let (page, place) = leaf(who);
        self.pages.get(page)?.as_ref()?.get(place)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, who: CharacterId) -> Option<&mut Sleeper> {
        let (page, place) = leaf(who);
        self.pages.get_mut(page)?.as_mut()?.get_mut(place)?.as_mut()
    }

    /// Takes somebody in whose number has been given out.
    pub(crate) fn insert(&mut self, who: CharacterId, sleeper: Sleeper) {
        let (page, place) = leaf(who);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let Some(page) = self.pages.get_mut(page) else {
            return;
        };
        let page = page.get_or_insert_with(|| Box::new([None; PAGE]));
        if let Some(slot) = page.get_mut(place) {
            self.count += usize::from(slot.is_none());
            *slot = Some(sleeper);
        }
    }

    pub(crate) fn remove(&mut self, who: CharacterId) -> Option<Sleeper> {
        let (index, place) = leaf(who);
        let page = self.pages.get_mut(index)?;
        let sleeper = page.as_mut()?.get_mut(place)?.take()?;
        self.count -= 1;
        if page
            .as_ref()
            .is_some_and(|page| page.iter().all(Option::is_none))
        {
            *page = None;
        }
        Some(sleeper)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (CharacterId, &Sleeper)> {
        let pages = self.pages.iter().enumerate();
        let pages = pages.filter_map(|(index, page)| Some((index * PAGE, page.as_ref()?)));
        pages.flat_map(|(first, page)| {
            page.iter().enumerate().filter_map(move |(place, sleeper)| {
                let who = u32::try_from(first + place).ok()?;
                Some((CharacterId(who), sleeper.as_ref()?))
            })
        })
    }

    /// How much room the records take.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.iter().flatten().count();
        self.pages.capacity() * size_of::<usize>() + pages * PAGE * size_of::<Option<Sleeper>>()
    }

    /// How much room the lists of who is where take.
    pub(crate) fn index_bytes(&self) -> usize {
        let lists = self.bound.values();
        let lists: usize = lists
            .map(|l| size_of::<(AreaId, Vec<u32>)>() + 4 * l.capacity())
            .sum();
        lists + 2 * self.walking.len() * size_of::<CharacterId>()
    }

    pub(super) fn list(&mut self, who: CharacterId, sleeper: &Sleeper) {
        let there = self.bound.entry(sleeper.area).or_default();
        if let Err(place) = there.binary_search(&who) {
            there.insert(place, who);
        }
        if sleeper.walks {
            self.walking.insert(who);
        }
    }

    pub(super) fn unlist(&mut self, who: CharacterId, area: AreaId) {
        self.walking.remove(&who);
        if let Some(there) = self.bound.get_mut(&area) {
            if let Ok(place) = there.binary_search(&who) {
                there.remove(place);
            }
            if there.is_empty() {
                self.bound.remove(&area);
            }
        }
    }
}

/// A walk that nobody sees.
struct Way {
    from: Place,
    to: Place,
    ticks: i64,
}

impl Way {
    /// The place after so many ticks.
    fn after(&self, ticks: i64) -> Place {
        let gone = i128::from(ticks.clamp(0, self.ticks));
        let all = i128::from(self.ticks.max(1));
        let between = |a: i32, b: i32| {
            let way = (i128::from(b) - i128::from(a)) * gone / all;
            i32::try_from(i128::from(a) + way).unwrap_or(a)
        };
        Place {
            x_mm: between(self.from.x_mm, self.to.x_mm),
            y_mm: between(self.from.y_mm, self.to.y_mm),
            z_mm: between(self.from.z_mm, self.to.z_mm),
        }
    }
}

impl Folk {
    /// Where somebody is, however closely they are looked at.
    pub fn place_of(&self, who: CharacterId) -> Option<Place> {
        match self.minds.levels.asleep.get(who) {
            Some(sleeper) => Some(self.place_asleep(who, sleeper)),
            None => self.character(who)?.at,
        }
    }

    pub(super) fn place_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Place {
        match self.way_of(who, sleeper) {
            Some(way) => way.after(self.now.since(sleeper.set_out).0),
            None => sleeper.from,
        }
    }

    /// The area of somebody asleep: on the way it is whatever lies there.
    pub(super) fn area_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Option<AreaId> {
        match self.arrives(who, sleeper) <= self.now {
            true => Some(sleeper.area).filter(|area| *area != NOWHERE),
            false => self.area_at(self.place_asleep(who, sleeper)),
        }
    }

    /// When somebody asleep arrives, or has arrived.
    pub(super) fn arrives(&self, who: CharacterId, sleeper: &Sleeper) -> Tick {
        let way = self.way_of(who, sleeper).map_or(0, |way| way.ticks);
        sleeper.set_out.after(Duration(way))
    }

    fn way_of(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Way> {
        if !sleeper.walks {
            return None;
        }
        let to = self.spot_in(who, sleeper.area)?;
        let straight = sleeper.from.distance_mm(to);
        let levels = &self.minds.levels;
        let said = match levels.ways.is_empty() {
            true => None,
            false => {
                let from = self.area_at(sleeper.from).unwrap_or(NOWHERE);
                let between = (from.min(sleeper.area), from.max(sleeper.area));
                levels.ways.get(&between).map(|mm| i64::from(*mm))
            }
        };
        let mm = said.unwrap_or(straight);
        let ticks = mm.saturating_mul(TICKS_PER_SECOND) / i64::from(levels.pace_mm.max(1));
        Some(Way {
            from: sleeper.from,
            to,
            ticks: ticks.max(1),
        })
    }

    /// Where somebody stands in an area when nobody looks: always at the same place.
    fn spot_in(&self, who: CharacterId, area: AreaId) -> Option<Place> {
        let extent = self.minds.areas.get(&area)?.first()?;
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), SiteId(area.0));
        let along = |index: u64, low: i32, high: i32| {
            let (low, high) = (i64::from(low), i64::from(high));
            let edge = (high - low) / 8;
            i32::try_from(draw.between(index, low + edge, high - edge)).unwrap_or(0)
        };
        let spot = Place {
            x_mm: along(0, extent.from.x_mm, extent.to.x_mm),
            y_mm: along(1, extent.from.y_mm, extent.to.y_mm),
            z_mm: extent.from.z_mm,
        };
        // A part of the area has its own people.
        match self.area_at(spot) {
            Some(there) if there != area => Some(extent.middle()),
            _ => Some(spot),
        }
    }

    /// Looks at everybody asleep for whom something is due, in order of id.
    pub(super) fn stir_sleepers(&mut self) {
        if std::mem::take(&mut self.minds.levels.asleep.is_stale) {
            self.plan_asleep();
        }
        let mut stirred = vec![];
        self.minds
            .levels
            .asleep
            .agenda
            .take_due(self.now, &mut stirred);
        if self.looking != Looking::WhenDue {
            let asleep = self.minds.levels.asleep.iter().map(|(who, _)| who);
            stirred.extend(asleep.filter(|who| self.is_shaken(u64::from(who.0) | 1 << 41)));
            stirred.sort_unstable();
            stirred.dedup();
        }
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::DroppedBeat {
            stirred
                .retain(|who| !self.is_sabotaged(crate::Sabotage::DroppedBeat, u64::from(who.0)));
        }
        for who in stirred {
            self.stir(who);
        }
    }

    /// Does what is due for somebody asleep; finds nothing to do at any other time.
    fn stir(&mut self, who: CharacterId) {
        let Some(next) = self.next_event_asleep(who) else {
            return self.watch_walker(who);
        };
        if next <= self.moment() {
            let parting = self.parting(who);
            self.live_asleep(who);
            self.follow_schedule(who, parting);
            self.plan_sleeper(who);
        }
        self.watch_walker(who);
    }

    /// How long somebody asleep would take to part from their role. One that may object does so for
    /// some part of the time that it may.
    fn parting(&self, who: CharacterId) -> Duration {
        let sleeper = self.minds.levels.asleep.get(who);
        let at = sleeper.and_then(|sleeper| self.beat_of(who, sleeper.member));
        let (Some(sleeper), Some(at)) = (sleeper, at) else {
            return Duration::ZERO;
        };
        let site = SiteId::named("parting");
        let draw = Draw::at(self.seed, u64::from(who.0), self.now, site);
        let objects = sleeper
            .outline
            .entry()
            .filter(|e| Outline::may_object(&at, *e));
        let next = due(&at.member.schedule, at.now);
        let next = next.and_then(|next| at.member.schedule.entries.get(usize::from(next.0)));
        let patience = next
            .filter(|_| objects.is_some())
            .map_or(0, |next| next.waits_max);
        let patience = i128::from(patience) * 1000 * i128::from(TICKS_PER_SECOND);
        let patience = patience / i128::from(self.calendar.rate.max(1));
        let patience = i64::try_from(patience).unwrap_or(0);
        let parts = draw.between(0, PARTING.0, PARTING.1);
        Duration(parts.saturating_add(draw.between(1, 0, patience)))
    }

    /// The moment at which something happens to somebody asleep.
    fn next_event_asleep(&mut self, who: CharacterId) -> Option<Moment> {
        let sleeper = *self.minds.levels.asleep.get(who)?;
        self.with_errands(who, &sleeper, |at, errands| match sleeper.level {
            Level::Ambient => sleeper.outline.next_event(at, errands),
            _ => sleeper.outline.next_entry(at, errands),
        })?
    }

    fn live_asleep(&mut self, who: CharacterId) {
        let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        let mut outline = sleeper.outline;
        self.with_errands(who, &sleeper, |at, errands| outline.live(at, errands));
        if let Some(sleeper) = self.minds.levels.asleep.get_mut(who) {
            sleeper.outline = outline;
        }
    }

    /// Lets somebody asleep be where the schedule says, or go there after a while.
    pub(super) fn follow_schedule(&mut self, who: CharacterId, after: Duration) {
        let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::Bedridden {
            return;
        }
        let here = self.area_asleep(who, &sleeper);
        let Some(to) = self.area_of_entry(&sleeper, sleeper.outline.entry(), here) else {
            return;
        };
        let bound_for = Some(sleeper.area).filter(|area| *area != NOWHERE);
        if bound_for.is_some_and(|area| self.is_within(area, to)) {
            return;
        }
        let mut sleeper = sleeper;
        let leaves = self.now.after(after);
        self.end_stay(who, &sleeper, leaves);
        sleeper.from = self.place_asleep(who, &sleeper);
        sleeper.set_out = leaves;
        sleeper.area = to;
        sleeper.walks = true;
        if here.is_some_and(|here| self.is_within(here, to)) {
            sleeper.area = here.unwrap_or(to);
            sleeper.walks = false;
        }
        self.put_asleep(who, sleeper);
    }

    /// The area in which an entry of a schedule is spent, if it lies anywhere.
    fn area_of_entry(
        &mut self,
        sleeper: &Sleeper,
        entry: Option<EntryIndex>,
        here: Option<AreaId>,
    ) -> Option<AreaId> {
        let entries = &self.member(sleeper.member)?.schedule.entries;
        let area = match entries.get(usize::from(entry?.0))?.venue {
            Venue::Area(area) => area,
            Venue::Suits(activity) => {
                let key = (here.unwrap_or(NOWHERE), activity);
                match self.minds.levels.asleep.venues.get(&key) {
                    Some(known) => (*known)?,
                    None => {
                        let from = here.and_then(|here| self.middle_of(here));
                        let found = self.venue_near(from.unwrap_or(sleeper.from), activity);
                        self.minds.levels.asleep.venues.insert(key, found);
                        found?
                    }
                }
            }
        };
        self.minds.areas.contains_key(&area).then_some(area)
    }

    /// Whether the walk of somebody asleep has led into another level.
    fn watch_walker(&mut self, who: CharacterId) {
        if self.level_changes(who, self.now) == Some(self.now)
            && let Some(sleeper) = self.minds.levels.asleep.get(who)
        {
            let at = self.place_asleep(who, sleeper);
            let level = self.minds.levels.of(who, at, sleeper.level);
            self.let_be(who, level);
        }
    }

    /// The first tick from some tick on at which a walk leads into another level.
    fn level_changes(&self, who: CharacterId, from: Tick) -> Option<Tick> {
        let levels = &self.minds.levels;
        let sleeper = levels.asleep.get(who)?;
        let way = self.way_of(who, sleeper)?;
        if levels.pins.contains_key(&who) {
            return None;
        }
        let low = |a: i32, b: i32| a.min(b);
        let high = |a: i32, b: i32| a.max(b);
        let corner = |pick: &dyn Fn(i32, i32) -> i32| Place {
            x_mm: pick(way.from.x_mm, way.to.x_mm),
            y_mm: pick(way.from.y_mm, way.to.y_mm),
            z_mm: pick(way.from.z_mm, way.to.z_mm),
        };
        if sleeper.level == Level::Dormant && levels.is_far_from(corner(&low), corner(&high)) {
            return None;
        }
        let passed = from.since(sleeper.set_out).0.max(0);
        let mut ticks = passed.saturating_add(STRIDE - 1) / STRIDE * STRIDE;
        while ticks < way.ticks.saturating_add(STRIDE) {
            if levels.at_place(way.after(ticks), sleeper.level) != sleeper.level {
                return Some(sleeper.set_out.after(Duration(ticks)));
            }
            ticks = ticks.saturating_add(STRIDE);
        }
        None
    }

    /// Puts the next look at somebody asleep on the agenda.
    pub(super) fn plan_sleeper(&mut self, who: CharacterId) {
        let event = self.next_event_asleep(who);
        let event = event.and_then(|moment| match moment <= self.moment() {
            true => Some(self.now),
            false => self.tick_of(moment),
        });
        let change = self.level_changes(who, self.now);
        let agenda = &mut self.minds.levels.asleep.agenda;
        for at in event.into_iter().chain(change) {
            agenda.add(at, who);
        }
    }

    /// Everybody's next look, anew: what they go by has changed.
    pub(crate) fn plan_asleep(&mut self) {
        let asleep = &mut self.minds.levels.asleep;
        asleep.agenda.clear();
        asleep.reliefs.clear();
        asleep.venues.clear();
        let everybody: Vec<CharacterId> = asleep.iter().map(|(who, _)| who).collect();
        for who in everybody {
            self.plan_sleeper(who);
        }
    }

    /// Locations have come or gone: needs are seen to elsewhere from the next tick on.
    pub(crate) fn forget_reliefs(&mut self) {
        self.minds.levels.asleep.is_stale = true;
    }

    /// Somebody asleep is somewhere from now on.
    pub(super) fn put_asleep(&mut self, who: CharacterId, sleeper: Sleeper) {
        let asleep = &mut self.minds.levels.asleep;
        if let Some(before) = asleep.get(who).map(|sleeper| sleeper.area) {
            asleep.unlist(who, before);
        }
        asleep.insert(who, sleeper);
        asleep.list(who, &sleeper);
    }

    /// The ground under those asleep, or the clock, is about to change: everybody begins anew from
    /// where they are.
    pub(crate) fn settle_asleep(&mut self) {
        let asleep = self.minds.levels.asleep.iter();
        let everybody: Vec<CharacterId> = asleep.map(|(who, _)| who).collect();
        for who in everybody {
            self.settle_sleeper(who);
        }
    }

    fn settle_sleeper(&mut self, who: CharacterId) {
        let Some(mut sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        self.end_stay(who, &sleeper, self.now);
        let arrived = self.arrives(who, &sleeper) <= self.now;
        sleeper.from = self.place_asleep(who, &sleeper);
        sleeper.set_out = self.now;
        sleeper.walks = sleeper.walks && !arrived;
        self.put_asleep(who, sleeper);
    }

    /// Areas lie elsewhere: everybody asleep is where they are, whatever that is now.
    pub(crate) fn find_asleep(&mut self) {
        let asleep = self.minds.levels.asleep.iter();
        let everybody: Vec<CharacterId> = asleep.map(|(who, _)| who).collect();
        for who in everybody {
            let Some(mut sleeper) = self.minds.levels.asleep.get(who).copied() else {
                continue;
            };
            let area = self.area_at(sleeper.from).unwrap_or(NOWHERE);
            sleeper.walks = sleeper.walks && self.minds.areas.contains_key(&sleeper.area);
            if !sleeper.walks {
                sleeper.area = area;
            }
            self.put_asleep(who, sleeper);
            self.follow_schedule(who, Duration::ZERO);
        }
        self.plan_asleep();
    }

    /// The host has put somebody asleep elsewhere: they go on from there.
    pub(crate) fn move_asleep(&mut self, who: CharacterId, to: Place) {
        let Some(mut sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        self.end_stay(who, &sleeper, self.now);
        sleeper.from = to;
        sleeper.set_out = self.now;
        sleeper.walks = false;
        sleeper.area = self.area_at(to).unwrap_or(NOWHERE);
        self.put_asleep(who, sleeper);
        self.follow_schedule(who, Duration::ZERO);
        let level = self.minds.levels.of(who, to, sleeper.level);
        self.let_be(who, level);
    }

    /// Who has arrived walks no longer.
    pub(super) fn forget_arrived(&mut self) {
        let mut walking = std::mem::take(&mut self.minds.levels.asleep.walking);
        walking.retain(|who| {
            let sleeper = self.minds.levels.asleep.get(*who);
            sleeper.is_some_and(|sleeper| self.arrives(*who, sleeper) >= self.now)
        });
        self.minds.levels.asleep.walking = walking;
    }

    /// Who asleep can be within reach of a focus, in no order.
    pub(super) fn asleep_near_focus(&self) -> Vec<CharacterId> {
        let levels = &self.minds.levels;
        let asleep = &levels.asleep;
        if levels.focus.is_none() {
            return asleep.iter().map(|(who, _)| who).collect();
        }
        let mut near: Vec<CharacterId> = asleep.walking.iter().copied().collect();
        for (area, people) in &asleep.bound {
            let extents = self.minds.areas.get(area);
            let mut extents = extents.into_iter().flatten();
            if *area == NOWHERE || extents.any(|e| !levels.is_far_from(e.from, e.to)) {
                near.extend(people);
            }
        }
        near
    }

    /// Whether somebody asleep in an area, or a part of it, is something.
    pub(super) fn is_asleep_in(&self, area: AreaId, role: RoleId) -> bool {
        let asleep = &self.minds.levels.asleep;
        let mut areas = asleep.bound.iter();
        areas.any(|(there, people)| {
            self.is_within(*there, area) && people.iter().any(|who| self.is_there_as(*who, role))
        })
    }

    /// Whether somebody asleep has arrived and is something: by schedule, or otherwise.
    fn is_there_as(&self, who: CharacterId, role: RoleId) -> bool {
        let Some(sleeper) = self.minds.levels.asleep.get(who) else {
            return false;
        };
        let member = self.member(sleeper.member);
        let entries = member.map(|member| &member.schedule.entries);
        let entry = sleeper.outline.entry().map(|entry| usize::from(entry.0));
        let entry = entries.and_then(|entries| entries.get(entry?));
        let person = self.character(who);
        let roles = person.into_iter().flat_map(|person| &person.roles);
        let mut roles = roles.copied().chain(entry.map(|entry| entry.role));
        self.arrives(who, sleeper) <= self.now && roles.any(|is| self.content.is_a(is, role))
    }

    pub(super) fn need_asleep(&self, who: CharacterId, need: NeedId) -> Option<Degree> {
        let sleeper = self.minds.levels.asleep.get(who)?;
        let outline = self.lived_outline(who, sleeper)?;
        Some(outline.level(&self.beat_of(who, sleeper.member)?, need))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_asleep_is_64_bytes() {
        assert_eq!(size_of::<Option<Sleeper>>(), 64);
    }
}
