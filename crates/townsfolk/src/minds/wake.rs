//! What happens to those asleep, and when: the schedule, needs, and walks that lead into another
//! level.

use super::level::Level;
use super::sleepers::{NOWHERE, Sleeper};
use crate::executor::{self, Executor};
use crate::folk::Folk;
use crate::jobs::AsleepJobs;
use crate::place::Place;
use townsfolk_core::{AreaId, CharacterId, Draw, Duration, SiteId, TICKS_PER_SECOND, Tick};
use townsfolk_mind::schedule::{EntryIndex, due};
use townsfolk_mind::{Moment, Outline};
use townsfolk_module::mind::Venue;

/// How often the place of a walker is compared with the focus, in ticks.
const STRIDE: i64 = TICKS_PER_SECOND / 2;

/// Fewer people asleep than this are not worth a second thread.
const SLEEPERS_PER_PIECE_MIN: usize = 32;

/// What is due for somebody asleep.
struct Update {
    /// The record with what they have lived through by now.
    sleeper: Sleeper,
    /// The record with which they set out for somewhere else.
    sets_out: Option<Sleeper>,
    /// When they are to be looked at next, as far as that was not known.
    wakes: [Option<Tick>; 2],
    /// The level into which a walk has led.
    level: Option<Level>,
}

impl Folk {
    /// Looks at everybody asleep for whom something is due: side by side, and then, in order of id,
    /// what came of it is carried out.
    pub(super) fn stir_sleepers(&mut self, executor: &dyn Executor) {
        self.consider_focus();
        self.freshen_asleep();
        let due = self.due::<AsleepJobs>();
        let mut updates: Vec<_> = due.into_iter().map(|due| (due, None)).collect();
        executor::each(
            executor,
            SLEEPERS_PER_PIECE_MIN,
            &mut updates,
            |(due, update)| {
                *update = self.update_of(due.0);
            },
        );
        for ((who, since), update) in updates {
            if let Some(update) = update {
                self.carry_out(who, &update);
            }
            if since < self.now {
                // A walk may have led into another level meanwhile.
                self.reconsider(who);
            }
        }
    }

    /// Plans everybody's next look anew if locations have come or gone.
    pub(crate) fn freshen_asleep(&mut self) {
        if std::mem::take(&mut self.minds.levels.asleep.is_stale) {
            self.plan_asleep();
        }
    }

    /// Whether something happens to somebody asleep now, or should have happened.
    pub(crate) fn is_due_asleep(&self, who: CharacterId) -> bool {
        let Some(sleeper) = self.minds.levels.asleep.get(who) else {
            return false;
        };
        let event = self.next_event_asleep(who, sleeper);
        event.is_some_and(|at| at <= self.moment_asleep(who))
            || self.level_changes(who, sleeper, self.now) == Some(self.now)
    }

    /// What is due for somebody asleep; at any other time there is nothing to do.
    fn update_of(&self, who: CharacterId) -> Option<Update> {
        let before = *self.minds.levels.asleep.get(who)?;
        let mut update = Update {
            sleeper: before,
            sets_out: None,
            wakes: [None; 2],
            level: None,
        };
        let next = self.next_event_asleep(who, &before);
        if next.is_some_and(|next| next <= self.moment_asleep(who)) {
            let left = self.live_asleep(who, &mut update.sleeper);
            let parting = self.parting(who, &before);
            update.sets_out = self.departure(who, &update.sleeper, left, parting);
            let after = update.sets_out.unwrap_or(update.sleeper);
            update.wakes = self.next_wakes(who, &after);
        } else if next.is_some() && self.gets_something_first(who, &before) {
            update.wakes = self.next_wakes(who, &before);
        }
        let after = update.sets_out.unwrap_or(update.sleeper);
        update.level = self.level_of_walker(who, &after);
        Some(update)
    }

    fn carry_out(&mut self, who: CharacterId, update: &Update) {
        if let Some(sleeper) = self.minds.levels.asleep.get_mut(who) {
            sleeper.outline = update.sleeper.outline;
        }
        if let Some(sets_out) = update.sets_out {
            self.set_out_asleep(who, &update.sleeper, sets_out);
        }
        self.add_wakes(who, update.wakes);
        if let Some(level) = update.level {
            self.let_be(who, level);
        }
    }

    /// Whether an entry is due for somebody dormant, who was looked at for that, and who has nearly
    /// got what they are after.
    fn gets_something_first(&self, who: CharacterId, sleeper: &Sleeper) -> bool {
        let member = self.member(sleeper.member);
        let due = member.map(|member| due(&member.schedule, self.moment_asleep(who)));
        sleeper.level == Level::Dormant && due.is_some_and(|due| due != sleeper.outline.entry())
    }

    /// How long somebody asleep would take to part from their role, once they have heard that another
    /// is due: that they do at their beat, as those awake do. A role that may object does so for some
    /// part of the time that it may.
    fn parting(&self, who: CharacterId, sleeper: &Sleeper) -> Duration {
        let Some(at) = self.beat_asleep(who, sleeper.member) else {
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
    fn next_event_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Moment> {
        self.with_errands(who, sleeper, &mut None, |at, errands| match sleeper.level {
            Level::Ambient => sleeper.outline.next_event(at, errands),
            _ => sleeper.outline.next_entry(at, errands),
        })?
    }

    /// Says where they were when they left for another entry, if that is known more closely than by
    /// their area.
    fn live_asleep(&self, who: CharacterId, sleeper: &mut Sleeper) -> Option<Place> {
        let (mut outline, mut left) = (sleeper.outline, None);
        self.with_errands(who, sleeper, &mut left, |at, errands| {
            outline.live(at, errands)
        });
        sleeper.outline = outline;
        left
    }

    /// Lets somebody asleep be where the schedule says, or go there at once.
    pub(super) fn follow_schedule(&mut self, who: CharacterId) {
        let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        if let Some(sets_out) = self.departure(who, &sleeper, None, Duration::ZERO) {
            self.set_out_asleep(who, &sleeper, sets_out);
        }
    }

    fn set_out_asleep(&mut self, who: CharacterId, before: &Sleeper, sets_out: Sleeper) {
        self.end_stay(who, before, sets_out.set_out);
        self.put_asleep(who, sets_out);
    }

    /// The record of somebody asleep who is somewhere else by the schedule, or goes there after a
    /// while. Who was last seen to elsewhere in their area sets out from where they are all the same,
    /// only later or sooner by what the way differs, so that nobody is in two places.
    fn departure(
        &self,
        who: CharacterId,
        sleeper: &Sleeper,
        seen_to_at: Option<Place>,
        after: Duration,
    ) -> Option<Sleeper> {
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::Bedridden {
            return None;
        }
        let here = self.area_asleep(who, sleeper);
        let to = self.area_of_entry(sleeper, sleeper.outline.entry(), here)?;
        let bound_for = Some(sleeper.area).filter(|area| *area != NOWHERE);
        if bound_for.is_some_and(|area| self.is_within(area, to)) {
            return None;
        }
        let seen_to_at = seen_to_at.filter(|at| here.is_some() && self.area_at(*at) == here);
        let stays = here.filter(|here| self.is_within(*here, to));
        let mut sets_out = Sleeper {
            from: self.place_asleep(who, sleeper),
            area: stays.unwrap_or(to),
            walks: stays.is_none(),
            ..*sleeper
        };
        let detour = seen_to_at.map_or(0, |at| self.detour(who, &sets_out, at));
        let wait = Duration(after.0.saturating_add(detour).max(0));
        sets_out.set_out = self.now.after(wait);
        Some(sets_out)
    }

    /// How many ticks longer the way of somebody asleep would be from another place.
    fn detour(&self, who: CharacterId, sleeper: &Sleeper, from: Place) -> i64 {
        let ticks = |sleeper: &Sleeper| self.way_of(who, sleeper).map_or(0, |way| way.ticks);
        let elsewhere = Sleeper { from, ..*sleeper };
        ticks(&elsewhere).saturating_sub(ticks(sleeper))
    }

    /// The area in which an entry of a schedule is spent, if it lies anywhere.
    fn area_of_entry(
        &self,
        sleeper: &Sleeper,
        entry: Option<EntryIndex>,
        here: Option<AreaId>,
    ) -> Option<AreaId> {
        let entries = &self.member(sleeper.member)?.schedule.entries;
        let area = match entries.get(usize::from(entry?.0))?.venue {
            Venue::Area(area) => area,
            // What is found from an area is found from its middle, so that it can be remembered.
            Venue::Suits(activity) => {
                match here.and_then(|here| Some((here, self.middle_of(here)?))) {
                    Some((here, middle)) => {
                        let venues = &self.minds.levels.asleep.venues;
                        venues.get((here, activity), || self.venue_near(middle, activity))?
                    }
                    None => self.venue_near(sleeper.from, activity)?,
                }
            }
        };
        self.minds.areas.contains_key(&area).then_some(area)
    }

    /// The level that the walk of somebody asleep has led into at this tick.
    fn level_of_walker(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Level> {
        let changes = self.level_changes(who, sleeper, self.now) == Some(self.now);
        changes.then(|| {
            let at = self.place_asleep(who, sleeper);
            self.minds.levels.of(who, at, sleeper.level)
        })
    }

    /// The first tick from some tick on at which a walk leads into another level.
    fn level_changes(&self, who: CharacterId, sleeper: &Sleeper, from: Tick) -> Option<Tick> {
        let levels = &self.minds.levels;
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

    /// When somebody asleep is to be looked at next.
    fn next_wakes(&self, who: CharacterId, sleeper: &Sleeper) -> [Option<Tick>; 2] {
        let event = self.next_event_asleep(who, sleeper);
        let event = event.and_then(|moment| match moment <= self.moment_asleep(who) {
            true => Some(self.now),
            false => self.tick_asleep(who, moment),
        });
        [event, self.level_changes(who, sleeper, self.now)]
    }

    fn add_wakes(&mut self, who: CharacterId, wakes: [Option<Tick>; 2]) {
        for at in wakes.into_iter().flatten() {
            self.agenda.asleep.add(at, who);
        }
    }

    /// Puts the next look at somebody asleep on the agenda.
    pub(super) fn plan_sleeper(&mut self, who: CharacterId) {
        if let Some(sleeper) = self.minds.levels.asleep.get(who) {
            let wakes = self.next_wakes(who, sleeper);
            self.add_wakes(who, wakes);
        }
    }

    /// Everybody's next look, anew: what they go by has changed.
    pub(crate) fn plan_asleep(&mut self) {
        self.agenda.asleep.clear();
        let asleep = &mut self.minds.levels.asleep;
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
            self.follow_schedule(who);
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
        self.follow_schedule(who);
        let level = self.minds.levels.of(who, to, sleeper.level);
        self.let_be(who, level);
    }
}
