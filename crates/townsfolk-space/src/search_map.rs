//! Where somebody may be who was lost: a map that spreads by walking and is cleared by sight.

use crate::exposure::ExposureMap;
use crate::lattice::BitGrid;
use crate::walk_grid::WalkGrid;
use serde::{Deserialize, Serialize};
use townsfolk_core::Place;

/// The time in which the map spreads by one cell: somebody who is lost walks at 2 m/s.
pub const BLEED_TICKS: u32 = 30;

/// The cells where somebody may be.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchMap {
    active: BitGrid,
    /// Ticks since the last spreading.
    since: u32,
}

/// A part of the map for one searcher.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cluster {
    /// Its cells, by index, ascending.
    pub cells: Vec<usize>,
    /// Where it begins.
    pub seed: Place,
}

impl SearchMap {
    /// The map of somebody whose place is known.
    pub fn known(grid: &WalkGrid, at: Place) -> SearchMap {
        let mut map = SearchMap {
            active: BitGrid::empty(*grid.lattice()),
            since: 0,
        };
        map.set_known(grid, at);
        map
    }

    /// Starts again at a place.
    pub fn set_known(&mut self, grid: &WalkGrid, at: Place) {
        self.active.clear();
        self.since = 0;
        if let Some(index) = grid.index_of(at) {
            self.active.set_index(index, true);
        }
    }

    /// Lets time pass while the place is not known. The answer is how often the map has spread.
    pub fn advance(&mut self, grid: &WalkGrid, ticks: u32) -> u32 {
        self.since += ticks;
        let rings = self.since / BLEED_TICKS;
        self.since %= BLEED_TICKS;
        (0..rings).for_each(|_| self.bleed(grid));
        rings
    }

    /// Spreads from each active cell to those that can be reached from it in one step.
    pub fn bleed(&mut self, grid: &WalkGrid) {
        let before: Vec<usize> = self.active.indexes().collect();
        for index in before {
            for next in grid.neighbours(index) {
                self.active.set_index(next, true);
            }
        }
    }

    /// Clears the cells that an observer sees.
    pub fn clear_seen(&mut self, grid: &WalkGrid, seen: &ExposureMap) {
        self.clear_where(grid, |at| seen.sees(at));
    }

    /// Clears the cells whose point satisfies a test.
    pub fn clear_where(&mut self, grid: &WalkGrid, is_seen: impl Fn(Place) -> bool) {
        let active: Vec<usize> = self.active.indexes().collect();
        for index in active {
            if grid.point(index).is_none_or(&is_seen) {
                self.active.set_index(index, false);
            }
        }
    }

    /// The active cells.
    pub fn active(&self) -> &BitGrid {
        &self.active
    }

    /// Whether no cell is active.
    pub fn is_empty(&self) -> bool {
        self.active.count() == 0
    }

    /// Divides the active cells by walking distance into at most a number of clusters, which grow
    /// from cells that are far apart.
    pub fn clusters(&self, grid: &WalkGrid, most: usize) -> Vec<Cluster> {
        let active: Vec<usize> = self.active.indexes().collect();
        let Some(first) = active.first().copied().filter(|_| most > 0) else {
            return vec![];
        };
        let far = |from: &[usize]| {
            let distances = grid.distances(from);
            let distance = |index: &usize| distances[*index].map_or(u32::MAX, |(far, _)| far);
            let cells = active.iter().filter(|index| distance(index) > 0);
            cells
                .max_by_key(|index| (distance(index), std::cmp::Reverse(**index)))
                .copied()
        };
        let mut seeds = vec![far(&[first]).unwrap_or(first)];
        while let Some(next) = far(&seeds).filter(|_| seeds.len() < most) {
            seeds.push(next);
        }
        let distances = grid.distances(&seeds);
        let point = |index: usize| grid.point(index).unwrap_or_default();
        let mut clusters: Vec<Cluster> = seeds
            .iter()
            .map(|seed| Cluster {
                cells: vec![],
                seed: point(*seed),
            })
            .collect();
        for index in active {
            let straight = || {
                let nearest =
                    (0..seeds.len()).min_by_key(|n| point(index).distance_mm(point(seeds[*n])));
                nearest.unwrap_or(0)
            };
            let nearest = distances[index].map_or_else(straight, |(_, n)| n as usize);
            clusters[nearest].cells.push(index);
        }
        clusters
    }
}

/// Which searcher takes which cluster: the largest gain first, where a cluster counts its cells and
/// ten metres of way halve it. No cluster is given twice while others are free.
///
/// `ways_mm` holds a row for each searcher with the length of the way to each cluster, or `None`.
pub fn assign(clusters: &[Cluster], ways_mm: &[Vec<Option<u32>>]) -> Vec<Option<usize>> {
    let gain = |searcher: usize, cluster: usize| {
        let way = ways_mm[searcher].get(cluster).copied().flatten()?;
        let cells = clusters[cluster].cells.len() as u64;
        (cells > 0).then(|| cells * 1_000_000 / (10_000 + u64::from(way)))
    };
    let mut given: Vec<Option<usize>> = vec![None; ways_mm.len()];
    let mut uses = vec![0_u32; clusters.len()];
    while let Some((searcher, cluster)) = best_pair(&given, &uses, &gain) {
        given[searcher] = Some(cluster);
        uses[cluster] += 1;
    }
    given
}

/// Of the searchers without a cluster and the clusters that are used least among those that each
/// can reach, the pair with the largest gain; of equal ones the first.
fn best_pair(
    given: &[Option<usize>],
    uses: &[u32],
    gain: &impl Fn(usize, usize) -> Option<u64>,
) -> Option<(usize, usize)> {
    let mut best: Option<(u64, usize, usize)> = None;
    for searcher in (0..given.len()).filter(|searcher| given[*searcher].is_none()) {
        let reachable = (0..uses.len()).filter(|c| gain(searcher, *c).is_some());
        let least = reachable.clone().map(|c| uses[c]).min();
        for cluster in reachable.filter(|c| Some(uses[*c]) == least) {
            let here = gain(searcher, cluster).unwrap_or(0);
            if best.is_none_or(|(before, _, _)| here > before) {
                best = Some((here, searcher, cluster));
            }
        }
    }
    best.map(|(_, searcher, cluster)| (searcher, cluster))
}
