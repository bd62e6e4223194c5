//! Conditions of the plainest shape, searched without a trail: facts, facts that are not there, and
//! tests, in which it is certain beforehand which variable has a value where.
//!
//! Most rules are like this. Such a condition is a short list of steps; a search walks along it and
//! back. Steps are counted as always.

use super::expression::answer;
use super::program::{Arg, Check, Code, Ex, NO_FACT, Op, PatternCode, Span, Timing};
use super::space::Space;
use super::update::Updating;
use super::witness::Witness;
use super::word::{NONE, TIME, Word, pack};
use townsfolk_core::VALUE_MAX;
use townsfolk_module::Comparison;

/// Facts in one condition that can be there in several ways: so deep does a walk go.
const WALKS_MAX: usize = 12;
/// Places of one fact whose values are known, and as many that get one.
const PAIRS_MAX: usize = 4;
/// Stands for `.now` where a slot stands.
const NOW: u16 = u16::MAX;

/// A place of a row, and the slot that has (or gets) its value.
type Pair = (u8, u16);

/// One literal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Each row that has the known values; the others are bound.
    Each {
        rows: Rows,
        bound: Pairs,
    },
    /// No row has the known values.
    None {
        rows: Rows,
    },
    Compare(Compare),
    /// Any other test, by its operation.
    Test(u32),
}

/// A comparison of two slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compare {
    comparison: Comparison,
    timing: Timing,
    left: u16,
    right: u16,
}

/// A few pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    count: u8,
    pairs: [Pair; PAIRS_MAX],
}

impl Pairs {
    fn of(pairs: &[Pair]) -> Option<Pairs> {
        let mut kept = Pairs::default();
        kept.pairs.get_mut(..pairs.len())?.copy_from_slice(pairs);
        kept.count = pairs.len() as u8;
        Some(kept)
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Pair> {
        self.pairs.iter().take(usize::from(self.count)).copied()
    }
}

/// Rows of a fact with known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    fact: u16,
    known: Pairs,
}

impl Rows {
    /// The first row from one on that has the known values, or the number of rows; and which.
    #[inline(always)]
    fn next(&self, space: &Space, slots: &[Word], from: u32) -> (u32, bool) {
        let [(place, slot), ..] = self.known.pairs;
        if self.known.count == 0 {
            return (from, from < space.rows(usize::from(self.fact)) as u32);
        }
        let (words, width) = space.group(usize::from(self.fact));
        let wanted = slots[usize::from(slot)];
        let (mut row, mut at) = (from, from as usize * width + usize::from(place));
        while at < words.len() {
            if words[at] == wanted
                && (self.known.count == 1 || self.fits(words, at - usize::from(place), slots))
            {
                return (row, true);
            }
            row += 1;
            at += width;
        }
        (row, false)
    }

    #[inline(always)]
    fn fits(&self, words: &[Word], at: usize, slots: &[Word]) -> bool {
        let mut others = self.known.iter().skip(1);
        others.all(|(place, slot)| words[at + usize::from(place)] == slots[usize::from(slot)])
    }
}

/// Finds the conditions of this shape.
pub(super) fn plan(code: &mut Code) {
    let whens: Vec<(u32, u16)> = code.rules.iter().map(|r| (r.when, r.variables)).collect();
    for (rule, (when, variables)) in whens.into_iter().enumerate() {
        let mark = code.steps.len();
        if let Some(has_value) = steps_of(code, when as usize, variables) {
            waive_known_arguments(code, rule, &has_value);
            waive_sure_change(code, rule, mark, &has_value);
            code.rules[rule].steps = Some(Span {
                from: mark as u32,
                length: (code.steps.len() - mark) as u32,
            });
        } else {
            code.steps.truncate(mark);
        }
    }
}

fn steps_of(code: &mut Code, mut at: usize, variables: u16) -> Option<Vec<bool>> {
    let mut has_value = vec![false; usize::from(variables)];
    let (mut walks, first) = (0, code.steps.len());
    loop {
        if walks > WALKS_MAX || code.steps.len() - first > usize::from(u8::MAX) {
            return None;
        }
        let step = match code.operations[at] {
            Op::Done => return Some(has_value),
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
                let (rows, bound) = split(code, fact, columns, arguments, &has_value)?;
                for (_, slot) in bound.iter() {
                    has_value[usize::from(slot)] = true;
                }
                Step::Each { rows, bound }
            }
            Op::NotFact {
                fact,
                columns: Some(columns),
                arguments,
            } if fact != NO_FACT => {
                let (rows, _) = split(code, fact, columns, arguments, &has_value)?;
                Step::None { rows }
            }
            Op::Compare {
                comparison,
                timing,
                left,
                right,
            } => {
                if !is_known(code, left, &has_value) || !is_known(code, right, &has_value) {
                    return None;
                }
                match (slot_of(code, left), slot_of(code, right)) {
                    (Some(left), Some(right)) if timing != Timing::Searched => {
                        Step::Compare(Compare {
                            comparison,
                            timing,
                            left,
                            right,
                        })
                    }
                    _ => Step::Test(at as u32),
                }
            }
            Op::Host { arguments, .. } if are_known(code, arguments, &has_value) => {
                Step::Test(at as u32)
            }
            Op::Coin { .. } => Step::Test(at as u32),
            _ => return None,
        };
        code.steps.push(step);
        at += 1;
    }
}

/// An action whose arguments all have values whenever the condition holds needs no look at them.
fn waive_known_arguments(code: &mut Code, rule: usize, has_value: &[bool]) {
    let Some(call) = &code.rules[rule].action else {
        return;
    };
    let mut needed = call.needed.of(&code.arguments).iter();
    let known = needed.all(|argument| match argument {
        Arg::Slot(slot) => has_value.get(usize::from(*slot)) == Some(&true),
        Arg::Word(_) | Arg::Me => true,
        Arg::Anything | Arg::Expression(_) => false,
    });
    if known && let Some(call) = &mut code.rules[rule].action {
        call.needed = Span::default();
    }
}

/// A rule that adds what its condition says is not there needs no look at whether it may, or whether
/// that changes anything.
fn waive_sure_change(code: &mut Code, rule: usize, from: usize, has_value: &[bool]) {
    let rule_code = &code.rules[rule];
    let sure = |pattern: &PatternCode| {
        let arity = pattern.arguments.length as usize;
        let Some(columns) = pattern.columns.map(|from| from as usize) else {
            return false;
        };
        let columns = &code.columns[columns..columns + arity];
        // A constant may be gone from the world; what facts name, and who acts, is not.
        let there = |slot: &u16| {
            let slot = usize::from(*slot);
            slot == code.me() || has_value.get(slot) == Some(&true)
        };
        let claim = code.shape.facts[usize::from(pattern.fact)].claim;
        let is_denied = |step: &Step| match step {
            Step::None { rows } => {
                let mut known = rows.known.iter();
                rows.fact == pattern.fact
                    && known.all(|(place, slot)| {
                        let place = usize::from(place);
                        columns[place] == slot && !(claim && place + 1 == arity)
                    })
            }
            _ => false,
        };
        columns.iter().all(there) && code.steps[from..].iter().any(is_denied)
    };
    let added = rule_code.now.add.of(&code.patterns);
    let is_claim = |pattern: &&PatternCode| {
        let shape = code.shape.facts.get(usize::from(pattern.fact));
        shape.is_some_and(|shape| shape.claim)
    };
    let waived = match rule_code.check {
        Check::OneClaim => added.iter().filter(is_claim).all(sure),
        Check::OneChange => added.iter().any(|p| p.fact != NO_FACT && sure(p)),
        Check::None | Check::Copy => false,
    };
    if waived {
        code.rules[rule].check = Check::None;
    }
}

/// The rows with known values at some places, and the places that get one. `None` if a variable
/// without a value stands in two places, or there are too many of them.
fn split(
    code: &Code,
    fact: u16,
    columns: u32,
    arguments: Span,
    has_value: &[bool],
) -> Option<(Rows, Pairs)> {
    let from = columns as usize;
    let columns = &code.columns[from..from + arguments.length as usize];
    let (mut known, mut free): (Vec<Pair>, Vec<Pair>) = (vec![], vec![]);
    for (place, slot) in columns.iter().enumerate() {
        let pair = (place as u8, *slot);
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
    let rows = Rows {
        fact,
        known: Pairs::of(&known)?,
    };
    Some((rows, Pairs::of(&free)?))
}

/// Whether every variable in an expression has a value, and nothing has to be searched for.
fn is_known(code: &Code, expression: u32, has_value: &[bool]) -> bool {
    match code.expressions[expression as usize] {
        Ex::Undefined | Ex::Word(_) | Ex::Me | Ex::Now | Ex::Clock => true,
        Ex::Slot(slot) => has_value.get(usize::from(slot)) == Some(&true),
        Ex::Binary(left, _, right) | Ex::Random(left, right, _) | Ex::Distance(left, right) => {
            is_known(code, left, has_value) && is_known(code, right, has_value)
        }
        Ex::Host { arguments, .. } => are_known(code, arguments, has_value),
        Ex::Count { .. } => false,
    }
}

fn are_known(code: &Code, arguments: Span, has_value: &[bool]) -> bool {
    let mut arguments = arguments.of(&code.arguments).iter();
    arguments.all(|argument| match argument {
        Arg::Anything | Arg::Word(_) | Arg::Me => true,
        Arg::Slot(slot) => has_value.get(usize::from(*slot)) == Some(&true),
        Arg::Expression(expression) => is_known(code, *expression, has_value),
    })
}

/// The slot in which the value of an expression stands.
fn slot_of(code: &mut Code, expression: u32) -> Option<u16> {
    let slot = match code.expressions[expression as usize] {
        Ex::Slot(slot) => return Some(slot),
        Ex::Now => return Some(NOW),
        Ex::Me => code.me(),
        Ex::Word(word) => code.constant(word),
        _ => return None,
    };
    u16::try_from(slot).ok().filter(|slot| *slot != NOW)
}

impl<'u, W: Witness> Updating<'u, W> {
    /// Looks for solutions along the steps; says whether the search is over. What is bound stays so
    /// until [`Updating::forget`].
    pub(super) fn walk(&mut self, mut steps: &'u [Step]) -> bool {
        let budget = self.budget();
        loop {
            let Some((step, rest)) = steps.split_first() else {
                return self.found();
            };
            self.steps += 1;
            match step {
                Step::Each { rows, bound } => return self.walk_each(rows, bound, rest),
                Step::None { rows } => {
                    let space = &self.scene.space;
                    let (found, there) = rows.next(space, &self.scratch.slots, 0);
                    self.steps += found + u32::from(there);
                    if there {
                        return self.steps > budget;
                    }
                }
                Step::Compare(compare) => {
                    if !self.holds(compare) {
                        return self.steps > budget;
                    }
                }
                Step::Test(operation) => {
                    if self.test(*operation as usize) != Some(true) {
                        return self.steps > budget;
                    }
                }
            }
            if self.steps > budget {
                return true;
            }
            steps = rest;
        }
    }

    /// Goes on from each row that has the known values.
    fn walk_each(&mut self, rows: &'u Rows, bound: &'u Pairs, rest: &'u [Step]) -> bool {
        let mut row = 0;
        loop {
            let space = &self.scene.space;
            let slots = &mut self.scratch.slots[..];
            let (found, there) = rows.next(space, slots, row);
            self.steps += found - row + u32::from(there);
            if !there {
                return self.steps > self.budget();
            }
            let words = space.row(usize::from(rows.fact), found as usize);
            for (place, slot) in bound.iter() {
                slots[usize::from(slot)] = words[usize::from(place)];
            }
            if self.steps > self.budget() || self.walk(rest) {
                return true;
            }
            row = found + 1;
        }
    }

    #[inline(always)]
    fn holds(&mut self, compare: &Compare) -> bool {
        let left = self.slot_or_now(compare.left);
        let right = self.slot_or_now(compare.right);
        if compare.timing != Timing::Never {
            self.note_change(compare.comparison, compare.timing, left, right);
        }
        answer(left, compare.comparison, right) == Some(true)
    }

    #[inline(always)]
    fn slot_or_now(&self, slot: u16) -> Word {
        match slot {
            NOW => pack(TIME, self.moment.clamp(-VALUE_MAX, VALUE_MAX)),
            slot => self.scratch.slots[usize::from(slot)],
        }
    }

    /// Unbinds everything, among it the variables of a rule.
    #[inline]
    pub(super) fn forget(&mut self, variables: u16) {
        self.undo(0);
        self.scratch.slots[..usize::from(variables)].fill(NONE);
    }
}
