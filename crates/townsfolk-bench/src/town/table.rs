//! How the cost of a town grows with the number of its people.

use super::run::{Cost, measure};
use super::site::Site;
use std::ops::ControlFlow;
use townsfolk_town::living::Content;

/// The sizes that are asked for.
pub const POPULATIONS: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The calendar as fast as the stage, and thirty times as fast.
const RATES: [i64; 2] = [1_000, 30_000];

/// A town of one size at one rate of the calendar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// How many people.
    pub people: usize,
    /// How many calendar seconds in a second of the stage.
    pub rate: i64,
    /// On one thread, and on two.
    pub costs: [Cost; 2],
}

/// All that was measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// Measures towns of these sizes. `progress` is told what is being done, and may ask to stop.
    pub fn measure(
        sample: &Content,
        populations: &[u32],
        progress: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Table, String> {
        let mut table = Table::default();
        for population in populations {
            if progress(&format!("growing a town of {population}")).is_break() {
                return Ok(table);
            }
            let site = Site::grow(sample, *population)?;
            for rate in RATES {
                let mut costs = [Cost::default(); 2];
                for (cost, threads) in costs.iter_mut().zip(1..) {
                    let fast = rate / 1_000;
                    let what = format!("{population} people, calendar {fast}:1, {threads} threads");
                    if progress(&what).is_break() {
                        return Ok(table);
                    }
                    *cost = measure(&site, rate, threads);
                }
                if costs.iter().any(|cost| cost.digest != costs[0].digest) {
                    return Err(format!(
                        "{population} people live differently on two threads"
                    ));
                }
                table.rows.push(Row {
                    people: site.people(),
                    rate: rate / 1_000,
                    costs,
                });
            }
        }
        Ok(table)
    }

    /// How many steps [`measure`](Table::measure) tells of for so many sizes.
    pub fn steps(populations: usize) -> usize {
        populations * (1 + RATES.len() * 2)
    }

    /// The rows of a rate of the calendar.
    pub fn at_rate(&self, rate: i64) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.rate == rate)
    }
}

/// With which power of the number of people something grows: the slope of the line with the least
/// squares through the logarithms. `None` of fewer than two points.
pub fn growth(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.map(|(n, y)| (n.ln(), y.max(1e-9).ln())).collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    (points.len() > 1 && below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_power() {
        let points = [(1e3, 2.0), (1e4, 20.0), (1e5, 200.0)];
        let power = growth(points.into_iter()).unwrap_or(0.0);
        assert!((power - 1.0).abs() < 1e-9, "{power}");
        let flat = growth([(1e3, 5.0), (1e6, 5.0)].into_iter()).unwrap_or(1.0);
        assert!(flat.abs() < 1e-9, "{flat}");
        assert_eq!(growth([(1e3, 5.0)].into_iter()), None);
    }
}
