//! Locations that are moved and turned.

use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use crate::location::Location;
use crate::pose::{Facing, Pose};
use townsfolk_core::LocationId;

/// Directions of turned locations, saved after everything else, so that older saves load.
pub(crate) type Facings = Vec<(LocationId, Facing)>;

/// The directions of turned locations.
pub(crate) fn facings<'a>(locations: impl Iterator<Item = &'a Location>) -> Facings {
    let turned = locations.filter(|location| location.facing != Facing::AS_WRITTEN);
    turned
        .map(|location| (location.id, location.facing))
        .collect()
}

impl Folk {
    /// Moves and turns a location, from the next tick on.
    pub fn move_location(&mut self, location: LocationId, pose: impl Into<Pose>) {
        self.report(Report::LocationMoved(location, pose.into()));
    }

    pub(crate) fn take_in_pose(&mut self, id: LocationId, pose: Pose) {
        let there = self.places.get(id.0).filter(|place| !place.gone);
        let Some(scene) = there.map(|place| place.scene) else {
            return self.unheard(RejectedReport::NoSuchLocation(id));
        };
        self.wake_location(id);
        self.places.shift(id, pose);
        self.forget_reliefs();
        self.minds.levels.asleep.is_stale = true;
        if let Some(playing) = scene.and_then(|scene| self.scenes.get_mut(scene.0)) {
            playing.wake_all();
            playing.due = Some(self.now);
            self.agenda.scenes.add(self.now, playing.id.0);
        }
    }

    /// Sets directions from a save.
    pub(crate) fn resume_facings(&mut self, facings: Facings) {
        for (id, facing) in facings {
            if let Some(place) = self.places.get_mut(id.0) {
                place.facing = facing;
            }
        }
    }
}
