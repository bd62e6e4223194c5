//! Weights corrected while playing: a pattern that comes too often or too rarely is brought back.

use super::consume::Follow;
use super::provenance::{Step, Trail};
use super::stream::Watch;
use super::weights::{ONE, Weights};
use super::{Grammar, GrammarPattern};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The default of [`GrammarPattern::tolerance`].
pub const TOLERANCE: u32 = 200;
/// The default of [`GrammarPattern::window`].
pub const WINDOW: u16 = 500;
/// Least and greatest factor of one correction, in millionths.
const FACTOR: (u64, u64) = (ONE / 2, ONE * 2);
/// Least and greatest weight, as a part of what the author wrote, in millionths.
const TOGETHER: (u64, u64) = (ONE / 20, ONE * 20);

/// The dice that a correction changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Die {
    /// An alternative of a choice.
    Alternative {
        /// Which choice.
        choice: u16,
        /// Which alternative.
        alternative: u16,
    },
    /// Going on with a repetition.
    Repeat(u16),
}

/// A correction that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correction {
    /// What was changed.
    pub die: Die,
    /// By which factor, in millionths.
    pub factor: u64,
    /// How often the pattern began, in a thousand symbols.
    pub observed: u32,
}

/// The last symbols of a stream, with the dice that made them. One for each pattern.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Monitor {
    seen: VecDeque<Seen>,
    /// The choice that was corrected last. A pattern that no longer occurs gives no hint which one to correct.
    last: Option<Die>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Seen {
    symbol: u16,
    dice: Vec<Die>,
}

impl Monitor {
    /// Takes a symbol in, with the dice that were thrown for it.
    fn take_in(&mut self, pattern: &GrammarPattern, symbol: u16, dice: &[Die]) {
        while self.seen.len() >= usize::from(pattern.window.max(1)) {
            self.seen.pop_front();
        }
        let dice = dice.to_vec();
        self.seen.push_back(Seen { symbol, dice });
    }

    /// Corrects weights, if the window is full and the pattern is too far off its target.
    ///
    /// The window is emptied then: symbols from before say nothing about the new weights.
    pub fn correct(
        &mut self,
        grammar: &Grammar,
        pattern: &GrammarPattern,
        weights: &mut Weights,
    ) -> Option<Correction> {
        if self.seen.len() < usize::from(pattern.window) || pattern.symbols.is_empty() {
            return None;
        }
        let (matches, die) = self.matches(grammar, pattern);
        let observed = (matches * 1000 / self.seen.len() as u64) as u32;
        let (target, slack) = (
            u64::from(pattern.per_thousand),
            u64::from(pattern.tolerance),
        );
        let too_often = u64::from(observed) * 1000 > target * (1000 + slack);
        let too_rarely = u64::from(observed) * (1000 + slack) < target * 1000;
        let die = die.or(self.last).filter(|_| too_often || too_rarely)?;
        let ratio = u128::from(target) * u128::from(ONE) * u128::from(ONE);
        let factor = (ratio / u128::from(observed.max(1))).isqrt() as u64;
        let factor = factor.clamp(FACTOR.0, FACTOR.1);
        multiply(grammar, weights, die, factor);
        self.seen.clear();
        self.last = Some(die);
        Some(Correction {
            die,
            factor,
            observed,
        })
    }

    /// How often the pattern begins in the window, and the die most often thrown inside it. Choices
    /// come before repetitions.
    fn matches(&self, grammar: &Grammar, pattern: &GrammarPattern) -> (u64, Option<Die>) {
        let mut dice: BTreeMap<Die, u64> = BTreeMap::new();
        let mut matches = 0;
        for start in 0..self.seen.len() {
            let span = self.seen.iter().skip(start).take(pattern.symbols.len());
            if !span
                .clone()
                .map(|seen| seen.symbol)
                .eq(pattern.symbols.iter().copied())
            {
                continue;
            }
            matches += 1;
            let dice_inside = span.flat_map(|seen| &seen.dice);
            for die in dice_inside.filter(|die| can_change(grammar, **die)) {
                *dice.entry(*die).or_default() += 1;
            }
        }
        let most = |is_choice: bool| {
            let of_kind = dice
                .iter()
                .filter(|(die, _)| matches!(die, Die::Alternative { .. }) == is_choice);
            of_kind
                .max_by_key(|(die, count)| (**count, std::cmp::Reverse(**die)))
                .map(|(die, _)| *die)
        };
        (matches, most(true).or_else(|| most(false)))
    }
}

/// Whether the author left anything to the die: what always goes on is not a matter of rate.
fn can_change(grammar: &Grammar, die: Die) -> bool {
    match die {
        Die::Alternative { .. } => true,
        Die::Repeat(repeat) => {
            let point = grammar.repeats.get(usize::from(repeat));
            point.is_some_and(|point| (1..1000).contains(&point.chance))
        }
    }
}

fn multiply(grammar: &Grammar, weights: &mut Weights, die: Die, factor: u64) {
    let times =
        |value: u64, factor: u64| (u128::from(value) * u128::from(factor) / u128::from(ONE)) as u64;
    let bounded = |value: u64, authored: u64| {
        let (low, high) = (times(authored, TOGETHER.0), times(authored, TOGETHER.1));
        value.clamp(low.max(1), high.max(1))
    };
    match die {
        Die::Alternative {
            choice,
            alternative,
        } => {
            let place = usize::from(alternative);
            let old = weights
                .of_choice(grammar, choice)
                .get(place)
                .copied()
                .unwrap_or(0);
            let first = grammar
                .choices
                .get(usize::from(choice))
                .map_or(0, |point| point.first);
            let authored = grammar
                .alternatives
                .get(first as usize + place)
                .copied()
                .unwrap_or(0);
            let new = bounded(times(old, factor), u64::from(authored) * 1000);
            weights.set(grammar, choice, alternative, new);
        }
        Die::Repeat(repeat) => {
            // A chance is corrected by its odds, so that it never reaches certainty.
            let odds = |chance: u64| chance * ONE / (ONE - chance.min(ONE - 1));
            let authored = grammar
                .repeats
                .get(usize::from(repeat))
                .map_or(0, |point| point.chance);
            let old = odds(u64::from(weights.chance(repeat)) * 1000);
            let new = bounded(times(old, factor), odds(u64::from(authored) * 1000));
            let chance = u128::from(new) * u128::from(ONE) / (u128::from(new) + u128::from(ONE));
            weights.set_chance(repeat, chance as u64);
        }
    }
}

/// An observer that keeps the trail and the dice of the last symbol, and tells monitors.
#[derive(Debug)]
pub struct Following<'a> {
    /// The trail of the stream.
    pub trail: &'a mut Trail,
    /// The patterns of the grammar.
    pub patterns: &'a [GrammarPattern],
    /// One monitor for each pattern.
    pub monitors: &'a mut [Monitor],
    /// Dice since the last symbol.
    pub dice: Vec<Die>,
}

impl Watch for Following<'_> {
    fn entered(&mut self, rule: u16) {
        self.trail.entered(rule);
    }
    fn chose(&mut self, choice: u16, alternative: u16) {
        self.trail.chose(choice, alternative);
        self.dice.push(Die::Alternative {
            choice,
            alternative,
        });
    }
    fn repeated(&mut self, repeat: u16, count: u32, goes_on: bool, rolled: bool) {
        self.trail.repeated(repeat, count, goes_on, rolled);
        if goes_on && rolled {
            self.dice.push(Die::Repeat(repeat));
        }
    }
    fn opened(&mut self) {
        self.trail.opened();
    }
    fn returned(&mut self) {
        self.trail.returned();
    }
    fn closed(&mut self) {
        self.trail.closed();
    }
}

impl Follow for Following<'_> {
    fn began(&mut self) {
        self.trail.clear();
    }
    fn emitted(&mut self, symbol: u16) {
        for (monitor, pattern) in self.monitors.iter_mut().zip(self.patterns) {
            monitor.take_in(pattern, symbol, &self.dice);
        }
        self.dice.clear();
    }
}

impl Follow for Trail {
    fn began(&mut self) {
        self.clear();
    }
}

/// The steps of a trail that are dice.
pub fn dice_of(trail: &Trail) -> impl Iterator<Item = Die> {
    trail.steps().iter().filter_map(|step| match *step {
        Step::Rule(_) => None,
        Step::Chose {
            choice,
            alternative,
        } => Some(Die::Alternative {
            choice,
            alternative,
        }),
        Step::Repeated { repeat, .. } => Some(Die::Repeat(repeat)),
    })
}
