//! Carrying out changes of facts about somebody in a plain scene.

use super::code::{Change, Changes, ME, NOW, REGISTERS, Registers, VARIABLES, WORDS};
use super::mates::Mate;
use super::update::Going;
use crate::fast::expression::combine;
use crate::fast::program::{Code, Ex};
use crate::fast::word::{DURATION, NONE, NUMBER, Word, kind, pack, payload};
use townsfolk_core::{Draw, Tick};

impl Going<'_> {
    /// The value that changes need calculated, if any. `None` if it is undefined.
    #[inline(always)]
    pub(super) fn calculate(&self, changes: &Changes) -> Option<Word> {
        let Some(expression) = changes.calculates else {
            return Some(NONE);
        };
        let (registers, key, now) = (&*self.registers, self.key, self.now);
        let value = value(self.code, registers, (key, now), expression);
        (value != NONE).then_some(value)
    }

    /// Carries changes out that fit.
    #[inline(always)]
    pub(super) fn carry_out(
        &mut self,
        index: usize,
        changes: &Changes,
        calculated: Word,
        taken: bool,
    ) {
        for change in &*changes.list {
            self.carry(index, change, calculated, taken);
        }
    }

    #[inline(always)]
    fn carry(&mut self, index: usize, change: &Change, calculated: Word, taken: bool) {
        let registers = &*self.registers;
        let bit = 1 << (change.fact & 7);
        if change.claim && change.comes && is_held(self.mates, index, change, registers) {
            return;
        }
        let Some(mate) = self.mates.get_mut(index) else {
            return;
        };
        match (change.comes, mate.present & bit != 0) {
            (false, true) if has_values(mate, change, registers) => {
                mate.present &= !bit;
                mate.unsettled &= !bit;
            }
            (true, false) => {
                for (word, register) in change.values {
                    mate.words[usize::from(word) % WORDS] =
                        registers[usize::from(register) % REGISTERS];
                }
                if let Some(word) = change.calculated {
                    mate.words[usize::from(word) % WORDS] = calculated;
                }
                mate.past[usize::from(change.fact & 7)] = (self.next, self.since);
                self.next = self.next.wrapping_add(1);
                mate.present |= bit;
                mate.unsettled |= if taken && change.claim { bit } else { 0 };
            }
            _ => return,
        }
        self.touched |= 1 << (change.fact & 7);
    }
}

/// The value of an expression for whom registers are about, or [`NONE`].
fn value(code: &Code, registers: &Registers, at: (u64, i64), expression: u32) -> Word {
    let of = |expression: u32| value(code, registers, at, expression);
    match code.expressions.get(expression as usize) {
        Some(Ex::Word(word)) => *word,
        Some(Ex::Slot(slot)) => {
            let register = VARIABLES.wrapping_add(usize::from(*slot));
            registers[register % REGISTERS]
        }
        Some(Ex::Me) => registers[usize::from(ME)],
        Some(Ex::Now) => registers[usize::from(NOW)],
        Some(Ex::Binary(left, operator, right)) => match (of(*left), of(*right)) {
            (NONE, _) | (_, NONE) => NONE,
            (left, right) => combine(left, *operator, right),
        },
        Some(Ex::Random(low, high, site)) => {
            let (low, high) = (of(*low), of(*high));
            let sort = kind(low);
            if kind(high) != sort || (sort != NUMBER && sort != DURATION) {
                return NONE;
            }
            let who = payload(registers[usize::from(ME)]) as u32;
            let draw = Draw::of_owner(at.0, Tick(at.1), *site);
            let drawn = draw.between(u64::from(who) << 32, payload(low), payload(high));
            pack(sort, drawn)
        }
        _ => NONE,
    }
}

/// Whether the fact about somebody has the values of a change.
#[inline(always)]
fn has_values(mate: &Mate, change: &Change, registers: &Registers) -> bool {
    let [first, second, third] = change.values.map(|(word, register)| {
        mate.words[usize::from(word) % WORDS] ^ registers[usize::from(register) % REGISTERS]
    });
    first | second | third == 0
}

/// Whether somebody else holds a claim.
fn is_held(mates: &[Mate], index: usize, change: &Change, registers: &Registers) -> bool {
    let bit = 1 << (change.fact & 7);
    let same = |mate: &Mate| {
        let mut values = change.values.iter().filter(|(word, _)| *word != ME);
        values.all(|(word, register)| {
            mate.words[usize::from(*word) % WORDS] == registers[usize::from(*register) % REGISTERS]
        })
    };
    let mut others = mates.iter().enumerate();
    others.any(|(other, mate)| other != index && mate.present & bit != 0 && same(mate))
}

/// Whether there is one row at most of each fact about somebody, whatever comes and goes.
#[cold]
pub(super) fn fit(mate: &Mate, registers: &Registers, changes: &[&Changes]) -> bool {
    let mut present = mate.present;
    let mut come = 0;
    for change in changes.iter().flat_map(|one| &*one.list) {
        let bit = 1 << (change.fact & 7);
        if come & bit != 0 {
            // What has come in between has other values.
            return false;
        }
        match (change.comes, present & bit != 0) {
            (false, true) if has_values(mate, change, registers) => present &= !bit,
            (true, true) => {
                let same = change.calculated.is_none() && has_values(mate, change, registers);
                if !same {
                    return false;
                }
            }
            (true, false) => {
                present |= bit;
                come |= bit;
            }
            _ => {}
        }
    }
    true
}
