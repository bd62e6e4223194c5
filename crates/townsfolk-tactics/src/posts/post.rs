//! Posts, and facts about them.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Place, Tick};
use townsfolk_space::{CoverHeight, CoverSpot, CoverSpots, Edges, Space};

/// The number of a post. Cover has the number of the ground. An open post has a number made of its
/// place, so the same place has the same number at all times.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PostId(pub u32);

/// The mark of open posts in their numbers.
const OPEN: u32 = 1 << 31;

/// The side of a cell of open posts.
const CELL_MM: i32 = 500;

impl PostId {
    /// The number of the open post at a place.
    pub fn open_at(at: Place) -> PostId {
        let cell = |mm: i32, mask: i32| (mm.div_euclid(CELL_MM) & mask).unsigned_abs();
        PostId(OPEN | (cell(at.x_mm, 0xffff) << 15) | cell(at.y_mm, 0x7fff))
    }

    /// Whether it is a post in the open.
    pub const fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }
}

/// The centre of the cell of an open post.
pub fn cell_centre(at: Place) -> Place {
    let centre = |mm: i32| mm.div_euclid(CELL_MM) * CELL_MM + CELL_MM / 2;
    Place {
        x_mm: centre(at.x_mm),
        y_mm: centre(at.y_mm),
        z_mm: at.z_mm,
    }
}

/// The ground as gatherers need it: what blocks, and the places behind cover.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// Rays and ways.
    pub space: &'a Space,
    /// Places behind cover.
    pub covers: &'a CoverSpots,
}

/// The kind of a post.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum PostKind {
    /// Behind cover.
    Cover {
        /// The direction into the obstacle.
        into: Angle,
        /// How high the obstacle is.
        height: CoverHeight,
        /// Where one can look out.
        edges: Edges,
    },
    /// In the open.
    Open,
}

/// A post: where it is, and of what kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PostPlace {
    /// Its number.
    pub id: PostId,
    /// Where a character stands.
    pub at: Place,
    /// Its kind.
    pub kind: PostKind,
}

impl PostPlace {
    /// The post of a place behind cover, by its index on the ground.
    pub fn behind(index: u32, spot: &CoverSpot) -> PostPlace {
        PostPlace {
            id: PostId(index & !OPEN),
            at: spot.at,
            kind: PostKind::Cover {
                into: spot.wall_dir,
                height: spot.height,
                edges: spot.edges,
            },
        }
    }

    /// The open post at a place.
    pub fn open(at: Place) -> PostPlace {
        PostPlace {
            id: PostId::open_at(at),
            at,
            kind: PostKind::Open,
        }
    }

    /// Whether it is behind cover.
    pub fn is_cover(&self) -> bool {
        matches!(self.kind, PostKind::Cover { .. })
    }
}

/// What a character knows of one post.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownPost {
    /// The post.
    pub post: PostPlace,
    /// The facts.
    pub facts: Facts,
}

/// Facts about a pair of a character and a post, with the moments at which they were gathered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Rays that are open, a bit each: leaning left, leaning right, over the top standing, over the top
    /// crouched. An open post has only the third.
    pub rays: u8,
    /// When the rays were cast.
    pub rays_at: Option<Tick>,
    /// The way, if there is one.
    pub way: Option<WayFact>,
    /// When the way was looked for.
    pub way_at: Option<Tick>,
    /// The share of the search cells of the character that can be seen from here, in thousandths, and
    /// when it was looked at.
    pub cells: Option<(u16, Tick)>,
    /// When the threat could last see a character here.
    pub exposed_at: Option<Tick>,
}

/// The way of a character to a post.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WayFact {
    /// Its length.
    pub length_mm: i64,
    /// Whether it runs at the threat.
    pub runs_at_threat: bool,
    /// The length of the way of the threat to the post, if a query asks for it.
    pub threat_mm: Option<i64>,
    /// The corners of its last five metres, the post last.
    pub end: Vec<Place>,
}

impl Facts {
    /// The number of open rays.
    pub fn open_rays(&self) -> u32 {
        (self.rays & 0b1111).count_ones()
    }
}
