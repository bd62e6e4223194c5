//! Merchants' stock: samples a second beside the direct summation, and a merchant of many kinds.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_trade::{Rates, Stream, Transient, non_empty, sample};

/// Number of steps of [`measure`].
pub const STEPS: usize = 4;

/// Promised samples a second of rare goods.
const RARE_PROMISE: f64 = 500_000.0;
/// Promised samples a second of goods in large stock.
const ARROWS_PROMISE: f64 = 50_000.0;
/// Promised time of a sample of goods in large stock, in microseconds.
const SAMPLE_PROMISE: f64 = 20.0;
/// Promised time for a merchant of 5,000 kinds, in milliseconds.
const KINDS_PROMISE: f64 = 5.0;

const TRUFFLES: Rates = Rates {
    add: 0.001,
    rem: 1.0,
};
const ARROWS: Rates = Rates {
    add: 1.0,
    rem: 1.0 / 0.98,
};
/// Absences in hours.
const ABSENCES: [f64; 4] = [1.0, 10.0, 47.0, 100.0];

/// Measures everything about merchants. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Vec<Figure> {
    let mut figures = vec![];
    progress("truffles");
    let truffles = per_second(200_000, |i| later(TRUFFLES, 5, i));
    figures.push(
        Figure::new("truffles (rho 0.001), any absence", truffles, "samples/s")
            .against("of the promised 500,000", truffles / RARE_PROMISE),
    );
    progress("arrows");
    let arrows = per_second(40_000, |i| later(ARROWS, 33, i));
    figures.push(
        Figure::new("arrows (rho 0.98), any absence", arrows, "samples/s")
            .against("of the promised 50,000", arrows / ARROWS_PROMISE),
    );
    let micros = 1e6 / arrows;
    figures.push(
        Figure::new("one sample of arrows", micros, "us")
            .against("of the promised 20 us", micros / SAMPLE_PROMISE),
    );
    for hours in ABSENCES {
        let speed = per_second(20_000, |i| sample::later(ARROWS, 33, hours, &mut stream(i)));
        figures.push(Figure::new(
            format!("arrows after {hours} h"),
            speed,
            "samples/s",
        ));
    }
    progress("direct summation");
    let direct = per_second(60, direct_sum);
    let same = per_second(20_000, |i| sample::later(ARROWS, 33, 47.0, &mut stream(i)));
    figures.push(
        Figure::new(
            "arrows after 47 h, summed directly (the peer)",
            direct,
            "samples/s",
        )
        .against("times as fast is our sampler", same / direct),
    );
    progress("5,000 kinds");
    let kinds = vec![
        Rates {
            add: 0.01,
            rem: 1.0
        };
        5000
    ];
    let seconds = cpu_seconds(20, || non_empty(&kinds, &mut stream(1)).len());
    figures.push(
        Figure::new("first visit to 5,000 kinds", seconds * 1e3, "ms")
            .against("of the promised 5 ms", seconds * 1e3 / KINDS_PROMISE),
    );
    figures
}

fn stream(number: u64) -> Stream {
    Stream::new(Draw::at(Seed(1), number, Tick(0), SiteId(1)))
}

fn later(rates: Rates, m: u32, number: u64) -> u32 {
    let hours = ABSENCES[(number % 4) as usize];
    sample::later(rates, m, hours, &mut stream(number))
}

fn per_second(samples: u64, draw: impl Fn(u64) -> u32) -> f64 {
    let seconds = cpu_seconds(3, || {
        (0..samples).fold(0u64, |sum, i| sum + u64::from(draw(i)))
    });
    samples as f64 / seconds
}

/// The sampler of the chapter: probabilities are added up from 0 on, each with its infinite sum of
/// Bessel functions.
fn direct_sum(number: u64) -> u32 {
    let (m, hours) = (33, 47.0);
    let rho = ARROWS.rho();
    let x = 2.0 * ARROWS.rem * rho.sqrt() * hours;
    let scaled = Transient::bessel(x, 600);
    let fade = ARROWS.rem.sqrt() - ARROWS.add.sqrt();
    let scale = libm::exp(-fade * fade * hours);
    let bessel = |k: i64| {
        scaled
            .get(k.unsigned_abs() as usize)
            .copied()
            .unwrap_or(0.0)
    };
    let power = |exponent: f64| libm::pow(rho, exponent);
    let probability = |n: u32| {
        let n = i64::from(n);
        let first = power((n - m) as f64 / 2.0) * bessel(n - m);
        let second = power((n - m - 1) as f64 / 2.0) * bessel(n + m + 1);
        let sum: f64 = (n + m + 2..600)
            .map(|j| power(-(j as f64) / 2.0) * bessel(j))
            .sum();
        scale * (first + second + (1.0 - rho) * power(n as f64) * sum)
    };
    sample::by_sum(probability, stream(number).uniform())
}
