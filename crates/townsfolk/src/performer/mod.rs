//! The performer: carries out the courses that deciders offer.
//!
//! A character has at most one performance for each channel. It acts only while the decider whose
//! offer it carries out drives that channel. Every running step has a limit, so no performance
//! lasts for ever. The decider is told the result.

mod body;
mod world;

pub(crate) use body::{LASTS, Viewpoint};
pub use world::WORLD;

use crate::attributes::SavedWrites;
use crate::beliefs::SavedBeliefs;
use crate::decider::{Ended, TakenOut};
use crate::drivers::{self, Driver, Offer};
use crate::folk::Folk;
use crate::host::Command;
use crate::minds::{company_system, mind_system};
use crate::missed::{MissedPlaces, SavedMissed};
use crate::questions::Questions;
use crate::senses::SavedSenses;
use crate::squads::SavedSquads;
use crate::trade::{SavedStocks, Stocks};
use body::Limbs;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_act::{Aim, Body, CourseOf, Performance, Progress, Running};
use townsfolk_core::digest::hash64;
use townsfolk_core::{
    ActionId, ActionRef, Channel, CharacterId, CourseId, DeciderId, Duration, LocationId, MemberId,
    RoleId, StartId, SymbolId, Tick,
};
use townsfolk_module::OptionalTail;

/// How long the outcome of a stop is awaited.
pub(crate) const STOP_LIMIT: Duration = Duration::seconds(5);

/// How long a character waits to be cast before it gives up.
pub(crate) const PATIENCE: Duration = Duration::minutes(1);

/// Maximum number of stopped actions in a save whose outcomes are awaited.
pub(crate) const STOPPING_MAX: usize = 16;

/// The state of the performer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Performer {
    performances: BTreeMap<(CharacterId, Channel), Performance>,
    hands: BTreeMap<CharacterId, Hands>,
    /// Courses of offers that stand, by the decider that made them.
    offered: BTreeMap<(CharacterId, Channel, SymbolId), CourseOf>,
    /// The step at which an interrupted course resumes.
    bookmarks: BTreeMap<(CharacterId, CourseId), u16>,
    /// Channels on which a performance must begin, continue or be interrupted.
    ready: BTreeSet<(CharacterId, Channel)>,
    /// When a running step reaches its limit. A cache of the performances.
    limits: BTreeSet<(Tick, CharacterId, Channel)>,
    /// Places to which walks have failed.
    pub(crate) missed: MissedPlaces,
    /// Characters that ask to be cast at a location, with the role, in order of id. A cache of the
    /// performances.
    asking: BTreeMap<LocationId, Vec<(CharacterId, RoleId)>>,
    /// Courses of the world itself, which run side by side.
    world: Vec<Performance>,
}

/// The actions of one character outside scenes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hands {
    /// The number of the next action.
    pub(crate) next_start: u64,
    /// Actions that were asked to stop and have no outcome yet, and until when it is awaited.
    pub(crate) stopping: Vec<(StartId, Channel, Tick)>,
}

impl Default for Hands {
    fn default() -> Hands {
        Hands {
            next_start: 1,
            stopping: vec![],
        }
    }
}

/// The state of the performer beside the pursuits of minds, as plain data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedActs {
    pub(crate) writes: SavedWrites,
    performances: Vec<(CharacterId, Channel, Performance)>,
    hands: Vec<(CharacterId, Hands)>,
    offered: Vec<((CharacterId, Channel, SymbolId), CourseOf)>,
    bookmarks: Vec<((CharacterId, CourseId), u16)>,
    deciders: Vec<(SymbolId, Vec<u8>)>,
    missed: SavedMissed,
    questions: Questions,
    late: OptionalTail<LateActs>,
}

/// What the first saves with performances did not have.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct LateActs {
    mindless: Vec<(CharacterId, MemberId)>,
    world: Vec<Performance>,
    unloaded: Vec<DeciderId>,
    /// States of the characters of a region, which [`SavedActs::deciders`] has for a whole world.
    taken_out: Vec<TakenOut>,
    latest: OptionalTail<LatestActs>,
}

/// Parts that came after the states of regions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct LatestActs {
    beliefs: SavedBeliefs,
    stocks: SavedStocks,
    senses: OptionalTail<(SavedSenses, OptionalTail<SavedSquads>)>,
}

impl SavedActs {
    /// Adds a delay to all its moments.
    pub(crate) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for (.., performance) in &mut self.performances {
            performance.shift_times(later);
        }
        for (_, hands) in &mut self.hands {
            for (.., until) in &mut hands.stopping {
                *until = later(*until);
            }
        }
        self.late.latest.senses.0.0.shift_times(later);
        for missed in self.missed.iter_mut().flat_map(|(_, list)| list) {
            missed.until = later(missed.until);
        }
    }

    /// Leaves out what belongs to the whole world; adds the states of a region's characters.
    pub(crate) fn into_region(self, taken_out: Vec<TakenOut>) -> SavedActs {
        let late = LateActs {
            mindless: self.late.0.mindless,
            taken_out,
            latest: OptionalTail(LatestActs {
                beliefs: self.late.0.latest.0.beliefs.into_region(),
                senses: self.late.0.latest.0.senses,
                ..LatestActs::default()
            }),
            ..LateActs::default()
        };
        SavedActs {
            writes: SavedWrites::default(),
            deciders: vec![],
            questions: Questions::default(),
            late: OptionalTail(late),
            ..self
        }
    }

    /// The states of characters that deciders gave to a region.
    pub(crate) fn taken_out(&mut self) -> Vec<TakenOut> {
        std::mem::take(&mut self.late.taken_out)
    }

    /// The beliefs of its characters. They are taken out.
    pub(crate) fn beliefs(&mut self) -> SavedBeliefs {
        std::mem::take(&mut self.late.latest.beliefs)
    }

    /// The same with senses, and with the ground if it is a whole world.
    pub(crate) fn with_senses(mut self, senses: SavedSenses) -> SavedActs {
        self.late.latest.senses.0.0 = senses;
        self
    }

    /// The same with squads.
    pub(crate) fn with_squads(mut self, squads: SavedSquads) -> SavedActs {
        self.late.latest.senses.0.1 = OptionalTail(squads);
        self
    }

    /// The squads. They are taken out.
    pub(crate) fn squads(&mut self) -> SavedSquads {
        std::mem::take(&mut self.late.latest.senses.0.1.0)
    }

    /// The senses of its characters. They are taken out.
    pub(crate) fn senses(&mut self) -> SavedSenses {
        std::mem::take(&mut self.late.latest.senses.0.0)
    }

    pub(crate) fn keep_only(&mut self, of: impl Fn(CharacterId) -> bool) {
        self.late.taken_out.retain(|(_, who, _)| of(*who));
        self.late.latest.beliefs.keep_only(&of);
        self.late.latest.senses.0.0.keep_only(&of);
        self.performances.retain(|(who, ..)| of(*who));
        self.hands.retain(|(who, _)| of(*who));
        self.offered.retain(|((who, ..), _)| of(*who));
        self.bookmarks.retain(|((who, _), _)| of(*who));
        self.missed.retain(|(who, _)| of(*who));
        self.late.mindless.retain(|(who, _)| of(*who));
    }
}

impl Performer {
    pub(crate) fn get(&self, who: CharacterId, channel: Channel) -> Option<&Performance> {
        self.performances.get(&(who, channel))
    }

    pub(crate) fn insert(&mut self, who: CharacterId, channel: Channel, performance: Performance) {
        if performance.by != mind_system() {
            let limit = performance.limit();
            self.limits.extend(limit.map(|limit| (limit, who, channel)));
        }
        for part in performance.running() {
            self.note_asking(who, part);
        }
        self.performances.insert((who, channel), performance);
    }

    /// Removes a performance, without stopping anything.
    pub(crate) fn remove(&mut self, who: CharacterId, channel: Channel) -> Option<Performance> {
        let performance = self.performances.remove(&(who, channel))?;
        for part in performance.running() {
            self.forget_asking(who, part);
        }
        Some(performance)
    }

    /// The performance that waits for an action.
    pub(crate) fn awaiting(&self, who: CharacterId, start: StartId) -> Option<Channel> {
        let mut own = self.performances_of(who);
        own.find(|(_, performance)| performance.awaits(start))
            .map(|(channel, _)| channel)
    }

    pub(crate) fn performances_of(
        &self,
        who: CharacterId,
    ) -> impl Iterator<Item = (Channel, &Performance)> {
        let all = self
            .performances
            .range((who, Channel::Body)..=(who, Channel::Gaze));
        all.map(|((_, channel), performance)| (*channel, performance))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (CharacterId, Channel, &Performance)> {
        let all = self.performances.iter();
        all.map(|((who, channel), performance)| (*who, *channel, performance))
    }

    pub(crate) fn hands(&self, who: CharacterId) -> Hands {
        self.hands.get(&who).cloned().unwrap_or_default()
    }

    pub(crate) fn all_hands(&self) -> impl Iterator<Item = (CharacterId, &Hands)> {
        self.hands.iter().map(|(who, hands)| (*who, hands))
    }

    pub(crate) fn set_hands(&mut self, who: CharacterId, hands: Hands) {
        match hands == Hands::default() {
            true => self.hands.remove(&who),
            false => self.hands.insert(who, hands),
        };
    }

    fn next_start(&mut self, who: CharacterId) -> StartId {
        let hands = self.hands.entry(who).or_default();
        let number = hands.next_start;
        hands.next_start = number.wrapping_add(1);
        StartId(number)
    }

    /// Records that an action was asked to stop, and until when its outcome is awaited.
    pub(crate) fn await_stop(
        &mut self,
        who: CharacterId,
        start: StartId,
        on: Channel,
        until: Tick,
    ) {
        let hands = self.hands.entry(who).or_default();
        hands.stopping.push((start, on, until));
    }

    /// Records the outcome of an action that was asked to stop. Returns whether there was one.
    pub(crate) fn has_stopped(&mut self, who: CharacterId, start: StartId) -> bool {
        let stopping = self.hands.get_mut(&who).map(|hands| &mut hands.stopping);
        let found = stopping.and_then(|list| {
            let place = list.iter().position(|(known, ..)| *known == start)?;
            Some(list.remove(place))
        });
        found.is_some()
    }

    /// Stops waiting for outcomes of stops that have not come in time.
    pub(crate) fn give_up_stops(&mut self, who: CharacterId, now: Tick) {
        if let Some(hands) = self.hands.get_mut(&who) {
            hands.stopping.retain(|(.., until)| *until > now);
        }
    }

    pub(crate) fn is_stopping(&self, who: CharacterId, on: Channel) -> bool {
        let stopping = self.hands.get(&who).map(|hands| &hands.stopping);
        stopping.is_some_and(|list| list.iter().any(|(_, channel, _)| *channel == on))
    }

    pub(crate) fn is_stopping_any(&self, who: CharacterId) -> bool {
        self.hands
            .get(&who)
            .is_some_and(|hands| !hands.stopping.is_empty())
    }

    /// Removes a character that has left, or has no decider any more.
    pub(crate) fn forget(&mut self, who: CharacterId) {
        for channel in Channel::ALL {
            self.remove(who, channel);
        }
        self.hands.remove(&who);
        self.offered.retain(|(known, ..), _| *known != who);
        self.bookmarks.retain(|(known, _), _| *known != who);
        self.missed.forget(who);
    }

    /// Marks a channel whose driver has changed: its offers and performance are checked.
    pub(crate) fn look_at(&mut self, who: CharacterId, channel: Channel) {
        let first = SymbolId(0);
        let mut offered = self.offered.range((who, channel, first)..);
        let offered = offered
            .next()
            .is_some_and(|((w, c, _), _)| (*w, *c) == (who, channel));
        if offered
            || self
                .get(who, channel)
                .is_some_and(|p| p.by != mind_system())
        {
            self.ready.insert((who, channel));
        }
    }

    /// Removes the courses of offers that a decider has withdrawn.
    pub(crate) fn take_back(&mut self, who: CharacterId, by: SymbolId, on: &[Channel]) {
        for channel in on {
            if self.offered.remove(&(who, *channel, by)).is_some() {
                self.ready.insert((who, *channel));
            }
        }
    }

    pub(crate) fn is_offered(&self, who: CharacterId, channel: Channel, by: SymbolId) -> bool {
        self.offered.contains_key(&(who, channel, by))
    }

    pub(crate) fn set_offered(
        &mut self,
        (who, channel, by): (CharacterId, Channel, SymbolId),
        course: CourseOf,
    ) {
        self.offered.insert((who, channel, by), course);
        self.ready.insert((who, channel));
    }

    /// Takes the channels that need work at this tick.
    fn take_ready(&mut self, now: Tick) -> BTreeSet<(CharacterId, Channel)> {
        while let Some((limit, who, channel)) = self.limits.first().copied() {
            if limit > now {
                break;
            }
            self.limits.pop_first();
            self.ready.insert((who, channel));
        }
        std::mem::take(&mut self.ready)
    }

    /// Characters that ask for a role at a location, in order of id.
    pub(crate) fn asking_at(&self, location: LocationId) -> &[(CharacterId, RoleId)] {
        self.asking.get(&location).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn all_asking(&self) -> impl Iterator<Item = (LocationId, CharacterId, RoleId)> {
        let all = self.asking.iter();
        all.flat_map(|(at, asking)| asking.iter().map(|(who, role)| (*at, *who, *role)))
    }

    fn note_asking(&mut self, who: CharacterId, part: &Running) {
        if let Running::Asks { location, role, .. } = part {
            let asking = self.asking.entry(*location).or_default();
            asking.retain(|(other, _)| *other != who);
            let place = asking.partition_point(|(other, _)| *other < who);
            asking.insert(place, (who, *role));
        }
    }

    fn forget_asking(&mut self, who: CharacterId, part: &Running) {
        if let Running::Asks { location, .. } = part
            && let Some(asking) = self.asking.get_mut(location)
        {
            asking.retain(|(other, _)| *other != who);
            if asking.is_empty() {
                self.asking.remove(location);
            }
        }
    }
}

impl Folk {
    /// The performance of a character on a channel.
    pub fn performance(&self, who: CharacterId, channel: Channel) -> Option<&Performance> {
        self.performer.get(who, channel)
    }

    /// The running step of a character's body performance.
    pub fn busy_with(&self, who: CharacterId) -> Option<&Running> {
        self.performer.get(who, Channel::Body)?.running().first()
    }

    /// Performances of some characters that no mind saves. Values set by content are saved with all
    /// characters.
    pub(crate) fn keep_acts(&self, of: impl Fn(CharacterId) -> bool) -> SavedActs {
        let has_mind = |who: CharacterId| self.mind(who).is_some();
        let performances = self.performer.iter();
        let own = |p: &Performance| p.by == mind_system() || p.by == company_system();
        let performances = performances.filter(|(who, _, p)| of(*who) && !own(p));
        let hands = self.performer.all_hands();
        let hands = hands.filter(|(who, _)| of(*who) && !has_mind(*who));
        SavedActs {
            writes: self.attributes.saved_writes(),
            performances: performances
                .map(|(who, channel, performance)| (who, channel, performance.clone()))
                .collect(),
            hands: hands.map(|(who, hands)| (who, hands.clone())).collect(),
            offered: (self.performer.offered.iter())
                .filter(|((who, _, by), _)| of(*who) && *by != company_system())
                .map(|(key, course)| (*key, course.clone()))
                .collect(),
            bookmarks: (self.performer.bookmarks.iter())
                .filter(|((who, _), _)| of(*who))
                .map(|(key, step)| (*key, *step))
                .collect(),
            deciders: self.keep_deciders(),
            missed: self.performer.missed.saved(&of),
            questions: self.questions.clone(),
            late: OptionalTail(LateActs {
                mindless: self.mindless().filter(|(who, _)| of(*who)).collect(),
                world: self.performer.world.clone(),
                unloaded: self.unloaded.iter().copied().collect(),
                taken_out: vec![],
                latest: OptionalTail(LatestActs {
                    beliefs: self.keep_beliefs(&of),
                    stocks: self.stocks.saved(),
                    senses: OptionalTail::default(),
                }),
            }),
        }
    }

    /// The digest of what [`keep_acts`](Folk::keep_acts) saves; zero if that is nothing.
    pub(crate) fn digest_of_acts(&self) -> u64 {
        let mut acts = SavedActs {
            writes: SavedWrites::default(),
            deciders: vec![],
            ..self.keep_acts(|_| true)
        };
        // Beliefs have a part of their own.
        acts.beliefs();
        // Stocks are a part of the surroundings.
        acts.late.latest.stocks = SavedStocks::default();
        match acts == SavedActs::default() {
            true => 0,
            false => hash64(&postcard::to_allocvec(&acts).unwrap_or_default()),
        }
    }

    /// Restores what belongs to the whole world: deciders, performances of the world, questions.
    pub(crate) fn resume_world_acts(&mut self, saved: &SavedActs) {
        for (name, state) in &saved.deciders {
            let mut deciders = self.deciders.iter_mut();
            match deciders.find(|known| known.name() == *name) {
                Some(known) => known.load(state),
                None => self.unclaimed.push((*name, state.clone())),
            }
        }
        self.performer.world = saved.late.world.clone();
        self.unloaded = saved.late.unloaded.iter().copied().collect();
        let stocks = saved.late.latest.stocks.clone();
        self.stocks = Stocks::resumed(stocks, self.moment());
        self.questions = saved.questions.clone().mended();
    }

    /// Restores performances of characters that no mind saves.
    pub(crate) fn resume_acts(&mut self, saved: SavedActs) {
        for (who, member) in saved.late.0.mindless {
            if self.character(who).is_some() {
                self.take_in_mindless(who, member);
            }
        }
        for (key, course) in saved.offered {
            let person = self.character(key.0);
            if person.is_some_and(|p| p.offer_of(key.2, key.1).is_some()) {
                self.performer.set_offered(key, course);
            }
        }
        for (who, missed) in saved.missed {
            if self.character(who).is_some() {
                self.performer.missed.resume(who, missed);
            }
        }
        for (key, step) in saved.bookmarks {
            if self.character(key.0).is_some() {
                self.performer.bookmarks.insert(key, step);
            }
        }
        for (who, mut hands) in saved.hands {
            hands.stopping.truncate(STOPPING_MAX);
            if self.character(who).is_some() {
                self.performer.set_hands(who, hands);
            }
        }
        for (who, channel, performance) in saved.performances {
            if self.character(who).is_some() && self.performer.get(who, channel).is_none() {
                self.performer.insert(who, channel, performance);
            }
        }
    }

    /// Changes a performance with access to the character's body.
    pub(crate) fn with_performance<T>(
        &mut self,
        who: CharacterId,
        channel: Channel,
        change: impl FnOnce(&mut Performance, &townsfolk_module::Module, &mut dyn Body) -> T,
    ) -> Option<T> {
        let mut performance = self.performer.remove(who, channel)?;
        let module = self.content.module.clone();
        let mut limbs = Limbs { folk: self, who };
        let result = change(&mut performance, &module, &mut limbs);
        self.performer.insert(who, channel, performance);
        Some(result)
    }

    /// Takes in a proposal of a decider.
    pub(crate) fn take_in_proposal(&mut self, offer: Offer, course: CourseOf) {
        let key = (offer.who, offer.channel, offer.by);
        let Some(person) = self.people.get_mut(offer.who.0) else {
            return;
        };
        let before = person.offer_of(offer.by, offer.channel);
        drivers::take_in(&mut person.offers, offer);
        let after = person.offer_of(offer.by, offer.channel);
        // An offer that is not clearly better changes nothing.
        let refused = before == after && after != Some(offer);
        if refused || (before == after && self.performer.offered.get(&key) == Some(&course)) {
            return;
        }
        self.performer.set_offered(key, course);
        self.people.judge_next(offer.who);
    }

    /// A decider offers a course in place of the one it has offered for the channel.
    pub(crate) fn replace_proposal(&mut self, offer: Offer, course: CourseOf) {
        let Some(person) = self.people.get_mut(offer.who.0) else {
            return;
        };
        let known = |o: &&mut Offer| o.by == offer.by && o.channel == offer.channel;
        match person.offers.iter_mut().find(known) {
            Some(there) => *there = offer,
            None => person.offers.push(offer),
        }
        let key = (offer.who, offer.channel, offer.by);
        self.performer.set_offered(key, course);
        self.people.judge_next(offer.who);
    }

    /// Begins, continues and interrupts offered courses, as the arbiter has ruled. Returns the
    /// courses that have ended.
    pub(crate) fn perform_offered(&mut self) -> Vec<(CharacterId, SymbolId, Ended)> {
        let mut ended = vec![];
        for (who, channel) in self.performer.take_ready(self.now) {
            ended.extend(self.perform_on(who, channel));
        }
        self.perform_for_world();
        ended
    }

    fn perform_on(
        &mut self,
        who: CharacterId,
        channel: Channel,
    ) -> Option<(CharacterId, SymbolId, Ended)> {
        let by = match self.character(who)?.driver(channel) {
            Driver::System(by, _) => Some(by).filter(|by| *by != mind_system()),
            _ => None,
        };
        let performed = self
            .performer
            .get(who, channel)
            .map(|p| (p.by, p.course.clone()));
        if let Some((performer, course)) = performed.filter(|(by, _)| *by != mind_system()) {
            let offered = self.performer.offered.get(&(who, channel, performer));
            if by != Some(performer) || offered != Some(&course) {
                self.interrupt(who, channel);
            }
        }
        let by = by.filter(|by| self.performer.is_offered(who, channel, *by))?;
        if self.performer.get(who, channel).is_none() {
            self.performer.give_up_stops(who, self.now);
            if self.performer.is_stopping(who, channel) {
                self.performer.ready.insert((who, channel));
                return None;
            }
            let course = self.performer.offered.get(&(who, channel, by))?.clone();
            let at_step = self.take_bookmark(who, &course);
            let performance = Performance::new(by, course, at_step, self.now);
            self.performer.insert(who, channel, performance);
        }
        let now = self.now;
        let running = self.performer.get(who, channel)?.running();
        let pointless = running.iter().any(|running| self.is_pointless(running));
        let progress = self.with_performance(who, channel, |performance, module, body| {
            if pointless {
                performance.fail(body);
            }
            performance.expire(now, body);
            performance.go_on(module, body)
        })?;
        if progress == Progress::GoesOn {
            return None;
        }
        self.performer.remove(who, channel);
        self.withdraw_on(who, by, &[channel]);
        Some((who, by, Ended { channel, progress }))
    }

    /// Interrupts a performance, and keeps a bookmark if the course can resume.
    pub(crate) fn interrupt(&mut self, who: CharacterId, channel: Channel) {
        let Some(performance) = self.performer.remove(who, channel) else {
            return;
        };
        let course = performance.course.clone();
        let module = self.content.module.clone();
        let step = performance.interrupt(&module, &mut Limbs { folk: self, who });
        if let (Some(step), CourseOf::Declared { course, .. }) = (step, course) {
            self.performer.bookmarks.insert((who, course), step);
        }
    }

    /// The step at which a course begins: where it was interrupted, if it can resume.
    fn take_bookmark(&mut self, who: CharacterId, course: &CourseOf) -> u16 {
        match course {
            CourseOf::Steps(_) => 0,
            CourseOf::Declared { course, .. } => {
                let step = self.performer.bookmarks.remove(&(who, *course));
                let declared = self.content.module.course(*course);
                let known = |step: &u16| declared.is_some_and(|c| c.step(*step).is_some());
                step.filter(known).unwrap_or(0)
            }
        }
    }

    /// Whether a running step has become pointless.
    pub(crate) fn is_pointless(&self, running: &Running) -> bool {
        let gone = |id: LocationId| self.location(id).is_none_or(|place| place.gone);
        match running {
            Running::Walks { to, .. } => match to {
                Aim::Location(id, _) => gone(*id),
                Aim::Company(other) => self.character(*other).is_none(),
                Aim::Area(_) => false,
            },
            Running::Asks { location, .. } => gone(*location),
            _ => false,
        }
    }

    /// The id of the next action outside scenes.
    pub(crate) fn next_action(&mut self, who: CharacterId) -> ActionRef {
        ActionRef::of_decider(who, self.performer.next_start(who))
    }

    /// Asks the host to end an action.
    pub(crate) fn stop_action(&mut self, who: CharacterId, start: StartId, what: ActionId) {
        let declared = self.content.module.action(what);
        let channel = declared.map_or(Channel::Body, |declared| declared.channel);
        let limit = match declared {
            Some(declared) if !declared.interruptible => declared.limit,
            _ => {
                let action = ActionRef::of_decider(who, start);
                self.output.commands.push(Command::Stop(action));
                STOP_LIMIT
            }
        };
        let until = self.now.after(limit);
        self.performer.await_stop(who, start, channel, until);
    }
}
