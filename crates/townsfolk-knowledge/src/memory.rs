//! The store of one character: what is recorded, merged and dropped.

use crate::event::{Event, What};
use crate::record::{Closing, Opening, Record, Salience, Sighting};
use crate::tiding::Tiding;
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::{Daytime, Degree, Interaction, Known, MemorySize, Moment};

/// Maximum number of noticed events that wait to be processed; the oldest go first.
const UNREAD_MAX: u16 = 64;

/// Older records are dropped before younger ones, however salient they are.
const TWO_DAYS_S: i64 = 2 * Daytime::DAY as i64;

/// A stay that is resumed within this many seconds was never interrupted.
const ADJACENT_S: i64 = 60;

/// How much being told something makes it matter, beside its subject.
const TOLD: Degree = Degree::percent(30);

/// How much an exchange with the owner makes a meeting matter.
const SPOKE: Degree = Degree::percent(8);

/// How much a quarrel or a kiss does, with the owner or before its eyes.
const SCENE: Degree = Degree::percent(25);

/// What one character remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    pub(crate) me: CharacterId,
    pub(crate) size: MemorySize,
    /// Noticed, but not yet processed.
    pub(crate) new: Vec<Event>,
    pub(crate) events: Vec<Event>,
    pub(crate) records: Vec<Record>,
    /// Where the character is, as of the last processed event.
    pub(crate) area: Option<AreaId>,
    /// Whether it has looked around since it came here.
    pub(crate) looked: bool,
}

impl Memory {
    /// The initial memory of a character who knows some things from the start.
    pub fn new(me: CharacterId, size: MemorySize, knows: &[Known]) -> Memory {
        let mut memory = Memory {
            me,
            size,
            new: vec![],
            events: vec![],
            records: vec![],
            area: None,
            looked: false,
        };
        for known in knows {
            memory.learn(Tiding::known(*known), Degree::HALF, Moment(0));
        }
        memory
    }

    /// Notices an event nearby, or one of its own, for later processing.
    pub fn notice(&mut self, event: Event) {
        keep(&mut self.new, event, UNREAD_MAX);
    }

    /// Looks around and notices who is there.
    pub fn look_round(&mut self, area: AreaId, present: &[CharacterId], now: Moment) {
        let me = self.me;
        for who in present.iter().filter(|who| **who != me) {
            self.notice(Event {
                at: now,
                area,
                who: *who,
                what: What::WasThere,
            });
        }
        // Marks the end of the look, to distinguish those who were there from those who came later.
        self.notice(Event {
            at: now,
            area,
            who: self.me,
            what: What::LookedRound,
        });
    }

    /// Adds a stay that was not noticed as it happened, with the others who were there and their
    /// times. The owner says how close they are.
    pub fn recall(
        &mut self,
        area: AreaId,
        (from, to): (Moment, Moment),
        others: impl Iterator<Item = (CharacterId, Moment, Moment)>,
        closeness: &dyn Fn(CharacterId) -> Degree,
    ) {
        for (who, came, left) in [(self.me, from, to)].into_iter().chain(others) {
            let (at, opening) = match came <= from {
                true => (from, Opening::IEntered),
                false => (came, Opening::TheyEntered),
            };
            let (until, closing) = match left >= to {
                true => (to, Closing::ILeft),
                false => (left, Closing::TheyLeft),
            };
            let event = Event {
                at,
                area,
                who,
                what: What::WasThere,
            };
            let mut seen = Record::seen(self.me, &event, opening, closeness(who));
            seen.close(until, closing);
            self.keep_record(seen, to);
        }
    }

    /// Processes noticed events: sightings open, close and collect events. The owner says how close
    /// others are to it.
    pub fn think(&mut self, closeness: &dyn Fn(CharacterId) -> Degree) {
        for event in std::mem::take(&mut self.new) {
            self.think_about(&event, closeness);
            // Being there is a record, not an event.
            if !matches!(event.what, What::LookedRound | What::WasThere) {
                keep(&mut self.events, event, self.size.events);
            }
        }
    }

    fn think_about(&mut self, event: &Event, closeness: &dyn Fn(CharacterId) -> Degree) {
        if event.who == self.me {
            match event.what {
                What::Entered => self.come(event),
                What::Left => self.close_all(event.at),
                What::LookedRound => self.looked = true,
                What::Did(what, to) => self.mark(to, what, true),
                _ if self.area.is_none() => self.come(event),
                _ => {}
            }
            return;
        }
        // Events elsewhere (seen through a window, heard of) open no sighting.
        if self.area.is_some_and(|area| area != event.area) {
            return;
        }
        match event.what {
            What::Left => {
                let open = self.latest(event.who).filter(|seen| seen.until().is_none());
                if let Some(seen) = open {
                    seen.close(event.at, Closing::TheyLeft);
                }
            }
            _ => {
                let opening = match event.what {
                    What::Entered => Opening::TheyEntered,
                    What::WasThere if !self.looked => Opening::IEntered,
                    _ => Opening::NoticedLate,
                };
                self.see(event, opening, closeness);
            }
        }
        if let What::Did(what, to) = event.what {
            self.mark(event.who, what, to == self.me);
        }
    }

    /// The character's own stays are sightings of itself.
    fn come(&mut self, event: &Event) {
        self.close_all(event.at);
        self.area = Some(event.area);
        self.looked = false;
        self.see(event, Opening::IEntered, &|_| Degree::ONE);
    }

    /// Opens a sighting, unless the character is in sight. A stay that ended a moment ago goes on.
    fn see(&mut self, event: &Event, opening: Opening, closeness: &dyn Fn(CharacterId) -> Degree) {
        let me = self.me;
        if let Some(latest) = self.latest(event.who) {
            let Some(until) = latest.until() else {
                return;
            };
            let gap = event.at.since(until);
            let same = latest
                .sighting(me)
                .is_some_and(|seen| seen.area == event.area);
            if same && (0..=ADJACENT_S).contains(&gap) {
                return latest.reopen();
            }
        }
        let seen = Record::seen(me, event, opening, closeness(event.who));
        self.keep_record(seen, event.at);
    }

    /// Something was done that makes a meeting matter more.
    fn mark(&mut self, who: CharacterId, what: Interaction, concerns_me: bool) {
        let strong = matches!(
            what,
            Interaction::Kiss
                | Interaction::Flirt
                | Interaction::Insult
                | Interaction::Assault
                | Interaction::Give
        );
        let by = match (strong, concerns_me) {
            (true, _) => SCENE,
            (false, true) => SPOKE,
            (false, false) => return,
        };
        if let Some(seen) = self.latest(who) {
            seen.salience = seen.salience.plus(by);
        }
    }

    /// The last sighting of a character.
    fn latest(&mut self, who: CharacterId) -> Option<&mut Record> {
        let me = self.me;
        let of = |record: &Record| record.sighting(me).is_some_and(|seen| seen.who == who);
        self.records.iter_mut().rev().find(|record| of(record))
    }

    fn close_all(&mut self, at: Moment) {
        self.area = None;
        for record in self.records.iter_mut().filter(|r| r.until().is_none()) {
            record.close(at, Closing::ILeft);
        }
    }

    /// Adds a record. Where there is no room, what matters least is dropped; it may be the new one.
    fn keep_record(&mut self, record: Record, now: Moment) {
        let me = self.me;
        let is_seen = record.sighting(me).is_some();
        let quota = usize::from(match is_seen {
            true => self.size.sightings,
            false => self.size.tidings,
        });
        if self.records.len() == self.records.capacity() {
            let room = usize::from(self.size.sightings) + usize::from(self.size.tidings);
            let room = room.saturating_sub(self.records.len());
            self.records.reserve_exact(room.clamp(1, 8));
        }
        self.records.push(record);
        let alike = |record: &Record| record.sighting(me).is_some() == is_seen;
        let count = self.records.iter().filter(|record| alike(record)).count();
        let mut surplus = count.saturating_sub(quota);
        // More than one too many come from a save for another capacity.
        self.records.retain(|record| {
            let drop = surplus > 1 && alike(record);
            surplus -= usize::from(drop);
            !drop
        });
        let kept = self.records.iter().enumerate();
        let least = kept
            .filter(|(_, record)| surplus > 0 && alike(record))
            .min_by_key(|(_, record)| retention(record, now));
        if let Some((place, _)) = least {
            self.records.remove(place);
        }
    }

    /// Whether the character has looked around since it came to where it is.
    pub fn has_looked_round(&self) -> bool {
        self.looked
    }

    /// The owner of the memory.
    pub fn me(&self) -> CharacterId {
        self.me
    }

    /// Processed events that are still remembered, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    /// All sightings in the store, oldest first, whether they are recalled or not.
    pub fn sightings(&self) -> impl DoubleEndedIterator<Item = Sighting> {
        self.records.iter().filter_map(|r| r.sighting(self.me))
    }

    /// All that is known from the start or was told, oldest first.
    pub fn tidings(&self) -> impl Iterator<Item = Tiding> {
        self.records.iter().filter_map(|r| r.tiding(self.me))
    }

    /// Bytes of what this memory holds, without the room for more.
    pub fn held_bytes(&self) -> usize {
        size_of_val(self.events.as_slice()) + size_of_val(self.records.as_slice())
    }

    /// Bytes of this memory.
    pub fn bytes(&self) -> usize {
        size_of::<Memory>()
            + (self.new.capacity() + self.events.capacity()) * size_of::<Event>()
            + self.records.capacity() * size_of::<Record>()
    }

    /// Adds a tiding about a subject of this closeness, unless it is known already from a better
    /// source. Returns whether it was news.
    pub fn learn(&mut self, tiding: Tiding, closeness: Degree, now: Moment) -> bool {
        let me = self.me;
        let salience = Salience::of(closeness).plus(TOLD);
        let learned = Record::learned(me, &tiding, salience);
        let mut known = self.records.iter_mut();
        let known = known.find_map(|record| {
            let same = record.tiding(me).filter(|t| t.news == tiding.news)?;
            Some((record, same.confidence))
        });
        if let Some((known, confidence)) = known {
            if tiding.confidence > confidence {
                *known = learned;
            }
            return false;
        }
        self.keep_record(learned, now);
        true
    }
}

/// The record with the least of this is dropped first: what is forgotten, then what is old, then what
/// is worth least; among equals, the oldest.
fn retention(record: &Record, now: Moment) -> (bool, bool, u32, Moment) {
    let until = record.until().unwrap_or(Moment(i64::MAX));
    let recent = !record.fades() || now.since(until) <= TWO_DAYS_S;
    (record.is_recalled(now), recent, record.worth(now), until)
}

/// Appends to a list with a capacity, dropping the oldest. It never allocates more than the
/// capacity.
fn keep<T>(list: &mut Vec<T>, item: T, capacity: u16) {
    let capacity = usize::from(capacity);
    if capacity == 0 {
        return;
    }
    let surplus = (list.len() + 1).saturating_sub(capacity);
    list.drain(..surplus);
    if list.len() == list.capacity() {
        list.reserve_exact((capacity - list.len()).min(8));
    }
    list.push(item);
}
