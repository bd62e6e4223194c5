//! Terms: the arguments of literals, slots and their values, and how they are made the same.

use super::packed_value::{NONE, PackedValue, SAME, kind, pack, payload};
use super::program::{ARGUMENTS_MAX, ArgumentCode, Span};
use super::update::Updating;
use super::witness::Witness;

/// The pattern of an undefined argument. (No slot has this number.)
pub(super) const UNDEFINED: PackedValue = u64::MAX;

/// The arguments of a literal as matching sees them: a value, a slot, or nothing for `_`.
pub(super) type Pattern = [PackedValue; ARGUMENTS_MAX];

impl<'u, W: Witness> Updating<'u, W> {
    /// The first argument that has a value, as its place and the value.
    #[inline]
    pub(super) fn first_known(&self, columns: &[u16]) -> Option<(usize, PackedValue)> {
        for (place, slot) in columns.iter().enumerate() {
            match self.slot(*slot) {
                NONE => {}
                word => return Some((place, word)),
            }
        }
        None
    }

    /// Makes columns the same as the words of a row, and says whether they can be.
    #[inline(always)]
    pub(super) fn agrees(&mut self, columns: &[u16], fact: usize, row: usize) -> bool {
        let row = self.scene.facts.row(fact, row);
        let scratch = &mut *self.scratch;
        let any = self.code.any();
        for (slot, word) in columns.iter().zip(row) {
            let mut slot = usize::from(*slot);
            let mut bound = scratch.slots[slot];
            if bound == *word {
                continue;
            }
            while kind(bound) == SAME {
                slot = payload(bound) as usize;
                bound = scratch.slots[slot];
            }
            if bound == NONE {
                if slot != any {
                    scratch.slots[slot] = *word;
                    scratch.trail.push(slot as u16);
                }
            } else if bound != *word {
                return false;
            }
        }
        true
    }

    /// The columns of a literal.
    #[inline]
    pub(super) fn columns(&self, from: u32, arguments: Span) -> &'u [u16] {
        let code = self.code;
        &code.columns[from as usize..from as usize + arguments.length as usize]
    }

    /// Makes a pattern the same as the words of a row, and says whether it can be.
    #[inline]
    pub(super) fn matches(&mut self, pattern: &[PackedValue], fact: usize, row: usize) -> bool {
        let row = self.scene.facts.row(fact, row);
        for (wanted, word) in pattern.iter().zip(row) {
            if *wanted == NONE || wanted == word {
                continue;
            }
            if kind(*wanted) != SAME {
                return false;
            }
            // Unbound when the row was begun, but perhaps met before in this row.
            let slot = payload(*wanted) as usize;
            match self.scratch.slots[slot] {
                NONE => {
                    self.scratch.slots[slot] = *word;
                    self.scratch.trail.push(slot as u16);
                }
                bound if bound == *word => {}
                _ => return false,
            }
        }
        true
    }

    /// The terms of arguments, variables that have a value already replaced by it.
    #[inline]
    pub(super) fn fill(&mut self, arguments: Span) -> Option<Pattern> {
        let mut pattern = [NONE; ARGUMENTS_MAX];
        let code = self.code;
        for (place, argument) in pattern.iter_mut().zip(arguments.of(&code.arguments)) {
            *place = self.term(*argument);
            if *place == UNDEFINED {
                return None;
            }
        }
        Some(pattern)
    }

    #[inline]
    pub(super) fn term(&mut self, argument: ArgumentCode) -> PackedValue {
        match argument {
            ArgumentCode::Anything => NONE,
            ArgumentCode::Slot(slot) => self.look_up(pack(SAME, i64::from(slot))),
            ArgumentCode::Constant(word) => word,
            ArgumentCode::Me => self.me,
            ArgumentCode::Expression(expression) => match self.evaluate(expression) {
                NONE => UNDEFINED,
                word => word,
            },
        }
    }

    /// The value of an argument, or [`NONE`].
    #[inline]
    pub(super) fn value_of(&mut self, argument: ArgumentCode) -> PackedValue {
        match argument {
            ArgumentCode::Anything => NONE,
            ArgumentCode::Slot(slot) => self.slot(slot),
            ArgumentCode::Constant(word) => word,
            ArgumentCode::Me => self.me,
            ArgumentCode::Expression(expression) => self.evaluate(expression),
        }
    }

    /// The value of a slot, or [`NONE`].
    #[inline]
    pub(super) fn slot(&self, slot: u16) -> PackedValue {
        let mut word = self.scratch.slots[usize::from(slot)];
        while kind(word) == SAME {
            word = self.scratch.slots[payload(word) as usize];
        }
        word
    }

    /// A slot's value, or the lowest slot it is the same as.
    #[inline]
    fn look_up(&self, mut term: PackedValue) -> PackedValue {
        while kind(term) == SAME {
            match self.scratch.slots[payload(term) as usize] {
                NONE => break,
                word => term = word,
            }
        }
        term
    }

    /// Makes two terms the same, and says whether they can be.
    pub(super) fn unify(&mut self, a: PackedValue, b: PackedValue) -> bool {
        let (a, b) = (self.look_up(a), self.look_up(b));
        if a == NONE || b == NONE || a == b {
            return true;
        }
        let (slot, word) = match (kind(a) == SAME, kind(b) == SAME) {
            (false, false) => return false,
            (true, false) => (payload(a), b),
            (false, true) => (payload(b), a),
            (true, true) => (payload(a.max(b)), a.min(b)),
        };
        self.bind(slot as u16, word);
        true
    }

    pub(super) fn bind(&mut self, slot: u16, word: PackedValue) {
        self.scratch.slots[usize::from(slot)] = word;
        self.scratch.trail.push(slot);
    }

    /// Unbinds what has been bound since a mark.
    #[inline]
    pub(super) fn undo(&mut self, mark: usize) {
        while self.scratch.trail.len() > mark {
            if let Some(slot) = self.scratch.trail.pop() {
                self.scratch.slots[usize::from(slot)] = NONE;
            }
        }
    }
}
