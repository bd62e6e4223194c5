//! Which conditions are of the plainest shape: facts, facts that are not there, and tests, in which
//! it is certain beforehand which variable has a value where. Most rules are like this.
//!
//! Such a condition becomes a short list of steps, which [`super::walk`] walks along and back.

use super::marks::FACTS_MAX;
use super::program::{Arg, Check, Code, Ex, NO_FACT, Op, PLACES_MIN, PatternCode, Span, Timing};
use super::walk::{Compare, Pair, Pairs, Rows, STEPS_MAX, Step, What, chain};
use super::word::{NONE, Word};
use crate::reference::STEP_BUDGET;

/// Finds the conditions of this shape.
pub(super) fn plan(code: &mut Code) {
    let whens: Vec<(u32, u16)> = code.rules.iter().map(|r| (r.when, r.variables)).collect();
    for (rule, (when, variables)) in whens.into_iter().enumerate() {
        let Some((steps, has_value)) = steps_of(code, when as usize, variables) else {
            continue;
        };
        let asks = |step: &Step| matches!(step.what(), What::Test(_));
        code.rules[rule].walks_alone = !steps.iter().any(asks);
        let places = has_value.iter().zip(0..u64::BITS);
        let unbound = places.map(|(has_value, slot)| u64::from(!has_value) << slot);
        code.rules[rule].unbound = unbound.fold(0, |all, one| all | one);
        code.rules[rule].keeps_few = has_value.len() <= PLACES_MIN;
        for (kept, has_value) in code.rules[rule].kept.iter_mut().zip(&has_value) {
            *kept = if *has_value { Word::MAX } else { NONE };
        }
        if is_short(code, &steps) {
            code.rules[rule].reads = code.rules[rule].own_reads;
        }
        waive_known_arguments(code, rule, &has_value);
        waive_sure_change(code, rule, &steps, &has_value);
        code.rules[rule].steps = Some(Span {
            from: code.steps.len() as u32,
            length: steps.len() as u32,
        });
        code.steps.extend(steps);
    }
}

/// Whether a search cannot run out of steps as long as there are few facts.
pub(super) fn is_short(code: &Code, steps: &[Step]) -> bool {
    most_steps(code, steps) <= u64::from(STEP_BUDGET)
}

/// The most steps that a search can take as long as there are few facts.
///
/// Each literal takes as many as there are rows of its fact, as often as it is come to: once for
/// every way in which the facts before it are there. That is a product of numbers of rows, of which
/// there are so many in all; it is greatest if they are spread over the facts as often as each occurs
/// in it. A fact all of whose arguments are known is there in one way at most.
fn most_steps(code: &Code, steps: &[Step]) -> u64 {
    let mut before: Vec<u16> = vec![];
    let mut sum: u64 = 0;
    for step in steps {
        let mut factors = before.clone();
        match step.what() {
            What::Each(rows, _) => {
                factors.push(rows.fact);
                let shape = code.shape.facts.get(usize::from(rows.fact));
                if shape.is_none_or(|shape| rows.known.iter().count() < shape.arity) {
                    before.push(rows.fact);
                }
            }
            What::None(rows) => factors.push(rows.fact),
            What::Compare(_) | What::Test(_) | What::Done => {}
        }
        let mut product: u64 = 1;
        for fact in &factors {
            let times = factors.iter().filter(|other| *other == fact).count();
            // One more row of each for the step of the literal itself.
            let share = (FACTS_MAX + factors.len()) * times / factors.len() + 1;
            product = product.saturating_mul(share as u64);
        }
        sum = sum.saturating_add(product);
    }
    sum
}

/// The steps of a condition, and which variables have a value when it holds.
fn steps_of(code: &mut Code, mut at: usize, variables: u16) -> Option<(Vec<Step>, Vec<bool>)> {
    let mut has_value = vec![false; usize::from(variables)];
    let mut literals = vec![];
    loop {
        if literals.len() >= STEPS_MAX {
            return None;
        }
        let step = match code.operations[at] {
            Op::Done => return Some((chain(&literals), has_value)),
            Op::Jump(to) => {
                at = to as usize;
                continue;
            }
            Op::Fact {
                fact,
                columns: Some(columns),
                arguments,
            } if fact != NO_FACT => {
                let (rows, bound) = split(code, fact, columns, arguments, &has_value)?;
                for (_, slot) in bound.iter() {
                    has_value[usize::from(slot)] = true;
                }
                What::Each(rows, bound)
            }
            Op::NotFact {
                fact,
                columns: Some(columns),
                arguments,
            } if fact != NO_FACT => {
                let (rows, _) = split(code, fact, columns, arguments, &has_value)?;
                What::None(rows)
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
                        What::Compare(Compare {
                            comparison,
                            timing,
                            left,
                            right,
                        })
                    }
                    _ => What::Test(at as u32),
                }
            }
            Op::Host { arguments, .. } if are_known(code, arguments, &has_value) => {
                What::Test(at as u32)
            }
            Op::Coin { .. } => What::Test(at as u32),
            _ => return None,
        };
        literals.push(step);
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
fn waive_sure_change(code: &mut Code, rule: usize, steps: &[Step], has_value: &[bool]) {
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
        let is_denied = |step: &Step| match step.what() {
            What::None(rows) => {
                let mut known = rows.known.iter();
                rows.fact == pattern.fact
                    && known.all(|(place, slot)| {
                        let place = usize::from(place);
                        columns[place] == u16::from(slot) && !(claim && place + 1 == arity)
                    })
            }
            _ => false,
        };
        columns.iter().all(there) && steps.iter().any(is_denied)
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
        let index = usize::from(*slot);
        if index == code.any() {
            continue;
        }
        let pair = (place as u8, u8::try_from(*slot).ok()?);
        match has_value.get(index) {
            Some(false) if free.iter().any(|(_, other)| *other == pair.1) => return None,
            Some(false) => free.push(pair),
            // A variable of another rule's making would be a define's; those are not of this shape.
            None if index < code.slots => return None,
            _ => known.push(pair),
        }
    }
    // The place at which everyone knows their row comes first.
    let me = u8::try_from(code.me()).ok();
    let at_key = |(place, slot): &Pair| Some(*slot) == me && code.key_at(fact, *place).is_some();
    let mut key = None;
    if let Some(index) = known.iter().position(at_key) {
        known.swap(0, index);
        key = code.key_at(fact, known[0].0);
    }
    let rows = Rows {
        fact,
        key,
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
fn slot_of(code: &mut Code, expression: u32) -> Option<u8> {
    let slot = match code.expressions[expression as usize] {
        Ex::Slot(slot) => usize::from(slot),
        Ex::Now => code.now(),
        Ex::Me => code.me(),
        Ex::Word(word) => code.constant(word),
        _ => return None,
    };
    u8::try_from(slot).ok()
}
