//! The distribution of a queue some time after it was seen.
//!
//! Let X be the difference of two Poisson numbers, arrivals and departures (a Skellam number). Then
//! `P(length >= n) = P(X >= n - m) + rho^n * P(X <= -(n + m + 1))`. One table of X serves all `n`.

use crate::rates::Rates;

/// The distribution of the length `t` hours after it was `m`.
#[derive(Clone, Debug)]
pub struct Transient {
    rho_ln: f64,
    m: i64,
    /// The value of X at the first entry.
    first: i64,
    /// Probabilities of X.
    point: Vec<f64>,
    /// `P(X >= first + i)`.
    upper: Vec<f64>,
    /// `P(X <= first + i)`.
    lower: Vec<f64>,
}

/// Orders above the range at which the recurrence of Bessel ratios starts.
const ORDERS_ABOVE: u64 = 40;

impl Transient {
    /// The distribution for positive rates and a positive time. `None` for others, where the length is
    /// a plain Poisson matter (see [`sample`](crate::sample)).
    pub fn new(rates: Rates, m: u32, t: f64) -> Option<Transient> {
        let positive = rates.add > 0.0 && rates.rem > 0.0 && t > 0.0;
        let x = 2.0 * (rates.add * rates.rem).sqrt() * t;
        if !positive || !x.is_finite() || x < 1e-200 {
            return None;
        }
        let drift = (rates.add - rates.rem) * t;
        let spread = 12.0 * ((rates.add + rates.rem) * t).sqrt() + 60.0;
        let first = libm::floor(drift - spread) as i64;
        let last = libm::ceil(drift + spread) as i64;
        let point = skellam(rates, x, first, last, drift as i64);
        let mut lower = Vec::with_capacity(point.len());
        let mut sum = 0.0;
        for p in &point {
            sum += p;
            lower.push(sum);
        }
        let mut upper = vec![0.0; point.len()];
        sum = 0.0;
        for (place, p) in upper.iter_mut().zip(&point).rev() {
            sum += p;
            *place = sum;
        }
        Some(Transient {
            rho_ln: libm::log(rates.add / rates.rem),
            m: m.into(),
            first,
            point,
            upper,
            lower,
        })
    }

    /// The probability of exactly `n`.
    pub fn probability(&self, n: u32) -> f64 {
        let n = i64::from(n);
        let direct = match usize::try_from(n - self.m - self.first) {
            Ok(index) => self.point.get(index).copied().unwrap_or(0.0),
            Err(_) => 0.0,
        };
        (direct + self.reflected(n) - self.reflected(n + 1)).max(0.0)
    }

    /// The probability of `n` or more.
    pub fn at_least(&self, n: u32) -> f64 {
        if n == 0 {
            return 1.0;
        }
        let n = i64::from(n);
        let direct = match usize::try_from(n - self.m - self.first) {
            Ok(index) => self.upper.get(index).copied().unwrap_or(0.0),
            Err(_) => 1.0,
        };
        (direct + self.reflected(n)).min(1.0)
    }

    /// `rho^n * P(X <= -(n + m + 1))`: the part of queues that were empty meanwhile. A large number
    /// times a small one if rho is above 1, so in logarithms.
    fn reflected(&self, n: i64) -> f64 {
        let index = -(n + self.m + 1) - self.first;
        if index < 0 {
            return 0.0;
        }
        let below = match usize::try_from(index) {
            Ok(index) => self.lower.get(index).copied().unwrap_or(1.0),
            Err(_) => 1.0,
        };
        match below > 0.0 {
            true => libm::exp(n as f64 * self.rho_ln + libm::log(below)),
            false => 0.0,
        }
    }

    /// The smallest `n` whose distribution function is above `x`, and the number of evaluations.
    pub(crate) fn inverse(&self, x: f64) -> (u32, u32) {
        let wanted = 1.0 - x;
        let above = |n: u32| self.at_least(n.saturating_add(1)) < wanted;
        let mut steps = 0;
        // Nothing is above the table: there only the reflected part is left, and it is bounded by the
        // doubling.
        let top = (self.m + self.first + self.point.len() as i64).max(1);
        let mut high = u32::try_from(top).unwrap_or(crate::COUNT_MAX);
        while high < crate::COUNT_MAX && self.at_least(high) >= 1e-12 {
            high = high.saturating_mul(2).min(crate::COUNT_MAX);
            steps += 1;
        }
        let mut low = 0;
        while low < high {
            let middle = low + (high - low) / 2;
            match above(middle) {
                true => high = middle,
                false => low = middle + 1,
            }
            steps += 1;
        }
        (low, steps)
    }

    /// Bessel functions `exp(-x) * I_k(x)` for the orders from 0 to `top`, for comparisons with other
    /// ways of computing.
    pub fn bessel(x: f64, top: u64) -> Vec<f64> {
        // Beyond the range as far as there is any weight.
        let far = top + (12.0 * x.sqrt()) as u64 + 60;
        let ratios = bessel_ratios(x, 1, far);
        let products = ratios.iter().scan(1.0, |product, ratio| {
            *product *= ratio;
            Some(*product)
        });
        let mut all: Vec<f64> = std::iter::once(1.0).chain(products).collect();
        let total = 1.0 + 2.0 * all.iter().skip(1).sum::<f64>();
        all.truncate(usize::try_from(top).map_or(usize::MAX, |top| top + 1));
        all.iter().map(|value| value / total).collect()
    }

    /// Mean and standard deviation.
    pub fn mean_and_deviation(&self) -> (f64, f64) {
        self.mean_and_deviation_within(u32::MAX)
    }

    /// Mean and standard deviation if more than `most` cannot be kept.
    pub fn mean_and_deviation_within(&self, most: u32) -> (f64, f64) {
        let (mut mean, mut square) = (0.0, 0.0);
        // Sums over P(length >= n): the mean is their sum, the second moment that of (2n - 1) P.
        let mut n = 1;
        while n < crate::COUNT_MAX && n <= most {
            let tail = self.at_least(n);
            if tail < 1e-13 {
                break;
            }
            mean += tail;
            square += (2.0 * f64::from(n) - 1.0) * tail;
            n += 1;
        }
        (mean, (square - mean * mean).max(0.0).sqrt())
    }

    /// The smallest `n` with at least this share of the probability at or below it.
    pub fn quantile(&self, share: f64) -> u32 {
        self.inverse(share).0
    }
}

/// Probabilities of X from `first` to `last`. `near` is close to the peak.
///
/// `P(X = k)` is proportional to `rho^(k/2) * I_|k|(x)`. Neighbours differ by a ratio of Bessel
/// functions, which the downward recurrence gives. So neither `exp` nor a Bessel function, which would
/// overflow, is ever computed; the sum of all sets the scale.
fn skellam(rates: Rates, x: f64, first: i64, last: i64, near: i64) -> Vec<f64> {
    let top = first.unsigned_abs().max(last.unsigned_abs());
    let bottom = match first <= 0 && last >= 0 {
        true => 1,
        false => first.unsigned_abs().min(last.unsigned_abs()).max(1),
    };
    let ratios = bessel_ratios(x, bottom, top);
    // I_k / I_(k-1).
    let ratio = |k: u64| {
        let index = k.checked_sub(bottom).and_then(|i| usize::try_from(i).ok());
        index.and_then(|i| ratios.get(i)).copied().unwrap_or(0.0)
    };
    let root = (rates.add / rates.rem).sqrt();
    // P(k + 1) / P(k).
    let up = |k: i64| match k >= 0 {
        true => root * ratio(k.unsigned_abs() + 1),
        false => root / ratio(k.unsigned_abs()),
    };
    let down = |k: i64| match k > 0 {
        true => 1.0 / (root * ratio(k.unsigned_abs())),
        false => ratio(k.unsigned_abs() + 1) / root,
    };
    let near = near.clamp(first, last);
    let mut below = vec![];
    let mut weight = 1.0;
    for k in (first..near).rev() {
        weight *= down(k + 1);
        below.push(weight);
    }
    let mut all: Vec<f64> = below.into_iter().rev().collect();
    weight = 1.0;
    all.push(weight);
    for k in near..last {
        weight *= up(k);
        all.push(weight);
    }
    let total: f64 = all.iter().sum();
    for weight in &mut all {
        *weight /= total;
    }
    all
}

/// `I_k(x) / I_(k-1)(x)` for the orders from `bottom` to `top`.
fn bessel_ratios(x: f64, bottom: u64, top: u64) -> Vec<f64> {
    let start = top + ORDERS_ABOVE;
    let order = start as f64;
    // The asymptotic ratio, so that few orders above the range are enough.
    let mut ratio = x / (order + (order * order + x * x).sqrt());
    let mut ratios = vec![];
    for k in (bottom..start).rev() {
        ratio = 1.0 / (2.0 * k as f64 / x + ratio);
        if k <= top {
            ratios.push(ratio);
        }
    }
    ratios.reverse();
    ratios
}
