//! Position and direction.

pub use townsfolk_core::pose::{Facing, Pose};

use crate::place::Place;

/// A point on the ground, in metres: `at(3.0, 5.5)`.
pub fn at(x: f64, y: f64) -> Place {
    let mm = |metres: f64| (metres * 1000.0).round() as i32;
    Place {
        x_mm: mm(x),
        y_mm: mm(y),
        z_mm: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_outside_the_range_are_clamped() {
        assert_eq!(at(1e30, -1e30).x_mm, i32::MAX);
        assert_eq!(at(f64::NAN, 0.0).x_mm, 0);
        assert_eq!(at(1.2345, 0.0).x_mm, 1235);
    }
}
