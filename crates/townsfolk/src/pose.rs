//! Position and direction.

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
        let (sine, cosine) = (self.sine(), Facing::degrees(self.in_degrees() + 90).sine());
        let (x, y) = (i64::from(x), i64::from(y));
        (
            rounded(x * cosine - y * sine),
            rounded(x * sine + y * cosine),
        )
    }

    /// The sine, in 65536ths.
    fn sine(self) -> i64 {
        let degrees = self.in_degrees() as usize;
        let quarter = match degrees % 180 {
            up @ 0..=90 => up,
            down => 180 - down,
        };
        let sine = SINES.get(quarter).copied().unwrap_or(0);
        i64::from(if degrees < 180 { sine } else { -sine })
    }
}

/// Divides by 65536, rounding half away from zero.
fn rounded(n: i64) -> i32 {
    let half = if n < 0 { -(1 << 15) } else { 1 << 15 };
    ((n + half) / (1 << 16)).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Sines of whole degrees up to ninety, in 65536ths.
#[rustfmt::skip]
const SINES: [i32; 91] = [
    0, 1144, 2287, 3430, 4572, 5712, 6850, 7987, 9121, 10252, 11380, 12505,
    13626, 14742, 15855, 16962, 18064, 19161, 20252, 21336, 22415, 23486, 24550, 25607,
    26656, 27697, 28729, 29753, 30767, 31772, 32768, 33754, 34729, 35693, 36647, 37590,
    38521, 39441, 40348, 41243, 42126, 42995, 43852, 44695, 45525, 46341, 47143, 47930,
    48703, 49461, 50203, 50931, 51643, 52339, 53020, 53684, 54332, 54963, 55578, 56175,
    56756, 57319, 57865, 58393, 58903, 59396, 59870, 60326, 60764, 61183, 61584, 61966,
    62328, 62672, 62997, 63303, 63589, 63856, 64104, 64332, 64540, 64729, 64898, 65048,
    65177, 65287, 65376, 65446, 65496, 65526, 65536,
];

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
        assert_eq!(at(1e30, -1e30).x_mm, i32::MAX);
        assert_eq!(at(f64::NAN, 0.0).x_mm, 0);
        assert_eq!(at(1.2345, 0.0).x_mm, 1235);
    }
}
