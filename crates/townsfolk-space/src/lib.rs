//! Ground: what can be seen from where, and how to get there.
//!
//! What it is for: rays, walkable ground, ways, maps of exposure, search and cover, all computed
//! from one plan. A [`GroundPlan`] is plain data: walkable plates with openings between them, and
//! obstacles with heights. [`Space::build`] checks it and answers questions about it.
//!
//! Not its job: who looks, what they remember, and what they decide. Nothing here knows a character.
//!
//! Goals, in order: the same bits on every machine (integers in millimetres, exact comparisons);
//! no search without a budget; speed.
//!
//! | module | holds |
//! |---|---|
//! | [`plan`], [`fault`] | ground as data, and what can be wrong with it |
//! | [`space`] | the built ground: rays, polygons, straight walks, light |
//! | [`path`], [`cost`] | ways and their costs |
//! | [`lattice`], [`height`], [`exposure`] | cells, heights, and what an observer sees |
//! | [`search_map`], [`search_graph`], [`canvass`] | where somebody may be who was lost |
//! | [`cover`] | places beside obstacles that protect |
#![deny(unsafe_code)]

mod buckets;
mod build;
pub mod canvass;
pub mod cost;
pub mod cover;
pub mod exposure;
pub mod fault;
mod fraction;
pub mod height;
pub mod lattice;
pub mod mesh;
pub mod path;
pub mod plan;
pub mod rect;
pub mod search_graph;
pub mod search_map;
mod solid;
pub mod space;
mod walk;
pub mod walk_grid;

pub use canvass::{CanvassGrid, Wedge};
pub use cost::{Around, Both, Flank, InFrontOf, PathCost, Shortest, Side, Unseen};
pub use cover::{CoverHeight, CoverSpot, CoverSpots, Edges, cover_spots};
pub use exposure::ExposureMap;
pub use fault::{Fault, Part, Problem};
pub use height::HeightGrid;
pub use lattice::{BitGrid, Cell, Lattice};
pub use mesh::{BODY_MM, Poly, PolyId};
pub use path::{Approach, NODES, Path, Way};
pub use plan::*;
pub use rect::Rect;
pub use search_graph::{SearchGraph, SearchWeights};
pub use search_map::{Cluster, SearchMap};
pub use solid::{Blocker, Hit};
pub use space::Space;
pub use walk_grid::WalkGrid;
