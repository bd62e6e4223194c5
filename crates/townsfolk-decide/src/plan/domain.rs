//! Operators and goals over bit vectors, compiled from content and checked.

use super::bits::{Bits, PropIndex};
use townsfolk_module::decide::{Effect, Goal, Operator};

/// An operator as bit masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule<const W: usize> {
    /// The propositions that must hold.
    pub pre_true: Bits<W>,
    /// The propositions that must not hold.
    pub pre_false: Bits<W>,
    /// The propositions that hold afterwards.
    pub add: Bits<W>,
    /// The propositions that do not hold afterwards.
    pub del: Bits<W>,
    /// All propositions of the precondition.
    care: Bits<W>,
    /// The cost.
    pub cost: u32,
}

/// A goal as bit masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target<const W: usize> {
    /// The propositions that must hold.
    pub want_true: Bits<W>,
    /// The propositions that must not hold.
    pub want_false: Bits<W>,
    care: Bits<W>,
}

/// A fault of an operator or a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DomainFault {
    /// The operator adds and removes the same proposition.
    AddsAndRemoves {
        /// The index of the operator.
        operator: usize,
        /// The proposition.
        proposition: PropIndex,
    },
    /// The precondition wants a proposition both to hold and not to hold.
    Contradiction {
        /// The index of the operator.
        operator: usize,
        /// The proposition.
        proposition: PropIndex,
    },
    /// The goal wants a proposition both to hold and not to hold.
    ImpossibleGoal {
        /// The index of the goal.
        goal: usize,
        /// The proposition.
        proposition: PropIndex,
    },
}

/// All faults of some operators and goals, in order. The checker of the language reports them.
pub fn faults(operators: &[Operator], goals: &[Goal]) -> Vec<DomainFault> {
    let mut faults = vec![];
    for (index, operator) in operators.iter().enumerate() {
        faults.extend(twice(&operator.when).map(|proposition| {
            let operator = index;
            DomainFault::Contradiction {
                operator,
                proposition,
            }
        }));
        faults.extend(twice(&operator.makes).map(|proposition| {
            let operator = index;
            DomainFault::AddsAndRemoves {
                operator,
                proposition,
            }
        }));
    }
    for (goal, wanted) in goals.iter().enumerate() {
        faults.extend(
            twice(&wanted.when)
                .map(|proposition| DomainFault::ImpossibleGoal { goal, proposition }),
        );
    }
    faults
}

/// The first proposition that a list names both as true and as false.
fn twice(list: &[Effect]) -> Option<PropIndex> {
    let opposite = |one: &Effect| {
        list.iter()
            .any(|other| other.proposition == one.proposition && other.holds != one.holds)
    };
    list.iter()
        .find(|one| opposite(one))
        .map(|one| one.proposition)
}

fn masks<const W: usize>(list: &[Effect]) -> (Bits<W>, Bits<W>) {
    let of = |holds| {
        let part = list.iter().filter(move |effect| effect.holds == holds);
        Bits::of(part.map(|effect| effect.proposition))
    };
    (of(true), of(false))
}

impl<const W: usize> Rule<W> {
    /// The masks of an operator with all its effects.
    pub fn of(operator: &Operator, effects: &[Effect]) -> Rule<W> {
        let (pre_true, pre_false) = masks(&operator.when);
        let (add, del) = masks(effects);
        Rule {
            pre_true,
            pre_false,
            add,
            del,
            care: pre_true.or(&pre_false),
            cost: u32::from(operator.cost),
        }
    }

    /// Whether the operator can be used in a state.
    #[inline]
    pub fn is_applicable(&self, state: &Bits<W>) -> bool {
        state.agrees(&self.care, &self.pre_true)
    }

    /// The state after the operator.
    #[inline]
    pub fn apply(&self, state: &Bits<W>) -> Bits<W> {
        state.minus(&self.del).or(&self.add)
    }

    /// All propositions that the operator reads or changes.
    pub fn mentions(&self) -> Bits<W> {
        self.care.or(&self.add).or(&self.del)
    }
}

impl<const W: usize> Target<W> {
    /// The masks of a goal.
    pub fn of(goal: &Goal) -> Target<W> {
        let (want_true, want_false) = masks(&goal.when);
        Target {
            want_true,
            want_false,
            care: want_true.or(&want_false),
        }
    }

    /// Whether a state satisfies the goal.
    #[inline]
    pub fn is_satisfied(&self, state: &Bits<W>) -> bool {
        state.agrees(&self.care, &self.want_true)
    }

    /// All propositions that the goal reads.
    pub fn mentions(&self) -> Bits<W> {
        self.care
    }
}
