//! What the ticks of a town cost.

use super::site::{FROM_S, Site};
use crate::stopwatch::{process_seconds, thread_seconds};
use std::time::Instant;
use townsfolk::Threads;
use townsfolk_town::living::Living;

/// Warm-up ticks that are not measured.
const WARM_UP: usize = 600;

/// Number of measured ticks: a minute of stage time.
const MEASURED: usize = 3_600;

/// What a minute of a town costs, in milliseconds a tick.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// How many threads it was lived on.
    pub threads: usize,
    /// The mean: of CPU time on one thread, on the clock on several.
    pub mean_ms: f64,
    /// Ninety-nine in a hundred took no longer.
    pub p99_ms: f64,
    /// The longest.
    pub max_ms: f64,
    /// The tick in which most people's schedule changes.
    pub busiest_ms: f64,
    /// How many people that is.
    pub busiest_people: usize,
    /// CPU time of all threads, the mean.
    pub cpu_ms: f64,
    /// People dormant, ambient and full at the end.
    pub levels: [usize; 3],
    /// Bytes of each character in the engine, as it weighs itself.
    pub bytes_each: f64,
    /// Memory of the whole process for each, with the content, the streets and the names.
    pub resident_each: f64,
    /// Seconds it took to open the town, first tick included.
    pub opening_s: f64,
    /// The digest at the end.
    pub digest: u64,
}

/// Lives a minute of a town around the time schools close.
pub fn measure(site: &Site, rate: i64, threads: usize) -> Cost {
    let executor = Threads::new(threads);
    let before = thread_seconds();
    let mut town = site.open(rate);
    town.step(&executor);
    let opening_s = thread_seconds() - before;
    for _ in 0..WARM_UP {
        town.step(&executor);
    }
    let second = |tick: usize| (WARM_UP + 1 + tick) as i64 * rate / 60_000;
    let (from, until) = (second(0), second(MEASURED));
    let seconds = |n: i64| FROM_S.saturating_add(i32::try_from(n).unwrap_or(0));
    let (busiest, busiest_people) = site.busiest_second(seconds(from + 1), seconds(until));
    let mut took = Vec::with_capacity(MEASURED);
    let mut busiest_ms: f64 = 0.0;
    let cpu = process_seconds();
    let mut was = town.folk.daytime();
    for _ in 0..MEASURED {
        let ms = tick_ms(&mut town, &executor);
        let is = town.folk.daytime();
        // At thirty times the calendar several seconds begin in one tick.
        if was < busiest && busiest <= is {
            busiest_ms = ms;
        }
        was = is;
        took.push(ms);
    }
    let cpu_ms = (process_seconds() - cpu) * 1e3 / MEASURED as f64;
    let mean_ms = took.iter().sum::<f64>() / MEASURED as f64;
    took.sort_by(f64::total_cmp);
    let at = |of: usize| took.get(of).copied().unwrap_or(0.0);
    let bytes: usize = town.folk.footprint().iter().map(|part| part.bytes).sum();
    Cost {
        threads,
        mean_ms,
        p99_ms: at(MEASURED * 99 / 100),
        max_ms: at(MEASURED - 1),
        busiest_ms,
        busiest_people,
        cpu_ms,
        levels: town.folk.count_by_level(),
        bytes_each: bytes as f64 / site.people().max(1) as f64,
        resident_each: crate::resident() as f64 / site.people().max(1) as f64,
        opening_s,
        digest: town.digest(),
    }
}

fn tick_ms(town: &mut Living, executor: &Threads) -> f64 {
    use townsfolk::Executor;
    if executor.width() == 1 {
        let before = thread_seconds();
        town.step(executor);
        return (thread_seconds() - before) * 1e3;
    }
    let before = Instant::now();
    town.step(executor);
    before.elapsed().as_secs_f64() * 1e3
}
