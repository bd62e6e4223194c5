//! Conditions of the plainest shape, searched without a trail: facts, facts that are not there, and
//! tests, in which it is certain beforehand which variable has a value where.
//!
//! Most rules are like this. Such a condition is a short list of steps; a search walks along it and
//! back, with the rows it has reached in one small array. Steps are counted as always.

use super::program::{Code, NO_FACT, Op, Span};
use super::space::Space;
use super::update::Updating;
use super::witness::Witness;
use super::word::{NONE, Word};

/// Facts in one condition that can be there in several ways.
const WALKS_MAX: usize = 12;

/// A place of a row, and the slot that has (or gets) its value.
pub(super) type Pair = (u8, u16);

/// One literal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Each row that has the known values; the others are bound.
    Each { rows: Rows, bound: Span },
    /// No row has the known values.
    None { rows: Rows },
    /// A test, by its operation.
    Test(u32),
}

/// Rows of a fact with known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) fact: u16,
    arity: u16,
    /// The first known value: its place and its slot. Facts of which nothing is known have none.
    first: Option<Pair>,
    /// The other known values.
    others: Span,
}

impl Rows {
    /// The known values.
    pub(super) fn known(self, pairs: &[Pair]) -> impl Iterator<Item = Pair> {
        let others = self.others.of(pairs).iter().copied();
        self.first.into_iter().chain(others)
    }

    /// The first row from one on that has the known values, or the number of rows; and which.
    #[inline(always)]
    fn next(self, space: &Space, slots: &[Word], pairs: &[Pair], from: u32) -> (u32, bool) {
        let Some((place, slot)) = self.first else {
            let there = from < space.rows(usize::from(self.fact)).0 as u32;
            return (from, there);
        };
        let words = space.group(usize::from(self.fact));
        let (arity, wanted) = (usize::from(self.arity), slots[usize::from(slot)]);
        let (mut row, mut at) = (from, from as usize * arity);
        while let Some(word) = words.get(at + usize::from(place)) {
            if *word == wanted && (self.others.length == 0 || self.fits(words, at, slots, pairs)) {
                return (row, true);
            }
            row += 1;
            at += arity;
        }
        (row, false)
    }

    #[inline]
    fn fits(self, words: &[Word], at: usize, slots: &[Word], pairs: &[Pair]) -> bool {
        let mut others = self.others.of(pairs).iter();
        others.all(|(place, slot)| words[at + usize::from(*place)] == slots[usize::from(*slot)])
    }
}

/// Finds the conditions of this shape.
pub(super) fn plan(code: &mut Code) {
    let whens: Vec<(u32, u16)> = code.rules.iter().map(|r| (r.when, r.variables)).collect();
    for (rule, (when, variables)) in whens.into_iter().enumerate() {
        let mark = (code.steps.len(), code.pairs.len());
        if steps_of(code, when as usize, variables).is_some() {
            code.rules[rule].steps = Some(Span {
                from: mark.0 as u32,
                length: (code.steps.len() - mark.0) as u32,
            });
        } else {
            code.steps.truncate(mark.0);
            code.pairs.truncate(mark.1);
        }
    }
}

fn steps_of(code: &mut Code, mut at: usize, variables: u16) -> Option<()> {
    let mut has_value = vec![false; usize::from(variables)];
    let (mut walks, first) = (0, code.steps.len());
    loop {
        if walks > WALKS_MAX || code.steps.len() - first > usize::from(u8::MAX) {
            return None;
        }
        match code.operations[at] {
            Op::Done => return Some(()),
            Op::Jump(to) => {
                at = to as usize;
                continue;
            }
            Op::Fact {
                fact,
                columns: Some(columns),
                arguments,
            } if fact != NO_FACT => {
                walks += 1;
                let (known, free) = split(code, columns, arguments, &has_value)?;
                for (_, slot) in &free {
                    has_value[usize::from(*slot)] = true;
                }
                let rows = rows(code, fact, arguments, &known);
                let bound = keep(code, &free);
                code.steps.push(Step::Each { rows, bound });
            }
            Op::NotFact {
                fact,
                columns: Some(columns),
                arguments,
            } if fact != NO_FACT => {
                let (known, _) = split(code, columns, arguments, &has_value)?;
                let rows = rows(code, fact, arguments, &known);
                code.steps.push(Step::None { rows });
            }
            Op::Compare { .. } | Op::Host { .. } | Op::Coin { .. } => {
                code.steps.push(Step::Test(at as u32));
            }
            _ => return None,
        }
        at += 1;
    }
}

/// The places whose values are known, and those that get one. `None` if a variable without a value
/// stands in two places.
fn split(
    code: &Code,
    columns: u32,
    arguments: Span,
    has_value: &[bool],
) -> Option<(Vec<Pair>, Vec<Pair>)> {
    let from = columns as usize;
    let columns = &code.columns[from..from + arguments.length as usize];
    let (mut known, mut free): (Vec<Pair>, Vec<Pair>) = (vec![], vec![]);
    for (place, slot) in columns.iter().enumerate() {
        let pair = (u8::try_from(place).ok()?, *slot);
        let index = usize::from(*slot);
        if index == code.any() {
            continue;
        }
        match has_value.get(index) {
            Some(false) if free.iter().any(|(_, other)| other == slot) => return None,
            Some(false) => free.push(pair),
            // A variable of another rule's making would be a define's; those are not of this shape.
            None if index < code.slots => return None,
            _ => known.push(pair),
        }
    }
    Some((known, free))
}

fn rows(code: &mut Code, fact: u16, arguments: Span, known: &[Pair]) -> Rows {
    Rows {
        fact,
        arity: arguments.length as u16,
        first: known.first().copied(),
        others: keep(code, known.get(1..).unwrap_or_default()),
    }
}

fn keep(code: &mut Code, pairs: &[Pair]) -> Span {
    let from = code.pairs.len() as u32;
    code.pairs.extend_from_slice(pairs);
    Span {
        from,
        length: pairs.len() as u32,
    }
}

/// A search on its way.
struct Walk<'c> {
    steps: &'c [Step],
    pairs: &'c [Pair],
    at: usize,
    /// Where to look on, when coming back to a fact.
    row: u32,
    back: bool,
    /// Facts that have been found, and where to look on.
    reached: [(u8, u32); WALKS_MAX],
    depth: usize,
    /// Steps taken, as the reference evaluator counts them.
    taken: u32,
    budget: u32,
}

/// Why a walk pauses.
enum Pause {
    /// Every step has been taken.
    Solution,
    /// The operation of a test has to be looked at.
    Test(u32),
    /// There is no way on.
    Over,
}

impl Walk<'_> {
    /// Goes on until something has to be looked at that facts alone do not tell.
    #[inline]
    fn go_on(&mut self, space: &Space, slots: &mut [Word]) -> Pause {
        loop {
            let ahead = match self.steps.get(self.at) {
                None => return Pause::Solution,
                Some(Step::Each { rows, bound }) => {
                    let from = if self.back { self.row } else { 0 };
                    let (found, there) = rows.next(space, slots, self.pairs, from);
                    self.taken += u32::from(!self.back) + (found - from) + u32::from(there);
                    self.back = false;
                    if there {
                        let words = space.row(
                            usize::from(rows.fact),
                            found as usize,
                            usize::from(rows.arity),
                        );
                        for (place, slot) in bound.of(self.pairs) {
                            slots[usize::from(*slot)] = words[usize::from(*place)];
                        }
                        self.reached[self.depth] = (self.at as u8, found + 1);
                        self.depth += 1;
                    }
                    there
                }
                Some(Step::None { rows }) => {
                    let (found, there) = rows.next(space, slots, self.pairs, 0);
                    self.taken += 1 + found + u32::from(there);
                    !there
                }
                Some(Step::Test(operation)) => {
                    self.taken += 1;
                    return Pause::Test(*operation);
                }
            };
            if ahead && self.taken <= self.budget {
                self.at += 1;
            } else if !self.turn_back(slots) {
                return Pause::Over;
            }
        }
    }

    /// Back to the last fact that may be there in another way; out of steps, back to the beginning.
    #[inline]
    fn turn_back(&mut self, slots: &mut [Word]) -> bool {
        while self.depth > 0 {
            self.depth -= 1;
            let (at, row) = self.reached[self.depth];
            self.at = usize::from(at);
            if let Step::Each { bound, .. } = &self.steps[self.at] {
                for (_, slot) in bound.of(self.pairs) {
                    slots[usize::from(*slot)] = NONE;
                }
            }
            if self.taken <= self.budget {
                (self.row, self.back) = (row, true);
                return true;
            }
        }
        false
    }
}

impl<W: Witness> Updating<'_, W> {
    /// Looks for solutions along the steps. Those of a solution with which the rule can fire stay
    /// bound.
    pub(super) fn walk(&mut self, steps: Span) {
        let code = self.code;
        let mut walk = Walk {
            steps: steps.of(&code.steps),
            pairs: &code.pairs,
            at: 0,
            row: 0,
            back: false,
            reached: [(0, 0); WALKS_MAX],
            depth: 0,
            taken: 0,
            budget: self.budget(),
        };
        loop {
            let ahead = match walk.go_on(&self.scene.space, &mut self.scratch.slots) {
                Pause::Over => break,
                Pause::Solution => {
                    self.steps = walk.taken;
                    if self.found() {
                        self.keep_bound(walk.steps);
                        return;
                    }
                    walk.taken = self.steps;
                    false
                }
                Pause::Test(operation) => {
                    self.steps = walk.taken;
                    let holds = self.test(operation as usize) == Some(true);
                    walk.taken = self.steps;
                    holds && walk.taken <= walk.budget
                }
            };
            if ahead {
                walk.at += 1;
            } else if !walk.turn_back(&mut self.scratch.slots) {
                break;
            }
        }
        self.steps = walk.taken;
    }

    /// What is bound is unbound by undoing, like everything else.
    fn keep_bound(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Each { bound, .. } = step {
                let slots = bound.of(&self.code.pairs).iter().map(|(_, slot)| *slot);
                self.scratch.trail.extend(slots);
            }
        }
    }
}
