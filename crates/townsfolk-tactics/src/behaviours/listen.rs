//! Listening: stop, turn to a sound, and hold still.

use super::{Behaviour, Failure, Status};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Place, Tick};
use townsfolk_module::senses::MindState;
use townsfolk_senses::Reaction;

/// Stops, turns to a sound and holds still for a while, with keener ears. It fails as soon as the
/// character knows that somebody is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listen {
    /// Where the sound came from.
    pub to: Place,
    /// How long it listens.
    pub lasts: Duration,
    /// When it ends.
    pub until: Tick,
}

impl Listen {
    /// Listening to a place for a time.
    pub fn to(to: Place, lasts: Duration) -> Listen {
        Listen {
            to,
            lasts,
            until: Tick(0),
        }
    }
}

impl Behaviour for Listen {
    fn start(&mut self, at: &mut Moment<'_>) {
        self.until = at.now().after(self.lasts);
        let heading = at.towards(self.to);
        at.order(BodyOrder::Turn(heading));
        at.ask(Intent::Cry);
        at.bark("listens");
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        if at.world.awareness().reaction == Reaction::Knows {
            return Status::Failure(Failure::Gone);
        }
        if at.now() >= self.until {
            return Status::Success;
        }
        at.wake_at(self.until);
        Status::Running
    }

    fn name(&self) -> &'static str {
        "listen"
    }

    fn mind(&self) -> Option<MindState> {
        Some(MindState::Agitated)
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.until = later(self.until);
    }
}
