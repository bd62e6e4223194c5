//! Candidates: cover near a character that faces the threat, and rings around a place.

use crate::posts::flat::{flat, flat_distance};
use crate::posts::post::{PostPlace, cell_centre};
use townsfolk_core::{Angle, Place};
use townsfolk_space::{CoverSpots, Space};

/// Cover is looked for within this distance of a character.
pub const COVER_WITHIN_MM: u32 = 25_000;

/// Greatest number of posts of one kind in one job.
pub const JOB_MAX: usize = 20;

/// Radii of the rings around a place.
pub const RINGS_MM: [i32; 3] = [4_000, 7_000, 10_000];

/// Directions on each ring.
const DIRECTIONS: i32 = 12;

/// Cover protects if the cosine between the direction into the obstacle and the direction to the
/// threat is greater than this, in 65536ths.
const FACING: i64 = 19_661;

/// How far a point of a ring may be moved to stand on the ground.
const SNAP_MM: u32 = 500;

/// The nearest posts behind cover whose obstacle is between them and the threat.
pub fn covers(spots: &CoverSpots, here: Place, threat: Place) -> Vec<PostPlace> {
    let near = spots.near(here, COVER_WITHIN_MM).into_iter();
    let near = near.filter_map(|index| Some((index, spots.get(index)?)));
    let facing = near.filter(|(_, spot)| protects(spot.wall_dir, spot.at, threat));
    let posts = facing.map(|(index, spot)| PostPlace::behind(index, spot));
    posts.take(JOB_MAX).collect()
}

/// Whether an obstacle in a direction is between a place and the threat.
pub fn protects(into: Angle, at: Place, threat: Place) -> bool {
    let (x, y) = flat(at, threat);
    if (x, y) == (0, 0) {
        return false;
    }
    into.to(Angle::of(x, y)).cos() > FACING
}

/// The nearest points on rings around a place where a character can stand.
pub fn open_posts(space: &Space, here: Place, around: Place) -> Vec<PostPlace> {
    let directions = (0..DIRECTIONS).map(|n| Angle::degrees(n * 360 / DIRECTIONS));
    let points = directions.flat_map(|to| RINGS_MM.map(|radius| around.offset(to.offset(radius))));
    let on_ground = points.filter_map(|at| {
        let cell = cell_centre(at);
        let found = space.snap(cell)?;
        found.is_within(cell, SNAP_MM).then_some(found)
    });
    nearest(on_ground.map(PostPlace::open).collect(), here)
}

/// The nearest posts, without doubles; ties by id.
fn nearest(mut posts: Vec<PostPlace>, here: Place) -> Vec<PostPlace> {
    posts.sort_by_key(|post| (flat_distance(post.at, here), post.id));
    posts.dedup_by_key(|post| post.id);
    posts.truncate(JOB_MAX);
    posts
}
