//! Random numbers of one observation.

use townsfolk_core::Draw;

/// The numbers of one keyed draw, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    draw: Draw,
    next: u64,
}

/// The largest mean for which the search starts at zero. `exp` of its negative is far from underflow.
const SMALL_MEAN: f64 = 64.0;

impl Stream {
    /// The numbers of this draw from the first on.
    pub fn new(draw: Draw) -> Stream {
        Stream { draw, next: 0 }
    }

    /// A number in `0..1`.
    pub fn uniform(&mut self) -> f64 {
        let bits = self.draw.bits(self.next);
        self.next += 1;
        // 53 bits are exact in a float.
        (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A whole number in `lo..=hi`.
    pub fn between(&mut self, lo: u32, hi: u32) -> u32 {
        let drawn = self.draw.between(self.next, lo.into(), hi.into());
        self.next += 1;
        u32::try_from(drawn).unwrap_or(lo)
    }

    /// The time until the next event of this rate. Infinite if the rate is 0.
    pub fn wait(&mut self, rate: f64) -> f64 {
        -libm::log(1.0 - self.uniform()) / rate
    }

    /// How many events happen if this many are expected.
    pub fn poisson(&mut self, mean: f64) -> u64 {
        let x = self.uniform();
        if mean <= 0.0 {
            return 0;
        }
        if mean <= SMALL_MEAN {
            return small_poisson(mean, x);
        }
        large_poisson(mean, x)
    }

    /// How many of `n` coins fall heads.
    pub fn binomial(&mut self, n: u32, p: f64) -> u32 {
        (0..n).fold(0, |heads, _| heads + u32::from(self.uniform() < p))
    }
}

fn small_poisson(mean: f64, x: f64) -> u64 {
    let mut term = libm::exp(-mean);
    let mut sum = term;
    let mut n = 0;
    // The sum may stay below `x` by rounding. Terms vanish long before this bound.
    while sum <= x && n < 1000 {
        n += 1;
        term *= mean / n as f64;
        sum += term;
    }
    n
}

/// The inverse of the distribution in a window of 12 standard deviations around its peak.
fn large_poisson(mean: f64, x: f64) -> u64 {
    let half = (12.0 * mean.sqrt() + 20.0) as u64;
    let peak = mean as u64;
    let low = peak.saturating_sub(half);
    // Weights relative to the peak: no factorials, and nothing overflows.
    let mut below: Vec<f64> = vec![];
    let mut weight = 1.0;
    for n in (low..peak).rev() {
        weight *= (n + 1) as f64 / mean;
        below.push(weight);
    }
    let mut above: Vec<f64> = vec![1.0];
    weight = 1.0;
    for n in peak + 1..=peak + half {
        weight *= mean / n as f64;
        above.push(weight);
    }
    let total: f64 = below.iter().rev().chain(&above).sum();
    let mut left = x * total;
    for (n, weight) in (low..).zip(below.iter().rev().chain(&above)) {
        left -= weight;
        if left < 0.0 {
            return n;
        }
    }
    peak + half
}
