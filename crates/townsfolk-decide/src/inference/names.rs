//! Rules, goals and terms as the author wrote them.

use std::fmt;
use townsfolk_core::SymbolId;
use townsfolk_module::decide::inference::{
    About, Aim, Asks, GoalRule, Inference, InferenceRule, PredicateIndex, ReferentIndex,
    SituationIndex, Term,
};

/// A declaration with the names of its symbols.
#[derive(Clone, Copy)]
pub struct NamesOf<'a> {
    /// The declaration.
    pub of: &'a Inference,
    /// The name of a symbol.
    pub name: &'a dyn Fn(SymbolId) -> String,
}

impl fmt::Debug for NamesOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamesOf").field("of", &self.of.id).finish()
    }
}

impl NamesOf<'_> {
    /// The name of a predicate.
    pub fn predicate(&self, index: PredicateIndex) -> String {
        let predicate = self.of.predicates.get(index.place());
        predicate.map_or_else(String::new, |predicate| (self.name)(predicate.name))
    }

    /// The name of a referent.
    pub fn referent(&self, index: ReferentIndex) -> String {
        let referent = self.of.referents.get(index.place());
        referent.map_or_else(String::new, |referent| (self.name)(*referent))
    }

    /// The name of a situation.
    pub fn situation(&self, index: SituationIndex) -> String {
        let situation = self.of.situations.get(index.place());
        situation.map_or_else(String::new, |situation| (self.name)(situation.name))
    }

    /// `in_range(target)`: a predicate of something.
    pub fn atom(&self, index: PredicateIndex, about: About, each: &str) -> String {
        let name = self.predicate(index);
        match about {
            About::Each => format!("{name}({each})"),
            About::One(referent) => format!("{name}({})", self.referent(referent)),
            About::Any => format!("{name}(_)"),
            About::Nothing => name,
        }
    }

    /// A term, with this word in place of its variable.
    pub fn term(&self, term: &Term, each: &str) -> String {
        let atom = self.atom(term.predicate, term.about, each);
        let atom = if term.negated {
            format!("not {atom}")
        } else {
            atom
        };
        let asked = match term.asks {
            Asks::Holds => atom,
            Asks::Known => format!("known {atom}"),
            Asks::Unknown => format!("unknown {atom}"),
        };
        if term.denied {
            format!("not {asked}")
        } else {
            asked
        }
    }

    /// Terms with commas between them.
    pub fn terms(&self, terms: &[Term], each: &str) -> String {
        let terms: Vec<String> = terms.iter().map(|term| self.term(term, each)).collect();
        terms.join(", ")
    }

    /// `can_shoot(X) if in_range(X), aimed_at(X)`.
    pub fn rule(&self, rule: &InferenceRule) -> String {
        let unary = self.of.predicates.get(rule.head.place());
        let about = match unary.is_some_and(|predicate| predicate.unary) {
            true => About::Each,
            false => About::Nothing,
        };
        let head = self.atom(rule.head, about, "X");
        format!("{head} if {}", self.terms(&rule.body, "X"))
    }

    /// `achieve in_range(X) by approaching(X) when not burning(X)`.
    pub fn goal(&self, goal: &GoalRule) -> String {
        let wants = goal.wants.iter().map(|want| {
            let atom = self.atom(want.predicate, want.about, "X");
            match want.aim {
                Aim::True => atom,
                Aim::Known => format!("to know {atom}"),
            }
        });
        let wants = wants.collect::<Vec<_>>().join(", ");
        let mut text = match goal.open {
            None => format!("want {wants}"),
            Some((predicate, Aim::True)) => {
                format!(
                    "achieve {} by {wants}",
                    self.atom(predicate, About::Each, "X")
                )
            }
            Some((predicate, Aim::Known)) => {
                format!(
                    "to know {} by {wants}",
                    self.atom(predicate, About::Each, "X")
                )
            }
        };
        if !goal.when.is_empty() {
            text.push_str(" when ");
            text.push_str(&self.terms(&goal.when, "X"));
        }
        text
    }
}
