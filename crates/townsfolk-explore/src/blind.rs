//! Arguments that nothing ever looks at: which topic a question is about, when every rule answers it
//! alike, or which dish is handed on from the order to the table. Situations that differ in nothing
//! else are the same.

use crate::attention::{facts_in, variables_of};
use townsfolk_core::{Atom, DefineId, FactId, Kind, PropId, RuleId, SymbolId, Value, VarId};
use townsfolk_module::{Effects, Expr, FactPattern, Literal, Rule, Script, Visit};
use townsfolk_scene::reference::Running;

/// What stands where nothing looks: no symbol and no prop has this name.
fn something_like(value: Value) -> Value {
    match value {
        Value::Symbol(_) => Value::Symbol(SymbolId(0)),
        Value::Prop(_) => Value::Prop(PropId(0)),
        other => other,
    }
}

/// Whether a value is what stands where nothing looks.
pub(crate) fn is_something(value: Value) -> bool {
    matches!(value, Value::Symbol(SymbolId(0)) | Value::Prop(PropId(0)))
}

/// The arguments and variables that nothing ever looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Blind {
    /// Facts, each with such arguments as bits.
    facts: Vec<(FactId, u32)>,
    /// Defines, the same.
    defines: Vec<(DefineId, u32)>,
    /// Rules, each with the variables that go nowhere else later, as bits.
    variables: Vec<(RuleId, u64)>,
}

impl Blind {
    /// At first nothing is looked at. Whoever looks, and whatever hands a value on to where somebody
    /// looks, takes that back, until nothing more is to be taken back.
    pub(crate) fn of(script: &Script) -> Blind {
        let mut blind = Blind::default();
        for fact in script.facts.iter().filter(|f| !f.claim) {
            let arguments = fact.kinds.iter().enumerate();
            let carried =
                |kind: &Kind| matches!(kind, Kind::SymbolOf(_) | Kind::Prop | Kind::PropOf(_));
            let named = arguments.filter(|(_, kind)| carried(kind));
            let bits = named.fold(0, |bits, (index, _)| bits | bit(index));
            blind.facts.push((fact.id, bits));
        }
        let defines = script.defines.iter();
        blind.defines = defines.map(|define| (define.id, u32::MAX)).collect();
        loop {
            let before = blind.clone();
            blind.read(script);
            if blind == before {
                break;
            }
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

    /// Reads everything once.
    fn read(&mut self, script: &Script) {
        for rule in &script.rules {
            self.read_rule(script, rule);
        }
        for define in &script.defines {
            for clause in &define.clauses {
                // What a clause gives is looked at where the define is used.
                let mut uses = vec![];
                variables_of(&clause.body, &mut uses);
                let bits = self.of_define(define.id);
                let mut given = vec![];
                for (index, parameter) in clause.parameters.iter().enumerate() {
                    match parameter {
                        Expr::Variable(v) if bits & bit(index) != 0 && !given.contains(v) => {
                            given.push(*v);
                        }
                        other => variables_of(other, &mut uses),
                    }
                }
                let goes_nowhere = |v: VarId| uses.iter().filter(|other| **other == v).count() == 1;
                let body = clause.body.iter();
                body.for_each(|l| self.look(script, l, &goes_nowhere));
            }
        }
        // Elsewhere every argument but `_` is looked at.
        let holds = script.holds.iter().map(|hold| &hold.condition);
        let properties = script.properties.iter();
        let properties = properties.flat_map(|p| [&p.when, &p.expect]);
        for literals in holds.chain(properties) {
            literals
                .iter()
                .for_each(|l| self.look(script, l, &|_| false));
        }
    }

    /// Whether nothing looks at an argument of a fact.
    pub(crate) fn is_blind(&self, fact: FactId, argument: usize) -> bool {
        self.of_fact(fact) & bit(argument) != 0
    }

    fn of_fact(&self, fact: FactId) -> u32 {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        found.map_or(0, |(_, bits)| *bits)
    }

    fn of_define(&self, define: DefineId) -> u32 {
        let found = self.defines.iter().find(|(other, _)| *other == define);
        found.map_or(0, |(_, bits)| *bits)
    }

    /// Puts the same in every place at which nothing looks.
    pub(crate) fn forget(&self, atom: &mut Atom) {
        if let Some((_, bits)) = self.facts.iter().find(|(fact, _)| *fact == atom.fact) {
            let arguments = atom.arguments.iter_mut().enumerate();
            let blind = arguments.filter(|(index, _)| bits & bit(*index) != 0);
            blind.for_each(|(_, value)| *value = something_like(*value));
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
            if index < 64 && bits & (1 << index) != 0 {
                *value = value.map(something_like);
            }
        }
    }

    fn read_rule(&mut self, script: &Script, rule: &Rule) {
        let literals = || rule.when.iter().chain(&rule.while_holds);
        let effects = [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop];
        // A variable goes nowhere if its only other places are in the action, which the host sees,
        // and in what is added where nothing looks.
        let mut uses = vec![];
        literals().for_each(|l| variables_of(l, &mut uses));
        for (pattern, added) in effects.iter().flat_map(|e| patterns_of(e)) {
            let bits = if added { self.of_fact(pattern.fact) } else { 0 };
            for (index, argument) in pattern.arguments.iter().enumerate() {
                let handed_on = matches!(argument, Expr::Variable(_)) && bits & bit(index) != 0;
                if !handed_on {
                    variables_of(argument, &mut uses);
                }
            }
        }
        for effects in effects {
            variables_of(&effects.set, &mut uses);
        }
        variables_of(&rule.choose, &mut uses);
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
        if let Literal::Define {
            define, arguments, ..
        } = literal
        {
            let seen = seen_in(arguments, nowhere);
            let defines = self.defines.iter_mut();
            for (_, bits) in defines.filter(|(other, _)| other == define) {
                *bits &= !seen;
            }
        }
        let mut counted = vec![];
        for inside in literal.counted() {
            facts_in(script, inside, &mut counted, &mut vec![]);
        }
        counted.into_iter().for_each(|fact| self.see(fact));
    }

    fn look_at(&mut self, fact: FactId, arguments: &[Expr], nowhere: &dyn Fn(VarId) -> bool) {
        let seen = seen_in(arguments, nowhere);
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
        variables_of(&rule.while_holds, &mut seen);
        for effects in later {
            variables_of(&effects.set, &mut seen);
        }
        let patterns = later.into_iter().flat_map(patterns_of);
        for (pattern, added) in patterns {
            let bits = self.of_fact(pattern.fact);
            for (index, argument) in pattern.arguments.iter().enumerate() {
                match argument {
                    Expr::Variable(v) if added && bits & bit(index) != 0 => blind.push(*v),
                    other => variables_of(other, &mut seen),
                }
            }
        }
        let blind = blind.into_iter().filter(|v| !seen.contains(v));
        blind.fold(0, |bits, v| {
            bits | 1_u64.checked_shl(u32::from(v.0)).unwrap_or(0)
        })
    }
}

/// The arguments that are looked at, as bits.
fn seen_in(arguments: &[Expr], nowhere: &dyn Fn(VarId) -> bool) -> u32 {
    let looks = |argument: &Expr| match argument {
        Expr::Anything => false,
        Expr::Variable(v) => !nowhere(*v),
        _ => true,
    };
    let seen = arguments.iter().enumerate().filter(|(_, a)| looks(a));
    seen.fold(0, |bits, (index, _)| bits | bit(index))
}

/// The patterns of effects, each with whether it is added.
fn patterns_of(effects: &Effects) -> impl Iterator<Item = (&FactPattern, bool)> {
    let removed = effects.remove.iter().map(|pattern| (pattern, false));
    removed.chain(effects.add.iter().map(|pattern| (pattern, true)))
}

fn bit(index: usize) -> u32 {
    1_u32.checked_shl(index as u32).unwrap_or(0)
}
