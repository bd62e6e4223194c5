//! Effects of plain rules: which facts about `.me` come and go.

use super::code::{CONSTANTS, Change, Changes, KEPT, ME, PlainCode, VALUES, VARIABLES};
use crate::fast::program::{Arg, Code, EffectsCode, Ex, RuleCode};

impl PlainCode {
    pub(super) fn changes(
        &self,
        code: &Code,
        rule: &RuleCode,
        effects: &EffectsCode,
    ) -> Option<Changes> {
        let mut list = vec![];
        let (mut comes, mut calculates) = (0, None);
        for (span, come) in [(effects.remove, false), (effects.add, true)] {
            for pattern in span.of(&code.patterns) {
                let number = self.number(pattern.fact)?;
                let arguments = pattern.arguments.of(&code.arguments);
                let (change, calculated) = self.change(code, rule, number, arguments, come)?;
                // Of one fact there is one row at most.
                if come && comes >> number & 1 == 1 {
                    return None;
                }
                comes |= u8::from(come) << number;
                // More than one value to be calculated is more than is plain.
                if calculated.is_some() && calculates.is_some() {
                    return None;
                }
                calculates = calculates.or(calculated);
                list.push(change);
            }
        }
        Some(Changes {
            list: list.into(),
            comes,
            calculates,
        })
    }

    fn change(
        &self,
        code: &Code,
        rule: &RuleCode,
        number: u8,
        arguments: &[Arg],
        comes: bool,
    ) -> Option<(Change, Option<u32>)> {
        let owned = self.owned[usize::from(number)];
        let mut change = Change {
            comes,
            claim: owned.claim,
            fact: number,
            values: [(ME, ME); VALUES],
            calculated: None,
        };
        let (mut calculated, mut count) = (None, 0);
        for (argument, place) in arguments.iter().zip(0..) {
            if place == owned.place {
                continue;
            }
            let word = owned.word_at(place);
            let unbound = |slot: u16| slot >= 64 || rule.unbound >> slot & 1 == 1;
            let is_it =
                |other: &&Arg| matches!((other, argument), (Arg::Slot(a), Arg::Slot(b)) if a == b);
            match argument {
                Arg::Anything if !comes => {}
                Arg::Slot(slot) if unbound(*slot) => {
                    // The same in two places would have to be compared.
                    if comes || arguments.iter().filter(is_it).count() > 1 {
                        return None;
                    }
                }
                Arg::Expression(expression) => {
                    let known = comes && !owned.claim && change.calculated.is_none();
                    if !known || !is_calculable(code, rule, *expression) {
                        return None;
                    }
                    change.calculated = Some(word);
                    calculated = Some(*expression);
                }
                _ => {
                    let register = argument_register(code, argument)?;
                    *change.values.get_mut(count)? = (word, register);
                    count += 1;
                }
            }
        }
        Some((change, calculated))
    }
}

/// The register of an argument after a rule has fired.
pub(super) fn argument_register(code: &Code, argument: &Arg) -> Option<u8> {
    match argument {
        Arg::Slot(slot) if usize::from(*slot) < KEPT => Some(VARIABLES as u8 + *slot as u8),
        Arg::Me => Some(ME),
        Arg::Word(word) => {
            let constant = code.constants.iter().position(|known| known == word)?;
            u8::try_from(CONSTANTS + constant).ok()
        }
        Arg::Slot(_) | Arg::Anything | Arg::Expression(_) => None,
    }
}

/// Whether an expression can be worked out from variables, the moment and chance.
fn is_calculable(code: &Code, rule: &RuleCode, expression: u32) -> bool {
    match code.expressions[expression as usize] {
        Ex::Word(_) | Ex::Me | Ex::Now => true,
        Ex::Slot(slot) => usize::from(slot) < KEPT && rule.unbound >> slot & 1 == 0,
        Ex::Binary(left, _, right) | Ex::Random(left, right, _) => {
            is_calculable(code, rule, left) && is_calculable(code, rule, right)
        }
        Ex::Undefined | Ex::Clock | Ex::Distance(..) | Ex::Host { .. } | Ex::Count { .. } => false,
    }
}
