//! Paths: first from plate to plate, then inside each plate.
//!
//! | file | holds |
//! |---|---|
//! | [`search`] | the search for cells and for plates |
//! | [`cells`] | the ground of a plate, and ways around its furniture |
//! | [`atlas`] | plates with their connectors, and the core of the network |
//! | [`route`] | routes from plate to plate, and their cache |

pub mod atlas;
pub mod cells;
pub mod route;
pub mod search;

pub use atlas::Atlas;
pub use cells::Cells;
pub use route::{Crossing, Finder, Route};

use townsfolk::Place;

/// The length of a straight way in millimetres, rounded up.
///
/// Costs are rounded up and estimates down, so that an estimate never exceeds the remaining cost.
pub fn length_mm(from: Place, to: Place) -> u64 {
    let square = squared(from, to);
    let root = square.isqrt();
    if root * root < square { root + 1 } else { root }
}

/// The same, rounded down.
pub fn at_least_mm(from: Place, to: Place) -> u64 {
    squared(from, to).isqrt()
}

/// The square of a distance, limited to a thousand kilometres.
fn squared(from: Place, to: Place) -> u64 {
    let square = |a: i32, b: i32| {
        let d = u64::from(a.abs_diff(b)).min(1 << 30);
        d * d
    };
    square(from.x_mm, to.x_mm) + square(from.y_mm, to.y_mm) + square(from.z_mm, to.z_mm)
}
