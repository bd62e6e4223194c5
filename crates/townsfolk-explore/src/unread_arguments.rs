//! Arguments that nothing ever reads: the topic of a question that every rule answers alike, or the
//! dish that is passed from the order to the table. Situations that differ only in these are
//! merged.

use crate::attention::{facts_in, variables_of};
use townsfolk_core::{Atom, DefineId, FactId, Kind, PropId, RuleId, SymbolId, Value, VarId};
use townsfolk_module::{Effects, Expr, FactPattern, Literal, Rule, Script, Visit};
use townsfolk_scene::reference::Running;

/// The placeholder for a value that nothing reads: no symbol and no prop has this name.
fn placeholder_for(value: Value) -> Value {
    match value {
        Value::Symbol(_) => Value::Symbol(SymbolId(0)),
        Value::Prop(_) => Value::Prop(PropId(0)),
        other => other,
    }
}

/// Whether a value is the placeholder.
pub(crate) fn is_placeholder(value: Value) -> bool {
    matches!(value, Value::Symbol(SymbolId(0)) | Value::Prop(PropId(0)))
}

/// The arguments and variables that nothing ever reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct UnreadArguments {
    /// Facts, each with such arguments as bits.
    facts: Vec<(FactId, u32)>,
    /// Defines, the same.
    defines: Vec<(DefineId, u32)>,
    /// Rules, each with the variables that flow nowhere else later, as bits.
    variables: Vec<(RuleId, u64)>,
}

impl UnreadArguments {
    /// Starts with nothing read. A reader, or a flow to an argument that is read, marks an argument
    /// as read, until a fixed point.
    pub(crate) fn of(script: &Script) -> UnreadArguments {
        let mut unread = UnreadArguments::default();
        for fact in script.facts.iter().filter(|f| !f.claim) {
            let arguments = fact.kinds.iter().enumerate();
            let carried =
                |kind: &Kind| matches!(kind, Kind::SymbolOf(_) | Kind::Prop | Kind::PropOf(_));
            let named = arguments.filter(|(_, kind)| carried(kind));
            let bits = named.fold(0, |bits, (index, _)| bits | bit(index));
            unread.facts.push((fact.id, bits));
        }
        let defines = script.defines.iter();
        unread.defines = defines.map(|define| (define.id, u32::MAX)).collect();
        loop {
            let before = unread.clone();
            unread.read(script);
            if unread == before {
                break;
            }
        }
        unread.facts.retain(|(_, bits)| *bits != 0);
        for rule in &script.rules {
            let variables = unread.variables_of(rule);
            if variables != 0 {
                unread.variables.push((rule.id, variables));
            }
        }
        unread
    }

    /// One pass over everything.
    fn read(&mut self, script: &Script) {
        for rule in &script.rules {
            self.read_rule(script, rule);
        }
        for define in &script.defines {
            for clause in &define.clauses {
                // The results of a clause are read where the define is used.
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
        // Elsewhere every argument but `_` is read.
        let holds = script.holds.iter().map(|hold| &hold.condition);
        let properties = script.properties.iter();
        let properties = properties.flat_map(|p| [&p.when, &p.expect]);
        for literals in holds.chain(properties) {
            literals
                .iter()
                .for_each(|l| self.look(script, l, &|_| false));
        }
    }

    /// Whether nothing reads an argument of a fact.
    pub(crate) fn is_unread(&self, fact: FactId, argument: usize) -> bool {
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

    /// Puts the placeholder at every argument that nothing reads.
    pub(crate) fn forget(&self, atom: &mut Atom) {
        if let Some((_, bits)) = self.facts.iter().find(|(fact, _)| *fact == atom.fact) {
            let arguments = atom.arguments.iter_mut().enumerate();
            let unread = arguments.filter(|(index, _)| bits & bit(*index) != 0);
            unread.for_each(|(_, value)| *value = placeholder_for(*value));
        }
    }

    /// The same for what a running action will write.
    pub(crate) fn forget_bindings(&self, run: &mut Running) {
        let found = self
            .variables
            .iter()
            .find(|(rule, _)| Some(*rule) == run.rule);
        let bits = found.map_or(0, |(_, bits)| *bits);
        for (index, value) in run.bindings.iter_mut().enumerate() {
            if index < 64 && bits & (1 << index) != 0 {
                *value = value.map(placeholder_for);
            }
        }
    }

    fn read_rule(&mut self, script: &Script, rule: &Rule) {
        let literals = || rule.when.iter().chain(&rule.while_holds);
        let effects = [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop];
        // A variable flows nowhere if its only other uses are in the action, which the host sees,
        // and in added facts at arguments that nothing reads.
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
            // It fires only if it changes something, so it reads what it writes.
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

    /// Marks all arguments of a fact as read.
    fn see(&mut self, fact: FactId) {
        self.facts.retain(|(other, _)| *other != fact);
    }

    /// The variables of a rule that are only written to arguments that nothing reads.
    fn variables_of(&self, rule: &Rule) -> u64 {
        let later = [&rule.then, &rule.on_failure, &rule.on_stop];
        let (mut unread, mut seen) = (vec![], vec![]);
        variables_of(&rule.while_holds, &mut seen);
        for effects in later {
            variables_of(&effects.set, &mut seen);
        }
        let patterns = later.into_iter().flat_map(patterns_of);
        for (pattern, added) in patterns {
            let bits = self.of_fact(pattern.fact);
            for (index, argument) in pattern.arguments.iter().enumerate() {
                match argument {
                    Expr::Variable(v) if added && bits & bit(index) != 0 => unread.push(*v),
                    other => variables_of(other, &mut seen),
                }
            }
        }
        let unread = unread.into_iter().filter(|v| !seen.contains(v));
        unread.fold(0, |bits, v| {
            bits | 1_u64.checked_shl(u32::from(v.0)).unwrap_or(0)
        })
    }
}

/// The arguments that are read, as bits.
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
