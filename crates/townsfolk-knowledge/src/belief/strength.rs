//! Strengths of evidence, their decay in fixed point, and probabilities.

use super::subject::Subject;
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, Draw, HostId, Seed, SiteId, Tick};
use townsfolk_module::knowledge::Share;

/// The strength of evidence or of a belief, in parts of 1/65,536. It saturates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Strength(pub u32);

impl Strength {
    /// No strength.
    pub const ZERO: Strength = Strength(0);
    /// A strength of 1.
    pub const ONE: Strength = Strength(1 << 16);

    /// A strength in thousandths, rounded.
    pub fn thousandths(n: u64) -> Strength {
        let bits = (u128::from(n) * (1 << 16) + 500) / 1000;
        Strength(u32::try_from(bits).unwrap_or(u32::MAX))
    }

    /// The sum. It saturates.
    #[must_use]
    pub fn plus(self, other: Strength) -> Strength {
        Strength(self.0.saturating_add(other.0))
    }

    /// This strength times some factors in millionths, rounded once.
    #[must_use]
    pub fn scaled(self, factors: [Share; 3]) -> Strength {
        let [a, b, c] = factors.map(|factor| u128::from(factor.0));
        // At most 2^32 * 2^96, which is the whole range.
        let product = (u128::from(self.0) * a).saturating_mul(b).saturating_mul(c);
        let million = 1_000_000_u128.pow(3);
        let bits = product.saturating_add(million / 2) / million;
        Strength(u32::try_from(bits).unwrap_or(u32::MAX))
    }

    /// In thousandths, rounded.
    pub fn in_thousandths(self) -> u64 {
        (u64::from(self.0) * 1000 + (1 << 15)) >> 16
    }
}

/// The decay of strengths: the part that is kept daily, as a table of its powers.
#[derive(Clone, Debug)]
pub struct Decay {
    /// The part that is left after 1, 2, 4, ... days, with 32 bits after the point.
    powers: [u64; 16],
}

impl Decay {
    /// A decay that keeps this share each day.
    pub fn new(kept_daily: Share) -> Decay {
        let mut power = u64::from(kept_daily.min(Share::ONE).0) * (1 << 32) / 1_000_000;
        let powers = std::array::from_fn(|_| {
            let this = power;
            power = product(power, power);
            this
        });
        Decay { powers }
    }

    /// What is left of a strength after some days. Days before it leave it as it is.
    pub fn after(&self, strength: Strength, days: i64) -> Strength {
        if days <= 0 || strength == Strength::ZERO {
            return strength;
        }
        let days = u16::try_from(days).unwrap_or(u16::MAX);
        let mut left = 1 << 32;
        for (bit, power) in self.powers.iter().enumerate() {
            if days >> bit & 1 == 1 {
                left = product(left, *power);
            }
        }
        let bits = (u64::from(strength.0) * left + (1 << 31)) >> 32;
        Strength(u32::try_from(bits).unwrap_or(u32::MAX))
    }
}

/// The product of two factors with 32 bits after the point, each at most one.
fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) + (1 << 31);
    u64::try_from(product >> 32).unwrap_or(1 << 32)
}

/// A probability with 32 bits after the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Odds(u64);

impl Odds {
    /// Never.
    pub const NEVER: Odds = Odds(0);
    /// Always.
    pub const ALWAYS: Odds = Odds(1 << 32);

    /// A ratio, at most one. Of nothing, it is always.
    pub fn ratio(part: u128, whole: u128) -> Odds {
        if part >= whole {
            return Odds::ALWAYS;
        }
        let odds = u64::try_from((part << 32) / whole);
        odds.map_or(Odds::ALWAYS, Odds)
    }

    /// In millionths, rounded.
    pub fn in_millionths(self) -> u64 {
        (self.0 * 1_000_000 + (1 << 31)) >> 32
    }
}

impl From<Share> for Odds {
    fn from(share: Share) -> Odds {
        let odds = (u64::from(share.0) << 32) / 1_000_000;
        Odds(odds.min(1 << 32))
    }
}

/// What a draw is for. Each has draws of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Observing.
    Observe,
    /// Talking.
    Talk,
    /// Forgetting and misremembering.
    Deteriorate,
    /// Knowledge from the start.
    Implant,
}

/// The draws of one owner at one time in one phase.
#[derive(Clone, Copy, Debug)]
pub struct Luck(Draw);

impl Luck {
    /// The draws of an owner. `time` is any number that no other call of the same owner and phase
    /// has: a time step, a tick.
    pub fn new(seed: Seed, time: i64, owner: CharacterId, phase: Phase) -> Luck {
        let site = match phase {
            Phase::Observe => SiteId::named("beliefs observe"),
            Phase::Talk => SiteId::named("beliefs talk"),
            Phase::Deteriorate => SiteId::named("beliefs deteriorate"),
            Phase::Implant => SiteId::named("beliefs implant"),
        };
        Luck(Draw::at(seed, u64::from(owner.0), Tick(time), site))
    }

    /// The draws about one subject.
    #[must_use]
    pub fn about(self, subject: Subject) -> Keyed {
        Keyed(self.0.bits(subject.key()))
    }
}

/// Draws about one subject, and about each of its facets.
#[derive(Clone, Copy, Debug)]
pub struct Keyed(u64);

impl Keyed {
    /// The draws about one facet of the subject.
    #[must_use]
    pub fn facet(self, facet: HostId) -> Keyed {
        Keyed(fold(self.0, u64::from(facet.0)))
    }

    /// The draws that also concern another person.
    #[must_use]
    pub fn with(self, other: CharacterId) -> Keyed {
        Keyed(fold(self.0, 1 << 40 | u64::from(other.0)))
    }

    /// Whether something with these odds happens. It has no index, and is the fastest of the draws.
    pub fn happens(self, odds: Odds) -> bool {
        self.0 >> 32 < odds.0
    }

    /// Whether something with these odds happens.
    pub fn chance(self, index: u64, odds: Odds) -> bool {
        Keyed(fold(self.0, index)).happens(odds)
    }

    /// A number in `0..=last`.
    pub fn upto(self, index: u64, last: u64) -> u64 {
        let width = u128::from(last) + 1;
        let scaled = (u128::from(fold(self.0, index)) * width) >> 64;
        // Below the width, so it fits.
        u64::try_from(scaled).unwrap_or(last)
    }

    /// The place in a list of weights that is drawn, if any weighs something.
    pub fn weighted(self, index: u64, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().fold(0, u64::saturating_add);
        let mut left = self.upto(index, total.checked_sub(1)?);
        for (place, weight) in weights.enumerate() {
            if left < weight {
                return Some(place);
            }
            left -= weight;
        }
        None
    }
}
