//! What happens to those asleep, and when: the schedule, needs, and walks that lead into another
//! level.

use super::asleep::{NOWHERE, Sleeper};
use super::level::Level;
use crate::budget::Job;
use crate::folk::{Folk, WakeMode};
use crate::place::Place;
use townsfolk_core::{AreaId, CharacterId, Draw, Duration, SiteId, TICKS_PER_SECOND, Tick};
use townsfolk_mind::schedule::{EntryIndex, due};
use townsfolk_mind::{Moment, Outline};
use townsfolk_module::mind::Venue;

/// How often the place of a walker is compared with the focus, in ticks.
const STRIDE: i64 = TICKS_PER_SECOND / 2;

impl Folk {
    /// Looks at everybody asleep for whom something is due, in order of id.
    pub(super) fn stir_sleepers(&mut self) {
        self.consider_focus();
        self.freshen_asleep();
        if self.budget.is_some() {
            let of = |job| match job {
                Job::Asleep(who) => Some(who),
                _ => None,
            };
            let now = self.rationed(vec![], Job::Asleep, of);
            self.count_looks(now.len());
            for (who, since) in now {
                self.stir(who);
                if since < self.now {
                    // A walk may have led into another level meanwhile.
                    self.reconsider(who);
                }
            }
            return;
        }
        let mut stirred = vec![];
        self.minds
            .levels
            .asleep
            .agenda
            .take_due(self.now, &mut stirred);
        if self.looking != WakeMode::WhenDue {
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
        self.count_looks(stirred.len());
        for who in stirred {
            self.stir(who);
        }
    }

    /// Plans everybody's next look anew if locations have come or gone.
    pub(crate) fn freshen_asleep(&mut self) {
        if std::mem::take(&mut self.minds.levels.asleep.is_stale) {
            self.plan_asleep();
        }
    }

    /// Whether something happens to somebody asleep now, or should have happened.
    pub(crate) fn is_due_asleep(&mut self, who: CharacterId) -> bool {
        let event = self.next_event_asleep(who);
        event.is_some_and(|at| at <= self.moment_asleep(who))
            || self.level_changes(who, self.now) == Some(self.now)
    }

    /// Does what is due for somebody asleep; finds nothing to do at any other time.
    fn stir(&mut self, who: CharacterId) {
        let Some(next) = self.next_event_asleep(who) else {
            return self.watch_walker(who);
        };
        if next <= self.moment_asleep(who) {
            let parting = self.parting(who);
            let left = self.live_asleep(who);
            self.follow_schedule(who, left, parting);
            self.plan_sleeper(who);
        } else if self.gets_something_first(who) {
            self.plan_sleeper(who);
        }
        self.watch_walker(who);
    }

    /// Whether an entry is due for somebody dormant, who was looked at for that, and who has nearly
    /// got what they are after.
    fn gets_something_first(&self, who: CharacterId) -> bool {
        let sleeper = self.minds.levels.asleep.get(who);
        let sleeper = sleeper.filter(|sleeper| sleeper.level == Level::Dormant);
        let member = sleeper.and_then(|sleeper| self.member(sleeper.member));
        let due = member.map(|member| due(&member.schedule, self.moment_asleep(who)));
        due.zip(sleeper)
            .is_some_and(|(due, sleeper)| due != sleeper.outline.entry())
    }

    /// How long somebody asleep would take to part from their role, once they have heard that another
    /// is due: that they do at their beat, as those awake do. A role that may object does so for some
    /// part of the time that it may.
    fn parting(&self, who: CharacterId) -> Duration {
        let sleeper = self.minds.levels.asleep.get(who);
        let at = sleeper.and_then(|sleeper| self.beat_asleep(who, sleeper.member));
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
        Duration(draw.between(1, 0, patience))
    }

    /// The moment at which something happens to somebody asleep.
    fn next_event_asleep(&mut self, who: CharacterId) -> Option<Moment> {
        let sleeper = *self.minds.levels.asleep.get(who)?;
        self.with_errands(who, &sleeper, &mut None, |at, errands| {
            match sleeper.level {
                Level::Ambient => sleeper.outline.next_event(at, errands),
                _ => sleeper.outline.next_entry(at, errands),
            }
        })?
    }

    /// Says where they were when they left for another entry, if that is known more closely than by
    /// their area.
    fn live_asleep(&mut self, who: CharacterId) -> Option<Place> {
        let sleeper = self.minds.levels.asleep.get(who).copied()?;
        let (mut outline, mut left) = (sleeper.outline, None);
        self.with_errands(who, &sleeper, &mut left, |at, errands| {
            outline.live(at, errands)
        });
        self.minds.levels.asleep.get_mut(who)?.outline = outline;
        left
    }

    /// Lets somebody asleep be where the schedule says, or go there after a while. Who was last seen
    /// to elsewhere in their area sets out from where they are all the same, only later or sooner by
    /// what the way differs, so that nobody is in two places.
    pub(super) fn follow_schedule(
        &mut self,
        who: CharacterId,
        seen_to_at: Option<Place>,
        after: Duration,
    ) {
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
        let seen_to_at = seen_to_at.filter(|at| here.is_some() && self.area_at(*at) == here);
        let stays = here.filter(|here| self.is_within(*here, to));
        let mut sets_out = Sleeper {
            from: self.place_asleep(who, &sleeper),
            area: stays.unwrap_or(to),
            walks: stays.is_none(),
            ..sleeper
        };
        let detour = seen_to_at.map_or(0, |at| self.detour(who, &sets_out, at));
        sets_out.set_out = self
            .now
            .after(Duration(after.0.saturating_add(detour).max(0)));
        self.end_stay(who, &sleeper, sets_out.set_out);
        self.put_asleep(who, sets_out);
    }

    /// How many ticks longer the way of somebody asleep would be from another place.
    fn detour(&self, who: CharacterId, sleeper: &Sleeper, from: Place) -> i64 {
        let ticks = |sleeper: &Sleeper| self.way_of(who, sleeper).map_or(0, |way| way.ticks);
        let elsewhere = Sleeper { from, ..*sleeper };
        ticks(&elsewhere).saturating_sub(ticks(sleeper))
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
        if levels.pins.contains_key(&who) || levels.to_consider.contains(who) {
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
        let event = event.and_then(|moment| match moment <= self.moment_asleep(who) {
            true => Some(self.now),
            false => self.tick_asleep(who, moment),
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
            self.follow_schedule(who, None, Duration::ZERO);
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
        self.follow_schedule(who, None, Duration::ZERO);
        let level = self.minds.levels.of(who, to, sleeper.level);
        self.let_be(who, level);
    }
}
