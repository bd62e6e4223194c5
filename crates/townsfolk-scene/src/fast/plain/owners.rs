//! Whom facts are about: those of which every change of a plain rule names `.me` at the same place.

use super::code::ARGUMENTS;
use crate::fast::program::{Arg, CallCode, Code, RuleCode};
use crate::fast::strides::NO_STRIDES;
use townsfolk_module::Finish;

/// Which rules are plain as far as they can be told alone, and at which place each fact that they
/// change names `.me`.
pub(super) fn owners(code: &Code) -> (Vec<bool>, Vec<Option<u8>>) {
    let mut plain: Vec<bool> = code.rules.iter().map(is_plain).collect();
    loop {
        let facts = 0..code.shape.facts.len();
        let owners: Vec<_> = facts.map(|fact| owner(code, &plain, fact as u16)).collect();
        let mut changed = false;
        for (rule, plain) in code.rules.iter().zip(&mut plain) {
            let mut patterns = patterns(code, rule);
            let owned = patterns.all(|(fact, _)| {
                let owner = owners.get(usize::from(fact));
                owner.is_some_and(|owner| matches!(owner, Owner::At(_)))
            });
            changed |= *plain && !owned;
            *plain &= owned;
        }
        if !changed {
            let places = owners.into_iter().map(|owner| match owner {
                Owner::At(place) => Some(place),
                Owner::Nobody | Owner::Anybody => None,
            });
            return (plain, places.collect());
        }
    }
}

enum Owner {
    /// No plain rule changes it.
    Nobody,
    At(u8),
    Anybody,
}

fn owner(code: &Code, plain: &[bool], fact: u16) -> Owner {
    let rules = code.rules.iter().zip(plain);
    let rules = rules.filter_map(|(rule, plain)| plain.then_some(rule));
    let patterns = rules.flat_map(|rule| patterns(code, rule));
    let mut places = None;
    for (_, arguments) in patterns.filter(|(other, _)| *other == fact) {
        let mine = arguments.iter().zip(0..u64::BITS).map(|(argument, place)| {
            let is_me = matches!(argument, Arg::Me);
            u64::from(is_me) << place
        });
        let mine = mine.fold(0, |all, one| all | one);
        places = Some(places.unwrap_or(u64::MAX) & mine);
    }
    let Some(places) = places else {
        return Owner::Nobody;
    };
    let Some(shape) = code.shape.facts.get(usize::from(fact)) else {
        return Owner::Anybody;
    };
    // A claim is decided by all but its last argument.
    let last = shape.arity.saturating_sub(1);
    let place = match shape.claim {
        true => (places >> last & 1 == 1).then_some(last as u32),
        false => (places != 0).then(|| places.trailing_zeros()),
    };
    match place {
        Some(place) if shape.arity <= ARGUMENTS => Owner::At(place as u8),
        _ => Owner::Anybody,
    }
}

/// What a plain rule changes.
fn patterns<'c>(code: &'c Code, rule: &RuleCode) -> impl Iterator<Item = (u16, &'c [Arg])> {
    let (now, then) = (rule.now, rule.then);
    let spans = [now.remove, now.add, then.remove, then.add].into_iter();
    spans.flat_map(|span| {
        let patterns = span.of(&code.patterns).iter();
        patterns.map(|pattern| (pattern.fact, pattern.arguments.of(&code.arguments)))
    })
}

fn is_plain(rule: &RuleCode) -> bool {
    let plain_call = |call: &CallCode| call.plain && call.needed.length == 0;
    rule.plain
        && rule.fires_at_once
        && rule.walks_alone
        && rule.strides != NO_STRIDES
        && rule.while_holds.is_none()
        && rule.never_watched
        && rule.finish == Finish::Stay
        && !rule.urgent
        && rule.keeps_few
        && rule.action.as_ref().is_none_or(plain_call)
        && rule.now.at_once
        && rule.then.at_once
}
