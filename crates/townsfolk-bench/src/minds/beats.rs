//! Everything due: chefs at work, each looked at every second, at five sizes.
//!
//! This measures what the specification asks for under Done 19.

use super::CLASSIC_NS;
use super::life::Life;
use super::quarter::Quarter;
use crate::Figure;
use crate::stopwatch::thread_seconds;
use townsfolk_mind::Moment;

/// From the cast of the source, over what it found possible in a tenth and a fifth of a frame, to a
/// hundred times that.
const SIZES: [u32; 5] = [40, 200, 400, 4_000, 40_000];
/// Seconds of life that are measured for each mind, repeated for small casts.
const SECONDS: i64 = 100;
const NOON: Moment = Moment(36 * 3600);

/// What the source played: so many updates of the world for so many characters, in 25 seconds.
const WORLD_UPDATES: i64 = 50_000;
const CAST: u32 = 40;
const CLASSIC_SECONDS: f64 = 25.0;

/// Measures beats.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let mut figures = vec![];
    let mut first = None;
    for count in SIZES {
        let ns = beat_ns(quarter, count);
        let first = *first.get_or_insert(ns);
        let title = format!("{count} minds, everything due: a beat");
        figures
            .push(Figure::new(title, ns, "ns").against("of the source's 12.5 µs", ns / CLASSIC_NS));
        figures.push(
            Figure::new("  beats a second and core", 1e9 / ns, "")
                .against("of the time with 40", ns / first),
        );
    }
    let mut chefs = chefs(quarter, CAST);
    let seconds = run(quarter, &mut chefs, NOON, WORLD_UPDATES);
    figures.push(
        Figure::new("40 minds, 50,000 updates of the world", seconds, "s")
            .against("of the source's 25 s", seconds / CLASSIC_SECONDS),
    );
    figures
        .push(Figure::new("  the same", seconds, "s").against("of the 2 s wanted", seconds / 2.0));
    figures
}

/// Nanoseconds for a beat of one mind, the best of several runs.
fn beat_ns(quarter: &Quarter, count: u32) -> f64 {
    let runs = (400_000 / (i64::from(count) * SECONDS)).clamp(2, 20);
    let settled = chefs(quarter, count);
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let mut chefs = settled.clone();
        best = best.min(run(quarter, &mut chefs, NOON, SECONDS));
    }
    best * 1e9 / (SECONDS as f64 * f64::from(count))
}

fn chefs(quarter: &Quarter, count: u32) -> Vec<Life> {
    let chef = |who| Life::at(quarter, &quarter.chef, who, NOON);
    (0..count).filter_map(chef).collect()
}

/// Runs a number of seconds for each mind, and returns the CPU time.
fn run(quarter: &Quarter, lives: &mut [Life], from: Moment, seconds: i64) -> f64 {
    let mut happened = vec![];
    let before = thread_seconds();
    for second in 0..seconds {
        let at = quarter.beat(&quarter.chef, from.after(second));
        for life in lives.iter_mut() {
            life.beat(&at, &mut happened);
        }
        happened.clear();
    }
    thread_seconds() - before
}
