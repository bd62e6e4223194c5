//! A spatial index of positions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
pub use townsfolk_core::Place;

/// The side of a cell of the grid.
const CELL_MM: i32 = 32_000;

/// Maximum capacity that an emptied bucket keeps.
const ROOM_KEPT: usize = 8;

/// A hashed grid of things by cell: a cache of their positions, neither saved nor digested.
///
/// Cells share buckets by hash, so that an empty world takes no memory and a cell takes one lookup.
/// Results are sorted, so the hash has no effect on them.
#[derive(Clone, Debug)]
pub(crate) struct Grid<T> {
    buckets: Vec<Vec<(T, Place)>>,
    count: usize,
}

impl<T> Default for Grid<T> {
    fn default() -> Grid<T> {
        Grid {
            buckets: vec![],
            count: 0,
        }
    }
}

impl<T: Copy + Ord> Grid<T> {
    pub(crate) fn put(&mut self, thing: T, at: Place) {
        self.count += 1;
        if self.count > self.buckets.len() {
            self.grow();
        }
        let bucket = self.bucket(cell(at));
        self.buckets[bucket].push((thing, at));
    }

    pub(crate) fn take(&mut self, thing: T, from: Place) {
        if self.buckets.is_empty() {
            return;
        }
        let bucket = self.bucket(cell(from));
        let there = &mut self.buckets[bucket];
        if let Some(index) = there.iter().position(|(other, _)| *other == thing) {
            there.swap_remove(index);
            self.count -= 1;
            // A bucket that was full once would keep its capacity for ever; in time all of them
            // would.
            if there.capacity() > ROOM_KEPT && there.len() * 4 <= there.capacity() {
                there.shrink_to(2 * there.len());
            }
        }
    }

    pub(crate) fn shift(&mut self, thing: T, from: Place, to: Place) {
        self.take(thing, from);
        self.put(thing, to);
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let lists = self.buckets.iter().map(Vec::capacity).sum::<usize>();
        self.buckets.capacity() * size_of::<Vec<(T, Place)>>() + lists * size_of::<(T, Place)>()
    }

    /// All things with their positions, in no defined order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (T, Place)> {
        self.buckets.iter().flatten().copied()
    }

    /// All things within a distance, in order of id.
    pub(crate) fn near(&self, at: Place, within_mm: u32, found: &mut Vec<T>) {
        found.clear();
        self.each_near(at, within_mm, |thing, _| found.push(thing));
        found.sort_unstable();
    }

    /// All things within a distance, with their positions, in no defined order.
    fn each_near(&self, at: Place, within_mm: u32, mut visit: impl FnMut(T, Place)) {
        if self.count == 0 {
            return;
        }
        let reach = i32::try_from(within_mm).unwrap_or(i32::MAX);
        let low = cell(at.offset((-reach, -reach)));
        let high = cell(at.offset((reach, reach)));
        let wide = i64::from(high.0 - low.0 + 1) * i64::from(high.1 - low.1 + 1);
        let is_near = |(_, p): &&(T, Place)| p.is_within(at, within_mm);
        if wide > self.buckets.len() as i64 {
            // A search with a large radius visits the things, not the many empty cells.
            let near = self.buckets.iter().flatten().filter(is_near);
            return near.for_each(|(thing, place)| visit(*thing, *place));
        }
        for x in low.0..=high.0 {
            for y in low.1..=high.1 {
                let there = &self.buckets[self.bucket((x, y))];
                let near = there.iter().filter(|(_, p)| cell(*p) == (x, y));
                let near = near.filter(is_near);
                near.for_each(|(thing, place)| visit(*thing, *place));
            }
        }
    }

    /// The nearest wanted things within a distance, up to a maximum, in order of id.
    ///
    /// Only as many as necessary are sorted and tested: a crowd costs one comparison for each of
    /// its members.
    pub(crate) fn nearest(
        &self,
        at: Place,
        within_mm: u32,
        most: usize,
        is_wanted: impl Fn(T) -> bool,
    ) -> Vec<T> {
        let mut near = vec![];
        self.each_near(at, within_mm, |thing, place| {
            near.push(Reverse((at.distance_mm(place), thing)));
        });
        let mut near = BinaryHeap::from(near);
        let nearest = std::iter::from_fn(|| near.pop());
        let nearest = nearest.map(|Reverse((_, thing))| thing);
        let mut found: Vec<T> = nearest
            .filter(|thing| is_wanted(*thing))
            .take(most)
            .collect();
        found.sort_unstable();
        found
    }

    /// Whether all cells within a distance are empty; false if the distance is large.
    pub(crate) fn is_empty_around(&self, at: Place, within_mm: u32) -> bool {
        let Some(mut cells) = cells_around(at, within_mm) else {
            return false;
        };
        let empty = |at: Place| {
            let there = &self.buckets[self.bucket(cell(at))];
            !there.iter().any(|(_, p)| shares_cell(*p, at))
        };
        self.count == 0 || cells.all(empty)
    }

    /// Adds a thing to every cell within a distance, unless the distance is large.
    pub(crate) fn put_around(&mut self, thing: T, at: Place, within_mm: u32) {
        for corner in cells_around(at, within_mm).into_iter().flatten() {
            self.put(thing, corner);
        }
    }

    /// Removes a thing from every cell within a distance.
    pub(crate) fn take_around(&mut self, thing: T, at: Place, within_mm: u32) {
        for corner in cells_around(at, within_mm).into_iter().flatten() {
            self.take(thing, corner);
        }
    }

    /// Whether a thing is in a cell within a distance.
    pub(crate) fn is_around(&self, thing: T, at: Place, within_mm: u32) -> bool {
        let mut cells = cells_around(at, within_mm).into_iter().flatten();
        self.count > 0
            && cells.any(|at| {
                let there = &self.buckets[self.bucket(cell(at))];
                there.iter().any(|(other, _)| *other == thing)
            })
    }

    /// Takes everything out of the cell of a point.
    pub(crate) fn take_cell(&mut self, at: Place, taken: &mut Vec<T>) {
        if self.count == 0 {
            return;
        }
        let bucket = self.bucket(cell(at));
        let before = taken.len();
        self.buckets[bucket].retain(|(thing, p)| {
            let here = shares_cell(*p, at);
            if here {
                taken.push(*thing);
            }
            !here
        });
        self.count -= taken.len() - before;
    }

    /// The number of buckets is a power of two.
    fn bucket(&self, (x, y): (i32, i32)) -> usize {
        let cell = u64::from(x as u32) << 32 | u64::from(y as u32);
        let mixed = cell.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    fn grow(&mut self) {
        let all: Vec<(T, Place)> = self.iter().collect();
        let size = (2 * self.count).next_power_of_two().max(64);
        self.buckets.clear();
        self.buckets.resize_with(size, Vec::new);
        for (thing, at) in all {
            let bucket = self.bucket(cell(at));
            self.buckets[bucket].push((thing, at));
        }
    }
}

/// Whether two points are in the same cell of a [`Grid`].
pub(crate) fn shares_cell(a: Place, b: Place) -> bool {
    cell(a) == cell(b)
}

fn cell(at: Place) -> (i32, i32) {
    (at.x_mm.div_euclid(CELL_MM), at.y_mm.div_euclid(CELL_MM))
}

/// A point in each cell within a distance; `None` if there are many.
fn cells_around(at: Place, within_mm: u32) -> Option<impl Iterator<Item = Place>> {
    const MANY: i64 = 16;
    let reach = i32::try_from(within_mm).unwrap_or(i32::MAX);
    let low = cell(at.offset((-reach, -reach)));
    let high = cell(at.offset((reach, reach)));
    let wide = i64::from(high.0 - low.0 + 1) * i64::from(high.1 - low.1 + 1);
    let corner = |cell: i32| cell.saturating_mul(CELL_MM);
    let points = (low.0..=high.0).flat_map(move |x| {
        (low.1..=high.1).map(move |y| Place {
            x_mm: corner(x),
            y_mm: corner(y),
            z_mm: 0,
        })
    });
    (wide <= MANY).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_near_is_found_across_cells_and_after_moving() {
        let mut grid = Grid::default();
        for n in 0..100 {
            grid.put(n, Place::metres(n, 0));
        }
        grid.shift(99, Place::metres(99, 0), Place::metres(31, 3));
        grid.take(30, Place::metres(30, 0));
        let mut found = vec![];
        grid.near(Place::metres(32, 0), 3_200, &mut found);
        assert_eq!(found, [29, 31, 32, 33, 34, 35, 99]);
    }

    #[test]
    fn the_nearest_of_a_crowd_are_those_that_sorting_finds() {
        let mut grid = Grid::default();
        let place = |n: i32| Place::metres(n * 7 % 41, n * 13 % 37);
        (0..300).for_each(|n| grid.put(n, place(n)));
        let at = Place::metres(20, 18);
        let wanted = |n: i32| n % 3 != 0;
        for most in [0, 1, 10, 64, 1_000] {
            let mut all: Vec<(i64, i32)> = (0..300)
                .filter(|n| wanted(*n) && place(*n).is_within(at, 12_000))
                .map(|n| (at.distance_mm(place(n)), n))
                .collect();
            all.sort_unstable();
            let mut all: Vec<i32> = all.into_iter().take(most).map(|(_, n)| n).collect();
            all.sort_unstable();
            assert_eq!(grid.nearest(at, 12_000, most, wanted), all);
        }
    }

    #[test]
    fn a_thing_is_in_every_cell_within_its_reach() {
        let mut grid = Grid::default();
        let corner = Place::metres(32, 32);
        grid.put_around(1, corner, 8_000);
        assert_eq!(grid.len(), 4);
        assert!(grid.is_around(1, corner, 8_000) && !grid.is_around(2, corner, 8_000));
        assert!(!grid.is_empty_around(Place::metres(20, 50), 1_000));
        assert!(grid.is_empty_around(Place::metres(80, 80), 1_000));
        let mut taken = vec![];
        grid.take_cell(Place::metres(40, 20), &mut taken);
        assert_eq!((taken.as_slice(), grid.len()), (&[1][..], 3));
        grid.take_around(1, corner, 8_000);
        assert_eq!(grid.len(), 0);
        let end = Place {
            x_mm: i32::MIN,
            y_mm: i32::MAX,
            z_mm: 0,
        };
        grid.put_around(3, end, 8_000);
        assert!(grid.is_around(3, end, 8_000));
        grid.take_cell(end, &mut taken);
        assert_eq!(taken, [1, 3]);
    }
}
