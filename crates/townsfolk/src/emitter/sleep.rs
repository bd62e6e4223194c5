//! Emitters around which nobody is sleep until somebody comes. A cache: not saved, not digested.
//!
//! Only looks that must be in vain are left out: those of an emitter with nobody to speak to. Whether
//! people who are there can be cast is a matter of luck and of many conditions, so for them it keeps
//! looking. Who wakes up looks again when it would have looked anyway, so nothing shows.

use crate::folk::{Folk, Looking};
use crate::host::LocationId;
use crate::location::Location;
use crate::place::Place;
use townsfolk_module::Emitter;

impl Folk {
    /// Lets an emitter that has looked in vain sleep, if it may; says whether it does.
    pub(super) fn let_sleep(&mut self, id: LocationId, emitter: u8) -> bool {
        let Some(place) = self.locations.get(id.0) else {
            return false;
        };
        let awake = match self.looking {
            Looking::WhenDue => false,
            Looking::Shake(_) => self.is_shaken(self.luck_of(id)),
            Looking::Naive => true,
        };
        if awake || !self.has_nobody_to_look_for(place, emitter) {
            return false;
        }
        let at = place.at;
        let within_mm = self.pacing(id, emitter).map_or(0, |p| p.within_mm);
        self.asleep.put_around((id, emitter), at, within_mm);
        true
    }

    /// Whether nothing can come of a look until somebody comes into a cell within reach.
    pub(crate) fn has_nobody_to_look_for(&self, place: &Location, emitter: u8) -> bool {
        let kind = self.kind(place.kind);
        let emitter = kind.and_then(|kind| kind.emitters.get(usize::from(emitter)));
        // Proxies are near wherever they are.
        if self.attached.contains_key(&place.id) {
            return false;
        }
        match emitter {
            Some(Emitter::Notification(pacing)) => {
                place.noticed_by.is_empty() && self.near.is_empty_around(place.at, pacing.within_mm)
            }
            Some(Emitter::Script(pacing)) => {
                self.leisure.is_empty_around(place.at, pacing.within_mm)
            }
            Some(Emitter::Player { pacing, .. }) => {
                place.invites.is_empty() && self.leisure.is_empty_around(place.at, pacing.within_mm)
            }
            Some(Emitter::Spawn { .. }) | None => false,
        }
    }

    /// Somebody has come, or has become free, here.
    pub(crate) fn wake_around(&mut self, at: Place) {
        if self.asleep.len() == 0 {
            return;
        }
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::DroppedLook {
            return;
        }
        let mut woken = vec![];
        self.asleep.take_cell(at, &mut woken);
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

    /// A location goes: it does not sleep here any more.
    pub(crate) fn forget_sleep(&mut self, place: &Location) {
        let kind = self.content.module.location(place.kind);
        let emitters = kind.into_iter().flat_map(|kind| &kind.emitters);
        for (index, emitter) in (0u8..).zip(emitters) {
            let within_mm = super::pacing_of(emitter).within_mm;
            (self.asleep).take_around((place.id, index), place.at, within_mm);
        }
    }

    fn wake(&mut self, id: LocationId, emitter: u8) {
        let at = self.locations.get(id.0).map(|place| place.at);
        let within_mm = self.pacing(id, emitter).map(|pacing| pacing.within_mm);
        if let Some((at, within_mm)) = at.zip(within_mm) {
            self.asleep.take_around((id, emitter), at, within_mm);
        }
        // Before this tick's looks it can still be among them.
        let looked = i64::from(self.looked == self.now);
        self.plan_look(id, emitter, self.now.0.saturating_add(looked));
    }

    fn is_asleep(&self, id: LocationId, emitter: u8) -> bool {
        let at = self.locations.get(id.0).map(|place| place.at);
        let within_mm = self.pacing(id, emitter).map(|pacing| pacing.within_mm);
        at.zip(within_mm)
            .is_some_and(|(at, within_mm)| self.asleep.is_around((id, emitter), at, within_mm))
    }
}
