//! Places beside walls and obstacles that protect whoever stands there.

use crate::buckets::Buckets;
use crate::mesh::BODY_MM;
use crate::plan::OpeningKind;
use crate::rect::Rect;
use crate::space::Space;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Place};

/// The smallest height that protects a crouching body.
const LOWEST_MM: i32 = 700;

/// The height from which a wall protects a standing body.
const HIGH_MM: i32 = 1_400;

/// The distance between spots along a side.
const APART_MM: i32 = 1_000;

/// How far a spot may be from the end of a side, so that one can lean out there.
const LEAN_MM: i32 = 700;

/// Distance of a spot from its wall: a body, and the breadth of a hand.
const STAND_OFF_MM: i32 = BODY_MM + 50;

/// How high cover is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CoverHeight {
    /// It protects a crouching body, and one can shoot over it.
    Low,
    /// It protects a standing body.
    High,
}

/// The sides on which one can look out of cover, facing its wall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Edges {
    /// Past its left end.
    pub left: bool,
    /// Past its right end.
    pub right: bool,
    /// Over its top.
    pub over: bool,
}

/// A place that protects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoverSpot {
    /// Where one stands.
    pub at: Place,
    /// The direction from there into the wall.
    pub wall_dir: Angle,
    /// Its height.
    pub height: CoverHeight,
    /// Where one can look out.
    pub edges: Edges,
}

/// All cover of a space, by index in a stable order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverSpots {
    all: Vec<CoverSpot>,
    buckets: Buckets,
}

/// The cover of a space: a spot about every metre along each side of a wall or an obstacle.
pub fn cover_spots(space: &Space) -> CoverSpots {
    let mut all = vec![];
    for (n, obstacle) in space.plan().obstacles.iter().enumerate() {
        if space.sound_obstacle(n) && obstacle.blocks_walking && obstacle.blocks_sight {
            for side in sides(&obstacle.rect) {
                spots_along(space, &side, (obstacle.z_mm, obstacle.height_mm), &mut all);
            }
        }
    }
    for wall in space.walls() {
        let plate = &space.plan().plates[wall.plate as usize];
        for (line, height_mm) in pieces(space, &wall) {
            // The wall has no thickness. Both of its rooms list it, each from its own side.
            for side in sides(&line) {
                let outward = side.outward;
                let (x, y) = line.middle();
                let inside = plate.rect.encloses((x + outward.0, y + outward.1));
                let long = if outward.0 == 0 {
                    line.x1 - line.x0
                } else {
                    line.y1 - line.y0
                };
                let outdoors =
                    !inside && is_outdoors(space, plate.place((x + outward.0, y + outward.1)));
                if long > 0 && (inside || outdoors) {
                    spots_along(space, &side, (plate.z_mm, height_mm), &mut all);
                }
            }
        }
    }
    let points: Vec<Rect> = all
        .iter()
        .map(|spot| Rect::of((spot.at.x_mm, spot.at.y_mm), (spot.at.x_mm, spot.at.y_mm)))
        .collect();
    CoverSpots {
        buckets: Buckets::of(&points),
        all,
    }
}

impl CoverSpots {
    /// A spot by index.
    pub fn get(&self, index: u32) -> Option<&CoverSpot> {
        self.all.get(index as usize)
    }

    /// All spots.
    pub fn all(&self) -> &[CoverSpot] {
        &self.all
    }

    /// The spots within a distance, nearest first, then by index.
    pub fn near(&self, at: Place, radius_mm: u32) -> Vec<u32> {
        let reach = i32::try_from(radius_mm).unwrap_or(i32::MAX);
        let here = (at.x_mm, at.y_mm);
        let mut found: Vec<(i64, u32)> = vec![];
        self.buckets
            .each_near(&Rect::of(here, here).grown(reach), |index| {
                let distance = at.distance_mm(self.all[index as usize].at);
                if distance <= i64::from(radius_mm) {
                    found.push((distance, index));
                }
            });
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|(_, index)| index).collect()
    }
}

fn is_outdoors(space: &Space, at: Place) -> bool {
    space.plate_at(at).is_some_and(|plate| plate.outdoors)
}

/// A side of a rectangle.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Its two ends, the left one first for somebody who faces it.
    ends: [(i32, i32); 2],
    /// A step of a millimetre away from it.
    outward: (i32, i32),
}

fn sides(rect: &Rect) -> [Side; 4] {
    let Rect { x0, y0, x1, y1 } = *rect;
    [
        Side {
            ends: [(x0, y0), (x1, y0)],
            outward: (0, -1),
        },
        Side {
            ends: [(x1, y0), (x1, y1)],
            outward: (1, 0),
        },
        Side {
            ends: [(x1, y1), (x0, y1)],
            outward: (0, 1),
        },
        Side {
            ends: [(x0, y1), (x0, y0)],
            outward: (-1, 0),
        },
    ]
}

/// The parts of a wall between its doors, with their heights. Below a window it is low.
fn pieces(space: &Space, wall: &crate::build::Wall) -> Vec<(Rect, i32)> {
    let upright = wall.line.x0 == wall.line.x1;
    let (low, high) = match upright {
        true => (wall.line.y0, wall.line.y1),
        false => (wall.line.x0, wall.line.x1),
    };
    let part = |from: i32, to: i32| match upright {
        true => Rect {
            y0: from,
            y1: to,
            ..wall.line
        },
        false => Rect {
            x0: from,
            x1: to,
            ..wall.line
        },
    };
    let plate = &space.plan().plates[wall.plate as usize];
    let mut holes = wall.holes.clone();
    holes.sort_unstable_by_key(|hole| hole.along);
    let mut pieces = vec![];
    let mut at = low;
    for hole in &holes {
        if hole.along.0 > at {
            pieces.push((part(at, hole.along.0), plate.height_mm));
        }
        let kind = space
            .plan()
            .openings
            .get(hole.opening as usize)
            .map(|o| o.kind);
        if kind == Some(OpeningKind::Window) && hole.along.1 > at.max(hole.along.0) {
            let sill = hole.height.0 - plate.z_mm;
            pieces.push((part(at.max(hole.along.0), hole.along.1), sill));
        }
        at = at.max(hole.along.1);
    }
    if high > at {
        pieces.push((part(at, high), plate.height_mm));
    }
    pieces
}

fn spots_along(
    space: &Space,
    side: &Side,
    (z_mm, height_mm): (i32, i32),
    all: &mut Vec<CoverSpot>,
) {
    let [left, right] = side.ends;
    let long = (right.0 - left.0).abs().max((right.1 - left.1).abs());
    if height_mm < LOWEST_MM || long == 0 {
        return;
    }
    let height = match height_mm < HIGH_MM {
        true => CoverHeight::Low,
        false => CoverHeight::High,
    };
    let along = ((right.0 - left.0).signum(), (right.1 - left.1).signum());
    let count = ((long + APART_MM / 2) / APART_MM).max(1);
    let (out_x, out_y) = (side.outward.0, side.outward.1);
    for n in 0..count {
        let from_left = ((2 * i64::from(n) + 1) * i64::from(long) / (2 * i64::from(count))) as i32;
        let beside = |from_left: i32| Place {
            x_mm: left.0 + along.0 * from_left + out_x * STAND_OFF_MM,
            y_mm: left.1 + along.1 * from_left + out_y * STAND_OFF_MM,
            z_mm,
        };
        let Some(at) = space.floor_under(beside(from_left)) else {
            continue;
        };
        let leans =
            |rest: i32, end: i32| rest <= LEAN_MM && space.walk_ray(at, beside(end)).is_none();
        all.push(CoverSpot {
            at,
            wall_dir: Angle::of(i64::from(-out_x), i64::from(-out_y)),
            height,
            edges: Edges {
                left: leans(from_left, -BODY_MM),
                right: leans(long - from_left, long + BODY_MM),
                over: height == CoverHeight::Low,
            },
        });
    }
}
