//! Figures of a fight. The aim is that damage is predictable.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};

/// Maximum number of hits that are kept. The oldest are dropped.
const HITS_MAX: usize = 10_000;

/// The window for the greatest damage.
const WINDOW: Duration = Duration::seconds(5);

/// Hits of a fight with their damage, and the number of misses.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FightRecord {
    began: Tick,
    hits: Vec<(Tick, u32)>,
    misses: u64,
}

/// A summary of a fight. Gaps are in ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Number of hits.
    pub hits: u64,
    /// Number of deliberate misses.
    pub misses: u64,
    /// Hits a minute, in thousandths.
    pub hits_per_minute: i64,
    /// Mean time between two hits.
    pub gap_mean: i64,
    /// Least time between two hits.
    pub gap_min: i64,
    /// Greatest damage within five seconds.
    pub damage_max: u64,
    /// Longest time without a hit.
    pub dry_max: i64,
}

impl FightRecord {
    /// A fight that begins now.
    pub fn begin(now: Tick) -> FightRecord {
        FightRecord {
            began: now,
            ..FightRecord::default()
        }
    }

    /// Notes a hit.
    pub fn hit(&mut self, now: Tick, damage: u32) {
        if self.hits.len() >= HITS_MAX {
            self.hits.remove(0);
        }
        self.hits.push((now, damage));
    }

    /// Notes a deliberate miss.
    pub fn miss(&mut self) {
        self.misses = self.misses.saturating_add(1);
    }

    /// Hits with their damage, oldest first.
    pub fn hits(&self) -> &[(Tick, u32)] {
        &self.hits
    }

    /// The figures until now.
    pub fn summary(&self, now: Tick) -> Summary {
        let ticks = (now.0 - self.began.0).max(1);
        let pairs = || self.hits.windows(2).map(|pair| pair[1].0.0 - pair[0].0.0);
        let first = self.hits.first().map_or(now.0, |(at, _)| at.0);
        let last = self.hits.last().map_or(self.began.0, |(at, _)| at.0);
        let dry = pairs().chain([first - self.began.0, now.0 - last]).max();
        let count = self.hits.len() as i64;
        Summary {
            hits: self.hits.len() as u64,
            misses: self.misses,
            hits_per_minute: count * 1000 * 60 * TICKS_PER_SECOND / ticks,
            gap_mean: pairs().sum::<i64>() / (count - 1).max(1),
            gap_min: pairs().min().unwrap_or(0),
            damage_max: self.damage_max(),
            dry_max: dry.unwrap_or(ticks),
        }
    }

    fn damage_max(&self) -> u64 {
        let mut most = 0;
        let mut sum = 0;
        let mut first = 0;
        for (at, damage) in &self.hits {
            sum += u64::from(*damage);
            while let Some((old, gone)) = self.hits.get(first)
                && old.after(WINDOW) <= *at
            {
                sum -= u64::from(*gone);
                first += 1;
            }
            most = most.max(sum);
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_three_hits() {
        let mut record = FightRecord::begin(Tick(0));
        for (tick, damage) in [(60, 10), (120, 10), (600, 30)] {
            record.hit(Tick(tick), damage);
        }
        record.miss();
        let expected = Summary {
            hits: 3,
            misses: 1,
            hits_per_minute: 15_000,
            gap_mean: 270,
            gap_min: 60,
            damage_max: 30,
            dry_max: 480,
        };
        assert_eq!(record.summary(Tick(720)), expected);
        assert_eq!(FightRecord::begin(Tick(0)).summary(Tick(60)).dry_max, 60);
    }
}
