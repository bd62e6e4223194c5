//! Arguments that nothing ever looks at: which topic a question is about, when every rule answers it
//! alike. Situations that differ in nothing else are the same.

use crate::attention::facts_in;
use townsfolk_core::{FactId, Kind, RuleId, SymbolId, Value, VarId};
use townsfolk_module::{Effects, Expr, FactPattern, Literal, Rule, Script};
use townsfolk_scene::reference::{Atom, Running};

/// What stands where nothing looks.
const SOMETHING: Value = Value::Symbol(SymbolId(0));

/// The arguments and variables that nothing ever looks at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blind {
    /// Facts, each with such arguments as bits.
    facts: Vec<(FactId, u32)>,
    /// Rules, each with the variables that go nowhere else later, as bits.
    variables: Vec<(RuleId, u64)>,
}

impl Blind {
    pub(crate) fn of(script: &Script) -> Blind {
        let mut blind = Blind::default();
        for fact in script.facts.iter().filter(|f| !f.claim && !f.told) {
            let arguments = fact.kinds.iter().enumerate();
            let symbols = arguments.filter(|(_, kind)| matches!(kind, Kind::SymbolOf(_)));
            let bits = symbols.fold(0, |bits, (index, _)| bits | bit(index));
            blind.facts.push((fact.id, bits));
        }
        for rule in &script.rules {
            blind.read_rule(script, rule);
        }
        // Elsewhere every argument but `_` is looked at.
        let clauses = script.defines.iter().flat_map(|define| &define.clauses);
        let clauses = clauses.map(|clause| &clause.body);
        let holds = script.holds.iter().map(|hold| &hold.condition);
        let properties = script.properties.iter();
        let properties = properties.flat_map(|p| [&p.when, &p.expect]);
        for literals in clauses.chain(holds).chain(properties) {
            literals
                .iter()
                .for_each(|l| blind.look(script, l, &|_| false));
        }
        blind.facts.retain(|(_, bits)| *bits != 0);
        for rule in &script.rules {
            let variables = blind.variables_of(rule);
            if variables != 0 {
                blind.variables.push((rule.id, variables));
            }
        }
        blind
    }

    /// Puts the same in every place at which nothing looks.
    pub(crate) fn forget(&self, atom: &mut Atom) {
        if let Some((_, bits)) = self.facts.iter().find(|(fact, _)| *fact == atom.fact) {
            let arguments = atom.arguments.iter_mut().enumerate();
            let blind = arguments.filter(|(index, _)| bits & bit(*index) != 0);
            blind.for_each(|(_, value)| *value = SOMETHING);
        }
    }

    /// The same for what an action will write.
    pub(crate) fn forget_bindings(&self, run: &mut Running) {
        let found = self
            .variables
            .iter()
            .find(|(rule, _)| Some(*rule) == run.rule);
        let bits = found.map_or(0, |(_, bits)| *bits);
        for (index, value) in run.bindings.iter_mut().enumerate() {
            if value.is_some() && index < 64 && bits & (1 << index) != 0 {
                *value = Some(SOMETHING);
            }
        }
    }

    fn read_rule(&mut self, script: &Script, rule: &Rule) {
        let literals = || rule.when.iter().chain(&rule.while_holds);
        let effects = [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop];
        // A variable goes nowhere if its only other place is in the action, which the host sees.
        let mut uses = vec![];
        literals().for_each(|l| variables_in(l, &mut uses));
        for pattern in effects.iter().flat_map(|e| e.remove.iter().chain(&e.add)) {
            pattern
                .arguments
                .iter()
                .for_each(|a| variables(a, &mut uses));
        }
        if let townsfolk_module::Choose::Least(expr) | townsfolk_module::Choose::Most(expr) =
            &rule.choose
        {
            variables(expr, &mut uses);
        }
        let goes_nowhere = |v: VarId| uses.iter().filter(|other| **other == v).count() == 1;
        literals().for_each(|l| self.look(script, l, &goes_nowhere));
        let removed = effects.iter().flat_map(|e| &e.remove);
        removed.for_each(|pattern| self.look_at(pattern.fact, &pattern.arguments, &|_| false));
        if rule.action.is_none() {
            // It fires only if it changes something.
            let written = [&rule.now, &rule.then].into_iter().flat_map(|e| &e.add);
            written.for_each(|pattern| self.see(pattern.fact));
        }
    }

    fn look(&mut self, script: &Script, literal: &Literal, nowhere: &dyn Fn(VarId) -> bool) {
        if let Literal::Fact {
            fact, arguments, ..
        } = literal
        {
            self.look_at(*fact, arguments, nowhere);
        }
        for expr in literal.expressions() {
            let mut counted = vec![];
            expr.walk(&mut |inner| {
                if let Expr::Count(inside) = inner {
                    facts_in(script, inside, &mut counted, &mut vec![]);
                }
            });
            counted.into_iter().for_each(|fact| self.see(fact));
        }
    }

    fn look_at(&mut self, fact: FactId, arguments: &[Expr], nowhere: &dyn Fn(VarId) -> bool) {
        let looks = |argument: &Expr| match argument {
            Expr::Anything => false,
            Expr::Variable(v) => !nowhere(*v),
            _ => true,
        };
        let seen = arguments.iter().enumerate().filter(|(_, a)| looks(a));
        let seen = seen.fold(0, |bits, (index, _)| bits | bit(index));
        for (_, bits) in self.facts.iter_mut().filter(|(other, _)| *other == fact) {
            *bits &= !seen;
        }
    }

    /// All of a fact is looked at.
    fn see(&mut self, fact: FactId) {
        self.facts.retain(|(other, _)| *other != fact);
    }

    /// The variables of a rule that are only written where nothing looks.
    fn variables_of(&self, rule: &Rule) -> u64 {
        let later = [&rule.then, &rule.on_failure, &rule.on_stop];
        let (mut blind, mut seen) = (vec![], vec![]);
        rule.while_holds
            .iter()
            .for_each(|l| variables_in(l, &mut seen));
        let patterns = later.into_iter().flat_map(patterns_of);
        for (pattern, added) in patterns {
            let found = self.facts.iter().find(|(fact, _)| *fact == pattern.fact);
            let bits = found.map_or(0, |(_, bits)| *bits);
            for (index, argument) in pattern.arguments.iter().enumerate() {
                match argument {
                    Expr::Variable(v) if added && bits & bit(index) != 0 => blind.push(*v),
                    other => variables(other, &mut seen),
                }
            }
        }
        let blind = blind.into_iter().filter(|v| !seen.contains(v));
        blind.fold(0, |bits, v| {
            bits | 1_u64.checked_shl(u32::from(v.0)).unwrap_or(0)
        })
    }
}

/// The patterns of effects, each with whether it is added.
fn patterns_of(effects: &Effects) -> impl Iterator<Item = (&FactPattern, bool)> {
    let removed = effects.remove.iter().map(|pattern| (pattern, false));
    removed.chain(effects.add.iter().map(|pattern| (pattern, true)))
}

fn variables(expr: &Expr, found: &mut Vec<VarId>) {
    expr.walk(&mut |inner| match inner {
        Expr::Variable(v) => found.push(*v),
        Expr::Count(literal) => variables_in(literal, found),
        _ => {}
    });
}

fn variables_in(literal: &Literal, found: &mut Vec<VarId>) {
    for expr in literal.expressions() {
        variables(expr, found);
    }
}

fn bit(index: usize) -> u32 {
    1_u32.checked_shl(index as u32).unwrap_or(0)
}
