//! Directions in thousandths of a degree, with integer trigonometry.

use crate::place::Place;
use serde::{Deserialize, Serialize};

/// A full turn, in thousandths of a degree.
const TURN: i64 = 360_000;

/// A direction in thousandths of a degree: 0 is east, and it grows counterclockwise.
///
/// It lies above -180 degrees and at most at 180 degrees.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Angle(i32);

impl Angle {
    /// East.
    pub const EAST: Angle = Angle(0);

    /// A direction in thousandths of a degree; 450,000 is the same as 90,000.
    pub const fn thousandths(thousandths: i64) -> Angle {
        let turned = thousandths.rem_euclid(TURN);
        Angle(match turned > TURN / 2 {
            true => turned - TURN,
            false => turned,
        } as i32)
    }

    /// A direction in whole degrees.
    pub const fn degrees(degrees: i32) -> Angle {
        Angle::thousandths(degrees as i64 * 1000)
    }

    /// The direction of an offset, within two thousandths of a degree. No offset is east.
    pub fn of(dx: i64, dy: i64) -> Angle {
        match (dx, dy) {
            (_, 0) => Angle(if dx < 0 { 180_000 } else { 0 }),
            (0, _) => Angle(if dy < 0 { -90_000 } else { 90_000 }),
            _ => Angle::thousandths(slanted(dx, dy)),
        }
    }

    /// The direction from one point to another, seen from above.
    pub fn from_to(from: Place, to: Place) -> Angle {
        let along = |a: i32, b: i32| i64::from(b) - i64::from(a);
        Angle::of(along(from.x_mm, to.x_mm), along(from.y_mm, to.y_mm))
    }

    /// The thousandths of a degree, above -180,000 and at most 180,000.
    pub const fn in_thousandths(self) -> i32 {
        self.0
    }

    /// The nearest whole degree, above -180 and at most 180.
    pub const fn in_degrees(self) -> i32 {
        let degrees = (self.0 + 180_500).div_euclid(1000) - 180;
        if degrees == -180 { 180 } else { degrees }
    }

    /// The turn that leads from this direction to another: positive to the left.
    pub const fn to(self, other: Angle) -> Angle {
        Angle::thousandths(other.0 as i64 - self.0 as i64)
    }

    /// The size of the turn between two directions, in thousandths of a degree.
    pub const fn between(self, other: Angle) -> u32 {
        self.to(other).0.unsigned_abs()
    }

    /// This direction, turned to the left by an angle.
    pub const fn turned(self, by: Angle) -> Angle {
        Angle::thousandths(self.0 as i64 + by.0 as i64)
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Angle {
        Angle::thousandths(self.0 as i64 + TURN / 2)
    }

    /// The sine, in 65536ths, within two of them; exact to rounding at whole degrees.
    pub fn sin(self) -> i64 {
        let size = i64::from(self.0.unsigned_abs());
        let sine = quarter_sine(size.min(TURN / 2 - size));
        if self.0 < 0 { -sine } else { sine }
    }

    /// The cosine, in 65536ths, within two of them; exact to rounding at whole degrees.
    pub fn cos(self) -> i64 {
        Angle::thousandths(i64::from(self.0) + TURN / 4).sin()
    }

    /// The offset of a length in this direction, in whole millimetres.
    pub fn offset(self, mm: i32) -> (i32, i32) {
        let along = |part: i64| {
            let product = i64::from(mm) * part;
            ((product + (1 << 15)) >> 16) as i32
        };
        (along(self.cos()), along(self.sin()))
    }
}

/// The sine of up to a right angle: the table at the whole degree, turned by the rest.
fn quarter_sine(thousandths: i64) -> i64 {
    let (degree, rest) = (thousandths / 1000, thousandths % 1000);
    let at = |degree: i64| {
        let sine = SINES.get(degree.unsigned_abs() as usize);
        i64::from(sine.copied().unwrap_or(0))
    };
    // A thousandth of a degree is 74,961 / 2^32 of a radian.
    let small = rest * 74_961;
    let bend = (small * small) >> 33;
    let turned = (at(degree) << 32) - at(degree) * bend + at(90 - degree) * small;
    (turned + (1 << 31)) >> 32
}

/// The direction of an offset with both parts, by turning it step by step onto the axis (CORDIC).
fn slanted(dx: i64, dy: i64) -> i64 {
    let (mut x, mut y) = (dx.unsigned_abs(), dy.unsigned_abs());
    // Both parts are brought to the same size on every call, so that small offsets lose nothing.
    let bits = 64 - x.max(y).leading_zeros();
    match bits > 40 {
        true => (x, y) = (x >> (bits - 40), y >> (bits - 40)),
        false => (x, y) = (x << (40 - bits), y << (40 - bits)),
    }
    let (mut x, mut y, mut turned) = (x as i64, y as i64, 0);
    for (step, angle) in STEPS.iter().enumerate() {
        if y > 0 {
            (x, y, turned) = (x + (y >> step), y - (x >> step), turned + angle);
        } else {
            (x, y, turned) = (x - (y >> step), y + (x >> step), turned - angle);
        }
    }
    let quarter = (turned + 500) / 1000;
    match (dx < 0, dy < 0) {
        (false, false) => quarter,
        (true, false) => TURN / 2 - quarter,
        (true, true) => quarter - TURN / 2,
        (false, true) => -quarter,
    }
}

/// The angles whose tangents are 1, 1/2, 1/4 and so on, in millionths of a degree.
const STEPS: [i64; 26] = [
    45_000_000, 26_565_051, 14_036_243, 7_125_016, 3_576_334, 1_789_911, 895_174, 447_614, 223_811,
    111_906, 55_953, 27_976, 13_988, 6_994, 3_497, 1_749, 874, 437, 219, 109, 55, 27, 14, 7, 3, 2,
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_wrap_to_half_a_turn() {
        assert_eq!(Angle::degrees(-180).in_thousandths(), 180_000);
        assert_eq!(Angle::degrees(181).in_thousandths(), -179_000);
        assert_eq!(Angle::degrees(720), Angle::EAST);
        assert_eq!(
            Angle::thousandths(i64::MIN).turned(Angle::EAST).0.signum(),
            -1
        );
        assert_eq!(
            Angle::degrees(170)
                .to(Angle::degrees(-170))
                .in_thousandths(),
            20_000
        );
        assert_eq!(Angle::degrees(-170).between(Angle::degrees(170)), 20_000);
        assert_eq!(Angle::degrees(30).opposite(), Angle::degrees(-150));
        assert_eq!(Angle::thousandths(-179_600).in_degrees(), 180);
        assert_eq!(Angle::thousandths(-89_600).in_degrees(), -90);
    }

    #[test]
    fn sines_agree_with_the_circle() {
        for thousandths in (-180_000..=180_000).step_by(37) {
            let angle = Angle::thousandths(thousandths);
            let exact = (thousandths as f64 / 1000.0).to_radians();
            let off = |found: i64, exact: f64| (found as f64 - exact * 65_536.0).abs();
            assert!(off(angle.sin(), libm_sin(exact)) < 2.0, "sin {thousandths}");
            let quarter = std::f64::consts::FRAC_PI_2;
            assert!(
                off(angle.cos(), libm_sin(exact + quarter)) < 2.0,
                "cos {thousandths}"
            );
        }
        assert_eq!(Angle::degrees(90).sin(), 65_536);
        assert_eq!(Angle::degrees(180).cos(), -65_536);
        assert_eq!(Angle::degrees(90).offset(1_000), (0, 1_000));
        assert_eq!(Angle::degrees(180).offset(1_000), (-1_000, 0));
    }

    /// A series, so that the test does not depend on the platform either.
    fn libm_sin(x: f64) -> f64 {
        let turn = std::f64::consts::TAU;
        let x = x - (x / turn).round() * turn;
        let mut term = x;
        let mut sum = x;
        for n in 1..16 {
            let k = f64::from(2 * n);
            term *= -x * x / (k * (k + 1.0));
            sum += term;
        }
        sum
    }

    #[test]
    fn the_direction_of_an_offset_comes_back() {
        for thousandths in (-179_999..=180_000).step_by(41) {
            let angle = Angle::thousandths(thousandths);
            let back = Angle::of(angle.cos() * 1_000, angle.sin() * 1_000);
            // The offset itself is exact to two in 65,536: 1.8 thousandths of a degree.
            assert!(angle.between(back) <= 4, "{thousandths}: {back:?}");
        }
        for (offset, degrees) in [
            ((1, 1), 45),
            ((-3, 3), 135),
            ((-1, -1), -135),
            ((5, -5), -45),
        ] {
            assert_eq!(Angle::of(offset.0, offset.1), Angle::degrees(degrees));
        }
        assert_eq!(Angle::of(0, 0), Angle::EAST);
        assert_eq!(Angle::of(i64::MIN, i64::MIN), Angle::degrees(-135));
        assert_eq!(Angle::of(1, 2).in_thousandths(), 63_435);
    }
}
