//! How much of something: the number that minds are made of.

use serde::{Deserialize, Serialize};

/// A degree in 1/65,536: of activation, of a need, of liking, of a weight. There are no floats in
/// a mind, so that it has the same bits on every machine.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Degree(pub i32);

impl Degree {
    /// Not at all.
    pub const ZERO: Degree = Degree(0);
    /// Half.
    pub const HALF: Degree = Degree(1 << 15);
    /// Fully.
    pub const ONE: Degree = Degree(1 << 16);

    /// A degree from thousandths, rounded to the nearest degree.
    pub const fn thousandths(n: i32) -> Degree {
        let doubled = n as i64 * (1 << 17) + 1000;
        Degree::saturated(doubled.div_euclid(2000))
    }

    /// A degree from hundredths, rounded to the nearest degree.
    pub const fn percent(n: i32) -> Degree {
        Degree::thousandths(n.saturating_mul(10))
    }

    /// The nearest degree to a number of 1/65,536.
    pub const fn saturated(n: i64) -> Degree {
        if n > i32::MAX as i64 {
            Degree(i32::MAX)
        } else if n < i32::MIN as i64 {
            Degree(i32::MIN)
        } else {
            Degree(n as i32)
        }
    }

    /// This degree within 0 and 1.
    #[inline]
    pub fn clamped(self) -> Degree {
        self.clamp(Degree::ZERO, Degree::ONE)
    }

    /// This degree within −1 and 1, as a weight must be.
    #[inline]
    pub fn as_weight(self) -> Degree {
        self.clamp(Degree(-Degree::ONE.0), Degree::ONE)
    }

    /// The product, rounded to the nearest degree; a half goes towards zero.
    #[inline]
    pub fn times(self, other: Degree) -> Degree {
        Degree::rounded(i64::from(self.0) * i64::from(other.0))
    }

    /// The nearest degree to a sum of products of degrees. A half goes towards zero, so that what
    /// feeds on itself by halves comes to an end.
    #[inline]
    pub fn rounded(exact: i64) -> Degree {
        // Of 63 bits 47 are left.
        let size = (exact.unsigned_abs() + 0x7fff) >> 16;
        let size = size as i64;
        Degree::saturated(if exact < 0 { -size } else { size })
    }

    /// The sum; it saturates.
    #[inline]
    pub fn plus(self, other: Degree) -> Degree {
        Degree(self.0.saturating_add(other.0))
    }

    /// The difference; it saturates.
    #[inline]
    pub fn minus(self, other: Degree) -> Degree {
        Degree(self.0.saturating_sub(other.0))
    }
}

impl std::fmt::Display for Degree {
    /// Three decimals at most: `0.6`, `-0.25`, `1`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let thousandths = (i64::from(self.0) * 1000 + (1 << 15)) >> 16;
        write!(f, "{}", townsfolk_core::Number(thousandths))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_come_back_as_they_went_in() {
        for n in -2000..=2000 {
            let shown = Degree::thousandths(n).to_string();
            assert_eq!(shown, townsfolk_core::Number(i64::from(n)).to_string());
        }
        assert_eq!(Degree::thousandths(1000), Degree::ONE);
        assert_eq!(Degree::percent(50), Degree::HALF);
        assert_eq!(Degree::thousandths(i32::MAX), Degree(i32::MAX));
    }

    /// Half of the least there is is nothing: an objection that feeds on itself dies out.
    #[test]
    fn a_half_goes_towards_zero() {
        let mut degree = Degree::ONE;
        for _ in 0..17 {
            degree = degree.times(Degree::HALF);
        }
        assert_eq!(degree, Degree::ZERO);
        assert_eq!(Degree(-1).times(Degree::HALF), Degree::ZERO);
        assert_eq!(Degree(3).times(Degree::HALF), Degree(1));
        assert_eq!(Degree(-3).times(Degree::HALF), Degree(-1));
        assert_eq!(Degree(3).times(Degree::percent(51)), Degree(2));
        assert_eq!(Degree::rounded(i64::MIN), Degree(i32::MIN));
        assert_eq!(Degree::rounded(i64::MAX), Degree(i32::MAX));
    }

    #[test]
    fn a_product_with_one_changes_nothing() {
        for n in [-65_536, -3, 0, 1, 39_322, 65_536] {
            assert_eq!(Degree(n).times(Degree::ONE), Degree(n));
        }
        assert_eq!(
            Degree::HALF.times(Degree::percent(-50)),
            Degree::percent(-25)
        );
        assert_eq!(Degree(i32::MAX).times(Degree(i32::MAX)), Degree(i32::MAX));
    }
}
