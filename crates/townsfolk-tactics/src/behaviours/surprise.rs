//! Being surprised: turning to a discovery with a scream.

use super::motions::{end_of, fits};
use super::{Behaviour, Status};
use crate::intent::{BodyOrder, BodyState, Intent};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{MotionSetId, Place};

/// Screams, and plays the motion whose end looks most nearly at a discovery.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Surprise {
    /// Where the discovery is.
    pub to: Place,
    /// The motions; the usual ones without.
    pub motions: Option<MotionSetId>,
}

impl Behaviour for Surprise {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.ask(Intent::Cry);
        at.bark("spotted");
        at.release_body();
        let (here, heading, towards) = (at.here(), at.world.heading(), at.towards(self.to));
        let motions = at.motions(self.motions).iter();
        let ends = motions.map(|motion| (motion, end_of(motion, here, heading)));
        let ends = ends.filter(|(_, (end, _))| fits(at, *end));
        let best =
            ends.min_by_key(|(_, (end, turned))| (turned.between(towards), here.distance_mm(*end)));
        at.order(match best {
            Some((motion, (to, heading))) => BodyOrder::MoveSo {
                motion: motion.name,
                to,
                heading,
            },
            None => BodyOrder::Turn(towards),
        });
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        match at.body() {
            BodyState::Busy => Status::Running,
            // A motion that was broken off has surprised as well.
            _ => Status::Success,
        }
    }

    fn name(&self) -> &'static str {
        "surprise"
    }
}
