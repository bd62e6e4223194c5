//! One fact that would make the difference.
//!
//! Such a fact is not guessed: it is put in (or taken out) on a copy, and the rule is tried again.

use super::{Asking, Deepest, Fix};
use crate::reference::bindings::Bindings;
use crate::reference::matching::View;
use crate::reference::tuple_space::{Added, TupleSpace};
use townsfolk_core::{Atom, Kind, Number, RuleId, Value};
use townsfolk_module::{Expr, Literal, Rule, Script};

/// Maximum number of single facts that are tried for each rule.
const TRIES_MAX: usize = 200;

/// Maximum number of values that are tried for an unbound argument.
const DOMAIN_MAX: usize = 12;

impl<'a> Asking<'a> {
    /// Facts that might make the difference where a list of literals fails.
    #[allow(clippy::too_many_arguments, reason = "one step of a recursion")]
    pub(super) fn fixes(
        &mut self,
        rule: Option<RuleId>,
        literals: &'a [Literal],
        start: &Bindings,
        fails: usize,
        partials: &[Bindings],
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        let Some(literal) = literals.get(fails) else {
            return;
        };
        for partial in partials {
            self.fixes_of(rule, literal, partial, deep, found);
        }
        // Another solution of the literals before, such as another seated participant.
        for before in &literals[..fails] {
            if let Literal::Fact {
                negated: false,
                fact,
                arguments,
            } = before
            {
                let added = self.instances(rule, *fact, arguments, start);
                found.extend(added.into_iter().map(Fix::Add));
            }
        }
    }

    /// Facts whose coming or going might make a literal hold that fails.
    fn fixes_of(
        &mut self,
        rule: Option<RuleId>,
        literal: &'a Literal,
        partial: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        self.turning(rule, literal, !literal.is_negated(), partial, deep, found);
    }

    /// Facts whose coming or going might make what a literal speaks of the case, or not the case,
    /// whether or not `not` stands before it.
    fn turning(
        &mut self,
        rule: Option<RuleId>,
        literal: &'a Literal,
        to_hold: bool,
        bindings: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        if found.len() > TRIES_MAX || deep == 0 {
            return;
        }
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } if to_hold => {
                let added = self.instances(rule, *fact, arguments, bindings);
                found.extend(added.into_iter().map(Fix::Add));
            }
            Literal::Fact {
                fact, arguments, ..
            } => {
                let there = self.matching(rule, *fact, arguments, bindings);
                found.extend(there.into_iter().map(Fix::Remove));
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let script: &'a Script = self.view.script;
                let define = script.define(*define);
                for clause in define.iter().flat_map(|define| &define.clauses) {
                    let Some(start) = self.enter(clause, arguments, bindings) else {
                        continue;
                    };
                    if !to_hold {
                        self.breaking(rule, &clause.body, &start, deep - 1, found);
                    } else if let Some(deepest) = self.deepest(rule, &clause.body, &start) {
                        let Deepest { literal, partials } = deepest;
                        let body = &clause.body;
                        self.fixes(rule, body, &start, literal, &partials, deep - 1, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// Facts whose coming or going would make a condition fail that holds.
    fn breaking(
        &mut self,
        rule: Option<RuleId>,
        literals: &'a [Literal],
        start: &Bindings,
        deep: usize,
        found: &mut Vec<Fix>,
    ) {
        for solution in self.solutions(rule, literals, start) {
            for literal in literals {
                self.turning(rule, literal, literal.is_negated(), &solution, deep, found);
            }
        }
    }

    fn matching(
        &mut self,
        rule: Option<RuleId>,
        fact: townsfolk_core::FactId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Vec<Atom> {
        let pattern = townsfolk_module::FactPattern {
            fact,
            arguments: arguments.to_vec(),
        };
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        matcher.matching(&pattern, bindings).unwrap_or_default()
    }

    /// Facts that a pattern could mean, with what there is put in for what is open.
    fn instances(
        &mut self,
        rule: Option<RuleId>,
        fact: townsfolk_core::FactId,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Vec<Atom> {
        let View { script, scene, .. } = self.view;
        let Some(declared) = script.fact(fact) else {
            return vec![];
        };
        let mut instances: Vec<Vec<Value>> = vec![vec![]];
        for (index, (argument, kind)) in arguments.iter().zip(&declared.kinds).enumerate() {
            let mut matcher = self.matcher(rule, &scene.facts);
            let values = match (matcher.value(argument, bindings), argument) {
                (Some(value), _) => vec![value],
                (None, Expr::Anything | Expr::Variable(_)) => self.domain(fact, index, *kind),
                (None, _) => vec![],
            };
            let longer = instances.iter().flat_map(|so_far| {
                values.iter().map(move |value| {
                    let mut longer = so_far.clone();
                    longer.push(*value);
                    longer
                })
            });
            instances = longer.take(TRIES_MAX).collect();
        }
        let atoms = instances.into_iter();
        atoms.map(|arguments| Atom { fact, arguments }).collect()
    }

    /// Values that an argument could have, of what there is in the scene.
    fn domain(&self, fact: townsfolk_core::FactId, index: usize, kind: Kind) -> Vec<Value> {
        let View { module, scene, .. } = self.view;
        let mentioned = |wanted: fn(&Value) -> bool| {
            let all = scene.facts.facts.iter().flat_map(|f| &f.atom.arguments);
            all.copied().filter(wanted).collect::<Vec<Value>>()
        };
        let mut values: Vec<Value> = match kind {
            Kind::Character | Kind::CharacterIn(_) => {
                let role = match kind {
                    Kind::CharacterIn(role) => Some(role),
                    _ => None,
                };
                let people = scene.participants.iter();
                let fits = people.filter(|p| role.is_none_or(|role| module.is_a(p.role, role)));
                fits.map(|p| Value::Character(p.who)).collect()
            }
            Kind::Prop | Kind::PropOf(_) => mentioned(|v| matches!(v, Value::Prop(_))),
            Kind::Thing => mentioned(|v| matches!(v, Value::Prop(_) | Value::Character(_))),
            Kind::SymbolOf(set) => {
                let members = module.symbol_set(set).map(|set| &set.members);
                members
                    .into_iter()
                    .flatten()
                    .map(|s| Value::Symbol(*s))
                    .collect()
            }
            Kind::Symbol => mentioned(|v| matches!(v, Value::Symbol(_))),
            Kind::Number => {
                let same = scene.facts.facts.iter().filter(|f| f.atom.fact == fact);
                let there = same.filter_map(|f| f.atom.arguments.get(index).copied());
                let small = (0..3).map(|n| Value::Number(Number::whole(n)));
                there.chain(small).collect()
            }
            // Any time would do as well as any other: that explains nothing.
            Kind::Time | Kind::Duration | Kind::Daytime | Kind::Text => vec![],
        };
        let mut seen = vec![];
        values.retain(|value| {
            let new = !seen.contains(value);
            seen.push(*value);
            new
        });
        values.truncate(DOMAIN_MAX);
        values
    }

    /// The first of these with which the rule has a solution, on a copy of the facts.
    pub(super) fn first_that_helps(&mut self, rule: &Rule, fixes: Vec<Fix>) -> Option<Fix> {
        let mut tried = vec![];
        for fix in fixes {
            if tried.contains(&fix) {
                continue;
            }
            if self.tries >= TRIES_MAX {
                return None;
            }
            self.tries += 1;
            if let Some(facts) = self.changed(&fix)
                && let Ok(Some(_)) = self.solution(rule, &facts)
            {
                return Some(fix);
            }
            tried.push(fix);
        }
        None
    }

    /// The facts with one of them changed; `None` if that cannot be.
    fn changed(&self, fix: &Fix) -> Option<TupleSpace> {
        let View {
            script, scene, now, ..
        } = self.view;
        let mut facts = scene.facts.clone();
        match fix {
            Fix::Remove(atom) => {
                let removed = facts.remove_if(|fact| fact.atom == *atom);
                (!removed.is_empty()).then_some(facts)
            }
            Fix::Add(atom) => {
                let gone = atom
                    .arguments
                    .iter()
                    .any(|value| scene.gone.contains(value));
                let added = facts.add(script, atom.clone(), now, None);
                (!gone && added == Added::New).then_some(facts)
            }
        }
    }
}
