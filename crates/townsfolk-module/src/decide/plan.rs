//! Goals and operators of planners, over yes/no propositions.

use super::Deed;
use crate::attribute::AttributeWrite;
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, HostId, SymbolId, Urgency};

/// Propositions, operators and goals. All operators of a project make one domain.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Planners {
    /// The propositions, sorted. Effects name them by index.
    pub propositions: Vec<Proposition>,
    /// The operators, sorted by name.
    pub operators: Vec<Operator>,
    /// The goals, sorted by id. A role thinks with a goal.
    pub goals: Vec<Goal>,
}

/// A question about one character, or about the world, with the answer yes or no.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Proposition {
    /// The attribute that is asked.
    pub attribute: HostId,
    /// Whether it is the character's own, and not the world's.
    pub of_me: bool,
    /// The value that it must have; without one the attribute must hold.
    pub value: Option<SymbolId>,
}

/// The index of a proposition in its domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PropIndex(pub u16);

/// A proposition with the truth that an operator or a goal wants of it or gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// Which proposition.
    pub proposition: PropIndex,
    /// Whether it holds.
    pub holds: bool,
}

/// An operator: what must hold before, what is done, and what holds after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operator {
    /// Its name. Operators expanded from one declaration share it.
    pub name: DeciderId,
    /// The precondition.
    pub when: Vec<Effect>,
    /// The effects that are written. Other values of the same attribute end with them.
    pub makes: Vec<Effect>,
    /// The cost, 1 unless stated.
    pub cost: u16,
    /// The action or course that is performed, if any.
    pub deed: Option<Deed>,
    /// The attributes that are set when it is done.
    pub sets: Vec<AttributeWrite>,
}

/// A goal: what must hold in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goal {
    /// Its id.
    pub id: DeciderId,
    /// How much it matters beside other deciders.
    pub urgency: Urgency,
    /// The propositions that make the goal.
    pub when: Vec<Effect>,
}

impl Planners {
    /// The index of a proposition, which is added if it is new.
    pub fn index(&mut self, proposition: Proposition) -> PropIndex {
        let known = self.propositions.iter().position(|p| *p == proposition);
        let index = known.unwrap_or_else(|| {
            self.propositions.push(proposition);
            self.propositions.len() - 1
        });
        PropIndex(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// All effects of an operator: those that are written, and the end of every other value of an
    /// attribute that gets one.
    pub fn effects(&self, operator: &Operator) -> Vec<Effect> {
        let mut all = operator.makes.clone();
        for effect in operator.makes.iter().filter(|effect| effect.holds) {
            let Some(made) = self.proposition(effect.proposition) else {
                continue;
            };
            for (other, index) in self.propositions.iter().zip(0..) {
                let same = (other.attribute, other.of_me) == (made.attribute, made.of_me);
                if same && other.value != made.value {
                    let proposition = PropIndex(index);
                    all.push(Effect {
                        proposition,
                        holds: false,
                    });
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A proposition by its index.
    pub fn proposition(&self, index: PropIndex) -> Option<Proposition> {
        self.propositions.get(usize::from(index.0)).copied()
    }

    /// Sorts every list, and gives propositions the index of their place.
    pub(super) fn sort(&mut self) {
        let before = self.propositions.clone();
        self.propositions.sort_unstable();
        self.propositions.dedup();
        let after = self.propositions.clone();
        let moved = |effect: &mut Effect| {
            let known = before.get(usize::from(effect.proposition.0));
            if let Some(place) = known.and_then(|known| after.binary_search(known).ok()) {
                effect.proposition = PropIndex(place as u16);
            }
        };
        for operator in &mut self.operators {
            operator.when.iter_mut().for_each(moved);
            operator.makes.iter_mut().for_each(moved);
            operator.when.sort_unstable();
            operator.makes.sort_unstable();
        }
        for goal in &mut self.goals {
            goal.when.iter_mut().for_each(moved);
            goal.when.sort_unstable();
        }
        let key = |operator: &Operator| {
            let parts = (operator.when.clone(), operator.makes.clone());
            (operator.name, parts, operator.cost)
        };
        self.operators.sort_by_key(key);
        self.goals.sort_by_key(|item| item.id);
    }

    /// Whether every proposition that is named exists.
    pub(super) fn is_sound(&self) -> bool {
        let known = |effect: &Effect| self.proposition(effect.proposition).is_some();
        let operators = self.operators.iter();
        let mut lists = operators
            .flat_map(|operator| [&operator.when, &operator.makes])
            .chain(self.goals.iter().map(|goal| &goal.when));
        let few = self.operators.len() <= usize::from(u16::MAX);
        few && self.propositions.len() <= usize::from(u16::MAX)
            && lists.all(|list| list.iter().all(known))
    }
}

impl Visit for Operator {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.deed.visit(visitor);
        self.sets.visit(visitor);
    }
}
