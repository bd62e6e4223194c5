//! Staying where it is, asleep or in wait.

use super::{Behaviour, Status};
use crate::intent::{BodyOrder, BodyState};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::Tick;

/// Stays until something else begins, or for a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rest {
    /// Crouched, or lying.
    pub low: bool,
    /// Until when. Without it, until it is broken off.
    pub until: Option<Tick>,
}

impl Behaviour for Rest {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.release_body();
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        if let Some(until) = self.until {
            if at.now() >= until {
                return Status::Success;
            }
            at.wake_at(until);
        }
        // It stays even when the body has shown it, or cannot.
        if at.body() == BodyState::Free {
            at.order(BodyOrder::Stay { low: self.low });
        }
        Status::Running
    }

    fn name(&self) -> &'static str {
        "rest"
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.until = self.until.map(later);
    }
}
