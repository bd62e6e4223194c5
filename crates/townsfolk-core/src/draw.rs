//! Keyed draws: randomness without a generator.
//!
//! A draw is a pure function of (seed, owner, tick, site, index). There is nothing to pass, save or
//! restore, and a rule added elsewhere does not change other draws.

use crate::digest::fold;
use crate::id::SiteId;
use crate::time::Tick;
use serde::{Deserialize, Serialize};

/// The seed of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// A key for random numbers, which are drawn by index.
#[derive(Clone, Copy, Debug)]
pub struct Draw(u64);

impl Draw {
    /// The draws of one owner (a scene, a location, a character) at one tick and one site.
    #[inline]
    pub fn at(seed: Seed, owner: u64, tick: Tick, site: SiteId) -> Draw {
        Draw::of_owner(fold(seed.0, owner), tick, site)
    }

    /// The same for an owner whose id is already folded into the seed.
    #[inline]
    pub fn of_owner(key: u64, tick: Tick, site: SiteId) -> Draw {
        let hash = fold(key, tick.0 as u64);
        Draw(fold(hash, u64::from(site.0)))
    }

    /// The raw number with this index.
    #[inline]
    pub fn bits(self, index: u64) -> u64 {
        fold(self.0, index)
    }

    /// A number in `lo..=hi`, all equally likely up to one part in 2⁶⁴. An empty range gives `lo`.
    #[inline]
    pub fn between(self, index: u64, lo: i64, hi: i64) -> i64 {
        if hi <= lo {
            return lo;
        }
        let width = (hi as i128 - lo as i128 + 1) as u128;
        let scaled = (u128::from(self.bits(index)) * width) >> 64;
        (lo as i128 + scaled as i128) as i64
    }

    /// True with a probability of `thousandths` in a thousand.
    #[inline]
    pub fn coin(self, index: u64, thousandths: i64) -> bool {
        self.between(index, 0, 999) < thousandths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_in_range_and_reach_both_ends() {
        let draw = Draw::at(Seed(7), 1, Tick(2), SiteId(3));
        let drawn: Vec<i64> = (0..1000).map(|i| draw.between(i, -2, 2)).collect();
        assert!(drawn.iter().all(|n| (-2..=2).contains(n)));
        assert!(drawn.contains(&-2) && drawn.contains(&2));
        assert_eq!(draw.between(0, 5, 5), 5);
        assert_eq!(draw.between(0, 5, 4), 5);
        draw.between(0, i64::MIN, i64::MAX);
    }

    #[test]
    fn every_part_of_the_key_counts() {
        let base = Draw::at(Seed(1), 1, Tick(1), SiteId(1)).bits(0);
        for other in [
            Draw::at(Seed(2), 1, Tick(1), SiteId(1)),
            Draw::at(Seed(1), 2, Tick(1), SiteId(1)),
            Draw::at(Seed(1), 1, Tick(2), SiteId(1)),
            Draw::at(Seed(1), 1, Tick(1), SiteId(2)),
        ] {
            assert_ne!(other.bits(0), base);
        }
    }
}
