//! Floor plates: maximal runs of walkable tiles. Movement inside one is a straight line.

use serde::{Deserialize, Serialize};

/// A plate, by its number. It stays valid while the plate exists.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PlateNumber(pub u32);

/// A maximal run of walkable tiles on one floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorPlate {
    /// The floor.
    pub floor: u16,
    /// Its first tile.
    pub x0: u16,
    /// Its last tile.
    pub x1: u16,
    /// The connectors that stop on it, in order of number.
    pub(super) shafts: Vec<u16>,
}

/// The result of an edit of one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TileEdit {
    /// Nothing changed.
    Nothing,
    /// A plate was made, or became longer or shorter.
    Changed(PlateNumber),
    /// The second plate was merged into the first and is gone.
    Merged(PlateNumber, PlateNumber),
    /// The first plate was cut; its right part is the second.
    Split(PlateNumber, PlateNumber),
    /// The plate is gone.
    Removed(PlateNumber),
}

/// All plates of a tower, by floor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Plates {
    slots: Vec<Option<FloorPlate>>,
    /// Plates of each floor, from left to right.
    floors: Vec<Vec<PlateNumber>>,
}

impl Plates {
    pub(super) fn floors(&self) -> u16 {
        u16::try_from(self.floors.len()).unwrap_or(u16::MAX)
    }

    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn get(&self, number: PlateNumber) -> Option<&FloorPlate> {
        self.slots.get(number.0 as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, number: PlateNumber) -> Option<&mut FloorPlate> {
        self.slots.get_mut(number.0 as usize)?.as_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (PlateNumber, &FloorPlate)> {
        let numbered = self.slots.iter().zip(0..);
        numbered.filter_map(|(plate, n)| Some((PlateNumber(n), plate.as_ref()?)))
    }

    /// Adds an empty floor on top.
    pub(super) fn add_floor(&mut self) -> u16 {
        self.floors.push(vec![]);
        self.floors() - 1
    }

    /// The plate that holds a tile.
    pub(super) fn at(&self, floor: u16, x: u16) -> Option<PlateNumber> {
        let numbers = self.floors.get(usize::from(floor))?;
        let after = numbers.partition_point(|n| self.get(*n).is_some_and(|p| p.x0 <= x));
        let number = *numbers.get(after.checked_sub(1)?)?;
        self.get(number).filter(|plate| x <= plate.x1)?;
        Some(number)
    }

    /// Makes a tile walkable.
    pub(super) fn add_tile(&mut self, floor: u16, x: u16) -> TileEdit {
        if usize::from(floor) >= self.floors.len() || self.at(floor, x).is_some() {
            return TileEdit::Nothing;
        }
        let left = x.checked_sub(1).and_then(|x| self.at(floor, x));
        let right = x.checked_add(1).and_then(|x| self.at(floor, x));
        match (left, right) {
            (Some(left), Some(right)) => {
                let end = self.remove(right).map_or(x, |plate| plate.x1);
                self.with(left, |plate| plate.x1 = end);
                TileEdit::Merged(left, right)
            }
            (Some(left), None) => {
                self.with(left, |plate| plate.x1 = x);
                TileEdit::Changed(left)
            }
            (None, Some(right)) => {
                self.with(right, |plate| plate.x0 = x);
                TileEdit::Changed(right)
            }
            (None, None) => TileEdit::Changed(self.insert(floor, x, x)),
        }
    }

    /// Makes a tile impassable.
    pub(super) fn remove_tile(&mut self, floor: u16, x: u16) -> TileEdit {
        let Some(number) = self.at(floor, x) else {
            return TileEdit::Nothing;
        };
        let Some((x0, x1)) = self.get(number).map(|plate| (plate.x0, plate.x1)) else {
            return TileEdit::Nothing;
        };
        match (x0 == x, x1 == x) {
            (true, true) => {
                self.remove(number);
                TileEdit::Removed(number)
            }
            (true, false) => {
                self.with(number, |plate| plate.x0 = x + 1);
                TileEdit::Changed(number)
            }
            (false, true) => {
                self.with(number, |plate| plate.x1 = x - 1);
                TileEdit::Changed(number)
            }
            (false, false) => {
                self.with(number, |plate| plate.x1 = x - 1);
                TileEdit::Split(number, self.insert(floor, x + 1, x1))
            }
        }
    }

    fn with(&mut self, number: PlateNumber, change: impl FnOnce(&mut FloorPlate)) {
        if let Some(plate) = self.get_mut(number) {
            change(plate);
        }
    }

    /// Makes a plate. Its floor exists and has nothing there.
    pub(super) fn insert(&mut self, floor: u16, x0: u16, x1: u16) -> PlateNumber {
        let free = self.slots.iter().position(Option::is_none);
        let slot = free.unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        let number = PlateNumber(u32::try_from(slot).unwrap_or(u32::MAX));
        self.slots[slot] = Some(FloorPlate {
            floor,
            x0,
            x1,
            shafts: vec![],
        });
        let before = |n: &PlateNumber| self.get(*n).is_some_and(|plate| plate.x0 < x0);
        let place = self.floors[usize::from(floor)].partition_point(before);
        self.floors[usize::from(floor)].insert(place, number);
        number
    }

    fn remove(&mut self, number: PlateNumber) -> Option<FloorPlate> {
        let plate = self.slots.get_mut(number.0 as usize)?.take()?;
        if let Some(floor) = self.floors.get_mut(usize::from(plate.floor)) {
            floor.retain(|known| *known != number);
        }
        Some(plate)
    }
}
