//! Records of having seen somebody for a while.

use super::event::{Event, EventNumber, What};
use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, CharacterId};

/// So many events are linked to one sighting; the oldest links go first.
pub const EVENTS_MAX: usize = 16;

/// Having seen somebody somewhere, from one moment to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    /// Whom.
    pub who: CharacterId,
    /// Where.
    pub area: AreaId,
    /// Since when.
    pub from: Moment,
    /// Until when; absent as long as they are in sight.
    pub to: Option<Moment>,
    /// How it began.
    pub opening: Opening,
    /// How it ended.
    pub closing: Option<Closing>,
    /// What they did meanwhile.
    pub events: Vec<EventNumber>,
}

/// How a sighting begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Opening {
    /// The observer came where the other was.
    IEntered,
    /// The other came.
    TheyEntered,
    /// The observer noticed something the other did, without having noticed them come.
    NoticedLate,
}

/// How a sighting ends.
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

    /// Having seen somebody who came or was there, and left or was left.
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
        // That they are still there is no event of theirs.
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
