//! The values of variables, and how terms become the same. Section "Matching".

use townsfolk_core::{Value, VarId};

/// The values of variables, some of which may be unbound or known to be the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bindings {
    pub(super) slots: Vec<Slot>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Free,
    Bound(Value),
    /// The same as a variable with a lower index.
    Same(usize),
}

impl Bindings {
    /// So many unbound variables.
    pub fn new(variables: u16) -> Bindings {
        Bindings {
            slots: vec![Slot::Free; usize::from(variables)],
        }
    }

    /// Variables with these values.
    pub fn of(values: &[Option<Value>]) -> Bindings {
        let slot = |value: &Option<Value>| value.map_or(Slot::Free, Slot::Bound);
        Bindings {
            slots: values.iter().map(slot).collect(),
        }
    }

    /// The value of a variable, if it is bound.
    pub fn get(&self, variable: VarId) -> Option<Value> {
        self.value(usize::from(variable.0))
    }

    /// The values of all variables, by index.
    pub fn values(&self) -> Vec<Option<Value>> {
        (0..self.slots.len()).map(|slot| self.value(slot)).collect()
    }

    pub(super) fn value(&self, slot: usize) -> Option<Value> {
        match self.slots.get(self.root(slot)) {
            Some(Slot::Bound(value)) => Some(*value),
            _ => None,
        }
    }

    /// The variable with the lowest index that this one is known to be the same as.
    fn root(&self, mut slot: usize) -> usize {
        while let Some(Slot::Same(lower)) = self.slots.get(slot) {
            slot = *lower;
        }
        slot
    }

    /// Makes two terms the same, and says whether they can be.
    pub(super) fn unify(&mut self, a: Term, b: Term) -> bool {
        match (self.look_up(a), self.look_up(b)) {
            (Term::Anything, _) | (_, Term::Anything) => true,
            (Term::Value(a), Term::Value(b)) => a == b,
            (Term::Slot(slot), Term::Value(value)) | (Term::Value(value), Term::Slot(slot)) => {
                self.set(slot, Slot::Bound(value))
            }
            (Term::Slot(a), Term::Slot(b)) if a == b => true,
            (Term::Slot(a), Term::Slot(b)) => self.set(a.max(b), Slot::Same(a.min(b))),
        }
    }

    fn look_up(&self, term: Term) -> Term {
        match term {
            Term::Slot(slot) => match self.value(slot) {
                Some(value) => Term::Value(value),
                None => Term::Slot(self.root(slot)),
            },
            other => other,
        }
    }

    fn set(&mut self, index: usize, to: Slot) -> bool {
        match self.slots.get_mut(index) {
            Some(slot) => {
                *slot = to;
                true
            }
            None => false,
        }
    }
}

/// An argument as matching sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    Anything,
    /// A variable that may be unbound.
    Slot(usize),
    Value(Value),
}

/// The bindings under which terms are the same as some values, if they can be.
pub(super) fn unified(
    bindings: &Bindings,
    terms: &[Term],
    arguments: &[Value],
) -> Option<Bindings> {
    let mut after = bindings.clone();
    let mut pairs = terms.iter().zip(arguments);
    pairs
        .all(|(term, value)| after.unify(*term, Term::Value(*value)))
        .then_some(after)
}
