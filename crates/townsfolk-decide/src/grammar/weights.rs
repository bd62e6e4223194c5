//! The weights of one personality: small, mutable, apart from the grammar.

use super::Grammar;
use serde::{Deserialize, Serialize};

/// A weight of this size is written as 1.
pub const ONE: u64 = 1_000_000;

/// Rolls are numbers below this one.
pub const ROLL_MAX: u32 = 1 << 31;

/// Weights of all choices, chances of all repetitions and weights of all starts.
///
/// Each choice keeps its cumulative weights as thresholds of a roll, so that a draw is a few
/// comparisons. Changing a weight changes the thresholds of its choice only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Weights {
    alternatives: Vec<u64>,
    thresholds: Vec<u32>,
    repeats: Vec<u32>,
    starts: Vec<u32>,
}

impl Weights {
    /// The weights that the author wrote.
    pub fn authored(grammar: &Grammar) -> Weights {
        let alternatives = grammar
            .alternatives
            .iter()
            .map(|weight| u64::from(*weight) * 1000);
        let mut weights = Weights {
            alternatives: alternatives.collect(),
            thresholds: vec![0; grammar.alternatives.len()],
            repeats: grammar
                .repeats
                .iter()
                .map(|point| roll_of(point.chance))
                .collect(),
            starts: vec![0; grammar.starts.len()],
        };
        for choice in 0..grammar.choices.len() {
            weights.refresh(grammar, choice as u16);
        }
        let starts: Vec<u64> = grammar
            .starts
            .iter()
            .map(|start| u64::from(start.weight))
            .collect();
        accumulate(&starts, &mut weights.starts);
        weights
    }

    /// Whether they have the shape of a grammar.
    pub fn fit(&self, grammar: &Grammar) -> bool {
        self.alternatives.len() == grammar.alternatives.len()
            && self.thresholds.len() == grammar.alternatives.len()
            && self.repeats.len() == grammar.repeats.len()
            && self.starts.len() == grammar.starts.len()
    }

    /// The weights of a choice, in millionths.
    pub fn of_choice(&self, grammar: &Grammar, choice: u16) -> &[u64] {
        let point = grammar.choices.get(usize::from(choice));
        let range = point.map(|point| {
            let first = point.first as usize;
            first..first + usize::from(point.count)
        });
        range
            .and_then(|range| self.alternatives.get(range))
            .unwrap_or(&[])
    }

    /// Gives one alternative of a choice another weight, in millionths.
    pub fn set(&mut self, grammar: &Grammar, choice: u16, alternative: u16, weight: u64) {
        let Some(point) = grammar.choices.get(usize::from(choice)) else {
            return;
        };
        if alternative < point.count
            && let Some(place) = self
                .alternatives
                .get_mut(point.first as usize + usize::from(alternative))
        {
            *place = weight;
            self.refresh(grammar, choice);
        }
    }

    /// The chance of a repetition, in thousandths, rounded.
    pub fn chance(&self, repeat: u16) -> u32 {
        let roll = self.repeats.get(usize::from(repeat)).copied().unwrap_or(0);
        ((u64::from(roll) * 1000 + u64::from(ROLL_MAX / 2)) / u64::from(ROLL_MAX)) as u32
    }

    /// Gives a repetition another chance, in millionths. More than one counts as one.
    pub fn set_chance(&mut self, repeat: u16, chance: u64) {
        if let Some(place) = self.repeats.get_mut(usize::from(repeat)) {
            *place = (chance.min(ONE) * u64::from(ROLL_MAX) / ONE) as u32;
        }
    }

    /// The chance of a repetition as the threshold of a roll.
    #[inline]
    pub(super) fn repeat_threshold(&self, repeat: u16) -> u32 {
        self.repeats.get(usize::from(repeat)).copied().unwrap_or(0)
    }

    /// The thresholds of a choice.
    #[inline]
    pub(super) fn thresholds(&self, first: u32, count: u16) -> &[u32] {
        let first = first as usize;
        let range = self.thresholds.get(first..first + usize::from(count));
        range.unwrap_or(&[])
    }

    /// The thresholds of the starts.
    pub(super) fn start_thresholds(&self) -> &[u32] {
        &self.starts
    }

    /// Computes the thresholds of a choice again.
    fn refresh(&mut self, grammar: &Grammar, choice: u16) {
        let Some(point) = grammar.choices.get(usize::from(choice)) else {
            return;
        };
        let first = point.first as usize;
        let range = first..first + usize::from(point.count);
        if let (Some(weights), Some(thresholds)) = (
            self.alternatives.get(range.clone()),
            self.thresholds.get_mut(range),
        ) {
            accumulate(weights, thresholds);
        }
    }
}

/// Thousandths as the threshold of a roll.
fn roll_of(thousandths: u32) -> u32 {
    (u64::from(thousandths.min(1000)) * u64::from(ROLL_MAX) / 1000) as u32
}

/// Cumulative weights as thresholds. All are zero if all weights are.
fn accumulate(weights: &[u64], thresholds: &mut [u32]) {
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    let mut sum: u128 = 0;
    for (weight, threshold) in weights.iter().zip(thresholds) {
        sum += u128::from(*weight);
        *threshold = match total {
            0 => 0,
            total => (sum * u128::from(ROLL_MAX) / total) as u32,
        };
    }
}

/// The alternative that a roll chooses; `None` if all weights are zero.
///
/// Few alternatives are compared one by one without a branch; many are searched by halves.
#[inline]
pub(super) fn pick(thresholds: &[u32], roll: u32) -> Option<u16> {
    const FEW: usize = 16;
    let place = match thresholds.len() <= FEW {
        true => thresholds
            .iter()
            .map(|threshold| usize::from(*threshold <= roll))
            .sum(),
        false => thresholds.partition_point(|threshold| *threshold <= roll),
    };
    (place < thresholds.len()).then_some(place as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_alternatives_are_picked_as_few_are() {
        let weights: Vec<u64> = (0..40).map(|n| n % 7).collect();
        let mut thresholds = vec![0; weights.len()];
        accumulate(&weights, &mut thresholds);
        for step in 0..1000 {
            let roll = (u64::from(ROLL_MAX) * step / 1000) as u32;
            let one_by_one = thresholds.iter().position(|threshold| roll < *threshold);
            assert_eq!(pick(&thresholds, roll).map(usize::from), one_by_one);
        }
        assert_eq!(pick(&[0, 0], 0), None);
        assert_eq!(pick(&[], 0), None);
    }

    #[test]
    fn an_alternative_of_weight_zero_is_never_picked() {
        let mut thresholds = [0; 3];
        accumulate(&[1, 0, 1], &mut thresholds);
        assert!((0..2000).all(|step| pick(&thresholds, step * (ROLL_MAX / 2000)) != Some(1)));
    }
}
