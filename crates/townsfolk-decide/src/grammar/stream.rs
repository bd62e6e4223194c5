//! The generator: a stack machine from which symbols are pulled one by one.

use super::weights::{Weights, pick};
use super::{Grammar, Node, UNBOUNDED};
use serde::{Deserialize, Serialize};
use townsfolk_core::Draw;

/// Maximum number of open nodes.
pub const DEPTH_MAX: usize = 256;

/// Maximum number of symbols of one sentence of a grammar that ends.
pub const SYMBOLS_MAX: u32 = 10_000;

/// Maximum number of nodes that are visited for one symbol.
pub const STEPS_MAX: u32 = 10_000;

/// Everything that a stream reads: structure, weights and luck.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The structure.
    pub grammar: &'a Grammar,
    /// The weights, read at each choice.
    pub weights: &'a Weights,
    /// The key of its rolls.
    pub draw: Draw,
}

/// The state of a stream between two symbols. It is saved as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stream {
    open: Vec<Frame>,
    next: Option<u32>,
    rolls: u64,
    emitted: u32,
}

/// An open node, and how many of its children have been visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Frame {
    node: u32,
    count: u32,
}

/// The answer to a pull.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pulled {
    /// A symbol: an index of [`Grammar::symbols`].
    Symbol(u16),
    /// The sentence has ended.
    End,
    /// The sentence was cut off.
    Cut(Limit),
}

/// The reason why a sentence was cut off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// More than [`DEPTH_MAX`] nodes were open.
    Depth,
    /// More than [`SYMBOLS_MAX`] symbols.
    Symbols,
    /// [`STEPS_MAX`] nodes were visited without a symbol.
    Steps,
    /// All weights of this choice are zero.
    AllZero(u16),
}

/// An observer of the dice. The empty one costs nothing.
pub trait Watch {
    /// A rule was entered.
    fn entered(&mut self, _rule: u16) {}
    /// A choice took an alternative.
    fn chose(&mut self, _choice: u16, _alternative: u16) {}
    /// A repetition continues or stops, after a number of repeats. `rolled` is false if a bound decided.
    fn repeated(&mut self, _repeat: u16, _count: u32, _goes_on: bool, _rolled: bool) {}
    /// A node was opened.
    fn opened(&mut self) {}
    /// The innermost open node is visited again.
    fn returned(&mut self) {}
    /// The innermost open node was closed.
    fn closed(&mut self) {}
}

impl Watch for () {}

impl Stream {
    /// A stream before its first sentence.
    pub fn new() -> Stream {
        Stream::default()
    }

    /// Starts a sentence with a rule that the weights of the starts choose. What was open is dropped.
    pub fn begin(&mut self, from: &Source<'_>) -> Option<u16> {
        let thresholds = from.weights.start_thresholds();
        let place = match thresholds.len() {
            1 => Some(0),
            _ => pick(thresholds, self.roll(from)),
        };
        let start = from.grammar.starts.get(usize::from(place?))?;
        self.begin_at(start.rule);
        Some(start.rule)
    }

    /// Starts a sentence with a rule.
    pub fn begin_at(&mut self, rule: u16) {
        self.open.clear();
        self.emitted = 0;
        // The rule is entered when the first symbol is pulled.
        self.next = Some(RULE_BIT | u32::from(rule));
    }

    /// Whether a sentence has begun and not ended.
    pub fn is_in_sentence(&self) -> bool {
        self.next.is_some() || !self.open.is_empty()
    }

    /// Drops the rest of the sentence.
    pub fn drop_rest(&mut self) {
        self.open.clear();
        self.next = None;
    }

    /// Number of open nodes.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Number of rolls so far. Further rolls do not repeat them.
    pub fn rolls(&self) -> u64 {
        self.rolls
    }

    /// Whether every node that it names exists. A save may come from other content.
    pub fn fits(&self, grammar: &Grammar) -> bool {
        let nodes = grammar.nodes.len();
        let rules = grammar.rules.len();
        let next = self.next.is_none_or(|next| match next & RULE_BIT {
            0 => (next as usize) < nodes,
            _ => ((next & !RULE_BIT) as usize) < rules,
        });
        next && self.open.len() <= DEPTH_MAX
            && self.open.iter().all(|frame| {
                let node = grammar.node(frame.node);
                (frame.node as usize) < nodes
                    && matches!(node, Node::Sequence { .. } | Node::Repeat { .. })
            })
    }

    /// The next symbol.
    #[inline]
    pub fn pull(&mut self, from: &Source<'_>) -> Pulled {
        self.pull_watched(from, &mut ())
    }

    /// The next symbol, with an observer of the dice.
    #[inline]
    pub fn pull_watched<W: Watch>(&mut self, from: &Source<'_>, watch: &mut W) -> Pulled {
        let grammar = from.grammar;
        let begun = match self.next.take() {
            Some(next) if next & RULE_BIT != 0 => {
                self.enter((next & !RULE_BIT) as u16, grammar, watch)
            }
            Some(next) => Some(next),
            None => self.resume(from, watch),
        };
        let Some(mut at) = begun else {
            return Pulled::End;
        };
        for _ in 0..STEPS_MAX {
            let next = match grammar.node(at) {
                Node::Terminal(symbol) => return self.emit(symbol, grammar),
                Node::Empty => self.resume(from, watch),
                Node::Rule(rule) => self.enter(rule, grammar, watch),
                Node::Sequence { first, count } => {
                    if count > 1 && !self.open(at, 1, watch) {
                        return self.cut(Limit::Depth);
                    }
                    match count {
                        0 => self.resume(from, watch),
                        _ => grammar.kids.get(first as usize).copied(),
                    }
                }
                Node::Choice {
                    choice,
                    first,
                    count,
                    weights,
                } => {
                    let thresholds = from.weights.thresholds(weights, count);
                    match pick(thresholds, self.roll(from)) {
                        Some(alternative) => {
                            watch.chose(choice, alternative);
                            let kid = first as usize + usize::from(alternative);
                            grammar.kids.get(kid).copied()
                        }
                        None => return self.cut(Limit::AllZero(choice)),
                    }
                }
                Node::Repeat {
                    repeat,
                    kid,
                    min,
                    max,
                } => {
                    let (goes_on, rolled) = self.goes_on(repeat, min, max, 0, from);
                    if goes_on && max != 1 && !self.open(at, 1, watch) {
                        return self.cut(Limit::Depth);
                    }
                    watch.repeated(repeat, 0, goes_on, rolled);
                    match goes_on {
                        true => Some(kid),
                        false => self.resume(from, watch),
                    }
                }
            };
            match next {
                Some(next) => at = next,
                None => return Pulled::End,
            }
        }
        self.cut(Limit::Steps)
    }

    /// Goes on in the innermost open node. A node is closed before its last child, so that repeating
    /// and right recursion do not deepen the stack.
    #[inline]
    fn resume<W: Watch>(&mut self, from: &Source<'_>, watch: &mut W) -> Option<u32> {
        loop {
            let Frame { node, count } = *self.open.last()?;
            match from.grammar.node(node) {
                Node::Sequence { first, count: kids } => {
                    self.visit_again(count + 1 < u32::from(kids), watch);
                    return from.grammar.kids.get((first + count) as usize).copied();
                }
                Node::Repeat {
                    repeat,
                    kid,
                    min,
                    max,
                } => {
                    watch.returned();
                    let (goes_on, rolled) = self.goes_on(repeat, min, max, count, from);
                    let is_last = max != UNBOUNDED && count + 1 == u32::from(max);
                    self.count_up(goes_on && !is_last, watch);
                    watch.repeated(repeat, count, goes_on, rolled);
                    if goes_on {
                        return Some(kid);
                    }
                }
                // Only sequences and repetitions are opened.
                _ => _ = self.open.pop(),
            }
        }
    }

    #[inline]
    fn visit_again<W: Watch>(&mut self, stays: bool, watch: &mut W) {
        watch.returned();
        self.count_up(stays, watch);
    }

    #[inline]
    fn count_up<W: Watch>(&mut self, stays: bool, watch: &mut W) {
        if !stays {
            self.open.pop();
            watch.closed();
        } else if let Some(frame) = self.open.last_mut() {
            frame.count = frame.count.saturating_add(1);
        }
    }

    /// Whether a repetition goes on, and whether that was rolled.
    #[inline]
    fn goes_on(
        &mut self,
        repeat: u16,
        min: u16,
        max: u16,
        count: u32,
        from: &Source<'_>,
    ) -> (bool, bool) {
        let bounded = count < u32::from(min) || (max != UNBOUNDED && count >= u32::from(max));
        let goes_on = match bounded {
            true => count < u32::from(min),
            false => self.roll(from) < from.weights.repeat_threshold(repeat),
        };
        (goes_on, !bounded)
    }

    #[inline]
    fn enter<W: Watch>(&mut self, rule: u16, grammar: &Grammar, watch: &mut W) -> Option<u32> {
        watch.entered(rule);
        grammar.body_of(rule)
    }

    #[inline]
    fn open<W: Watch>(&mut self, node: u32, count: u32, watch: &mut W) -> bool {
        let fits = self.open.len() < DEPTH_MAX;
        if fits {
            self.open.push(Frame { node, count });
            watch.opened();
        }
        fits
    }

    #[inline]
    fn emit(&mut self, symbol: u16, grammar: &Grammar) -> Pulled {
        self.emitted = self.emitted.wrapping_add(1);
        if self.emitted > SYMBOLS_MAX && !grammar.endless {
            return self.cut(Limit::Symbols);
        }
        Pulled::Symbol(symbol)
    }

    #[cold]
    fn cut(&mut self, limit: Limit) -> Pulled {
        self.drop_rest();
        Pulled::Cut(limit)
    }

    /// A roll of 31 bits.
    #[inline]
    fn roll(&mut self, from: &Source<'_>) -> u32 {
        let bits = from.draw.bits(self.rolls);
        self.rolls = self.rolls.wrapping_add(1);
        (bits >> 33) as u32
    }
}

/// Marks a rule that is to be entered, among indices of nodes.
const RULE_BIT: u32 = 1 << 31;

/// A whole sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Its symbols.
    pub symbols: Vec<u16>,
    /// The reason why it was cut off, if it was.
    pub cut: Option<Limit>,
}

impl Stream {
    /// Starts a sentence and pulls it to its end.
    pub fn sentence(&mut self, from: &Source<'_>) -> Sentence {
        self.begin(from);
        self.rest(from, &mut ())
    }

    /// Pulls the sentence to its end, with an observer of the dice.
    pub fn rest<W: Watch>(&mut self, from: &Source<'_>, watch: &mut W) -> Sentence {
        let mut symbols = vec![];
        loop {
            match self.pull_watched(from, watch) {
                // An endless grammar has no end: what is asked for as a sentence is bounded here.
                Pulled::Symbol(_) if symbols.len() >= SYMBOLS_MAX as usize => {
                    self.drop_rest();
                    let cut = Some(Limit::Symbols);
                    return Sentence { symbols, cut };
                }
                Pulled::Symbol(symbol) => symbols.push(symbol),
                Pulled::End => return Sentence { symbols, cut: None },
                Pulled::Cut(limit) => {
                    let cut = Some(limit);
                    return Sentence { symbols, cut };
                }
            }
        }
    }
}
