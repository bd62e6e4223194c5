//! Keyed draws in a row, for one owner at one moment.

use crate::calendar::Step;
use townsfolk_core::{Draw, Seed, SiteId, Tick};

/// One, in millionths.
pub(crate) const WHOLE: f64 = 1_000_000.0;

/// The places in this crate where chance picks.
pub(crate) mod site {
    use townsfolk_core::SiteId;
    pub(crate) const FOUNDING: SiteId = SiteId::named("history founding");
    pub(crate) const PLAN: SiteId = SiteId::named("history plan");
    pub(crate) const PERSON: SiteId = SiteId::named("history person");
    pub(crate) const FAMILY: SiteId = SiteId::named("history family");
    pub(crate) const SIMULATED: SiteId = SiteId::named("history simulated");
    pub(crate) const OPENING: SiteId = SiteId::named("history opening");
    pub(crate) const CLOSING: SiteId = SiteId::named("history closing");
    pub(crate) const FIRM: SiteId = SiteId::named("history firm");
    pub(crate) const HOME: SiteId = SiteId::named("history home");
    pub(crate) const LIFE: SiteId = SiteId::named("history life");
    pub(crate) const WEDDING: SiteId = SiteId::named("history wedding");
    pub(crate) const ROUTINE: SiteId = SiteId::named("history routine");
    pub(crate) const MEETING: SiteId = SiteId::named("history meeting");
}

/// Draws of one owner at one step and site, by rising index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice {
    draw: Draw,
    next: u64,
}

impl Dice {
    pub(crate) fn new(seed: Seed, owner: u64, step: Step, site: SiteId) -> Dice {
        let tick = Tick(i64::from(step.0));
        Dice {
            draw: Draw::at(seed, owner, tick, site),
            next: 0,
        }
    }

    /// A number from 0 up to but not including 1.
    pub(crate) fn unit(&mut self) -> f64 {
        let index = self.next;
        self.next += 1;
        self.draw.between(index, 0, 999_999_999) as f64 / 1e9
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number from `lo` to `hi`, both included.
    pub(crate) fn between(&mut self, lo: i32, hi: i32) -> i32 {
        let index = self.next;
        self.next += 1;
        self.draw.between(index, i64::from(lo), i64::from(hi)) as i32
    }

    /// One of the items.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let last = i32::try_from(items.len()).unwrap_or(i32::MAX) - 1;
        let place = self.between(0, last.max(0));
        items.get(place as usize)
    }

    /// An index, in proportion to the weights.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().sum();
        let mut left = self.unit() * total;
        let mut found = None;
        for (place, weight) in weights.enumerate() {
            if weight > 0.0 {
                found = Some(place);
                if left < weight {
                    break;
                }
            }
            left -= weight;
        }
        found
    }

    /// A number around 0 with a standard deviation of 1: twelve uniform numbers less six.
    pub(crate) fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// Nearest whole thousandths.
pub(crate) fn thousandths(number: f64) -> i16 {
    let scaled = number * 1000.0;
    let half = if scaled < 0.0 { -0.5 } else { 0.5 };
    (scaled + half).clamp(-32_000.0, 32_000.0) as i16
}
