//! Facts, claims, lifetimes and their order. Section "Facts and claims".

use serde::{Deserialize, Serialize};
use townsfolk_core::{Atom, CharacterId, FactId, StartId, Tick, Value};
use townsfolk_module::Script;

/// A fact that is true now.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// The fact itself.
    pub atom: Atom,
    /// Since when it has been true without a break.
    pub since: Tick,
    /// When it passes by itself. At that moment it is no longer there.
    pub expires: Option<Tick>,
    /// Whether it is a claim.
    pub claim: bool,
    /// The running action whose rule took this claim: if that action fails or is stopped, the
    /// claim goes with it.
    pub taken_by: Option<StartId>,
}

/// The result of an addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is new.
    New,
    /// It was there: it keeps its age, and its lifetime starts again.
    Again,
    /// The claim has another holder.
    Held(Value),
    /// The script declares no such fact.
    Undeclared,
}

/// The facts of a scene, oldest first. A set: no atom is there twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct TupleSpace {
    /// The facts, in order of insertion.
    pub facts: Vec<Fact>,
}

impl TupleSpace {
    /// Whether a fact is there.
    pub fn contains(&self, atom: &Atom) -> bool {
        self.facts.iter().any(|fact| fact.atom == *atom)
    }

    /// The facts of one name and number of arguments, oldest first.
    pub fn of(&self, fact: FactId, arity: usize) -> impl Iterator<Item = &Atom> {
        self.facts
            .iter()
            .map(|f| &f.atom)
            .filter(move |atom| atom.fact == fact && atom.arguments.len() == arity)
    }

    /// Adds a fact. A claim of another holder is left unchanged.
    pub fn add(
        &mut self,
        script: &Script,
        atom: Atom,
        now: Tick,
        taken_by: Option<StartId>,
    ) -> Added {
        let declared = script.fact(atom.fact);
        let Some(declared) = declared.filter(|d| d.kinds.len() == atom.arguments.len()) else {
            return Added::Undeclared;
        };
        let expires = declared.lifetime.map(|span| now.after(span));
        if let Some(there) = self.facts.iter_mut().find(|f| f.atom == atom) {
            there.expires = expires;
            return Added::Again;
        }
        if declared.claim
            && let Some(holder) = self.holder_of(&atom, declared.holders)
        {
            return Added::Held(holder);
        }
        self.facts.push(Fact {
            atom,
            since: now,
            expires,
            claim: declared.claim,
            taken_by: taken_by.filter(|_| declared.claim),
        });
        Added::New
    }

    /// The oldest holder of the claim that this atom would take, if the claim has all the holders it
    /// can have.
    pub fn holder_of(&self, atom: &Atom, holders: u16) -> Option<Value> {
        let (_, wanted) = atom.arguments.split_last()?;
        let held = self.of(atom.fact, atom.arguments.len());
        let held: Vec<&Atom> = held
            .filter(|there| there.arguments.starts_with(wanted))
            .collect();
        let is_full = held.len() >= usize::from(holders.max(1));
        held.first().filter(|_| is_full)?.holder()
    }

    /// Removes every fact that is asked for, and says which they were, oldest first.
    pub fn remove_if(&mut self, mut asked: impl FnMut(&Fact) -> bool) -> Vec<Atom> {
        let mut removed = vec![];
        self.facts.retain(|fact| {
            let goes = asked(fact);
            if goes {
                removed.push(fact.atom.clone());
            }
            !goes
        });
        removed
    }

    /// Removes the facts whose time has come.
    pub fn remove_passed(&mut self, now: Tick) -> Vec<Atom> {
        self.remove_if(|fact| fact.expires.is_some_and(|at| at <= now))
    }

    /// Removes every fact that names a thing.
    pub fn remove_naming(&mut self, thing: Value) -> Vec<Atom> {
        self.remove_if(|fact| fact.atom.names(thing))
    }

    /// Releases the claims that an action's rule took.
    pub fn release_taken_by(&mut self, id: StartId) -> Vec<Atom> {
        self.remove_if(|fact| fact.claim && fact.taken_by == Some(id))
    }

    /// Releases every claim of a holder.
    pub fn release_held_by(&mut self, who: CharacterId) -> Vec<Atom> {
        let holder = Some(Value::Character(who));
        self.remove_if(|fact| fact.claim && fact.atom.holder() == holder)
    }

    /// The claims an action's rule took are the holder's own from now on.
    pub fn settle(&mut self, id: StartId) {
        for fact in &mut self.facts {
            if fact.taken_by == Some(id) {
                fact.taken_by = None;
            }
        }
    }

    /// Whether the same facts are there, whatever their age.
    pub fn same_set(&self, other: &TupleSpace) -> bool {
        self.facts.len() == other.facts.len()
            && self.facts.iter().all(|fact| other.contains(&fact.atom))
    }
}
