//! Distances on the ground, without heights.

use townsfolk_core::Place;

/// The offset from one point to another on the ground.
pub(crate) fn flat(from: Place, to: Place) -> (i64, i64) {
    let along = |a: i32, b: i32| i64::from(b) - i64::from(a);
    (along(from.x_mm, to.x_mm), along(from.y_mm, to.y_mm))
}

/// The distance on the ground.
pub fn flat_distance(a: Place, b: Place) -> i64 {
    let (x, y) = flat(a, b);
    let square = |n: i64| i128::from(n) * i128::from(n);
    (square(x) + square(y)).unsigned_abs().isqrt() as i64
}
