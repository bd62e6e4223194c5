//! Locations, with indexes by position and kind, and their sleeping emitters.

use crate::folk::Folk;
use crate::location::Location;
use crate::nearby::Nearby;
use crate::place::{Grid, Place};
use crate::pose::Pose;
use crate::slab::Register;
use std::ops::{Deref, DerefMut};
use townsfolk_core::{CharacterId, LocationId, PropId, Tick};

/// All locations by number, with indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) all: Register<Location>,
    /// Players that reacted to an icon in this tick.
    pub(crate) accepted: Vec<(CharacterId, LocationId)>,
    /// Locations with spawns that were answered in this tick.
    pub(crate) spawns_settled: Vec<LocationId>,
    /// The tick of the last search by emitters.
    pub(crate) looked: Tick,

    // Indexes.
    pub(crate) by_place: Grid<LocationId>,
    pub(crate) by_kind: Nearby,
    /// Emitters that need not search until a character comes, in every cell within their reach.
    pub(crate) asleep: Grid<(LocationId, u8)>,
}

impl Deref for Places {
    type Target = Register<Location>;

    fn deref(&self) -> &Register<Location> {
        &self.all
    }
}

impl DerefMut for Places {
    fn deref_mut(&mut self) -> &mut Register<Location> {
        &mut self.all
    }
}

impl Places {
    /// Adds a location to the indexes, unless it is about to be removed.
    pub(crate) fn index(&mut self, id: LocationId) {
        if let Some(place) = self.all.get(id.0).filter(|place| !place.gone) {
            self.by_place.put(id, place.at);
            self.by_kind.put(place.kind, id, place.at);
        }
    }

    /// Removes a location from the indexes.
    pub(crate) fn unindex(&mut self, id: LocationId) {
        if let Some(place) = self.all.get(id.0) {
            self.by_place.take(id, place.at);
            self.by_kind.take(place.kind, id, place.at);
        }
    }

    /// Clears every index, to rebuild them.
    pub(crate) fn clear_indexes(&mut self) {
        self.by_place = Grid::default();
        self.by_kind.clear();
        self.asleep = Grid::default();
    }

    /// Moves or turns a location.
    pub(crate) fn shift(&mut self, id: LocationId, pose: Pose) {
        self.unindex(id);
        if let Some(place) = self.all.get_mut(id.0) {
            place.at = pose.at;
            place.facing = pose.facing;
        }
        self.index(id);
    }
}

impl Folk {
    /// Where the nearest prop of a name stands, whatever location it belongs to.
    pub fn nearest_prop(&self, prop: PropId, from: Place) -> Option<Place> {
        let placed = self.locations().filter(|location| !location.gone);
        let places = placed.filter_map(|location| {
            let kind = self.content.module.location(location.kind)?;
            location.prop_at(kind, prop)
        });
        places.min_by_key(|place| (from.distance_mm(*place), *place))
    }
}
