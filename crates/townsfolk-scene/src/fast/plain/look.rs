//! Which rule holds for somebody in a plain scene.

use super::code::{Find, ME, NOW, Op, Pair, PlainCode, PlainList, REGISTERS, Registers, WORDS};
use super::mates::{Mate, Still};
use crate::fast::expression::{answer, change_of};
use crate::fast::program::Timing;
use crate::fast::strides::STRIDES_MAX;
use crate::fast::walk::Compare;
use crate::fast::word::Word;

/// Nowhere to come back to.
const NOWHERE: u32 = u32::MAX;

/// For each operation that can be come back to, from where on it goes on, and the one before it.
pub(super) type Choices = [(u32, u32); STRIDES_MAX];

/// What a look needs.
pub(super) struct Looking<'l> {
    pub(super) plain: &'l PlainCode,
    pub(super) mates: &'l [Mate],
    pub(super) still: &'l Still,
    pub(super) registers: &'l mut Registers,
    pub(super) choices: &'l mut Choices,
    pub(super) present: u8,
    pub(super) now: i64,
    /// The first moment at which a comparison changes its answer.
    pub(super) wake: i64,
}

impl Looking<'_> {
    /// The first rule of a list that holds, of those worth a look by bits.
    #[inline(always)]
    pub(super) fn first_of(&mut self, list: &PlainList, mut worth: u64) -> Option<u16> {
        while worth != 0 {
            let place = worth.trailing_zeros() as usize;
            worth &= worth.wrapping_sub(1);
            let glance = list.rules.get(place)?;
            if self.holds(glance.from as usize) {
                return Some(glance.rule);
            }
        }
        None
    }

    /// Whether the condition that begins at an operation holds. Its variables are left in registers.
    #[inline(always)]
    fn holds(&mut self, mut at: usize) -> bool {
        let mut choice = NOWHERE;
        loop {
            let Some(operation) = self.plain.operations.get(at) else {
                return false;
            };
            let holds = match operation {
                Op::Each(find, into) => self.each(find, into, 0, at, &mut choice),
                Op::None(find) => !self.mates.iter().any(|mate| self.fits(mate, find)),
                Op::NotMine(find) => {
                    let mut known = find.known().iter();
                    self.present >> (find.fact & 7) & 1 == 0
                        || known.any(|pair| self.word(pair.0) != self.word(pair.1))
                }
                Op::Row(find, into) => self.row(find, into, 0, at, &mut choice),
                Op::NoRow(find) => self.row_from(find, 0).is_none(),
                Op::Same(left, right) => self.word(*left) == self.word(*right),
                Op::Differ(left, right) => self.word(*left) != self.word(*right),
                Op::Compare(compare) => self.compare(compare),
                Op::Done => return true,
            };
            if !holds {
                match self.back(&mut choice) {
                    Some(back) => at = back,
                    None => return false,
                }
            }
            at = at.wrapping_add(1);
        }
    }

    /// Goes back to the last place at which there is another row, and takes it.
    #[inline(always)]
    fn back(&mut self, choice: &mut u32) -> Option<usize> {
        while *choice != NOWHERE {
            let at = *choice as usize;
            let (from, before) = self.choices[at % STRIDES_MAX];
            *choice = before;
            let holds = match self.plain.operations.get(at) {
                Some(Op::Each(find, into)) => self.each(find, into, from, at, choice),
                Some(Op::Row(find, into)) => self.row(find, into, from, at, choice),
                _ => false,
            };
            if holds {
                return Some(at);
            }
        }
        None
    }

    #[inline(always)]
    fn word(&self, register: u8) -> Word {
        self.registers[usize::from(register) % REGISTERS]
    }

    #[inline(always)]
    fn keep(&mut self, register: u8, word: Word) {
        self.registers[usize::from(register) % REGISTERS] = word;
    }

    /// Whether the fact about somebody is there and has the known values.
    #[inline(always)]
    fn fits(&self, mate: &Mate, find: &Find) -> bool {
        let mut known = find.known().iter();
        mate.present >> (find.fact & 7) & 1 == 1
            && known.all(|(word, register)| {
                mate.words[usize::from(*word) % WORDS] == self.word(*register)
            })
    }

    /// Takes the oldest row about anybody from some age on that has the known values.
    #[inline(always)]
    fn each(&mut self, find: &Find, into: &[Pair], from: u32, at: usize, choice: &mut u32) -> bool {
        let number = usize::from(find.fact & 7);
        let mut oldest: Option<(u32, &Mate)> = None;
        for mate in self.mates {
            let age = mate.past[number].0;
            if self.fits(mate, find)
                && age >= from
                && oldest.as_ref().is_none_or(|(other, _)| age < *other)
            {
                oldest = Some((age, mate));
            }
        }
        let Some((age, mate)) = oldest else {
            return false;
        };
        self.choices[at % STRIDES_MAX] = (age.wrapping_add(1), *choice);
        *choice = at as u32;
        for (word, register) in into {
            self.keep(*register, mate.words[usize::from(*word) % WORDS]);
        }
        true
    }

    /// Takes the next row of a fact that stays.
    #[inline(always)]
    fn row(&mut self, find: &Find, into: &[Pair], from: u32, at: usize, choice: &mut u32) -> bool {
        let Some((row, place)) = self.row_from(find, from) else {
            return false;
        };
        self.choices[at % STRIDES_MAX] = (row.wrapping_add(1), *choice);
        *choice = at as u32;
        let still = self.still;
        let words = still.words.get(place..).unwrap_or_default();
        for (place, register) in into {
            if let Some(word) = words.get(usize::from(*place)) {
                self.keep(*register, *word);
            }
        }
        true
    }

    /// The first row from one on that has the known values, and where it is.
    #[inline(always)]
    fn row_from(&self, find: &Find, from: u32) -> Option<(u32, usize)> {
        let rows = self.still.rows.get(usize::from(find.fact))?;
        for row in from..rows.count {
            let place = rows.from.wrapping_add(row.wrapping_mul(rows.width)) as usize;
            let words = self.still.words.get(place..)?;
            let mut known = find.known().iter();
            if known.all(|(word, register)| {
                words.get(usize::from(*word)) == Some(&self.word(*register))
            }) {
                return Some((row, place));
            }
        }
        None
    }

    #[inline(always)]
    fn compare(&mut self, compare: &Compare) -> bool {
        let (left, right) = (self.word(compare.left), self.word(compare.right));
        if compare.timing != Timing::Never {
            let wait = change_of(compare.comparison, compare.timing, left, right);
            self.wake = self.wake.min(self.now.saturating_add(wait));
        }
        answer(left, compare.comparison, right) == Some(true)
    }
}

/// Makes registers those of somebody.
#[inline(always)]
pub(super) fn speak_for(mate: &Mate, registers: &mut Registers) {
    const { assert!(ME as usize == WORDS - 1 && NOW as usize >= WORDS) };
    if let Some(words) = registers.first_chunk_mut() {
        *words = mate.words;
    }
}
