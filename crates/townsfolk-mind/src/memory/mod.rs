//! What a character remembers: events, whom it saw where and when, and what it was told.
//!
//! | module | holds |
//! |---|---|
//! | [`event`] | events that can be noticed |
//! | [`sighting`] | periods in which a character was seen, and how they open and close |
//! | [`tiding`] | what is known or was told, by whom, with which confidence |
//! | [`question`] | questions such as: where was she last night? |
//!
//! Every list has a capacity; the oldest entries go first.

pub mod event;
pub mod question;
pub mod sighting;
pub mod tiding;

pub use event::{Event, EventNumber, What};
pub use question::{Answer, Evidence};
pub use sighting::{Closing, Opening, Sighting};
pub use tiding::{News, Source, Tiding};

use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::{Known, MemorySize};

/// What one character remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Memory {
    me: CharacterId,
    size: MemorySize,
    next: EventNumber,
    /// Noticed, but not yet processed.
    new: Vec<(EventNumber, Event)>,
    events: Vec<(EventNumber, Event)>,
    sightings: Vec<Sighting>,
    tidings: Vec<Tiding>,
    /// Where the character is, as of the last processed event.
    area: Option<AreaId>,
    /// Whether it has looked around since it came here.
    looked: bool,
}

impl Memory {
    /// The initial memory of a character who knows some things from the start.
    pub fn new(me: CharacterId, size: MemorySize, knows: &[Known]) -> Memory {
        let mut memory = Memory {
            me,
            size,
            next: EventNumber(0),
            new: vec![],
            events: vec![],
            sightings: vec![],
            tidings: vec![],
            area: None,
            looked: false,
        };
        for known in knows {
            memory.learn(Tiding::known(*known));
        }
        memory
    }

    /// Notices an event nearby, or one of its own, for later processing.
    pub fn notice(&mut self, event: Event) {
        // Unprocessed events are bounded too.
        keep(&mut self.new, (self.next, event), self.size.events.max(1));
        self.next = EventNumber(self.next.0.wrapping_add(1));
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
    /// times.
    pub fn recall(
        &mut self,
        area: AreaId,
        (from, to): (Moment, Moment),
        others: impl Iterator<Item = (CharacterId, Moment, Moment)>,
    ) {
        let opened = |at: Moment| match at <= from {
            true => (from, Opening::IEntered),
            false => (at, Opening::TheyEntered),
        };
        let closed = |at: Moment| match at >= to {
            true => (to, Closing::ILeft),
            false => (at, Closing::TheyLeft),
        };
        let own = Sighting::between(self.me, area, opened(from), closed(to));
        keep(&mut self.sightings, own, self.size.sightings);
        for (who, from, to) in others {
            let seen = Sighting::between(who, area, opened(from), closed(to));
            keep(&mut self.sightings, seen, self.size.sightings);
        }
    }

    /// Processes noticed events: sightings open, close and collect events.
    pub fn think(&mut self) {
        for (number, event) in std::mem::take(&mut self.new) {
            self.think_about(number, event);
            if event.what != What::LookedRound {
                keep(&mut self.events, (number, event), self.size.events);
            }
        }
        // A sighting links only to events that are still remembered.
        let oldest = self.events.first().map(|(number, _)| *number);
        for sighting in &mut self.sightings {
            sighting
                .events
                .retain(|number| oldest.is_some_and(|oldest| *number >= oldest));
        }
    }

    fn think_about(&mut self, number: EventNumber, event: Event) {
        if event.who == self.me {
            match event.what {
                What::Entered => self.come(event),
                What::Left => self.close_all(event.at, Closing::ILeft),
                What::LookedRound => self.looked = true,
                _ if self.area.is_none() => self.come(event),
                _ => {}
            }
            return;
        }
        // Events elsewhere (seen through a window, heard of) open no sighting.
        if self.area.is_some_and(|area| area != event.area) {
            return;
        }
        let open = self.open(event.who);
        match event.what {
            What::Left => {
                if let Some(sighting) = open {
                    sighting.events.push(number);
                    sighting.close(event.at, Closing::TheyLeft);
                }
            }
            _ => match open {
                Some(sighting) => sighting.take_in(number, &event),
                None => {
                    let opening = match event.what {
                        What::Entered => Opening::TheyEntered,
                        What::WasThere if !self.looked => Opening::IEntered,
                        _ => Opening::NoticedLate,
                    };
                    let mut sighting = Sighting::open(event, opening);
                    sighting.take_in(number, &event);
                    keep(&mut self.sightings, sighting, self.size.sightings);
                }
            },
        }
    }

    /// The character's own stays are stored as sightings of itself.
    fn come(&mut self, event: Event) {
        self.close_all(event.at, Closing::ILeft);
        self.area = Some(event.area);
        self.looked = false;
        let own = Sighting::open(event, Opening::IEntered);
        keep(&mut self.sightings, own, self.size.sightings);
    }

    fn open(&mut self, who: CharacterId) -> Option<&mut Sighting> {
        let mut sightings = self.sightings.iter_mut().rev();
        sightings.find(|sighting| sighting.who == who && sighting.to.is_none())
    }

    fn close_all(&mut self, at: Moment, closing: Closing) {
        self.area = None;
        for sighting in self.sightings.iter_mut().filter(|s| s.to.is_none()) {
            sighting.close(at, closing);
        }
    }

    /// Whose memory it is.
    pub fn me(&self) -> CharacterId {
        self.me
    }

    /// All processed events that are still remembered, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().map(|(_, event)| event)
    }

    /// The event with this number, if it is still remembered.
    pub fn event(&self, number: EventNumber) -> Option<&Event> {
        let place = self
            .events
            .binary_search_by_key(&number, |(n, _)| *n)
            .ok()?;
        self.events.get(place).map(|(_, event)| event)
    }

    /// All sightings, oldest first.
    pub fn sightings(&self) -> &[Sighting] {
        &self.sightings
    }

    /// All that is known or was told, oldest first.
    pub fn tidings(&self) -> &[Tiding] {
        &self.tidings
    }

    /// Bytes of this memory.
    pub fn bytes(&self) -> usize {
        let links = self.sightings.iter().map(|s| s.events.capacity());
        size_of::<Memory>()
            + (self.new.capacity() + self.events.capacity()) * size_of::<(EventNumber, Event)>()
            + self.sightings.capacity() * size_of::<Sighting>()
            + links.sum::<usize>() * size_of::<EventNumber>()
            + self.tidings.capacity() * size_of::<Tiding>()
    }

    /// Adds a tiding, unless it is known already from a better source. Returns whether it was news.
    pub fn learn(&mut self, tiding: Tiding) -> bool {
        let known = self.tidings.iter_mut().find(|t| t.news == tiding.news);
        if let Some(known) = known {
            if tiding.confidence > known.confidence {
                *known = tiding;
            }
            return false;
        }
        keep(&mut self.tidings, tiding, self.size.tidings);
        true
    }
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
