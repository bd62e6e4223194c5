//! Towers: floor plates joined by stairs, escalators and lifts, for many walkers and frequent edits.
//!
//! A tower is seen from the side: floors of tiles. A run of walkable tiles is one [plate](plates),
//! and connectors stop on plates. Routes are searched over stops, which are few, and are the
//! cheapest ones. An edit changes only the plates and stops that it touches.
//!
//! | file | holds |
//! |---|---|
//! | [`plates`] | runs of tiles, and edits of one tile |
//! | [`connector`] | stairs, escalators and lifts |
//! | [`route`] | the search |
//! | [`rides`] | places in lifts: who rides when |
//!
//! Everything here is independent of the town: it knows no character but by its number.

pub mod connector;
pub mod plates;
pub mod rides;
pub mod route;

#[cfg(test)]
mod tests;

pub use connector::{Shaft, ShaftKind, ShaftNumber};
pub use plates::{FloorPlate, PlateNumber};
pub use rides::Rides;
pub use route::{Leg, Route, RouteFinder};

use plates::{Plates, TileEdit};
use serde::{Deserialize, Serialize};

/// Largest number of floors.
pub const FLOORS_MAX: u16 = 2_000;

/// Largest number of tiles on a floor.
pub const WIDE_MAX: u16 = 10_000;

/// Largest number of connectors.
pub const SHAFTS_MAX: usize = 1_000;

/// Plates and connectors of a tower, and which parts of it hang together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tower {
    wide: u16,
    plates: Plates,
    shafts: Vec<Option<Shaft>>,
    /// For each plate, a plate of the same connected part; follow it to the root.
    parts: Vec<u32>,
    /// Whether something was taken away since the parts were computed.
    parts_are_stale: bool,
}

impl Tower {
    /// A tower of some floors, each one plate from wall to wall.
    pub fn new(floors: u16, wide: u16) -> Tower {
        let mut tower = Tower {
            wide: wide.clamp(1, WIDE_MAX),
            ..Tower::default()
        };
        for _ in 0..floors.min(FLOORS_MAX) {
            tower.add_floor();
        }
        tower
    }

    /// Number of floors.
    pub fn floors(&self) -> u16 {
        self.plates.floors()
    }

    /// Number of tiles from wall to wall.
    pub fn wide(&self) -> u16 {
        self.wide
    }

    /// A plate.
    pub fn plate(&self, number: PlateNumber) -> Option<&FloorPlate> {
        self.plates.get(number)
    }

    /// All plates, in order of number.
    pub fn plates(&self) -> impl Iterator<Item = (PlateNumber, &FloorPlate)> {
        self.plates.iter()
    }

    /// The plate that holds a tile.
    pub fn plate_at(&self, floor: u16, x: u16) -> Option<PlateNumber> {
        self.plates.at(floor, x)
    }

    /// A connector.
    pub fn shaft(&self, number: ShaftNumber) -> Option<&Shaft> {
        self.shafts.get(number.index())?.as_ref()
    }

    /// All connectors, in order of number.
    pub fn shafts(&self) -> impl Iterator<Item = (ShaftNumber, &Shaft)> {
        let numbered = self.shafts.iter().zip(0..);
        numbered.filter_map(|(shaft, n)| Some((ShaftNumber(n), shaft.as_ref()?)))
    }

    /// Number of stops: connectors, counted on each plate on which they stop.
    pub fn stop_count(&self) -> usize {
        self.shafts().map(|(_, shaft)| shaft.floors().count()).sum()
    }

    /// Number of edges between neighbouring stops of the same connector.
    pub fn edge_count(&self) -> usize {
        let edges = self.shafts().map(|(_, shaft)| {
            let next = |floor: &u16| shaft.next_stop(*floor, true).is_some();
            shaft.floors().filter(next).count()
        });
        edges.sum()
    }

    /// Adds a floor on top: one plate from wall to wall. Says which it is. Connectors do not reach
    /// it until they are lengthened.
    pub fn add_floor(&mut self) -> Option<u16> {
        if self.floors() >= FLOORS_MAX {
            return None;
        }
        let floor = self.plates.add_floor();
        let plate = self.plates.insert(floor, 0, self.wide.max(1) - 1);
        self.settle_plate(plate);
        Some(floor)
    }

    /// Makes a tile walkable. Says whether that changed anything.
    pub fn add_tile(&mut self, floor: u16, x: u16) -> bool {
        if x >= self.wide {
            return false;
        }
        let edit = self.plates.add_tile(floor, x);
        self.follow(edit, floor, x)
    }

    /// Makes a tile impassable: a wall. Says whether that changed anything.
    pub fn remove_tile(&mut self, floor: u16, x: u16) -> bool {
        let edit = self.plates.remove_tile(floor, x);
        self.follow(edit, floor, x)
    }

    /// Adds a connector. `None` if it does not fit.
    pub fn add_shaft(&mut self, shaft: &Shaft) -> Option<ShaftNumber> {
        let fits = shaft.x < self.wide && shaft.low <= shaft.high && shaft.high < self.floors();
        let free = self.shafts.iter().position(Option::is_none);
        let slot = free.unwrap_or(self.shafts.len());
        if !fits || slot >= SHAFTS_MAX {
            return None;
        }
        if slot == self.shafts.len() {
            self.shafts.push(None);
        }
        let number = ShaftNumber(slot as u16);
        let mut added = Shaft::new(shaft.kind, shaft.x, shaft.low, shaft.high, shaft.capacity);
        added.open = shaft.open;
        self.shafts[slot] = Some(added);
        for floor in shaft.low..=shaft.high {
            self.settle_stop(number, floor);
        }
        self.join_along(number);
        Some(number)
    }

    /// Takes a connector away.
    pub fn remove_shaft(&mut self, number: ShaftNumber) -> Option<Shaft> {
        let shaft = self.shafts.get_mut(number.index())?.take()?;
        for plate in shaft.stops.iter().flatten() {
            if let Some(plate) = self.plates.get_mut(*plate) {
                plate.shafts.retain(|known| *known != number.0);
            }
        }
        self.parts_are_stale = true;
        Some(shaft)
    }

    /// Lets a connector run, or closes it.
    pub fn set_open(&mut self, number: ShaftNumber, open: bool) {
        if let Some(Some(shaft)) = self.shafts.get_mut(number.index()) {
            shaft.open = open;
            match open {
                true => self.join_along(number),
                false => self.parts_are_stale = true,
            }
        }
    }

    /// Lengthens a connector up to a floor.
    pub fn lengthen(&mut self, number: ShaftNumber, high: u16) {
        if high >= self.floors() {
            return;
        }
        let Some(Some(shaft)) = self.shafts.get_mut(number.index()) else {
            return;
        };
        let before = shaft.high;
        if high <= before {
            return;
        }
        shaft.high = high;
        shaft.stops.resize(usize::from(high - shaft.low) + 1, None);
        for floor in before + 1..=high {
            self.settle_stop(number, floor);
        }
        self.join_along(number);
    }

    /// Whether two plates hang together.
    pub fn are_joined(&mut self, one: PlateNumber, other: PlateNumber) -> bool {
        if self.parts_are_stale {
            self.recompute_parts();
        }
        self.root(one) == self.root(other)
    }

    /// Brings stops and parts in line with an edit of a tile.
    fn follow(&mut self, edit: TileEdit, floor: u16, x: u16) -> bool {
        match edit {
            TileEdit::Nothing => return false,
            TileEdit::Changed(plate) => {
                self.settle_plate(plate);
                self.parts_are_stale |= self.plates.at(floor, x).is_none();
            }
            TileEdit::Merged(left, right) => {
                self.settle_plate(left);
                debug_assert!(self.plates.get(right).is_none());
                self.parts_are_stale = true;
            }
            TileEdit::Split(left, right) => {
                self.settle_plate(left);
                self.settle_plate(right);
                self.parts_are_stale = true;
            }
            TileEdit::Removed(_) => self.parts_are_stale = true,
        }
        self.settle_column(floor, x);
        true
    }

    /// Gives a plate the stops of all connectors that stand on it.
    fn settle_plate(&mut self, number: PlateNumber) {
        self.parts.resize(self.plates.slots(), u32::MAX);
        if let Some(part) = self.parts.get_mut(number.0 as usize)
            && *part == u32::MAX
        {
            *part = number.0;
        }
        let Some(plate) = self.plates.get(number) else {
            return;
        };
        let (floor, x0, x1) = (plate.floor, plate.x0, plate.x1);
        let mut here = vec![];
        for (slot, shaft) in self.shafts.iter_mut().enumerate() {
            let Some(shaft) = shaft else { continue };
            if shaft.serves(floor) && (x0..=x1).contains(&shaft.x) {
                shaft.set_stop(floor, Some(number));
                here.push(slot as u16);
            }
        }
        for shaft in &here {
            self.join_along(ShaftNumber(*shaft));
        }
        if let Some(plate) = self.plates.get_mut(number) {
            plate.shafts = here;
        }
    }

    /// Takes the stops of a tile away that is no longer walkable.
    fn settle_column(&mut self, floor: u16, x: u16) {
        if self.plates.at(floor, x).is_none() {
            for shaft in self.shafts.iter_mut().flatten() {
                if shaft.x == x {
                    shaft.set_stop(floor, None);
                }
            }
        }
    }

    fn settle_stop(&mut self, number: ShaftNumber, floor: u16) {
        let Some(Some(shaft)) = self.shafts.get_mut(number.index()) else {
            return;
        };
        let plate = self.plates.at(floor, shaft.x);
        shaft.set_stop(floor, plate);
        if let Some(plate) = plate.and_then(|plate| self.plates.get_mut(plate)) {
            let place = plate.shafts.partition_point(|known| *known < number.0);
            if plate.shafts.get(place) != Some(&number.0) {
                plate.shafts.insert(place, number.0);
            }
        }
    }

    /// Joins the parts of all plates between which a connector runs.
    fn join_along(&mut self, number: ShaftNumber) {
        let Some(shaft) = self.shaft(number).filter(|shaft| shaft.open) else {
            return;
        };
        let pairs: Vec<(PlateNumber, PlateNumber)> = shaft
            .floors()
            .filter_map(|floor| {
                let next = shaft.next_stop(floor, true)?;
                Some((shaft.stop(floor)?, shaft.stop(next)?))
            })
            .collect();
        for (one, other) in pairs {
            let (one, other) = (self.root(one), self.root(other));
            if let Some(part) = self.parts.get_mut(one.max(other) as usize) {
                *part = one.min(other);
            }
        }
    }

    fn root(&self, plate: PlateNumber) -> u32 {
        let mut here = plate.0;
        while let Some(next) = self.parts.get(here as usize).filter(|next| **next != here) {
            if *next == u32::MAX {
                break;
            }
            here = *next;
        }
        here
    }

    fn recompute_parts(&mut self) {
        self.parts_are_stale = false;
        self.parts = (0..self.plates.slots() as u32).collect();
        for number in 0..self.shafts.len() {
            self.join_along(ShaftNumber(number as u16));
        }
    }
}
