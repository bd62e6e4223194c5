//! How strongly something is sensed.

use serde::{Deserialize, Serialize};

/// A strength, in millionths: a loud voice right at the ear has about half.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Strength(u32);

impl Strength {
    /// Nothing.
    pub const ZERO: Strength = Strength(0);

    /// The greatest strength: a thousand.
    pub const MAX: Strength = Strength(1_000_000_000);

    /// A strength in millionths, at most [`MAX`](Strength::MAX).
    pub const fn millionths(millionths: u64) -> Strength {
        let most = Strength::MAX.0 as u64;
        Strength(if millionths > most { most } else { millionths } as u32)
    }

    /// A strength in thousandths.
    pub const fn thousandths(thousandths: u32) -> Strength {
        Strength::millionths(thousandths as u64 * 1000)
    }

    /// The millionths.
    pub const fn in_millionths(self) -> u32 {
        self.0
    }

    /// The thousandths, rounded down.
    pub const fn in_thousandths(self) -> u32 {
        self.0 / 1000
    }

    /// The sum, at most [`MAX`](Strength::MAX).
    pub const fn plus(self, other: Strength) -> Strength {
        Strength::millionths(self.0 as u64 + other.0 as u64)
    }

    /// The strength times a fraction.
    pub fn scaled(self, by: u64, of: u64) -> Strength {
        let product = u128::from(self.0) * u128::from(by) / u128::from(of.max(1));
        Strength::millionths(u64::try_from(product).unwrap_or(u64::MAX))
    }
}
