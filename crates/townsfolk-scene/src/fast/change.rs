//! Changes of facts that can be carried out one by one as they are written: those of rules with the
//! plainest conditions, when nobody is told in which order rows go. [`super::carry`] does that.

use super::keys::NO_KEY;
use super::marks::Named;
use super::program::{Arg, Code, EffectsCode, PatternCode, Span, topic};
use super::space::ROW;
use super::word::Word;
use townsfolk_core::Duration;

/// A fact that goes, or comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) comes: bool,
    pub(super) claim: bool,
    /// Whether an argument has to be calculated.
    pub(super) calculated: bool,
    /// Whether every argument has a value, whenever the rule has fired.
    pub(super) is_sure: bool,
    pub(super) arity: u8,
    /// The key at which it names `.me`, or [`NO_KEY`]. A claim has to be searched for.
    pub(super) key: u8,
    pub(super) fact: u16,
    pub(super) slots: [u8; ROW],
    /// Which words of a row must be the same, as masks.
    pub(super) same: [Word; ROW],
    /// The same for what decides whether a claim is held: all but the holder.
    pub(super) deciding: [Word; ROW],
    /// The pattern it was made of.
    pub(super) pattern: u32,
    /// What is touched.
    pub(super) topic: u64,
    /// How long it lasts, if it passes by itself.
    pub(super) lifetime: Option<Duration>,
    /// How it names `.me` at its key, if it names nobody else that counts.
    pub(super) own: Option<Named>,
    /// Whom it names, as far as that counts.
    pub(super) named: [Named; NAMED_MAX],
    pub(super) names: u8,
    /// The mark for any row of it.
    pub(super) any: u64,
}

/// So many places of a fact at which it names somebody may count.
pub(super) const NAMED_MAX: usize = 2;

/// Finds the effects of this sort.
pub(super) fn plan(code: &mut Code) {
    for rule in 0..code.rules.len() {
        if code.rules[rule].steps.is_none() {
            continue;
        }
        let here = &code.rules[rule];
        let effects = [here.now, here.then, here.on_failure, here.on_stop];
        let unbound = here.unbound;
        let planned = effects.map(|effects| {
            let mut planned = effects;
            if let Some(changes) = changes_of(code, &effects, unbound) {
                let from = code.changes.len() as u32;
                let length = changes.len() as u32;
                planned.changes = Some(Span { from, length });
                code.changes.extend(changes);
            }
            planned
        });
        let here = &mut code.rules[rule];
        [here.now, here.then, here.on_failure, here.on_stop] = planned;
    }
}

fn changes_of(code: &Code, effects: &EffectsCode, unbound: u64) -> Option<Vec<Change>> {
    if !effects.at_once {
        return None;
    }
    let spans = [(effects.remove, false), (effects.add, true)];
    let all = spans.into_iter().flat_map(|(span, comes)| {
        let patterns = span.from..span.from + span.length;
        patterns.map(move |pattern| (pattern, comes))
    });
    all.map(|(pattern, comes)| change_of(code, pattern, comes, unbound))
        .collect()
}

fn change_of(code: &Code, index: u32, comes: bool, unbound: u64) -> Option<Change> {
    let pattern: &PatternCode = &code.patterns[index as usize];
    let shape = code.shape.facts.get(usize::from(pattern.fact))?;
    let arguments = pattern.arguments.of(&code.arguments);
    let me = code.me();
    // What is not used is somebody, so that nothing is missing there.
    let mut slots = [u8::try_from(me).ok()?; ROW];
    let marked = code.marked.get(usize::from(pattern.fact))?;
    let mut key = NO_KEY;
    for (place, argument) in arguments.iter().enumerate() {
        let slot = match argument {
            Arg::Slot(slot) => usize::from(*slot),
            Arg::Me => me,
            Arg::Anything => code.any(),
            Arg::Word(word) => {
                let constant = code.constants.iter().position(|known| known == word)?;
                code.first_constant() + constant
            }
            Arg::Expression(_) if comes => code.any(),
            Arg::Expression(_) => return None,
        };
        *slots.get_mut(place)? = u8::try_from(slot).ok()?;
        if slot == me && key == NO_KEY && !shape.claim {
            key = code.key_at(pattern.fact, place as u8).unwrap_or(NO_KEY);
        }
    }
    let masks =
        |count: usize| std::array::from_fn(|place| if place < count { Word::MAX } else { 0 });
    let arity = arguments.len();
    let (named, names) = marked.named_at_most::<NAMED_MAX>()?;
    let [only, ..] = named;
    let is_own = key != NO_KEY && names == 1 && only.key == key;
    let calculated = arguments.iter().any(|a| matches!(a, Arg::Expression(_)));
    let is_sure = arguments.iter().all(|argument| match argument {
        Arg::Slot(slot) => *slot < 64 && unbound >> *slot & 1 == 0,
        Arg::Me | Arg::Word(_) => true,
        Arg::Anything | Arg::Expression(_) => false,
    });
    Some(Change {
        is_sure,
        comes,
        claim: shape.claim,
        calculated,
        arity: arity as u8,
        key,
        fact: pattern.fact,
        slots,
        same: masks(arity),
        deciding: masks(arity - usize::from(shape.claim && arity > 0)),
        pattern: index,
        topic: topic::fact(usize::from(pattern.fact)),
        lifetime: shape.lifetime,
        own: is_own.then_some(only),
        named,
        names,
        any: marked.any,
    })
}
