//! Positions in whole millimetres.

use serde::{Deserialize, Serialize};

/// A point of the world, in whole millimetres.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Place {
    /// East.
    pub x_mm: i32,
    /// North.
    pub y_mm: i32,
    /// Up.
    pub z_mm: i32,
}

impl Place {
    /// A point on the ground, in metres.
    pub const fn metres(x: i32, y: i32) -> Place {
        Place {
            x_mm: x.saturating_mul(1000),
            y_mm: y.saturating_mul(1000),
            z_mm: 0,
        }
    }

    /// This point with an offset on the ground.
    pub fn offset(self, by_mm: (i32, i32)) -> Place {
        Place {
            x_mm: self.x_mm.saturating_add(by_mm.0),
            y_mm: self.y_mm.saturating_add(by_mm.1),
            z_mm: self.z_mm,
        }
    }

    /// The distance to another point in whole millimetres, rounded down.
    pub fn distance_mm(self, other: Place) -> i64 {
        self.distance_squared(other).isqrt() as i64
    }

    /// Whether another point is within a distance.
    pub fn is_within(self, other: Place, mm: u32) -> bool {
        self.distance_squared(other) <= i128::from(mm) * i128::from(mm)
    }

    fn distance_squared(self, other: Place) -> i128 {
        let square = |a: i32, b: i32| {
            let d = i128::from(a) - i128::from(b);
            d * d
        };
        square(self.x_mm, other.x_mm)
            + square(self.y_mm, other.y_mm)
            + square(self.z_mm, other.z_mm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_do_not_overflow() {
        let far = |mm| Place {
            x_mm: mm,
            y_mm: mm,
            z_mm: mm,
        };
        assert!(far(i32::MIN).distance_mm(far(i32::MAX)) > i64::from(i32::MAX));
        assert_eq!(Place::metres(0, 3).distance_mm(Place::metres(4, 0)), 5_000);
    }
}
