//! Statistics of many sentences: what comes out of a grammar.

use super::Grammar;
use super::inside::Model;
use super::stream::{Source, Stream, Watch};
use super::weights::Weights;
use std::collections::BTreeMap;
use townsfolk_core::Draw;

/// The usual number of sentences of a report.
pub const SAMPLES: usize = 10_000;

/// The number of sentences that are listed as the most frequent.
pub const FREQUENT: usize = 20;

/// What was counted in many sentences.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Number of sentences.
    pub sentences: u64,
    /// Number of sentences that were cut off.
    pub cut: u64,
    /// Number of symbols.
    pub symbols: u64,
    /// How often each symbol came.
    pub singles: BTreeMap<u16, u64>,
    /// How often each pair of symbols came.
    pub pairs: BTreeMap<[u16; 2], u64>,
    /// How often each triple of symbols came.
    pub triples: BTreeMap<[u16; 3], u64>,
    /// Lengths of the sentences.
    pub lengths: Lengths,
    /// The most frequent sentences, with how often they came.
    pub frequent: Vec<(Vec<u16>, u64)>,
    /// Number of different sentences.
    pub distinct: u64,
    /// How often each alternative was taken, by its index among all.
    pub alternatives: Vec<u64>,
    /// For each repetition, how often its dice let it go on, and stop.
    pub repeats: Vec<(u64, u64)>,
    /// Bits of surprise of one symbol: 0 for a fixed pattern.
    pub bits_per_symbol: f64,
}

/// Lengths of sentences.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// Half of the sentences are no longer.
    pub median: u64,
    /// 95 of 100 sentences are no longer.
    pub p95: u64,
    /// The longest.
    pub max: u64,
}

/// Generates sentences and counts. `go_on` is called after every thousandth with their number, and
/// ends the count by returning false.
pub fn report(
    grammar: &Grammar,
    weights: &Weights,
    samples: usize,
    draw: Draw,
    mut go_on: impl FnMut(usize) -> bool,
) -> Statistics {
    let from = Source {
        grammar,
        weights,
        draw,
    };
    let mut stream = Stream::new();
    let mut usage = Usage {
        alternatives: vec![0; grammar.alternatives.len()],
        repeats: vec![(0, 0); grammar.repeats.len()],
        choices: grammar.choices.iter().map(|point| point.first).collect(),
    };
    let mut statistics = Statistics::default();
    let mut lengths = Vec::with_capacity(samples);
    let mut strings: BTreeMap<Vec<u16>, u64> = BTreeMap::new();
    for sample in 0..samples {
        stream.begin(&from);
        let sentence = stream.rest(&from, &mut usage);
        statistics.count(&sentence.symbols, sentence.cut.is_some());
        lengths.push(sentence.symbols.len() as u64);
        *strings.entry(sentence.symbols).or_default() += 1;
        if sample % 1000 == 999 && !go_on(sample + 1) {
            break;
        }
    }
    statistics.lengths = lengths_of(lengths);
    statistics.distinct = strings.len() as u64;
    statistics.frequent = most_frequent(strings);
    statistics.bits_per_symbol = usage.bits(grammar, weights) / statistics.symbols.max(1) as f64;
    statistics.alternatives = usage.alternatives;
    statistics.repeats = usage.repeats;
    statistics
}

impl Statistics {
    fn count(&mut self, symbols: &[u16], is_cut: bool) {
        self.sentences += 1;
        self.cut += u64::from(is_cut);
        self.symbols += symbols.len() as u64;
        for symbol in symbols {
            *self.singles.entry(*symbol).or_default() += 1;
        }
        for pair in symbols.windows(2) {
            if let [first, second] = *pair {
                *self.pairs.entry([first, second]).or_default() += 1;
            }
        }
        for triple in symbols.windows(3) {
            if let [first, second, third] = *triple {
                *self.triples.entry([first, second, third]).or_default() += 1;
            }
        }
    }
}

fn lengths_of(mut lengths: Vec<u64>) -> Lengths {
    lengths.sort_unstable();
    let many = lengths.len().max(1);
    let at = |share: usize| {
        lengths
            .get((many * share / 100).min(many - 1))
            .copied()
            .unwrap_or(0)
    };
    Lengths {
        mean: lengths.iter().sum::<u64>() as f64 / many as f64,
        median: at(50),
        p95: at(95),
        max: lengths.last().copied().unwrap_or(0),
    }
}

fn most_frequent(strings: BTreeMap<Vec<u16>, u64>) -> Vec<(Vec<u16>, u64)> {
    let mut strings: Vec<(Vec<u16>, u64)> = strings.into_iter().collect();
    strings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    strings.truncate(FREQUENT);
    strings
}

/// Counts the dice.
struct Usage {
    alternatives: Vec<u64>,
    repeats: Vec<(u64, u64)>,
    choices: Vec<u32>,
}

impl Watch for Usage {
    fn chose(&mut self, choice: u16, alternative: u16) {
        let first = self.choices.get(usize::from(choice)).copied().unwrap_or(0);
        let at = first as usize + usize::from(alternative);
        if let Some(count) = self.alternatives.get_mut(at) {
            *count += 1;
        }
    }

    fn repeated(&mut self, repeat: u16, _count: u32, goes_on: bool, rolled: bool) {
        if let Some((on, stop)) = self.repeats.get_mut(usize::from(repeat)).filter(|_| rolled) {
            *on += u64::from(goes_on);
            *stop += u64::from(!goes_on);
        }
    }
}

impl Usage {
    /// The surprise of all dice together, in bits.
    #[allow(
        clippy::disallowed_methods,
        reason = "a figure for a report, not simulated"
    )]
    fn bits(&self, grammar: &Grammar, weights: &Weights) -> f64 {
        let model = Model::of(grammar, weights);
        let bits = |count: u64, probability: f64| match count {
            0 => 0.0,
            count => -(count as f64) * probability.log2(),
        };
        let alternatives = self.alternatives.iter().zip(&model.alternatives);
        let chosen: f64 = alternatives
            .map(|(count, probability)| bits(*count, *probability))
            .sum();
        let repeats = self.repeats.iter().zip(&model.repeats);
        let repeated =
            repeats.map(|((on, stop), chance)| bits(*on, *chance) + bits(*stop, 1.0 - chance));
        chosen + repeated.sum::<f64>()
    }
}
