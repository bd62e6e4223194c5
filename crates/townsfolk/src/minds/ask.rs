//! Being cast because one wants to.
//!
//! Who asks is a candidate for exactly one location, in exactly the role they wish for, whatever
//! they are otherwise; the location's casting decides as ever who gets which part. While they take
//! part, the scene drives and the mind makes no offer for the same deed. When they are out, the deed
//! is done, or failed if they were called away.

use super::mind_system;
use super::pursue::{PATIENCE, Step};
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, LocationId, PropId, RoleId, SceneId, Tick};
use townsfolk_mind::Holding;
use townsfolk_mind::memory::What;

/// Whoever asks again within this time has not lost their turn.
const STEPS_ASIDE: Duration = Duration::minutes(1);

/// Since when somebody waits at a location, and until when they asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(super) location: LocationId,
    pub(super) since: Tick,
    pub(super) until: Tick,
}

impl Folk {
    /// Lets a location know who asks for a part, as the step of their pursuit says.
    pub(super) fn ask(&mut self, who: CharacterId) {
        let pursuit = self.mind(who).and_then(|minded| minded.pursuit.as_ref());
        if let Some(Step::Asks { location, role, .. }) = pursuit.map(|pursuit| pursuit.step) {
            let asking = self.minds.asking.entry(location).or_default();
            asking.retain(|(other, _)| *other != who);
            let place = asking.partition_point(|(other, _)| *other < who);
            asking.insert(place, (who, role));
            self.queue_up(who);
        }
    }

    /// Somebody who asks again where they have just asked in vain keeps their turn.
    fn queue_up(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get_mut(&who) else {
            return;
        };
        let step = minded.pursuit.as_ref().map(|pursuit| pursuit.step);
        let Some(Step::Asks {
            location, until, ..
        }) = step
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

    pub(super) fn unask(&mut self, who: CharacterId) {
        let pursuit = self.mind(who).and_then(|minded| minded.pursuit.as_ref());
        if let Some(Step::Asks { location, .. }) = pursuit.map(|pursuit| pursuit.step)
            && let Some(asking) = self.minds.asking.get_mut(&location)
        {
            asking.retain(|(other, _)| *other != who);
            if asking.is_empty() {
                self.minds.asking.remove(&location);
            }
        }
    }

    /// The role that somebody asks for at a location.
    pub(crate) fn asks_for(&self, who: CharacterId, location: LocationId) -> Option<RoleId> {
        let asking = self.minds.asking.get(&location)?;
        let mut asking = asking.iter();
        asking
            .find(|(other, _)| *other == who)
            .map(|(_, role)| *role)
    }

    /// Since when somebody asks for a part.
    pub(crate) fn asks_since(&self, who: CharacterId) -> Option<Tick> {
        self.mind(who)?.past.turn.map(|turn| turn.since)
    }

    /// A scene drives somebody from now on.
    pub(crate) fn mind_is_cast(&mut self, who: CharacterId, scene: SceneId) {
        let location = self.scenes.get(scene.0).map(|playing| playing.location);
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        match minded.pursuit.as_ref().map(|pursuit| pursuit.step) {
            Some(Step::Asks { location: at, .. }) if Some(at) == location => {
                self.unask(who);
                if let Some(minded) = self.minds.people.get_mut(&who) {
                    minded.past.turn = None;
                    if let Some(pursuit) = &mut minded.pursuit {
                        pursuit.step = Step::TakesPart(scene);
                    }
                }
                // It has what it wanted, and would otherwise call itself away.
                if let Some(person) = self.characters.get_mut(who.0) {
                    person.offers.retain(|offer| offer.by != mind_system());
                }
            }
            Some(Step::TakesPart(_)) | None => {}
            Some(_) => self.abandon(who),
        }
        if let Some(location) = location {
            self.witness(who, What::Used(PropId(location.0)));
        }
        self.wake_mind(who);
    }

    /// Somebody is out of a scene.
    pub(crate) fn mind_is_out(&mut self, who: CharacterId, scene: SceneId, called_away: bool) {
        let minded = self.minds.people.get(&who);
        let pursuit = minded.and_then(|minded| minded.pursuit.as_ref());
        let takes_part = pursuit.and_then(|pursuit| pursuit.takes_part());
        self.end_bearing_in(who, scene);
        if takes_part == Some(scene) {
            self.finish(who, !called_away);
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
