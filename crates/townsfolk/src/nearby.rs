//! Locations of a kind around a place, found without testing all of them. A cache.

use crate::place::Place;
use std::collections::BTreeMap;
use townsfolk_core::{LocationId, LocationKindId};

/// The side of a cell, in millimetres: about as long as a row of houses.
const CELL_MM: i32 = 64_000;

/// Maximum radius of a search, in cells.
const CELLS_MAX: i32 = 1 << 17;

type Cell = (i32, i32);

/// Locations by kind, and by the cell they stand in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nearby {
    kinds: BTreeMap<LocationKindId, Kind>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Kind {
    cells: BTreeMap<Cell, Vec<LocationId>>,
    count: usize,
}

impl Nearby {
    pub(crate) fn put(&mut self, kind: LocationKindId, id: LocationId, at: Place) {
        let kind = self.kinds.entry(kind).or_default();
        let there = kind.cells.entry(cell(at)).or_default();
        if let Err(place) = there.binary_search(&id) {
            there.insert(place, id);
            kind.count += 1;
        }
    }

    pub(crate) fn take(&mut self, kind: LocationKindId, id: LocationId, at: Place) {
        let Some(known) = self.kinds.get_mut(&kind) else {
            return;
        };
        let Some(there) = known.cells.get_mut(&cell(at)) else {
            return;
        };
        if let Ok(place) = there.binary_search(&id) {
            there.remove(place);
            known.count -= 1;
            if there.is_empty() {
                known.cells.remove(&cell(at));
            }
        }
        if known.count == 0 {
            self.kinds.remove(&kind);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
    }

    /// All kinds with at least one location.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = LocationKindId> {
        self.kinds.keys().copied()
    }

    /// Allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let cells = self.kinds.values().flat_map(|kind| kind.cells.values());
        cells
            .map(|list| size_of::<(Cell, Vec<LocationId>)>() + 4 * list.capacity())
            .sum()
    }

    /// How many there are of a kind.
    fn count(&self, kind: LocationKindId) -> usize {
        self.kinds.get(&kind).map_or(0, |kind| kind.count)
    }

    /// Visits all locations of a kind.
    pub(crate) fn each(&self, kind: LocationKindId, look: &mut dyn FnMut(LocationId)) {
        let kind = self.kinds.get(&kind);
        let cells = kind.into_iter().flat_map(|kind| kind.cells.values());
        cells.flatten().for_each(|id| look(*id));
    }

    /// Visits all locations of a kind that can be in a block.
    pub(crate) fn within(
        &self,
        kind: LocationKindId,
        (from, to): (Place, Place),
        look: &mut dyn FnMut(LocationId),
    ) {
        let Some(kind) = self.kinds.get(&kind) else {
            return;
        };
        let (low, high) = (cell(from), cell(to));
        if low.1 > high.1 {
            return;
        }
        for x in low.0..=high.0 {
            let column = kind.cells.range((x, low.1)..=(x, high.1));
            column.flat_map(|(_, there)| there).for_each(|id| look(*id));
        }
    }

    /// Visits locations of some kinds around a place, nearest first, in squares that double.
    /// `enough` receives the distance up to which everything has been visited, and ends the search.
    /// Nothing is visited twice, and nothing beyond `most_mm` need be visited.
    pub(crate) fn around(
        &self,
        kinds: &[LocationKindId],
        at: Place,
        most_mm: i64,
        look: &mut dyn FnMut(LocationId),
        enough: &mut dyn FnMut(i64) -> bool,
    ) {
        let all: usize = kinds.iter().map(|kind| self.count(*kind)).sum();
        let known: Vec<&Kind> = kinds.iter().filter_map(|k| self.kinds.get(k)).collect();
        let (x, y) = cell(at);
        let mut seen = 0;
        let mut inner: i32 = -1;
        let mut outer: i32 = 0;
        while seen < all && outer <= CELLS_MAX {
            for column in x.saturating_sub(outer)..=x.saturating_add(outer) {
                let side = column.abs_diff(x) > inner.unsigned_abs() || inner < 0;
                let (south, north) = (y.saturating_sub(outer), y.saturating_add(outer));
                let rows = match side {
                    true => [Some((south, north)), None],
                    false => [
                        Some((south, y.saturating_sub(inner + 1))),
                        Some((y.saturating_add(inner + 1), north)),
                    ],
                };
                for (south, north) in rows.into_iter().flatten() {
                    for kind in &known {
                        let there = kind.cells.range((column, south)..=(column, north));
                        for id in there.flat_map(|(_, there)| there) {
                            seen += 1;
                            look(*id);
                        }
                    }
                }
            }
            let seen_mm = i64::from(outer) * i64::from(CELL_MM);
            if seen_mm >= most_mm || enough(seen_mm) {
                break;
            }
            inner = outer;
            outer = (outer * 2).max(1);
        }
    }
}

fn cell(at: Place) -> Cell {
    (at.x_mm.div_euclid(CELL_MM), at.y_mm.div_euclid(CELL_MM))
}

/// Whether a block is small enough to visit its cells one by one.
pub(crate) fn is_small((from, to): (Place, Place)) -> bool {
    let (low, high) = (cell(from), cell(to));
    high.0 - low.0 <= 4 && high.1 - low.1 <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [LocationKindId; 3] = [LocationKindId(1), LocationKindId(2), LocationKindId(3)];

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: i32) -> i32 {
            self.0 = townsfolk_core::digest::fold(self.0, 1);
            i32::try_from(self.0 % u64::from(most.unsigned_abs().max(1))).unwrap_or(0)
        }

        fn place(&mut self, wide: i32) -> Place {
            Place {
                x_mm: self.below(wide) - wide / 2,
                y_mm: self.below(wide) - wide / 2,
                z_mm: self.below(2) * 3_000,
            }
        }
    }

    /// Locations come and go. The nearest one found always equals that of a search through all, and
    /// the search visits fewer.
    #[test]
    fn the_nearest_is_the_one_that_asking_all_gives() {
        let mut dice = Dice(11);
        for wide in [100_000, 1_000_000, 20_000_000] {
            let mut nearby = Nearby::default();
            let mut all: BTreeMap<LocationId, (LocationKindId, Place)> = BTreeMap::new();
            let (mut asked, mut would) = (0, 0);
            for round in 0..1_500_u32 {
                if round % 4 == 3 && !all.is_empty() {
                    let gone = dice.below(all.len() as i32) as usize;
                    let id = *all.keys().nth(gone).unwrap();
                    let (kind, at) = all.remove(&id).unwrap();
                    nearby.take(kind, id, at);
                } else {
                    let kind = KINDS[dice.below(3) as usize];
                    let at = dice.place(wide);
                    all.insert(LocationId(round), (kind, at));
                    nearby.put(kind, LocationId(round), at);
                }
                let at = dice.place(wide * 2);
                let kinds = &KINDS[..=dice.below(2) as usize];
                let most_mm = i64::from(wide) / i64::from(1 + dice.below(4));
                let away = |id: &LocationId| at.distance_mm(all[id].1);
                let fits = |id: &LocationId| !id.0.is_multiple_of(3) && away(id) <= most_mm;
                let plain = all
                    .iter()
                    .filter(|(id, (kind, _))| kinds.contains(kind) && fits(id));
                let plain = plain.map(|(id, _)| (away(id), *id)).min();
                let best = std::cell::Cell::new(None::<(i64, LocationId)>);
                nearby.around(
                    kinds,
                    at,
                    most_mm,
                    &mut |id| {
                        asked += 1;
                        if fits(&id) {
                            let found = (away(&id), id);
                            best.set(Some(best.get().map_or(found, |best| best.min(found))));
                        }
                    },
                    &mut |seen| best.get().is_some_and(|(away, _)| away <= seen),
                );
                would += all.len();
                assert_eq!(best.get(), plain, "{wide} {round}");
                let block = (at, at.offset((dice.below(90_000), dice.below(90_000))));
                let holds = |place: Place| {
                    (block.0.x_mm..=block.1.x_mm).contains(&place.x_mm)
                        && (block.0.y_mm..=block.1.y_mm).contains(&place.y_mm)
                };
                let mut found = vec![];
                nearby.within(KINDS[0], block, &mut |id| found.push(id));
                found.retain(|id| holds(all[id].1));
                found.sort_unstable();
                let plain = all
                    .iter()
                    .filter(|(_, (kind, at))| *kind == KINDS[0] && holds(*at));
                assert_eq!(found, plain.map(|(id, _)| *id).collect::<Vec<_>>());
            }
            assert!(wide < 1_000_000 || asked * 2 < would, "{asked} of {would}");
            for (id, (kind, at)) in all {
                nearby.take(kind, id, at);
            }
            assert_eq!(nearby, Nearby::default());
        }
    }
}
