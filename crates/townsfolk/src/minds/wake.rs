//! Events of background characters: schedule, needs, and walks into another level.

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

/// Time between two comparisons of a walker's position with the focus, in ticks.
const STRIDE: i64 = TICKS_PER_SECOND / 2;

/// Minimum number of background characters for each parallel piece.
const SLEEPERS_PER_PIECE_MIN: usize = 32;

/// An update of a background character.
struct Update {
    /// The record brought up to date.
    sleeper: Sleeper,
    /// The record with which it sets out for another area.
    sets_out: Option<Sleeper>,
    /// When it is updated next, where that was not planned.
    wakes: [Option<Tick>; 2],
    /// The level into which a walk has led.
    level: Option<Level>,
}

impl Folk {
    /// Updates all due background characters in parallel, and then applies the results in order of
    /// id.
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

    /// Plans all updates again if locations have come or gone.
    pub(crate) fn freshen_asleep(&mut self) {
        if std::mem::take(&mut self.minds.levels.asleep.is_stale) {
            self.plan_asleep();
        }
    }

    /// Whether an event of a background character is due or overdue.
    pub(crate) fn is_due_asleep(&self, who: CharacterId) -> bool {
        let Some(sleeper) = self.minds.levels.asleep.get(who) else {
            return false;
        };
        let event = self.next_event_asleep(who, sleeper);
        event.is_some_and(|at| at <= self.moment_asleep(who))
            || self.level_changes(who, sleeper, self.now) == Some(self.now)
    }

    /// The update of a background character; `None` if nothing is due.
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

    /// Whether another entry is due for a dormant character, which may first finish what it does.
    fn gets_something_first(&self, who: CharacterId, sleeper: &Sleeper) -> bool {
        let member = self.member(sleeper.member);
        let due = member.map(|member| due(&member.schedule, self.moment_asleep(who)));
        sleeper.level == Level::Dormant && due.is_some_and(|due| due != sleeper.outline.entry())
    }

    /// How long a background character takes to give up its role after another is due. It learns of
    /// that at its beat, as a fully simulated one does. A role that may object does so for some
    /// part of its limit.
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

    /// The moment of the next event of a background character.
    fn next_event_asleep(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Moment> {
        self.with_errands(who, sleeper, &mut None, |at, errands| match sleeper.level {
            Level::Ambient => sleeper.outline.next_event(at, errands),
            _ => sleeper.outline.next_entry(at, errands),
        })?
    }

    /// Brings the record up to date. Returns the position at which the character left for another
    /// entry, if it is known more closely than by area.
    fn live_asleep(&self, who: CharacterId, sleeper: &mut Sleeper) -> Option<Place> {
        let (mut outline, mut left) = (sleeper.outline, None);
        self.with_errands(who, sleeper, &mut left, |at, errands| {
            outline.live(at, errands)
        });
        sleeper.outline = outline;
        left
    }

    /// Puts a background character where the schedule says, or sends it there at once.
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

    /// The record of a background character that leaves for another area, possibly after a delay.
    /// One whose need was satisfied elsewhere in its area sets out from its recorded position,
    /// earlier or later by the difference in length, so that it is never in two places.
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

    /// The additional length of a background character's way from another place, in ticks.
    fn detour(&self, who: CharacterId, sleeper: &Sleeper, from: Place) -> i64 {
        let ticks = |sleeper: &Sleeper| self.way_of(who, sleeper).map_or(0, |way| way.ticks);
        let elsewhere = Sleeper { from, ..*sleeper };
        ticks(&elsewhere).saturating_sub(ticks(sleeper))
    }

    /// The area of a schedule entry, if its position is known.
    fn area_of_entry(
        &self,
        sleeper: &Sleeper,
        entry: Option<EntryIndex>,
        here: Option<AreaId>,
    ) -> Option<AreaId> {
        let entries = &self.member(sleeper.member)?.schedule.entries;
        let area = match entries.get(usize::from(entry?.0))?.venue {
            Venue::Area(area) => area,
            // The search starts at the centre of the area, so that the result can be cached.
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

    /// The level into which the walk of a background character has led at this tick.
    fn level_of_walker(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Level> {
        let changes = self.level_changes(who, sleeper, self.now) == Some(self.now);
        changes.then(|| {
            let at = self.place_asleep(who, sleeper);
            self.minds.levels.of(who, at, sleeper.level)
        })
    }

    /// The first tick from a given one at which a walk leads into another level.
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

    /// When a background character is updated next.
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

    /// Puts the next update of a background character on the agenda.
    pub(super) fn plan_sleeper(&mut self, who: CharacterId) {
        if let Some(sleeper) = self.minds.levels.asleep.get(who) {
            let wakes = self.next_wakes(who, sleeper);
            self.add_wakes(who, wakes);
        }
    }

    /// Plans the next update of all background characters again.
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

    /// Discards reliefs after locations have come or gone, from the next tick on.
    pub(crate) fn forget_reliefs(&mut self) {
        self.minds.levels.asleep.is_stale = true;
    }

    /// Adds a background character.
    pub(super) fn put_asleep(&mut self, who: CharacterId, sleeper: Sleeper) {
        let asleep = &mut self.minds.levels.asleep;
        if let Some(before) = asleep.get(who).map(|sleeper| sleeper.area) {
            asleep.unlist(who, before);
        }
        asleep.insert(who, sleeper);
        asleep.list(who, &sleeper);
    }

    /// Restarts all records from their present positions, before areas or the calendar change.
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

    /// Recomputes the areas of background characters after areas have moved.
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

    /// Moves a background character for the host; it continues from there.
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
