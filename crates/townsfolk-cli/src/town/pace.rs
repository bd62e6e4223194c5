//! Durations of ticks.

use serde::Serialize;
use std::time::Duration;

/// Buckets of each doubling: figures are accurate to about one in sixteen.
const PARTS: u32 = 16;

/// A histogram of durations, with buckets that grow.
#[derive(Clone, Debug)]
pub struct Pace {
    counts: Vec<u64>,
    ticks: u64,
    sum: Duration,
    most: Duration,
}

/// The figures, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Milliseconds {
    /// The mean.
    pub mean: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub max: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            counts: vec![0; (u64::BITS * PARTS) as usize],
            ticks: 0,
            sum: Duration::ZERO,
            most: Duration::ZERO,
        }
    }
}

impl Pace {
    /// Adds a tick.
    pub fn add(&mut self, took: Duration) {
        self.ticks += 1;
        self.sum += took;
        self.most = self.most.max(took);
        if let Some(count) = self.counts.get_mut(step_of(took)) {
            *count += 1;
        }
    }

    /// Number of ticks.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Total duration.
    pub fn sum(&self) -> Duration {
        self.sum
    }

    /// The figures.
    pub fn milliseconds(&self) -> Milliseconds {
        let ms = |span: Duration| span.as_secs_f64() * 1000.0;
        let wanted = (self.ticks * 99).div_ceil(100);
        let mut seen = 0;
        let step = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        let p99 = step.map_or(self.most, end_of).min(self.most);
        Milliseconds {
            mean: ms(self.sum) / self.ticks.max(1) as f64,
            p99: ms(p99),
            max: ms(self.most),
        }
    }
}

fn step_of(took: Duration) -> usize {
    let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX).max(1);
    let doublings = nanos.ilog2();
    // The position between two powers of two, in buckets.
    let part = match doublings {
        0..4 => 0,
        doublings => (nanos >> (doublings - 4)) as u32 % PARTS,
    };
    (doublings * PARTS + part) as usize
}

/// The upper bound of a bucket.
fn end_of(step: usize) -> Duration {
    let (doublings, part) = (step as u32 / PARTS, step as u64 % u64::from(PARTS));
    let parts = u64::from(PARTS) + part + 1;
    let nanos = match doublings {
        0..4 => 1_u64 << (doublings + 1),
        doublings => parts.checked_shl(doublings - 4).unwrap_or(u64::MAX),
    };
    Duration::from_nanos(nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_right_to_one_in_sixteen() {
        let mut pace = Pace::default();
        for micros in 1..=1000 {
            pace.add(Duration::from_micros(micros));
        }
        let figures = pace.milliseconds();
        assert!((figures.mean - 0.5005).abs() < 1e-9, "{figures:?}");
        assert!(
            (0.99..1.0 * 17.0 / 16.0).contains(&figures.p99),
            "{figures:?}"
        );
        assert!((figures.max - 1.0).abs() < 1e-9, "{figures:?}");
        for nanos in [1_u64, 2, 15, 16, 17, 1_000, 123_456_789, u64::MAX / 3] {
            let took = Duration::from_nanos(nanos);
            let end = end_of(step_of(took));
            assert!(end >= took, "{nanos}");
            assert!(
                end.as_nanos() <= took.as_nanos() * 17 / 16 + 16,
                "{nanos}: {end:?}"
            );
        }
    }
}
