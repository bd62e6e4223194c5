//! Daily scripts as plain data.

use serde::{Deserialize, Serialize};
use townsfolk_core::SymbolId;
use townsfolk_module::mind::Daytime;

/// A day of errands: blocks that cover it, and one-shots at their times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Daily {
    /// Its name.
    pub name: SymbolId,
    /// Continuous activities. A sound daily covers every second of a day exactly once.
    pub blocks: Vec<Block>,
    /// Errands that may come up once a day, in order of definition.
    pub one_shots: Vec<OneShot>,
    /// Largest shift of a one-shot, in seconds, drawn for each person and day.
    pub jitter_s: u32,
    /// For how long a one-shot waits for its turn, in seconds.
    pub grace_s: u32,
}

/// A continuous activity. One that does not end after it begins goes on after midnight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Its first second.
    pub from: Daytime,
    /// The second after its last.
    pub to: Daytime,
    /// The errands of one loop, in order.
    pub errands: Vec<SymbolId>,
}

/// Something that comes up at most once a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OneShot {
    /// When.
    pub at: Daytime,
    /// How likely, in thousandths.
    pub chance: u16,
    /// The errands, in order.
    pub errands: Vec<SymbolId>,
}

/// A fault in the hours of a daily.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoursFault {
    /// No block covers these hours.
    Gap(Daytime, Daytime),
    /// Two blocks, by index, cover these hours.
    Overlap {
        /// The earlier block in the source.
        first: usize,
        /// The later block in the source.
        second: usize,
        /// The beginning of the hours that both cover.
        from: Daytime,
        /// The end of the hours that both cover.
        to: Daytime,
    },
}

impl Block {
    /// Whether the block covers a second of the day.
    pub fn covers(&self, at: Daytime) -> bool {
        match self.from < self.to {
            true => (self.from..self.to).contains(&at),
            false => at >= self.from || at < self.to,
        }
    }

    /// The block as one or two spans within a day.
    fn spans(&self) -> Vec<(u32, u32)> {
        let spans = match self.from < self.to {
            true => vec![(self.from.0, self.to.0)],
            false => vec![(0, self.to.0), (self.from.0, Daytime::DAY)],
        };
        spans.into_iter().filter(|(from, to)| from < to).collect()
    }
}

/// The gaps and overlaps of some blocks: overlaps in order of definition, then gaps by the hour.
pub fn hours_faults(blocks: &[Block]) -> Vec<HoursFault> {
    let mut faults = vec![];
    for (second, later) in blocks.iter().enumerate() {
        for (first, earlier) in blocks.iter().enumerate().take(second) {
            faults.extend(shared(earlier, later).map(|(from, to)| HoursFault::Overlap {
                first,
                second,
                from,
                to,
            }));
        }
    }
    faults.extend(gaps(blocks).into_iter().map(|(a, b)| HoursFault::Gap(a, b)));
    faults
}

/// The first hours that two blocks share.
fn shared(one: &Block, other: &Block) -> Option<(Daytime, Daytime)> {
    let (one, other) = (one.spans(), other.spans());
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let mut shared = pairs.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
    let (from, to) = shared.find(|(from, to)| from < to)?;
    Some((Daytime(from), Daytime(to % Daytime::DAY)))
}

/// The hours that no block covers. A gap over midnight is one gap.
fn gaps(blocks: &[Block]) -> Vec<(Daytime, Daytime)> {
    let mut spans: Vec<(u32, u32)> = blocks.iter().flat_map(Block::spans).collect();
    spans.sort_unstable();
    let mut gaps = vec![];
    let mut covered = 0;
    for (from, to) in spans {
        if from > covered {
            gaps.push((covered, from));
        }
        covered = covered.max(to);
    }
    if covered < Daytime::DAY {
        gaps.push((covered, Daytime::DAY));
    }
    if let (Some((0, first)), Some((last, Daytime::DAY))) = (gaps.first(), gaps.last())
        && gaps.len() > 1
    {
        let over_midnight = (*last, *first);
        gaps.pop();
        gaps.remove(0);
        gaps.push(over_midnight);
    }
    let of_day = |seconds| Daytime(seconds % Daytime::DAY);
    gaps.iter().map(|(a, b)| (of_day(*a), of_day(*b))).collect()
}
