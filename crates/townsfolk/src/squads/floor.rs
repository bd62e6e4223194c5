//! Caches of the ground for squads: cover, heights, and cells to search.

use crate::folk::Folk;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::Place;
use townsfolk_space::{CoverSpots, HeightGrid, Space, WalkGrid, cover_spots};
use townsfolk_tactics::posts::Ground;
use townsfolk_tactics::squad::Floor;

/// How far the cells to search reach from their centre.
const REACH_MM: i32 = 60_000;

/// On larger ground the cells have their centre at multiples of this.
const CENTRE_MM: i32 = 40_000;

/// What is computed once for each state of the ground.
#[derive(Clone, Debug, Default)]
pub(super) struct Floors {
    space: Option<Arc<Space>>,
    covers: CoverSpots,
    heights: BTreeMap<i32, HeightGrid>,
    grids: BTreeMap<Place, WalkGrid>,
}

impl Floors {
    /// The ground with its cover.
    pub(super) fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground {
            space: self.space.as_deref()?,
            covers: &self.covers,
        })
    }

    /// The floor of a place, if it has been prepared.
    pub(super) fn floor(&self, at: Place) -> Option<Floor<'_>> {
        let ground = self.ground()?;
        let level = level(ground.space, at);
        Some(Floor {
            ground,
            heights: self.heights.get(&level)?,
            grid: self.grids.get(&centre(ground.space, at, level))?,
        })
    }

    fn prepare(&mut self, at: Place) {
        let Some(space) = self.space.clone() else {
            return;
        };
        let level = level(&space, at);
        self.heights
            .entry(level)
            .or_insert_with(|| HeightGrid::of(&space, level));
        let centre = centre(&space, at, level);
        let grid = || WalkGrid::around(&space, centre, REACH_MM);
        self.grids.entry(centre).or_insert_with(grid);
    }
}

fn level(space: &Space, at: Place) -> i32 {
    space.snap(at).map_or(at.z_mm, |floor| floor.z_mm)
}

/// The centre of the cells to search: the middle of small ground, else the nearest of a coarse net.
fn centre(space: &Space, at: Place, level: i32) -> Place {
    let small = space
        .bounds(level)
        .filter(|rect| rect.longer_side() <= i64::from(2 * REACH_MM));
    let (x_mm, y_mm) = match small {
        Some(rect) => rect.middle(),
        None => {
            let net = |mm: i32| mm.div_euclid(CENTRE_MM) * CENTRE_MM + CENTRE_MM / 2;
            (net(at.x_mm), net(at.y_mm))
        }
    };
    Place {
        x_mm,
        y_mm,
        z_mm: level,
    }
}

impl Folk {
    /// Computes the caches of the ground, if it has changed.
    pub(super) fn refresh_floors(&mut self) {
        let space = self.ground();
        let same = match (space, &self.squads.floors.space) {
            (Some(space), Some(known)) => Arc::ptr_eq(space, known),
            (None, None) => true,
            _ => false,
        };
        if !same {
            let space = space.cloned();
            self.squads.floors = Floors {
                covers: space.as_deref().map(cover_spots).unwrap_or_default(),
                space,
                ..Floors::default()
            };
        }
    }

    /// Computes the caches of the floor on which a squad fights.
    pub(super) fn prepare_floor(&mut self, at: Place) {
        self.refresh_floors();
        self.squads.floors.prepare(at);
    }
}
