//! One order of the body, until it is done.

use super::{Behaviour, Failure, Status};
use crate::intent::{BodyOrder, BodyState};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_module::senses::MindState;

/// Lets the body do one thing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Play {
    /// What.
    pub order: BodyOrder,
    /// Whether the character counts as agitated meanwhile.
    pub agitated: bool,
}

impl Play {
    /// Letting the body do one thing.
    pub fn order(order: BodyOrder) -> Play {
        Play {
            order,
            agitated: false,
        }
    }
}

impl Behaviour for Play {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.release_body();
        at.order(self.order);
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        match at.body() {
            BodyState::Busy => Status::Running,
            BodyState::Done => Status::Success,
            BodyState::Failed => Status::Failure(Failure::Blocked),
            // Another behaviour has used the body meanwhile.
            BodyState::Free => {
                at.order(self.order);
                Status::Running
            }
        }
    }

    fn name(&self) -> &'static str {
        match self.order {
            BodyOrder::Strike(_) => "strike",
            BodyOrder::LookAbout => "look about",
            BodyOrder::Turn(_) => "turn",
            BodyOrder::Stay { .. } => "stay",
            BodyOrder::Perform { .. } => "perform",
            _ => "play",
        }
    }

    fn mind(&self) -> Option<MindState> {
        self.agitated.then_some(MindState::Agitated)
    }
}
