//! The areas at a place, found without testing all of them. A cache.

use super::area::Extent;
use crate::place::Place;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use townsfolk_core::AreaId;

/// The sides of cells, in millimetres: about as large as a room, a row of houses, a district, a city.
const SIDES_MM: [i32; 4] = [8_000, 64_000, 512_000, 4_096_000];

/// Maximum number of cells of an extent. Larger extents use coarser cells, or a list that is always
/// tested.
const CELLS_MAX: i64 = 64;

/// The order in which areas are preferred: nested deepest first, of equally deep ones the smallest.
pub(super) type Rank = (Reverse<usize>, i128, AreaId);

/// The extents in each cell of a grid.
type Grid = BTreeMap<(i32, i32), Vec<(Rank, Extent)>>;

/// Extents by the cells of several grids, each in the finest one in which it covers few cells, with
/// its rank.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    grids: [Grid; SIDES_MM.len()],
    wide: Vec<(Rank, Extent)>,
}

impl Ground {
    pub(crate) fn clear(&mut self) {
        *self = Ground::default();
    }

    /// Adds an extent of an area.
    pub(super) fn insert(&mut self, rank: Rank, extent: Extent) {
        match self.grid_for(&extent) {
            Some((grid, cells)) => {
                for cell in cells {
                    put(grid.entry(cell).or_default(), rank, extent);
                }
            }
            None => put(&mut self.wide, rank, extent),
        }
    }

    /// Removes an extent of an area.
    pub(super) fn remove(&mut self, area: AreaId, extent: &Extent) {
        let is_other = |((.., other), there): &(Rank, Extent)| *other != area || there != extent;
        let Some((grid, cells)) = self.grid_for(extent) else {
            return self.wide.retain(is_other);
        };
        for cell in cells {
            if let Some(there) = grid.get_mut(&cell) {
                there.retain(is_other);
                if there.is_empty() {
                    grid.remove(&cell);
                }
            }
        }
    }

    /// The preferred area at a place.
    pub(super) fn at(&self, at: Place) -> Option<AreaId> {
        let first = |all: &[(Rank, Extent)]| {
            let found = all.iter().find(|(_, extent)| extent.holds(at));
            found.map(|(rank, _)| *rank)
        };
        let best = self.lists_at(at).filter_map(first).min();
        best.map(|(.., area)| area)
    }

    /// Whether an area lies at a place.
    pub(super) fn holds(&self, area: AreaId, at: Place) -> bool {
        let mut all = self.lists_at(at).flatten();
        all.any(|((.., there), extent)| *there == area && extent.holds(at))
    }

    fn lists_at(&self, at: Place) -> impl Iterator<Item = &[(Rank, Extent)]> {
        let grids = self.grids.iter().zip(SIDES_MM);
        let lists = grids.filter_map(move |(grid, side)| {
            let cell = (at.x_mm.div_euclid(side), at.y_mm.div_euclid(side));
            grid.get(&cell).map(Vec::as_slice)
        });
        lists.chain([self.wide.as_slice()])
    }

    #[expect(clippy::type_complexity, reason = "a grid, and the cells in it")]
    fn grid_for(
        &mut self,
        extent: &Extent,
    ) -> Option<(
        &mut BTreeMap<(i32, i32), Vec<(Rank, Extent)>>,
        impl Iterator<Item = (i32, i32)> + use<>,
    )> {
        let mut grids = self.grids.iter_mut().zip(SIDES_MM);
        grids.find_map(|(grid, side)| Some((grid, cells(extent, side)?)))
    }
}

/// Inserts in order of rank. Many are inserted when a town is laid out, so the list is not sorted
/// again.
fn put(list: &mut Vec<(Rank, Extent)>, rank: Rank, extent: Extent) {
    let place = list.partition_point(|(known, _)| *known < rank);
    list.insert(place, (rank, extent));
}

/// The cells of a size that an extent touches, if they are not too many.
fn cells(extent: &Extent, side_mm: i32) -> Option<impl Iterator<Item = (i32, i32)> + use<>> {
    let cell = |mm: i32| mm.div_euclid(side_mm);
    let (west, east) = (cell(extent.from.x_mm), cell(extent.to.x_mm));
    let (south, north) = (cell(extent.from.y_mm), cell(extent.to.y_mm));
    let wide = i64::from(east) - i64::from(west) + 1;
    let deep = i64::from(north) - i64::from(south) + 1;
    let few = wide.max(0).saturating_mul(deep.max(0)) <= CELLS_MAX;
    few.then(|| (west..=east).flat_map(move |x| (south..=north).map(move |y| (x, y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random areas come and go, large and small, deep and shallow. Every answer equals that of a
    /// search through all of them.
    #[test]
    fn the_area_at_a_place_is_the_one_that_asking_all_gives() {
        let mut state = 7_u64;
        let mut draw = move |most: i32| {
            state = townsfolk_core::digest::fold(state, 1);
            i32::try_from(state % u64::from(most.unsigned_abs())).unwrap_or(0)
        };
        let mut ground = Ground::default();
        let mut all: Vec<(Rank, Extent)> = vec![];
        let mut found = 0;
        for round in 0..2_000_u32 {
            if round % 3 == 2 && !all.is_empty() {
                let gone = draw(all.len() as i32) as usize;
                let ((.., area), extent) = all.swap_remove(gone);
                ground.remove(area, &extent);
            } else {
                let from = Place {
                    x_mm: draw(200_000) - 100_000,
                    y_mm: draw(200_000) - 100_000,
                    z_mm: draw(2) * 3_000,
                };
                let side = [2_000, 9_000, 60_000, 300_000, 90_000_000][draw(5) as usize];
                let to = Place {
                    z_mm: from.z_mm + 2_900,
                    ..from.offset((draw(side), draw(side)))
                };
                let rank = (
                    Reverse(draw(5) as usize),
                    i128::from(draw(50)),
                    AreaId(round),
                );
                let extent = Extent { from, to };
                ground.insert(rank, extent);
                all.push((rank, extent));
            }
            for _ in 0..5 {
                let at = Place {
                    x_mm: draw(400_000) - 200_000,
                    y_mm: draw(400_000) - 200_000,
                    z_mm: draw(6_000),
                };
                let holding = all.iter().filter(|(_, extent)| extent.holds(at));
                let best = holding.map(|(rank, _)| *rank).min().map(|(.., area)| area);
                assert_eq!(ground.at(at), best, "{round}");
                let some = all.get(draw(all.len().max(1) as i32) as usize);
                if let Some(((.., area), _)) = some {
                    let mut own = all.iter().filter(|((.., there), _)| there == area);
                    let holds = own.any(|(_, extent)| extent.holds(at));
                    assert_eq!(ground.holds(*area, at), holds, "{round}");
                }
                found += u32::from(best.is_some());
            }
        }
        assert!(found > 1_000, "{found}");
        for ((.., area), extent) in &all {
            ground.remove(*area, extent);
        }
        assert!(ground.grids.iter().all(BTreeMap::is_empty) && ground.wide.is_empty());
    }
}
