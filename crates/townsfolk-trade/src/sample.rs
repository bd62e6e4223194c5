//! Samplers of a queue. All that apply to a case draw from the same distribution.

use crate::COUNT_MAX;
use crate::distribution::Transient;
use crate::rates::Rates;
use crate::stream::Stream;

/// The largest expected number of events for which the events are played one by one.
const WALK_MAX: f64 = 64.0;

/// The stock after a very long time. `x` is uniform in `0..1`.
pub fn stationary(rho: f64, x: f64) -> u32 {
    if rho <= 0.0 {
        return 0;
    }
    let n = libm::floor(libm::log(1.0 - x) / libm::log(rho));
    // A saturating conversion; `rho` of 1 or more gives no number.
    (n.max(0.0) as u32).min(COUNT_MAX)
}

/// The stock of stable goods `t` hours after there were `m`, by the cheapest exact sampler.
pub fn later(rates: Rates, m: u32, t: f64, stream: &mut Stream) -> u32 {
    if t <= 0.0 {
        return m;
    }
    if rates.add == 0.0 || rates.rem == 0.0 {
        return one_sided(rates, m, t, stream);
    }
    if (rates.add + rates.rem) * t <= WALK_MAX {
        return walk(rates, m, t, stream);
    }
    if rates.has_forgotten(m, t) {
        return stationary(rates.rho(), stream.uniform());
    }
    inverse(rates, m, t, stream)
}

/// The same with a limit, which also allows goods that come faster than they go.
pub fn later_within(rates: Rates, m: u32, t: f64, cap: Option<u32>, stream: &mut Stream) -> u32 {
    let Some(cap) = cap else {
        return later(rates, m, t, stream);
    };
    // So far above the limit that no table is needed to know the result.
    let least =
        f64::from(m) + (rates.add - rates.rem) * t - 20.0 * ((rates.add + rates.rem) * t).sqrt();
    match least > f64::from(cap) {
        true => cap,
        false => later(rates, m, t, stream).min(cap),
    }
}

/// The stock if nothing arrives, or nothing goes, or neither.
pub fn one_sided(rates: Rates, m: u32, t: f64, stream: &mut Stream) -> u32 {
    let gone = stream.poisson(rates.rem * t);
    let come = stream.poisson(rates.add * t);
    let left = u64::from(m).saturating_sub(gone).saturating_add(come);
    u32::try_from(left).unwrap_or(COUNT_MAX).min(COUNT_MAX)
}

/// Plays the events one by one. Exact, without special functions.
pub fn walk(rates: Rates, m: u32, t: f64, stream: &mut Stream) -> u32 {
    let both = rates.add + rates.rem;
    let share = rates.add / both;
    let events = stream.poisson(both * t);
    (0..events).fold(m, |n, _| match stream.uniform() < share {
        true => n.saturating_add(1).min(COUNT_MAX),
        false => n.saturating_sub(1),
    })
}

/// Inverts the distribution function.
pub fn inverse(rates: Rates, m: u32, t: f64, stream: &mut Stream) -> u32 {
    let x = stream.uniform();
    match Transient::new(rates, m, t) {
        Some(distribution) => distribution.inverse(x).0,
        None => m,
    }
}

/// The basic sampler: adds up probabilities from 0 on until their sum exceeds `x`. It is slow for a
/// large stock; the others are compared with it.
pub fn by_sum(probability: impl Fn(u32) -> f64, x: f64) -> u32 {
    let mut sum = 0.0;
    for n in 0..COUNT_MAX {
        let p = probability(n);
        sum += p;
        // Rounding may keep the sum below `x` for ever: past the peak nothing is added any more.
        if sum > x || (p < 1e-300 && sum > 0.5) {
            return n;
        }
    }
    COUNT_MAX
}
