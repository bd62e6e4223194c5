//! Exact fractions of a line.

use std::cmp::Ordering;

/// A fraction with a positive denominator. Both parts are at most two thousand million in size, so
/// that a comparison fits into 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    pub(crate) num: i64,
    pub(crate) den: i64,
}

impl Fraction {
    pub(crate) const ZERO: Fraction = Fraction { num: 0, den: 1 };
    pub(crate) const ONE: Fraction = Fraction { num: 1, den: 1 };

    /// A fraction of two numbers; the second must not be zero.
    pub(crate) fn of(num: i64, den: i64) -> Fraction {
        debug_assert!(den != 0);
        Fraction {
            num: num * den.signum(),
            den: den.abs().max(1),
        }
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}
