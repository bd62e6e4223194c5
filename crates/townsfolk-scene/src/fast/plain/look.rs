//! Which rule holds for somebody in a plain scene.

use super::code::{Find, Into, ME, NOW, Op, PlainCode, PlainList, REGISTERS, Registers, WORDS};
use super::mates::{Mate, Still};
use crate::fast::expression::{answer, change_of};
use crate::fast::program::Timing;
use crate::fast::strides::STRIDES_MAX;
use crate::fast::walk::Compare;
use crate::fast::word::{NONE, TIME, Word, kind, payload};

/// Nowhere to come back to.
const NOWHERE: u32 = u32::MAX;

/// For each operation that can be come back to, from where on it goes on, and the one before it.
pub(super) type Choices = [(u32, u32); STRIDES_MAX];

/// No rule holds.
pub(super) const NO_RULE: u32 = u32::MAX;

/// What a look needs.
struct Looking<'l> {
    operations: &'l [Op],
    mates: &'l [Mate],
    still: &'l Still,
    registers: &'l mut Registers,
    choices: &'l mut Choices,
    present: u8,
    now: i64,
    /// The first moment at which a comparison changes its answer.
    wake: i64,
}

/// The first rule of a list that holds for someone, of those worth a look by bits, or
/// [`NO_RULE`]; and
/// the first moment at which that could be another. The rule's variables are left in registers.
#[allow(clippy::too_many_arguments, reason = "in registers they cost nothing")]
#[inline(never)]
pub(super) fn look(
    plain: &PlainCode,
    list: &PlainList,
    worth: u64,
    mate: &Mate,
    mates: &[Mate],
    still: &Still,
    registers: &mut Registers,
    choices: &mut Choices,
    now: i64,
) -> (u32, i64) {
    speak_for(mate, registers);
    let mut looking = Looking {
        operations: &plain.operations,
        present: mate.present,
        mates,
        still,
        registers,
        choices,
        now,
        wake: i64::MAX,
    };
    let rule = looking.first_of(list, worth);
    (rule, looking.wake)
}

impl<'l> Looking<'l> {
    /// The first rule of a list that holds, of those worth a look by bits.
    #[inline(always)]
    fn first_of(&mut self, list: &PlainList, mut worth: u64) -> u32 {
        while worth != 0 {
            let place = worth.trailing_zeros() as usize;
            worth &= worth.wrapping_sub(1);
            let Some(glance) = list.rules.get(place) else {
                break;
            };
            if self.holds(glance.from as usize) {
                return u32::from(glance.rule);
            }
        }
        NO_RULE
    }

    /// Whether the condition that begins at an operation holds. Its variables are left in registers.
    #[inline(always)]
    fn holds(&mut self, mut at: usize) -> bool {
        let mut choice = NOWHERE;
        loop {
            let Some(operation) = self.operations.get(at) else {
                return false;
            };
            let holds = match operation {
                Op::Each(find, into) => self.each(find, into, 0, at, &mut choice),
                Op::Reached(moment) => self.reached(*moment),
                Op::None(find) => self.nobody(find),
                Op::NotMine(find) => {
                    self.present >> (find.fact & 7) & 1 == 0 || !self.is_mine(find)
                }
                Op::Row(find, into) => self.row(find, into, 0, at, &mut choice),
                Op::NoRow(find) => next_row(self.still, self.registers, find, None, 0) == NOWHERE,
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
            let holds = match self.operations.get(at) {
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

    /// Whether the row about `.me` has the known values.
    #[inline(always)]
    fn is_mine(&self, find: &Find) -> bool {
        let (word, register) = find.first;
        (self.word(word) ^ self.word(register)) & find.counts == 0
            && has_others(&self.registers[..WORDS], self.registers, find)
    }

    /// Whether nobody's row has the known values.
    #[inline(always)]
    fn nobody(&self, find: &Find) -> bool {
        let (bit, (word, register)) = (1 << (find.fact & 7), find.first);
        let wanted = self.word(register);
        for mate in self.mates {
            if mate.present & bit != 0
                && (mate.words[usize::from(word) % WORDS] ^ wanted) & find.counts == 0
                && has_others(&mate.words, self.registers, find)
            {
                return false;
            }
        }
        true
    }

    /// Takes the oldest row about anybody from some age on that has the known values.
    #[inline(always)]
    fn each(&mut self, find: &Find, into: &Into, from: u32, at: usize, choice: &mut u32) -> bool {
        let number = usize::from(find.fact & 7);
        let (bit, (word, register)) = (1 << number, find.first);
        let wanted = self.word(register);
        // Most often there is one row at most; then nobody asks how old it is.
        let (mut found, mut several): (Option<&Mate>, bool) = (None, from > 0);
        for mate in self.mates {
            if mate.present & bit != 0
                && (mate.words[usize::from(word) % WORDS] ^ wanted) & find.counts == 0
                && !(find.not_me && mate.words[usize::from(ME)] == self.word(ME))
                && has_others(&mate.words, self.registers, find)
            {
                if found.is_none() && from == 0 {
                    found = Some(mate);
                    continue;
                }
                several = true;
                let age = mate.past[number].0;
                if age >= from && found.is_none_or(|first| age < first.past[number].0) {
                    found = Some(mate);
                }
            }
        }
        let Some(mate) = found else {
            return false;
        };
        let next = match several {
            true => mate.past[number].0.wrapping_add(1),
            false => u32::MAX,
        };
        self.choices[at % STRIDES_MAX] = (next, *choice);
        *choice = at as u32;
        for (word, register) in into.pairs.iter().take(usize::from(into.count)) {
            self.keep(*register, mate.words[usize::from(*word) % WORDS]);
        }
        true
    }

    /// Takes the next row of a fact that stays.
    #[inline(always)]
    fn row(&mut self, find: &Find, into: &Into, from: u32, at: usize, choice: &mut u32) -> bool {
        let row = next_row(self.still, self.registers, find, Some(into), from);
        self.choices[at % STRIDES_MAX] = (row.wrapping_add(1), *choice);
        if row != NOWHERE {
            *choice = at as u32;
        }
        row != NOWHERE
    }

    /// Whether a moment is not later than now.
    #[inline(always)]
    fn reached(&mut self, moment: u8) -> bool {
        let moment = self.word(moment);
        if kind(moment) != TIME {
            return false;
        }
        let reached = payload(moment) <= payload(self.word(NOW));
        if !reached {
            self.wake = self.wake.min(payload(moment));
        }
        reached
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

/// Whether words have the known values besides the first.
#[inline(always)]
fn has_others(words: &[Word], registers: &Registers, find: &Find) -> bool {
    let mut others = find.others.iter().take(usize::from(find.more));
    find.more == 0
        || others.all(|(word, register)| {
            let wanted = &registers[usize::from(*register) % REGISTERS];
            words.get(usize::from(*word)) == Some(wanted)
        })
}

/// The first row from one on, of a fact that stays, that has the known values; or [`NOWHERE`].
#[inline(never)]
fn next_row(
    still: &Still,
    registers: &mut Registers,
    find: &Find,
    into: Option<&Into>,
    from: u32,
) -> u32 {
    let Some(rows) = still.rows.get(usize::from(find.fact)) else {
        return NOWHERE;
    };
    let (place, register) = find.first;
    let wanted = registers[usize::from(register) % REGISTERS];
    for row in from..rows.count {
        let first = rows.from.wrapping_add(row.wrapping_mul(rows.width)) as usize;
        let words = still.words.get(first..).unwrap_or_default();
        let word = words.get(usize::from(place)).copied().unwrap_or(NONE);
        if (word ^ wanted) & find.counts == 0 && has_others(words, registers, find) {
            let pairs = into.into_iter();
            let pairs = pairs.flat_map(|into| into.pairs.iter().take(usize::from(into.count)));
            for (place, register) in pairs {
                let word = words.get(usize::from(*place)).copied().unwrap_or(NONE);
                registers[usize::from(*register) % REGISTERS] = word;
            }
            return row;
        }
    }
    NOWHERE
}

/// Makes registers those of somebody.
#[inline(always)]
fn speak_for(mate: &Mate, registers: &mut Registers) {
    const { assert!(ME as usize == WORDS - 1 && NOW as usize >= WORDS) };
    if let Some(words) = registers.first_chunk_mut() {
        *words = mate.words;
    }
}
