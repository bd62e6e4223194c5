//! The search of a squad: where the enemy may be, and who looks where.

use crate::squad::state::Enemy;
use crate::squad::view::Exposure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, Place, Tick};
use townsfolk_space::search_map::assign;
use townsfolk_space::{BitGrid, SearchMap, WalkGrid};

/// How often the cells are divided anew.
const DIVIDED_EVERY: Duration = Duration::seconds(2);

/// Where an enemy may be, and who searches which cells.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hunt {
    map: Option<SearchMap>,
    /// The cells of each searcher, by index.
    parts: BTreeMap<CharacterId, Vec<u32>>,
    /// Points in these cells.
    points: BTreeMap<CharacterId, Vec<Place>>,
    divided: Option<Tick>,
    /// Whether there were too few cells for everybody.
    shared: bool,
}

impl Hunt {
    /// One step. The map follows the enemy while it is perceived, and spreads otherwise. With searchers
    /// the cells are divided among them. Returns a searcher whose part has become empty.
    pub fn step(
        &mut self,
        grid: &WalkGrid,
        exposure: &Exposure,
        enemy: Option<Enemy>,
        searchers: Option<&[(CharacterId, Place)]>,
        now: Tick,
    ) -> Option<CharacterId> {
        let fits = |map: &SearchMap| map.active().lattice() == grid.lattice();
        if !self.map.as_ref().is_none_or(fits) {
            self.clear();
        }
        if let Some(enemy) = enemy {
            let known = enemy.perceived && enemy.confirmed;
            match self.map.as_mut() {
                Some(map) if known => map.set_known(grid, enemy.at),
                Some(map) => {
                    map.advance(grid, 1);
                }
                None => self.map = Some(SearchMap::known(grid, enemy.at)),
            }
            if let Some(map) = self.map.as_mut().filter(|_| !known) {
                map.clear_where(grid, |at| exposure.of_members().holds(at));
            }
        } else if let Some(map) = &mut self.map {
            map.advance(grid, 1);
            map.clear_where(grid, |at| exposure.of_members().holds(at));
        }
        match searchers {
            Some(searchers) => self.divide(grid, searchers, now),
            None => {
                self.parts.clear();
                self.points.clear();
                self.divided = None;
                None
            }
        }
    }

    fn divide(
        &mut self,
        grid: &WalkGrid,
        searchers: &[(CharacterId, Place)],
        now: Tick,
    ) -> Option<CharacterId> {
        let map = self.map.as_ref()?;
        let active = map.active();
        let is_empty = |cells: &Vec<u32>| !cells.iter().any(|c| active.get_index(*c as usize));
        let cleared = self
            .parts
            .iter()
            .find(|(_, cells)| is_empty(cells))
            .map(|(who, _)| *who);
        let spread = self.shared && active.count() as usize >= searchers.len();
        let old = self.divided.is_none_or(|at| now.since(at) >= DIVIDED_EVERY);
        let due = old || spread;
        if !due && cleared.is_none() {
            return None;
        }
        let cleared = cleared.filter(|_| !map.is_empty());
        let clusters = map.clusters(grid, searchers.len());
        self.shared = clusters.len() < searchers.len();
        let ways: Vec<Vec<Option<u32>>> = searchers
            .iter()
            .map(|(_, at)| {
                let far = |seed: Place| u32::try_from(at.distance_mm(seed)).ok();
                clusters.iter().map(|cluster| far(cluster.seed)).collect()
            })
            .collect();
        self.parts.clear();
        self.points.clear();
        for ((who, _), cluster) in searchers.iter().zip(assign(&clusters, &ways)) {
            let cells = cluster.and_then(|cluster| clusters.get(cluster));
            if let Some(cells) = cells {
                let points = cells.cells.iter().filter_map(|cell| grid.point(*cell));
                self.points.insert(*who, points.collect());
                self.parts
                    .insert(*who, cells.cells.iter().map(|cell| *cell as u32).collect());
            }
        }
        self.divided = Some(now);
        cleared
    }

    /// Whether there are cells to search.
    pub fn has_cells(&self) -> bool {
        self.map.as_ref().is_some_and(|map| !map.is_empty())
    }

    /// The cells where the enemy may be.
    pub fn active(&self) -> Option<&BitGrid> {
        self.map.as_ref().map(SearchMap::active)
    }

    /// The cells that a searcher should look into.
    pub fn cells_of(&self, who: CharacterId) -> Vec<Place> {
        self.points.get(&who).cloned().unwrap_or_default()
    }

    /// The parts of all searchers, as cells by index.
    pub fn parts(&self) -> impl Iterator<Item = (CharacterId, &[u32])> {
        self.parts.iter().map(|(who, cells)| (*who, &cells[..]))
    }

    /// Whether its cells are on its map. Those read from a forged file may not be.
    pub fn is_sound(&self) -> bool {
        let mut cells = self.active().into_iter().flat_map(BitGrid::indexes);
        let most = self.active().map_or(0, |active| active.lattice().len());
        cells.all(|cell| cell < most)
    }

    /// Forgets a searcher.
    pub fn leave(&mut self, who: CharacterId) {
        if self.parts.remove(&who).is_some() {
            self.points.remove(&who);
            self.divided = None;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.map.is_some() {
            *self = Hunt::default();
        }
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        self.divided = self.divided.map(|at| at.after(later));
    }
}
