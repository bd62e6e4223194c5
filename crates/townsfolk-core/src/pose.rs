//! Position and direction.

use crate::angle::Angle;
use crate::place::Place;
use serde::{Deserialize, Serialize};

/// A direction in whole degrees, counterclockwise seen from above. At zero, a location stands as
/// its kind is written: props with a positive first coordinate are east of its position.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Facing(i16);

impl Facing {
    /// The direction in which the kind is written.
    pub const AS_WRITTEN: Facing = Facing(0);

    /// A direction in degrees; 450 is the same as 90.
    pub const fn degrees(degrees: i32) -> Facing {
        Facing(degrees.rem_euclid(360) as i16)
    }

    /// The degrees, from 0 to 359.
    pub const fn in_degrees(self) -> i32 {
        (self.0 as i32).rem_euclid(360)
    }

    /// An offset turned by this direction, in whole millimetres, equal on every machine.
    pub fn turn(self, (x, y): (i32, i32)) -> (i32, i32) {
        if self.in_degrees() == 0 {
            return (x, y);
        }
        let (sine, cosine) = (self.angle().sin(), self.angle().cos());
        let (x, y) = (i64::from(x), i64::from(y));
        (
            rounded(x * cosine - y * sine),
            rounded(x * sine + y * cosine),
        )
    }

    /// The same direction as an angle.
    pub const fn angle(self) -> Angle {
        Angle::degrees(self.in_degrees())
    }
}

/// Divides by 65536, rounding half away from zero.
fn rounded(n: i64) -> i32 {
    let half = if n < 0 { -(1 << 15) } else { 1 << 15 };
    ((n + half) / (1 << 16)).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// A position and a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pose {
    /// The position.
    pub at: Place,
    /// The direction.
    pub facing: Facing,
}

impl From<Place> for Pose {
    fn from(at: Place) -> Pose {
        Pose {
            at,
            facing: Facing::AS_WRITTEN,
        }
    }
}

impl Place {
    /// This position, turned by an angle in degrees, counterclockwise.
    pub fn facing(self, degrees: i32) -> Pose {
        Pose {
            at: self,
            facing: Facing::degrees(degrees),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact_and_lengths_are_kept() {
        assert_eq!(Facing::degrees(90).turn((1000, 0)), (0, 1000));
        assert_eq!(Facing::degrees(-180).turn((1000, 250)), (-1000, -250));
        assert_eq!(Facing::degrees(270).turn((0, 1000)), (1000, 0));
        assert_eq!(Facing::degrees(360).turn((7, 9)), (7, 9));
        for degrees in 0..360 {
            let (x, y) = Facing::degrees(degrees).turn((30_000, 40_000));
            let length = (i64::from(x).pow(2) + i64::from(y).pow(2)).isqrt();
            assert!((49_999..=50_001).contains(&length), "{degrees}: {length}");
            let back = Facing::degrees(-degrees).turn((x, y));
            assert!((back.0 - 30_000).abs() < 3 && (back.1 - 40_000).abs() < 3);
        }
    }

    #[test]
    fn nothing_overflows() {
        let far = (i32::MAX, i32::MIN);
        for degrees in [1, 45, 90, 179, 359] {
            Facing::degrees(degrees).turn(far);
        }
    }
}
