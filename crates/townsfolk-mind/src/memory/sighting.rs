//! Periods in which a character was seen.

use super::event::{Event, EventNumber, What};
use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};

/// Maximum number of events linked to one sighting; the oldest links go first.
pub const EVENTS_MAX: usize = 16;

/// Having seen a character in an area from one moment to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    /// Whom.
    pub who: CharacterId,
    /// Where.
    pub area: AreaId,
    /// Since when.
    pub from: Moment,
    /// Until when; `None` while the character is in sight.
    pub to: Option<Moment>,
    /// How it began.
    pub opening: Opening,
    /// How it ended.
    pub closing: Option<Closing>,
    /// What the character did meanwhile.
    pub events: Vec<EventNumber>,
}

/// How a sighting began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Opening {
    /// The observer came to where the other was.
    IEntered,
    /// The other came.
    TheyEntered,
    /// The observer noticed an action of the other without having noticed the arrival.
    NoticedLate,
}

/// How a sighting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Closing {
    /// The observer left.
    ILeft,
    /// The other left.
    TheyLeft,
}

impl Sighting {
    pub(super) fn open(event: Event, opening: Opening) -> Sighting {
        Sighting {
            who: event.who,
            area: event.area,
            from: event.at,
            to: None,
            opening,
            closing: None,
            events: vec![],
        }
    }

    /// A sighting of a character who came or was there, and left or was left.
    pub(super) fn between(
        who: CharacterId,
        area: AreaId,
        (from, opening): (Moment, Opening),
        (to, closing): (Moment, Closing),
    ) -> Sighting {
        Sighting {
            who,
            area,
            from,
            to: Some(to),
            opening,
            closing: Some(closing),
            events: vec![],
        }
    }

    pub(super) fn take_in(&mut self, number: EventNumber, event: &Event) {
        // Being still there is not an event.
        if event.what != What::WasThere {
            if self.events.len() >= EVENTS_MAX {
                self.events.remove(0);
            }
            self.events.push(number);
        }
    }

    pub(super) fn close(&mut self, at: Moment, closing: Closing) {
        self.to = Some(at);
        self.closing = Some(closing);
    }

    /// Whether a moment lies within it.
    pub fn covers(&self, moment: Moment) -> bool {
        self.from <= moment && self.to.is_none_or(|to| moment < to)
    }
}
