//! Memory that updates use again and again: one for each thread.

use super::fact_store::FactStore;
use super::packed_value::{NONE, PackedValue};
use super::program::Program;
use std::sync::Arc;
use townsfolk_core::{HostId, Outcome, Pushed, Value};

/// The working memory of updates. Data carried from one update to the next is cached only.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The program whose constants are in the slots.
    program: Option<Program>,
    /// The variables of the search in progress, all unbound between searches; then `_`, `.me`, `.now`
    /// and the constants.
    pub(super) slots: Vec<PackedValue>,
    /// Slots bound so far, in order, to be unbound again.
    pub(super) trail: Vec<u16>,
    /// Participants (by index) in the order of the update, once that is known.
    pub(super) order: Vec<u16>,
    pub(super) keys: Vec<(u64, u32, u16)>,
    /// Solutions, one after the other, as raw slots.
    pub(super) solutions: Vec<PackedValue>,
    pub(super) distinct: Vec<u32>,
    /// Start, place among equals, outcome, out of time.
    pub(super) outcomes: Vec<(u64, u32, Outcome, bool)>,
    pub(super) forfeited: Vec<u64>,
    /// Rows about to go: age, fact, row.
    pub(super) removals: Vec<(u64, u16, u32)>,
    /// Facts about to come, each with its pattern and the place of its words.
    pub(super) additions: Vec<Addition>,
    pub(super) words: Vec<PackedValue>,
    pub(super) faults: Vec<townsfolk_core::FactId>,
    /// Attributes about to be set, each with the place of its arguments.
    pub(super) writes: Vec<Write>,
    pub(super) written: Vec<Value>,
    /// A copy of the facts for looking ahead.
    pub(super) ahead: FactStore,
    #[cfg(feature = "mutation")]
    pub(super) mutation: Option<Mutation>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Addition {
    pub(super) id: townsfolk_core::FactId,
    pub(super) fact: u16,
    pub(super) from: u32,
    pub(super) length: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub(super) name: HostId,
    pub(super) value: Pushed,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A deliberate fault, to see that the tests would notice it.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutation {
    /// A change of facts wakes no participant.
    DropWake,
    /// A moment of a comparison with `.now` is forgotten.
    DropMoment,
    /// The first two of an update's order change places.
    SwapOrder,
    /// A failed action keeps its claims.
    LoseRelease,
    /// A search ends too early.
    ShortBudget,
    /// A claim is taken from another participant.
    IgnoreClaims,
    /// The youngest fact comes first.
    YoungestFirst,
    /// A participant who becomes free wakes no possible partner.
    DropFree,
}

impl Scratch {
    /// Makes the slots those of a program.
    #[inline]
    pub(super) fn prepare_for(&mut self, program: &Program) {
        let known = self.program.as_ref();
        if !known.is_some_and(|known| Arc::ptr_eq(&known.0, &program.0)) {
            self.change_program(program);
        }
    }

    #[cold]
    fn change_program(&mut self, program: &Program) {
        let code = &program.0;
        let constants = code.first_constant();
        let count = constants + code.constants.len();
        self.slots.clear();
        self.slots.resize(count, NONE);
        self.slots[constants..count].copy_from_slice(&code.constants);
        self.program = Some(program.clone());
    }

    /// No attribute is about to be set.
    pub(super) fn forget_writes(&mut self) {
        self.writes.clear();
        self.written.clear();
    }

    /// Rows go from the end, so that the places of the others stay right.
    pub(super) fn sort_removals(&mut self) {
        if self.removals.len() > 1 {
            self.removals
                .sort_unstable_by_key(|(_, fact, row)| (*fact, *row));
            self.removals.dedup();
        }
    }

    /// Commits a fault on purpose from now on.
    #[cfg(feature = "mutation")]
    #[doc(hidden)]
    pub fn mutate(&mut self, mutation: Option<Mutation>) {
        self.mutation = mutation;
    }

    #[cfg(feature = "mutation")]
    #[inline]
    pub(super) fn has_mutation(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    #[cfg(not(feature = "mutation"))]
    #[inline(always)]
    pub(super) fn has_mutation(&self, _: Mutation) -> bool {
        false
    }
}
