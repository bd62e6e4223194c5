//! Which rule holds for somebody in a plain scene.

use super::code::{
    Find, Into, ME, NOW, Op, Pair, PlainCode, PlainList, REGISTERS, Registers, WORDS,
};
use super::mates::{Mate, Still};
use crate::fast::expression::{answer, change_of};
use crate::fast::program::Timing;
use crate::fast::strides::STRIDES_MAX;
use crate::fast::stroll::{Choices, NOWHERE};
use crate::fast::walk::Compare;
use crate::fast::word::{NONE, TIME, Word, kind, payload};

/// No rule holds.
pub(super) const NO_RULE: u32 = u32::MAX;

/// What a look needs.
struct Looking<'l> {
    operations: &'l [Op],
    mates: &'l [Mate],
    still: &'l Still,
    registers: &'l mut Registers,
    choices: &'l mut Choices,
    /// Whose turn it is, as a bit.
    me: u32,
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
    index: usize,
    mates: &[Mate],
    still: &Still,
    registers: &mut Registers,
    choices: &mut Choices,
    now: i64,
) -> (u32, i64) {
    let Some(mate) = mates.get(index) else {
        return (NO_RULE, i64::MAX);
    };
    speak_for(mate, registers);
    let mut looking = Looking {
        operations: &plain.operations,
        me: 1_u32.wrapping_shl(index as u32),
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
                Op::None(find) => self.fitting(find) == 0,
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
        let difference = |(word, register): Pair| self.word(word) ^ self.word(register);
        let [first, second] = find.known.map(difference);
        (first | second) & find.counts == 0
            && has_others(&self.registers[..WORDS], self.registers, find)
    }

    /// Whose rows have the known values, by bits.
    #[inline(always)]
    fn fitting(&self, find: &Find) -> u32 {
        let fact = find.fact & 7;
        let [first, second] = find
            .known
            .map(|(word, register)| (word, self.word(register)));
        // Nobody can foretell whose they are, so nothing branches.
        let (mut fitting, mut place) = (0, 0);
        for mate in self.mates {
            let difference =
                |(word, wanted): (u8, Word)| mate.words[usize::from(word) % WORDS] ^ wanted;
            let differences = (difference(first) | difference(second)) & find.counts;
            let there = u32::from(mate.present >> fact & 1) & u32::from(differences == 0);
            fitting |= there.wrapping_shl(place);
            place = place.wrapping_add(1);
        }
        if find.more > 0 && fitting != 0 {
            fitting = self.fitting_in_all(find, fitting);
        }
        fitting & !(if find.not_me { self.me } else { 0 })
    }

    /// Of some people those whose rows have the other known values as well.
    #[cold]
    fn fitting_in_all(&self, find: &Find, fitting: u32) -> u32 {
        let mates = self.mates.iter().zip(0..u32::BITS);
        mates.fold(0, |all, (mate, place)| {
            let fits = has_others(&mate.words, self.registers, find);
            all | fitting & u32::from(fits) << place
        })
    }

    /// Takes the oldest row about anybody from some age on that has the known values.
    #[inline(always)]
    fn each(&mut self, find: &Find, into: &Into, from: u32, at: usize, choice: &mut u32) -> bool {
        let fitting = self.fitting(find);
        if fitting == 0 {
            return false;
        }
        // Most often there is one row; then nobody asks how old it is.
        let (index, next) = match from == 0 && fitting & fitting.wrapping_sub(1) == 0 {
            true => (fitting.trailing_zeros() as usize, NO_AGE),
            false => oldest_of(self.mates, fitting, usize::from(find.fact & 7), from),
        };
        let Some(mate) = self.mates.get(index) else {
            return false;
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

/// No row is as old as that.
const NO_AGE: u32 = u32::MAX;

/// Who of some people has the oldest row from some age on, and the age after that. Nobody, if there is
/// none.
#[cold]
fn oldest_of(mates: &[Mate], fitting: u32, number: usize, from: u32) -> (usize, u32) {
    let ages = mates.iter().zip(0..u32::BITS).filter_map(|(mate, bit)| {
        let age = mate.past.get(number)?.0;
        (fitting >> bit & 1 == 1 && age >= from).then_some((age, bit as usize))
    });
    let oldest = ages.min();
    oldest.map_or((usize::MAX, NO_AGE), |(age, index)| {
        (index, age.wrapping_add(1))
    })
}

/// Whether words have the known values besides the first two.
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
    let wanted = find.known.map(|(place, register)| {
        let wanted = registers[usize::from(register) % REGISTERS];
        (usize::from(place), wanted)
    });
    for row in from..rows.count {
        let first = rows.from.wrapping_add(row.wrapping_mul(rows.width)) as usize;
        let words = still.words.get(first..).unwrap_or_default();
        let differs = |(place, wanted): &(usize, Word)| {
            let word = words.get(*place).copied().unwrap_or(NONE);
            (word ^ wanted) & find.counts != 0
        };
        if !wanted.iter().any(differs) && has_others(words, registers, find) {
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
