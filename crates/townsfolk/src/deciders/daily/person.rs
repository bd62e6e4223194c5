//! The state of one person that follows a daily.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use townsfolk_act::Order;
use townsfolk_core::{DeciderId, LocationId, SymbolId, Tick};
use townsfolk_decide::daily::{CalendarTime, Day, Part};

/// A person that follows a daily.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    /// The daily.
    pub(super) daily: DeciderId,
    /// Its day: one-shots that wait, and the last selections.
    pub(super) day: Day,
    /// What is left of the last selection.
    pub(super) queue: VecDeque<Part<Order>>,
    /// What is being performed.
    pub(super) doing: Doing,
    /// Whether the person waits after the queue, so that failing errands are not selected at once.
    pub(super) idles: bool,
    /// Whether the next selection is likely to choose the same again: a block, and no one-shot.
    pub(super) retries: bool,
    /// When it selects again, if nothing is performed.
    pub(super) due: Option<Tick>,
    /// Places of its own, by what they serve.
    pub(super) own: Vec<(SymbolId, LocationId)>,
}

/// What a person performs for its daily.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Doing {
    /// Nothing.
    Nothing,
    /// An errand.
    Errand(DeciderId),
    /// The fallback of an errand.
    Fallback(DeciderId),
    /// It waits.
    Idle,
}

impl Person {
    /// A person whose day begins now, with a selection at once.
    pub(super) fn new(daily: DeciderId, now: CalendarTime, tick: Tick) -> Person {
        Person {
            daily,
            day: Day::beginning(now),
            queue: VecDeque::new(),
            doing: Doing::Nothing,
            idles: false,
            retries: false,
            due: Some(tick),
            own: vec![],
        }
    }
}
