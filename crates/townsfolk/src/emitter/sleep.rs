//! Emitters with no character in reach sleep until one comes. A cache: not saved, not digested.
//!
//! Only searches that cannot have a result are skipped: those without a character in reach. Whether
//! characters in reach can be cast depends on chance and on many conditions, so the emitter keeps
//! searching for them. An emitter that wakes searches at its regular time, so sleeping has no
//! visible effect.

use crate::folk::{Folk, WakeMode};
use crate::location::Location;
use crate::place::Place;
use townsfolk_core::LocationId;
use townsfolk_module::Emitter;

impl Folk {
    /// Lets an emitter sleep after a search without result, if possible; returns whether it sleeps.
    pub(super) fn let_sleep(&mut self, id: LocationId, emitter: u8) -> bool {
        let Some(place) = self.places.get(id.0) else {
            return false;
        };
        let awake = match self.looking {
            WakeMode::WhenDue => false,
            WakeMode::Shake(_) => self.is_shaken(self.luck_of(id)),
            WakeMode::Naive => true,
        };
        if awake || !self.has_nobody_to_look_for(place, emitter) {
            return false;
        }
        let Some((at, within_mm)) = self.reach(id, emitter) else {
            return false;
        };
        self.places.asleep.put_around((id, emitter), at, within_mm);
        true
    }

    /// Whether no search can have a result until a character enters a cell within reach.
    pub(crate) fn has_nobody_to_look_for(&self, place: &Location, emitter: u8) -> bool {
        let kind = self.kind(place.kind);
        let emitter = kind.and_then(|kind| kind.emitters.get(usize::from(emitter)));
        // Proxies are in reach wherever they are.
        if self.people.attached.contains_key(&place.id) {
            return false;
        }
        match emitter {
            Some(Emitter::Notification(pacing)) => {
                place.noticed_by.is_empty()
                    && self.people.near.is_empty_around(place.at, pacing.within_mm)
            }
            Some(Emitter::Script(pacing)) => self
                .people
                .leisure
                .is_empty_around(place.at, pacing.within_mm),
            Some(Emitter::Player { pacing, .. }) => {
                place.invites.is_empty()
                    && self
                        .people
                        .leisure
                        .is_empty_around(place.at, pacing.within_mm)
            }
            Some(Emitter::Spawn { .. }) | None => false,
        }
    }

    /// Wakes emitters around a place where a character has come or has become free.
    pub(crate) fn wake_around(&mut self, at: Place) {
        if self.places.asleep.len() == 0 {
            return;
        }
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::DroppedLook {
            return;
        }
        let mut woken = vec![];
        self.places.asleep.take_cell(at, &mut woken);
        for (id, emitter) in woken {
            self.wake(id, emitter);
        }
    }

    /// Wakes every emitter of a location.
    pub(crate) fn wake_location(&mut self, id: LocationId) {
        for emitter in self.emitters_of(id) {
            if self.is_asleep(id, emitter) {
                self.wake(id, emitter);
            }
        }
    }

    /// Removes the sleeping emitters of a location that leaves the world.
    pub(crate) fn forget_sleep(&mut self, id: LocationId) {
        for emitter in self.emitters_of(id) {
            self.get_up(id, emitter);
        }
    }

    fn wake(&mut self, id: LocationId, emitter: u8) {
        self.get_up(id, emitter);
        // Before the searches of this tick, the emitter can still take part in them.
        let looked = i64::from(self.places.looked == self.now);
        self.plan_look(id, emitter, self.now.0.saturating_add(looked));
    }

    fn get_up(&mut self, id: LocationId, emitter: u8) {
        if let Some((at, within_mm)) = self.reach(id, emitter) {
            self.places.asleep.take_around((id, emitter), at, within_mm);
        }
    }

    fn is_asleep(&self, id: LocationId, emitter: u8) -> bool {
        self.reach(id, emitter).is_some_and(|(at, within_mm)| {
            self.places.asleep.is_around((id, emitter), at, within_mm)
        })
    }

    /// The centre and radius of an emitter.
    fn reach(&self, id: LocationId, emitter: u8) -> Option<(Place, u32)> {
        let at = self.places.get(id.0)?.at;
        Some((at, self.pacing(id, emitter)?.within_mm))
    }
}
