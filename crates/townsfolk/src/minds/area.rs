//! Areas: parts of the stage.
//!
//! Content names areas and their parts; the host reports where they lie. A character is in the
//! innermost area at its position, and in every area that contains it.

use super::ground::Rank;
use crate::folk::Folk;
use crate::nearby::is_small;
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use townsfolk_core::{AreaId, CharacterId, Draw, LocationId, LocationKindId, SiteId, Tick};

/// Maximum nesting depth. Deeper areas form a cycle.
const DEPTH_MAX: usize = 32;

/// Maximum number of parts of an area that are visited one by one.
const PARTS_MAX: usize = 64;

/// A block of the stage, both corners included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Extent {
    /// Its west, south, lower corner.
    pub from: Place,
    /// Its east, north, upper corner.
    pub to: Place,
}

impl Extent {
    /// A square on the ground around a place, three metres high.
    pub fn around(at: Place, reach_mm: i32) -> Extent {
        Extent {
            from: at.offset((-reach_mm, -reach_mm)),
            to: Place {
                z_mm: at.z_mm.saturating_add(3000),
                ..at.offset((reach_mm, reach_mm))
            },
        }
    }

    /// Whether a place lies inside.
    pub fn holds(&self, at: Place) -> bool {
        let within = |low: i32, n: i32, high: i32| low <= n && n <= high;
        within(self.from.x_mm, at.x_mm, self.to.x_mm)
            && within(self.from.y_mm, at.y_mm, self.to.y_mm)
            && within(self.from.z_mm, at.z_mm, self.to.z_mm)
    }

    /// The centre of its floor.
    pub fn middle(&self) -> Place {
        let half = |a: i32, b: i32| ((i64::from(a) + i64::from(b)) / 2) as i32;
        Place {
            x_mm: half(self.from.x_mm, self.to.x_mm),
            y_mm: half(self.from.y_mm, self.to.y_mm),
            z_mm: self.from.z_mm,
        }
    }

    /// Its floor area, in square millimetres.
    fn ground(&self) -> i128 {
        let side = |a: i32, b: i32| i128::from(b) - i128::from(a) + 1;
        side(self.from.x_mm, self.to.x_mm).max(0) * side(self.from.y_mm, self.to.y_mm).max(0)
    }
}

/// The bounding block of two blocks.
fn hull((a, b): (Place, Place), (c, d): (Place, Place)) -> (Place, Place) {
    let corner = |a: Place, b: Place, of: fn(i32, i32) -> i32| Place {
        x_mm: of(a.x_mm, b.x_mm),
        y_mm: of(a.y_mm, b.y_mm),
        z_mm: of(a.z_mm, b.z_mm),
    };
    (corner(a, c, i32::min), corner(b, d, i32::max))
}

impl Folk {
    /// The innermost area of a character.
    pub fn area_of(&self, who: CharacterId) -> Option<AreaId> {
        let known = self.minds.whereabouts.get(&who).copied();
        known.or_else(|| self.area_asleep(who, self.minds.levels.asleep.get(who)?))
    }

    /// The innermost area at a place: the one nested deepest in the content, of equally deep ones
    /// the smallest.
    pub fn area_at(&self, at: Place) -> Option<AreaId> {
        self.minds.ground.at(at)
    }

    /// The same by testing all areas: the cache is compared with it.
    pub(crate) fn area_among_all(&self, at: Place) -> Option<AreaId> {
        let all = self.minds.areas.iter();
        let all = all.flat_map(|(area, extents)| extents.iter().map(|extent| (*area, extent)));
        let holding = all.filter(|(_, extent)| extent.holds(at));
        let best = holding
            .map(|(area, extent)| self.rank_of(area, extent))
            .min();
        best.map(|(.., area)| area)
    }

    fn rank_of(&self, area: AreaId, extent: &Extent) -> Rank {
        let depth = self.areas_around(area).count();
        (Reverse(depth), extent.ground(), area)
    }

    /// Rebuilds the cache of areas by place.
    pub(crate) fn index_areas(&mut self) {
        self.minds.ground.clear();
        let areas = std::mem::take(&mut self.minds.areas);
        for (area, extents) in &areas {
            for extent in extents {
                let rank = self.rank_of(*area, extent);
                self.minds.ground.insert(rank, *extent);
            }
        }
        self.minds.areas = areas;
    }

    /// An area and all areas that contain it.
    pub(crate) fn areas_around(&self, area: AreaId) -> impl Iterator<Item = AreaId> {
        let areas = &self.content.module.minds.areas;
        let outer = |area: &AreaId| {
            let place = areas.binary_search_by_key(area, |known| known.id).ok()?;
            areas.get(place)?.within
        };
        std::iter::successors(Some(area), outer).take(DEPTH_MAX)
    }

    /// Whether one area is another, or part of it.
    pub fn is_within(&self, area: AreaId, wanted: AreaId) -> bool {
        self.areas_around(area).any(|around| around == wanted)
    }

    /// Whether the innermost area at a place is an area, or part of it.
    pub(super) fn is_area_within(&self, at: Place, wanted: AreaId) -> bool {
        let area = self.area_at(at);
        area.is_some_and(|area| self.is_within(area, wanted))
    }

    /// An area with all its parts, unless they exceed the maximum.
    pub(super) fn with_parts(&self, area: AreaId) -> Option<Vec<AreaId>> {
        let mut all = vec![area];
        let mut next = 0;
        while let Some(whole) = all.get(next).copied() {
            next += 1;
            all.extend(self.content.parts_of(whole).take(PARTS_MAX + 1));
            if all.len() > PARTS_MAX {
                return None;
            }
        }
        Some(all)
    }

    /// Visits the locations of some kinds that can be in an area or a part of it. For a large area
    /// it visits all of those kinds.
    pub(super) fn each_within(
        &self,
        kinds: &[LocationKindId],
        area: AreaId,
        look: &mut dyn FnMut(LocationId),
    ) {
        let parts = self.with_parts(area);
        // A part without a reported position contains nothing.
        let laid_out = |part: &AreaId| self.minds.areas.contains_key(part);
        let blocks = parts.and_then(|parts| {
            let parts = parts.into_iter().filter(laid_out);
            let blocks = parts.map(|part| self.block_of(part));
            blocks.collect::<Option<Vec<_>>>()
        });
        let Some(blocks) = blocks else {
            return kinds
                .iter()
                .for_each(|kind| self.places.by_kind.each(*kind, look));
        };
        let hull = blocks.into_iter().reduce(hull);
        for kind in kinds {
            match hull {
                Some(hull) if is_small(hull) => self.places.by_kind.within(*kind, hull, look),
                Some(_) => self.places.by_kind.each(*kind, look),
                None => {}
            }
        }
    }

    /// The bounding block of an area without its parts, unless it has too many pieces.
    pub(super) fn block_of(&self, area: AreaId) -> Option<(Place, Place)> {
        let extents = self.minds.areas.get(&area)?;
        let few = extents.len() <= PARTS_MAX;
        let blocks = extents.iter().map(|extent| (extent.from, extent.to));
        blocks.reduce(hull).filter(|_| few)
    }

    /// The centre of an area, where the visitor does not matter.
    pub fn middle_of(&self, area: AreaId) -> Option<Place> {
        self.minds.areas.get(&area)?.first().map(Extent::middle)
    }

    /// The block of an area that a character uses as its target. Several blocks are spread over
    /// characters. A block around parts of the area is not used.
    pub(crate) fn block_for(&self, who: CharacterId, area: AreaId) -> Option<&Extent> {
        let extents = self.minds.areas.get(&area)?;
        let last = i64::try_from(extents.len()).ok()?.checked_sub(1)?;
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), SiteId(area.0));
        let first = usize::try_from(draw.between(2, 0, last)).ok()?;
        let (before, after) = extents.split_at_checked(first)?;
        let is_own = |extent: &&Extent| self.area_at(extent.middle()) == Some(area);
        let own = after.iter().chain(before).find(is_own);
        own.or_else(|| extents.first())
    }

    /// Sets or clears the position of an area.
    pub(crate) fn take_in_area(&mut self, area: AreaId, extents: Vec<Extent>) {
        self.settle_asleep();
        for extent in self.minds.areas.remove(&area).iter().flatten() {
            self.minds.ground.remove(area, extent);
        }
        for extent in &extents {
            let rank = self.rank_of(area, extent);
            self.minds.ground.insert(rank, *extent);
        }
        if !extents.is_empty() {
            self.minds.areas.insert(area, extents);
        }
        self.find_everybody();
        self.find_asleep();
    }

    /// Computes the area of every character.
    pub(crate) fn find_everybody(&mut self) {
        let people: Vec<CharacterId> = self.characters().map(|person| person.id).collect();
        for who in people {
            self.find(who);
        }
    }

    /// Updates the area of a character. If it has changed, its mind and witnesses are told.
    pub(crate) fn find(&mut self, who: CharacterId) {
        if let Some((from, to)) = self.note_whereabouts(who) {
            self.witness_move(who, from, to);
            self.wake_mind(who);
        }
    }

    /// Records the area of a character. Returns the old and the new one if they differ.
    pub(crate) fn note_whereabouts(
        &mut self,
        who: CharacterId,
    ) -> Option<(Option<AreaId>, Option<AreaId>)> {
        if self.minds.areas.is_empty() && self.minds.whereabouts.is_empty() {
            return None;
        }
        let at = self.character(who).and_then(|person| person.at);
        let area = at.and_then(|at| self.area_at(at));
        let before = match area {
            Some(area) => self.minds.whereabouts.insert(who, area),
            None => self.minds.whereabouts.remove(&who),
        };
        if before == area {
            return None;
        }
        if let Some(present) = before.and_then(|area| self.minds.present.get_mut(&area)) {
            present.retain(|other| *other != who);
        }
        if let Some(area) = area {
            let present = self.minds.present.entry(area).or_default();
            if let Err(place) = present.binary_search(&who) {
                present.insert(place, who);
            }
        }
        Some((before, area))
    }

    /// Removes a character from its area.
    pub(crate) fn lose_sight_of(&mut self, who: CharacterId) {
        let area = self.minds.whereabouts.remove(&who);
        if let Some(area) = area {
            self.close_visit(who, area);
        }
        if let Some(present) = area.and_then(|area| self.minds.present.get_mut(&area)) {
            present.retain(|other| *other != who);
        }
    }

    /// The nearest other characters in the same area within a distance, in order of id.
    pub(crate) fn nearest_company(
        &self,
        who: CharacterId,
        within_mm: u32,
        most: usize,
    ) -> Vec<CharacterId> {
        let area = self.area_of(who);
        let Some(at) = self.character(who).and_then(|person| person.at) else {
            return vec![];
        };
        let is_company = |other| other != who && area.is_some() && self.area_of(other) == area;
        self.people.near.nearest(at, within_mm, most, is_company)
    }

    /// The other characters in the same area, in order of id.
    pub(crate) fn company_of(&self, who: CharacterId) -> impl Iterator<Item = CharacterId> {
        let area = self.area_of(who);
        let present = area.and_then(|area| self.minds.present.get(&area));
        let others = present.into_iter().flatten().copied();
        others.filter(move |other| *other != who)
    }
}
