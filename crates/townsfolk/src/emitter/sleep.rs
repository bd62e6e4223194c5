//! Emitters around which nobody is sleep until somebody comes. A cache: not saved, not digested.
//!
//! Only looks that must be in vain are left out: those of an emitter with nobody to speak to. Whether
//! people who are there can be cast is a matter of luck and of many conditions, so for them it keeps
//! looking. Who wakes up looks again when it would have looked anyway, so nothing shows.

use crate::folk::{Folk, WakeMode};
use crate::location::Location;
use crate::place::Place;
use townsfolk_core::LocationId;
use townsfolk_module::Emitter;

impl Folk {
    /// Lets an emitter that has looked in vain sleep, if it may; says whether it does.
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

    /// Whether nothing can come of a look until somebody comes into a cell within reach.
    pub(crate) fn has_nobody_to_look_for(&self, place: &Location, emitter: u8) -> bool {
        let kind = self.kind(place.kind);
        let emitter = kind.and_then(|kind| kind.emitters.get(usize::from(emitter)));
        // Proxies are near wherever they are.
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

    /// Somebody has come, or has become free, here.
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

    /// A location goes: nobody sleeps there any more.
    pub(crate) fn forget_sleep(&mut self, id: LocationId) {
        for emitter in self.emitters_of(id) {
            self.get_up(id, emitter);
        }
    }

    fn wake(&mut self, id: LocationId, emitter: u8) {
        self.get_up(id, emitter);
        // Before this tick's looks it can still be among them.
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

    /// From where an emitter reaches how far.
    fn reach(&self, id: LocationId, emitter: u8) -> Option<(Place, u32)> {
        let at = self.places.get(id.0)?.at;
        Some((at, self.pacing(id, emitter)?.within_mm))
    }
}
