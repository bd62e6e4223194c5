//! What plain rules are made into. [`super::plan`] makes it.

use super::mates::Stills;
use crate::fast::walk::Compare;
use crate::fast::word::Word;
use townsfolk_core::{ActionId, Duration};

/// Everyone has so many words: the values of facts about them, and last who they are.
pub(super) const WORDS: usize = 8;
/// So many facts are about somebody.
pub(super) const OWNED_MAX: usize = 8;
/// Variables of a rule.
pub(super) const KEPT: usize = 4;
/// A row has no more arguments.
pub(super) const ARGUMENTS: usize = 4;
/// Values of a row besides its owner.
pub(super) const VALUES: usize = ARGUMENTS - 1;

/// Registers: first the words of whose turn it is, the last of which is `.me`; then variables.
pub(super) const REGISTERS: usize = 64;
pub(super) const ME: u8 = WORDS as u8 - 1;
pub(super) const VARIABLES: usize = WORDS;
pub(super) const NOW: u8 = (VARIABLES + KEPT) as u8;
/// Always without a value.
pub(super) const NOTHING: u8 = NOW + 1;
/// Values that nobody wants.
pub(super) const SPARE: u8 = NOTHING + 1;
pub(super) const CONSTANTS: usize = 16;

/// The registers of a search.
pub(super) type Registers = [Word; REGISTERS];

/// A word, or a place of a row, and the register it is compared with or kept in.
pub(super) type Pair = (u8, u8);

/// A script as far as it is plain.
#[derive(Debug)]
pub(in crate::fast) struct PlainCode {
    /// Facts about somebody.
    pub(super) owned: Vec<Owned>,
    /// Which of them a declared fact is.
    pub(super) number_of: Vec<Option<u8>>,
    pub(super) rules: Vec<Option<PlainRule>>,
    pub(super) lists: Vec<Option<PlainList>>,
    pub(super) operations: Vec<Op>,
    pub(super) stills: Stills,
}

/// A fact of which every change is about `.me`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned {
    pub(super) fact: u16,
    pub(super) arity: u8,
    pub(super) claim: bool,
    /// The place of whom it is about.
    pub(super) place: u8,
    /// The first word of its values.
    pub(super) from: u8,
    /// The topics that a change touches for others.
    pub(super) topics: u64,
}

/// Changes that others may take an interest in, by bits: of facts about somebody, and of states.
pub(super) type Interest = u16;
pub(super) const STATES: Interest = 1 << OWNED_MAX;

impl Owned {
    /// The word of an argument.
    pub(super) fn word_at(&self, place: u8) -> u8 {
        match place.cmp(&self.place) {
            std::cmp::Ordering::Less => self.from + place,
            std::cmp::Ordering::Equal => ME,
            std::cmp::Ordering::Greater => self.from + place - 1,
        }
    }
}

#[derive(Debug)]
pub(super) struct PlainRule {
    pub(super) now: Changes,
    pub(super) then: Changes,
    pub(super) call: Option<PlainCall>,
    /// The registers of its variables when its condition holds.
    pub(super) variables: [u8; KEPT],
    /// Whether all of them are words of whoever acts, which stay as they are until the action is done.
    pub(super) at_hand: bool,
    /// Which bits of those words count: none where there is no variable.
    pub(super) counts: [Word; KEPT],
    /// Zero: it stays.
    pub(super) goto: u16,
}

#[derive(Debug)]
pub(super) struct PlainCall {
    pub(super) action: ActionId,
    pub(super) arguments: Vec<u8>,
    pub(super) limit: Duration,
    pub(super) interruptible: bool,
    /// How many variables its rule has.
    pub(super) variables: u16,
}

/// Changes, one after the other.
#[derive(Debug)]
pub(super) struct Changes {
    pub(super) list: Box<[Change]>,
    /// The facts that come, by bits.
    pub(super) comes: u8,
    /// The expression of the value that has to be calculated, if there is one.
    pub(super) calculates: Option<u32>,
}

/// A fact about `.me` that comes or goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) comes: bool,
    pub(super) claim: bool,
    pub(super) fact: u8,
    /// Words, and the registers of their values; then `.me` again. Of what goes, other words may have
    /// any value.
    pub(super) values: [Pair; VALUES],
    /// The word whose value is calculated.
    pub(super) calculated: Option<u8>,
}

impl Change {
    /// Whether it gives a word another value.
    pub(super) fn sets(&self, word: u8) -> bool {
        let mut values = self.values.iter();
        self.calculated == Some(word) || values.any(|(other, _)| *other == word && word != ME)
    }
}

/// What someone of a class and in a state can try.
#[derive(Debug)]
pub(super) struct PlainList {
    pub(super) rules: Vec<PlainGlance>,
    /// What its rules read.
    pub(super) reads: Interest,
    /// The facts about `.me` that its rules ask for, by bits; then marks.
    pub(super) asks: u64,
    pub(super) marks: Vec<Mark>,
}

/// Whether a fact is there with a constant: about `.me`, or about anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) mine: bool,
    pub(super) fact: u8,
    pub(super) word: u8,
    pub(super) register: u8,
    /// Which bits of the word count: none, if any value will do.
    pub(super) counts: Word,
}

/// Marks come after so many bits for facts about `.me`.
pub(super) const FIRST_MARK: usize = OWNED_MAX;
/// So many marks are judged for a list.
pub(super) const MARKS_MAX: usize = 16;

impl PlainList {
    /// Its rules, by bits, that facts about `.me` do not rule out.
    #[cold]
    pub(super) fn worth(&self, present: u64) -> u64 {
        let rules = self.rules.iter().zip(0..u64::BITS);
        rules.fold(0, |all, (rule, place)| {
            let fits = (present ^ rule.present) & rule.asks == 0;
            all | u64::from(fits) << place
        })
    }
}

/// The number of a rule that is not plain.
pub(super) const NOT_PLAIN: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct PlainGlance {
    /// Its number, if it is plain.
    pub(super) rule: u16,
    /// Where its operations begin.
    pub(super) from: u32,
    /// The facts about `.me` and the marks that it asks for, and which of them must be there.
    pub(super) asks: u64,
    pub(super) present: u64,
}

/// One literal, as far as facts about `.me` do not decide it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Each row about anybody with known values.
    Each(Find, Into),
    /// No row about anybody has known values.
    None(Find),
    /// The row about `.me` has not these values.
    NotMine(Find),
    /// Each row of a fact that stays.
    Row(Find, Into),
    /// No row of a fact that stays has known values.
    NoRow(Find),
    Same(u8, u8),
    Differ(u8, u8),
    /// A moment is not later than now.
    Reached(u8),
    Compare(Compare),
    /// A solution; of a rule that is not plain, no more than a reason to look at it with care.
    Done,
}

/// Where values of a row are kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Into {
    pub(super) count: u8,
    pub(super) pairs: [Pair; ARGUMENTS],
}

/// Rows that have known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Find {
    pub(super) fact: u16,
    /// The first two known values; if there is only one, twice the same.
    pub(super) known: [Pair; 2],
    /// Which of their bits count: all, or none if no value is known.
    pub(super) counts: Word,
    /// How many others there are.
    pub(super) more: u8,
    /// Whether rows about `.me` do not count.
    pub(super) not_me: bool,
    pub(super) others: [Pair; ARGUMENTS - 2],
}

impl Find {
    /// Rows of a fact with known values; `None` if they are too many.
    pub(super) fn of(fact: u16, known: &[Pair]) -> Option<Find> {
        let mut others = [(0, SPARE); ARGUMENTS - 2];
        let later = known.get(2..).unwrap_or_default();
        others.get_mut(..later.len())?.copy_from_slice(later);
        let first = known.first().copied().unwrap_or((0, SPARE));
        Some(Find {
            fact,
            known: [first, known.get(1).copied().unwrap_or(first)],
            counts: if known.is_empty() { 0 } else { Word::MAX },
            more: later.len() as u8,
            not_me: false,
            others,
        })
    }
}

impl PlainCode {
    /// A rule, if it is plain.
    #[inline(always)]
    pub(super) fn rule(&self, number: u16) -> Option<&PlainRule> {
        self.rules.get(usize::from(number))?.as_ref()
    }

    /// What a plain rule has people do.
    pub(super) fn call(&self, number: u16) -> Option<&PlainCall> {
        self.rule(number)?.call.as_ref()
    }

    /// Which of the facts about somebody a fact is.
    pub(super) fn number(&self, fact: u16) -> Option<u8> {
        self.number_of.get(usize::from(fact)).copied().flatten()
    }

    /// The word of an argument of a fact about somebody; of another fact, its place.
    pub(super) fn word_of(&self, fact: u16, place: u8) -> u8 {
        let owned = self
            .number(fact)
            .map(|number| self.owned[usize::from(number)]);
        owned.map_or(place, |owned| owned.word_at(place))
    }
}
