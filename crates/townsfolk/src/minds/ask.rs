//! Asking to be cast.
//!
//! A mind that wants to use a location asks for one role there, and becomes a candidate for that
//! role whatever its other roles. The location's casting decides as usual. While the character
//! takes part, the scene drives and the mind makes no offer for the same deed. When it is out, the
//! deed is done, or failed if the character was recalled.

use super::mind_system;
use crate::folk::Folk;
use crate::performer::PATIENCE;
use serde::{Deserialize, Serialize};
use townsfolk_act::{Performance, Progress, Running};
use townsfolk_core::{Channel, CharacterId, Duration, LocationId, PropId, RoleId, SceneId, Tick};
use townsfolk_knowledge::What;
use townsfolk_mind::Holding;

/// Time within which asking again keeps the place in the queue.
const STEPS_ASIDE: Duration = Duration::minutes(1);

/// Since when a character waits at a location, and until when it asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(super) location: LocationId,
    pub(super) since: Tick,
    pub(super) until: Tick,
}

impl Folk {
    /// Records since when a character asks for a role. Asking again soon at the same location keeps
    /// its place in the queue.
    pub(super) fn queue_up(&mut self, who: CharacterId) {
        let performance = self.mind_performs(who);
        let mut running = performance.into_iter().flat_map(|p| p.running());
        let asks = running.find_map(|part| match part {
            Running::Asks {
                location, until, ..
            } => Some((*location, *until)),
            _ => None,
        });
        let (Some((location, until)), Some(minded)) = (asks, self.minds.people.get_mut(&who))
        else {
            return;
        };
        let begun = Tick(until.0.saturating_sub(PATIENCE.0));
        let before = minded
            .past
            .turn
            .filter(|turn| turn.location == location && begun <= turn.until.after(STEPS_ASIDE));
        minded.past.turn = Some(Turn {
            location,
            since: before.map_or(begun, |turn| turn.since),
            until,
        });
    }

    /// The role that a character asks for at a location.
    pub(crate) fn asks_for(&self, who: CharacterId, location: LocationId) -> Option<RoleId> {
        let mut asking = self.performer.asking_at(location).iter();
        asking
            .find(|(other, _)| *other == who)
            .map(|(_, role)| *role)
    }

    /// Since when a character asks for a role.
    pub(crate) fn asks_since(&self, who: CharacterId) -> Option<Tick> {
        self.mind(who)?.past.turn.map(|turn| turn.since)
    }

    /// Tells the mind that a scene now drives the character.
    pub(crate) fn mind_is_cast(&mut self, who: CharacterId, scene: SceneId) {
        let location = self.scenes.get(scene.0).map(|playing| playing.location);
        if !self.minds.people.contains_key(&who) {
            return;
        }
        let performs = self.mind_performs(who).map(Performance::takes_part);
        let cast = location.is_some_and(|location| {
            let cast =
                self.with_performance(who, Channel::Body, |p, _, _| p.be_cast(location, scene));
            cast == Some(true)
        });
        if cast {
            if let Some(minded) = self.minds.people.get_mut(&who) {
                minded.past.turn = None;
            }
            // The wish is fulfilled; a standing offer would recall the character from the scene.
            if let Some(person) = self.people.get_mut(who.0) {
                person.offers.retain(|offer| offer.by != mind_system());
            }
        } else if performs == Some(None) {
            self.abandon(who);
        }
        if let Some(location) = location {
            self.witness(who, What::Used(PropId(location.0)));
        }
        self.wake_mind(who);
    }

    /// Tells the mind that the character has left a scene.
    pub(crate) fn mind_is_out(&mut self, who: CharacterId, scene: SceneId, called_away: bool) {
        let takes_part = self.mind_performs(who).and_then(Performance::takes_part);
        self.end_bearing_in(who, scene);
        if takes_part == Some(scene) {
            let part = Running::TakesPart(scene);
            let end = self.with_performance(who, Channel::Body, |p, module, body| {
                p.part_is_over(&part, !called_away, body);
                p.end(module)
            });
            if let Some(progress) = end.flatten() {
                self.finish(who, progress == Progress::Done);
            }
        }
        let holding = self.mind(who).map(|minded| minded.mind.holding());
        if let Some(Holding::Walking(_)) = holding
            && let Some(news) = self.sets_out(who)
        {
            self.tell_of_mind(who, news);
        }
        self.wake_mind(who);
    }
}
