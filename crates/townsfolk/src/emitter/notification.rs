//! The notification emitter: tells characters nearby that the location exists.

use super::Proposal;
use crate::folk::Folk;
use crate::host::Event;
use crate::location::Location;
use townsfolk_core::{CharacterId, LocationId};
use townsfolk_module::Pacing;

impl Folk {
    pub(super) fn propose_to_tell(&self, place: &Location, pacing: &Pacing) -> Option<Proposal> {
        let mut near = vec![];
        if self.is_open(pacing) {
            self.people.near.near(place.at, pacing.within_mm, &mut near);
        }
        (near != place.noticed_by).then_some(Proposal::Tell(near))
    }

    /// Notifies each character once for each time it comes near.
    pub(super) fn tell_of(&mut self, id: LocationId, mut near: Vec<CharacterId>) {
        near.retain(|who| self.people.get(who.0).is_some());
        let Some(place) = self.places.get_mut(id.0) else {
            return;
        };
        let known = std::mem::replace(&mut place.noticed_by, near.clone());
        let new = near
            .into_iter()
            .filter(|who| known.binary_search(who).is_err());
        let events = new.map(|who| Event::Noticed(who, id));
        self.output.events.extend(events);
    }
}
