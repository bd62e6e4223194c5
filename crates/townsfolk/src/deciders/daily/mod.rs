//! Daily lives as a decider.
//!
//! A person that carries a daily has a [`Person`]: its day, a queue of errands and places of its own.
//! The world is looked at only when the queue is empty. Then the queue is filled and performed step by
//! step, without a second look: a step that fails flushes the whole queue, the fallback of the errand
//! follows, and after it a new selection.
//!
//! Characters below level full are not asked; one-shots that come up meanwhile are lost after their
//! grace.

mod describe;
mod errands;
mod person;
mod tables;

use super::selections::Selections;
use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::folk::Folk;
use crate::words::Table;
pub(in crate::deciders) use describe::line;
use errands::World;
use person::{Doing, Person};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_act::{CourseOf, Order, Progress};
use townsfolk_core::{
    Channel, CharacterId, DeciderId, Duration, LocationId, SiteId, SymbolId, TICKS_PER_SECOND, Tick,
};
use townsfolk_decide::daily::{
    Abort, CalendarTime, Cause, Errands, IDLE_MINUTES, Luck, Part, Selected, select,
};
use townsfolk_module::decide::Daily;

/// The name under which daily lives offer.
pub(crate) fn daily_system() -> SymbolId {
    SymbolId::named("daily")
}

/// The decider of all daily scripts.
#[derive(Clone, Debug, Default)]
pub(crate) struct DailyLives {
    people: BTreeMap<CharacterId, Person>,
    /// When people select. A cache of the people.
    selections: Selections,
    /// Number of people that have a location as their own. A cache of the people.
    owners: BTreeMap<LocationId, u32>,
}

impl Decider for DailyLives {
    fn name(&self) -> SymbolId {
        daily_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.dailies.dailies.is_empty() && self.people.is_empty() {
            return vec![];
        }
        for who in self.to_refresh(at) {
            self.refresh(at, who);
        }
        self.selections.choose(at)
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            if self.selections.has_chosen(*who) {
                self.select(at, *who);
            }
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        let doing = std::mem::replace(&mut person.doing, Doing::Nothing);
        match (how.progress, doing) {
            (Progress::Done, _) => self.go_on(at, who),
            (_, Doing::Errand(errand)) => self.fall_back(at, who, errand),
            // A fallback that fails leads to one wait, and never to a selection at once.
            (_, _) => {
                person.queue.clear();
                person.idles = true;
                self.go_on(at, who);
            }
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        self.describe_why(folk, who)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        self.describe_why_not(folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        self.describe_recent(folk, who)
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        match self.people.is_empty() {
            true => vec![],
            false => postcard::to_allocvec(&self.people).unwrap_or_default(),
        }
    }

    fn load(&mut self, bytes: &[u8]) {
        self.people = postcard::from_bytes(bytes).unwrap_or_default();
        self.index();
    }

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        let person = self.people.remove(&who);
        self.index();
        packed(person)
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        let Some(mut person) = unpacked::<Person>(state) else {
            return;
        };
        person.due = person.due.map(|due| due.after(away));
        self.people.insert(who, person);
        self.index();
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl DailyLives {
    /// Builds the caches anew.
    fn index(&mut self) {
        self.selections.clear();
        self.owners.clear();
        for (who, person) in &self.people {
            self.selections.add(*who, person.due);
            for (_, place) in &person.own {
                *self.owners.entry(*place).or_default() += 1;
            }
        }
    }

    /// Characters whose daily may be another now.
    fn to_refresh(&self, folk: &Folk) -> Vec<CharacterId> {
        match folk.news.all {
            true => {
                let known = self.people.keys().copied();
                let all = folk.characters().map(|person| person.id).chain(known);
                let all: BTreeSet<CharacterId> = all.collect();
                all.into_iter().collect()
            }
            false => folk.news.people.iter().copied().collect(),
        }
    }

    /// Begins, changes or ends the daily life of a character, by its roles.
    fn refresh(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let daily = daily_of(at, who).map(|daily| daily.id);
        let before = self.people.get(&who).map(|person| person.daily);
        if before == daily {
            return;
        }
        if self.people.remove(&who).is_some() {
            at.withdraw(who);
        }
        if let Some(daily) = daily {
            let now = calendar_time(at);
            self.people.insert(who, Person::new(daily, now, at.now()));
        }
        self.index_one(who);
    }

    /// Brings the caches in line with one character.
    fn index_one(&mut self, who: CharacterId) {
        match self.people.get(&who) {
            Some(person) => self.selections.add(who, person.due),
            None => self.index(),
        }
    }

    fn set_due(&mut self, who: CharacterId, due: Option<Tick>) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        self.selections.replace(who, &mut person.due, due);
    }

    /// Fills the queue of a person that has nothing left to do.
    fn select(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let since = self.people.get(&who).and_then(|person| person.due);
        self.set_due(who, None);
        let now = calendar_time(at);
        let DailyLives { people, owners, .. } = self;
        let Some(person) = people.get_mut(&who) else {
            return;
        };
        let folk: &Folk = at.folk;
        let Some(daily) = folk.module().deciders.dailies.daily(person.daily) else {
            return;
        };
        let luck = Luck {
            seed: folk.seed,
            who: u64::from(who.0),
            site: SiteId(daily.id.0),
        };
        let mut world = World {
            folk,
            who,
            own: &mut person.own,
            owners,
            queries: 0,
        };
        let queue = select(daily, &mut person.day, luck, now, &mut world);
        let queries = world.queries;
        person.queue = queue.parts.into();
        person.idles = queue.idles;
        person.retries = queue.repeats;
        let waited = since.map_or(0, |since| at.now().since(since).0.unsigned_abs());
        let counts = &mut at.folk.selections;
        counts.longest_wait = counts.longest_wait.max(waited);
        counts.selections += 1;
        at.folk.selections.place_queries += queries;
        self.go_on(at, who);
    }

    /// Performs the next part of the queue; after the last, the person waits or selects again.
    fn go_on(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        if let Some(part) = person.queue.pop_front() {
            return self.perform(at, who, part);
        }
        if std::mem::take(&mut person.idles) {
            let span = game_minutes(at, IDLE_MINUTES);
            person.doing = Doing::Idle;
            let order = Order::Mingle(span);
            return offer(at, who, person, person.daily, vec![order]);
        }
        let next = at.now().after(Duration(1));
        self.set_due(who, Some(next));
    }

    fn perform(&mut self, at: &mut DeciderView<'_>, who: CharacterId, part: Part<Order>) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        person.doing = match part.is_fallback {
            true => Doing::Fallback(part.errand),
            false => Doing::Errand(part.errand),
        };
        offer(at, who, person, part.errand, part.actions);
    }

    /// A step of an errand has failed: the queue is flushed, and the fallback follows.
    fn fall_back(&mut self, at: &mut DeciderView<'_>, who: CharacterId, errand: DeciderId) {
        let now = calendar_time(at);
        let DailyLives { people, owners, .. } = self;
        let Some(person) = people.get_mut(&who) else {
            return;
        };
        person.queue.clear();
        let mut world = World {
            folk: at.folk,
            who,
            own: &mut person.own,
            owners,
            queries: 0,
        };
        let fallback = world.fallback(errand).filter(|list| !list.is_empty());
        let cause = match fallback {
            Some(_) => Cause::Fallback(Abort::Failed),
            None => Cause::Idle(Abort::Failed),
        };
        person.day.ring.note(Selected {
            at: now,
            errand,
            cause,
        });
        person.idles = fallback.is_none() || person.retries;
        person.queue.extend(fallback.map(|actions| Part {
            errand,
            actions,
            is_fallback: true,
        }));
        self.go_on(at, who);
    }
}

/// Offers to perform some orders for an errand.
fn offer(
    at: &mut DeciderView<'_>,
    who: CharacterId,
    person: &Person,
    reason: DeciderId,
    orders: Vec<Order>,
) {
    let daily = at.module().deciders.dailies.daily(person.daily);
    let urgency = daily.map(|daily| daily.urgency).unwrap_or_default();
    at.replace(
        who,
        Proposal {
            channel: Channel::Body,
            urgency,
            score: 0,
            reason: SymbolId(reason.0),
            lasts: None,
            course: CourseOf::Steps(orders),
        },
    );
}

/// The daily that a character carries by its roles: the first, in order of id.
fn daily_of(folk: &Folk, who: CharacterId) -> Option<&Daily> {
    let dailies = &folk.module().deciders.dailies;
    let carried = folk.deciders_of(who);
    carried.iter().find_map(|id| dailies.daily(*id))
}

/// The moment of the calendar.
pub(in crate::deciders) fn calendar_time(folk: &Folk) -> CalendarTime {
    CalendarTime(folk.moment().0)
}

/// Minutes of the calendar as a span of the stage.
pub(in crate::deciders) fn game_minutes(folk: &Folk, minutes: u32) -> Duration {
    game_seconds(folk, i64::from(minutes) * 60)
}

/// Seconds of the calendar as a span of the stage. If the calendar stands still, they count as seconds
/// of the stage.
pub(in crate::deciders) fn game_seconds(folk: &Folk, seconds: i64) -> Duration {
    let rate = match folk.calendar_rate() {
        rate if rate > 0 => i128::from(rate),
        _ => 1000,
    };
    let ticks = i128::from(seconds) * 1000 * i128::from(TICKS_PER_SECOND) / rate;
    Duration(i64::try_from(ticks).unwrap_or(i64::MAX).max(1))
}
