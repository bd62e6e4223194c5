//! Who is near a place. A cache of positions.

use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Place};

/// The side of a cell, in millimetres.
const CELL_MM: i32 = 16_000;

type Cell = (i32, i32);

/// Characters by the cell they are in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NearGrid {
    cells: BTreeMap<Cell, Vec<(CharacterId, Place)>>,
    known: BTreeMap<CharacterId, Place>,
}

impl NearGrid {
    /// Puts a character somewhere, or takes it out.
    pub fn put(&mut self, who: CharacterId, at: Option<Place>) {
        if let Some(before) = self.known.remove(&who)
            && let Some(there) = self.cells.get_mut(&cell(before))
        {
            there.retain(|(other, _)| *other != who);
            if there.is_empty() {
                self.cells.remove(&cell(before));
            }
        }
        if let Some(at) = at {
            self.known.insert(who, at);
            let there = self.cells.entry(cell(at)).or_default();
            let place = there.partition_point(|(other, _)| *other < who);
            there.insert(place, (who, at));
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Where a character is.
    pub fn place(&self, who: CharacterId) -> Option<Place> {
        self.known.get(&who).copied()
    }

    /// Takes everybody out.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.known.clear();
    }

    /// Those within a distance with their places, in order of id.
    pub fn near(&self, at: Place, within_mm: u32, found: &mut Vec<(CharacterId, Place)>) {
        found.clear();
        let reach = i32::try_from(within_mm).unwrap_or(i32::MAX);
        let low = cell(at.offset((-reach, -reach)));
        let high = cell(at.offset((reach, reach)));
        let is_near = |(_, place): &&(CharacterId, Place)| place.is_within(at, within_mm);
        // A wide search visits those who are there, and not the many columns of empty cells.
        let columns = usize::try_from(i64::from(high.0) - i64::from(low.0)).unwrap_or(usize::MAX);
        if columns > self.known.len() {
            let all = self.known.iter().map(|(who, place)| (*who, *place));
            found.extend(all.filter(|item| is_near(&item)));
            return;
        }
        for x in low.0..=high.0 {
            let column = self.cells.range((x, low.1)..=(x, high.1));
            found.extend(column.flat_map(|(_, there)| there).filter(is_near));
        }
        found.sort_unstable();
    }
}

fn cell(at: Place) -> Cell {
    (at.x_mm.div_euclid(CELL_MM), at.y_mm.div_euclid(CELL_MM))
}
