//! Which individuals are still there.
//!
//! A number of goods says nothing about identity. Where members are recognisable (a named sword,
//! patients, parked cars), these estimates tell the old from the new.

use crate::rates::Rates;
use crate::stream::Stream;

/// The order in which members leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The oldest first.
    FirstCome,
    /// Any of them.
    Random,
}

/// The old members that are still there, and the number of new ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survivors {
    /// Places in the old list, ascending. The oldest member has place 0.
    pub old: Vec<u32>,
    /// Number of members that have come since.
    pub new: u32,
}

/// The members `t` hours after there were `m`, if there are `n` now.
pub fn survivors(
    rates: Rates,
    order: Order,
    m: u32,
    n: u32,
    t: f64,
    stream: &mut Stream,
) -> Survivors {
    let gone = stream.poisson(rates.rem * t);
    let left = match order {
        Order::FirstCome => first_come(m, gone),
        Order::Random => random(m, gone, stream),
    };
    let left = left.min(n);
    let old = match order {
        Order::FirstCome => (m - left..m).collect(),
        Order::Random => choose(m, left, stream),
    };
    Survivors { old, new: n - left }
}

/// How many of `m` are left after `gone` departures of the oldest.
pub(crate) fn first_come(m: u32, gone: u64) -> u32 {
    // No more than `m` are left, which fits.
    u64::from(m).saturating_sub(gone) as u32
}

/// How many of `m` are left after `gone` departures of any, if the length stays about the same.
pub(crate) fn random(m: u32, gone: u64, stream: &mut Stream) -> u32 {
    if m == 0 || gone == 0 {
        return m;
    }
    let escape = libm::pow(1.0 - 1.0 / f64::from(m), gone as f64);
    stream.binomial(m, escape)
}

/// `k` of the places `0..m`, ascending, each choice equally likely.
fn choose(m: u32, k: u32, stream: &mut Stream) -> Vec<u32> {
    let mut wanted = k;
    let mut chosen = vec![];
    for place in 0..m {
        let open = f64::from(m - place);
        if stream.uniform() * open < f64::from(wanted) {
            chosen.push(place);
            wanted -= 1;
        }
    }
    chosen
}
