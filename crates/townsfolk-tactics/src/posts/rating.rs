//! Ratings: products of criteria in whole numbers.

use serde::{Deserialize, Serialize};

/// How good a post is for a query, in billionths. Zero means that it is refused.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Rating(pub u32);

impl Rating {
    /// A post to which no criterion objects.
    pub const FULL: Rating = Rating(1_000_000_000);

    /// The product of some values in thousandths. The order does not matter, and it is zero only if a
    /// factor is zero.
    pub fn product(values: impl IntoIterator<Item = i64>) -> Rating {
        let mut factors: Vec<i64> = values
            .into_iter()
            .map(|value| value.clamp(0, 1000))
            .collect();
        // Each product is rounded, so the factors are multiplied in order of size.
        factors.sort_unstable();
        if factors.first() == Some(&0) {
            return Rating(0);
        }
        let full = u64::from(Rating::FULL.0);
        let product = factors.iter().fold(full, |product, factor| {
            (product * factor.unsigned_abs() / 1000).max(1)
        });
        Rating(product as u32)
    }

    /// Whether the post is refused.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// In thousandths, rounded down.
    pub const fn in_thousandths(self) -> u32 {
        self.0 / 1_000_000
    }

    /// Whether it is so much better than the rating of the held post that a change is worth it: by
    /// fifteen percent, or anything instead of a post that is refused now.
    pub const fn is_worth_a_change(self, held: Rating) -> bool {
        if held.is_zero() {
            return !self.is_zero();
        }
        self.0 as u64 * 100 > held.0 as u64 * 115
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn done_14_a_rating_is_the_product_in_any_order() {
        assert_eq!(Rating::product([500, 250]), Rating(125_000_000));
        assert_eq!(Rating::product([]), Rating::FULL);
        assert_eq!(Rating::product([900, 0, 1000]), Rating(0));
        let values = [333, 1000, 871, 12, 999, 458];
        let mut turned = values;
        for _ in 0..values.len() {
            turned.rotate_left(1);
            assert_eq!(Rating::product(turned), Rating::product(values));
        }
        let exact: i128 = values.iter().map(|value| i128::from(*value)).product();
        let exact = exact * 1_000_000_000 / 1000_i128.pow(6);
        assert!((i128::from(Rating::product(values).0) - exact).abs() <= 6);
        assert!(
            !Rating::product([1; 40]).is_zero(),
            "only a zero makes a zero"
        );
    }

    #[test]
    fn a_held_post_is_left_for_a_clearly_better_one() {
        let held = Rating(400);
        assert!(!Rating(460).is_worth_a_change(held));
        assert!(Rating(461).is_worth_a_change(held));
        assert!(Rating(1).is_worth_a_change(Rating(0)));
        assert!(!Rating(0).is_worth_a_change(Rating(0)));
    }
}
