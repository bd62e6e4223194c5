//! Who can still look at a fact: a fact that only the person it is about ever looks at is of no use
//! to anybody once that person can try none of these rules any more.

use townsfolk_core::{FactId, RoleId, RuleId, Value, VarId};
use townsfolk_module::{Choose, Effects, Expr, Literal, Module, Rule, Script};
use townsfolk_scene::reference::{Atom, Participant};

/// For each fact, who reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers {
    facts: Vec<(FactId, Reading)>,
}

/// How a fact is read.
#[derive(Clone, Debug)]
struct Reading {
    /// The arguments at which every reader names themselves, as bits.
    own: u32,
    /// The rules that read it, each with its roles.
    rules: Vec<(RuleId, Vec<RoleId>)>,
}

/// Defines are followed so far; what is deeper is read by everybody.
const DEPTH_MAX: usize = 8;

impl Readers {
    pub(crate) fn of(script: &Script) -> Readers {
        let mut readers = Readers::default();
        for rule in &script.rules {
            let mut reader = Reader {
                script,
                rule: Some(rule),
                readers: &mut readers,
            };
            reader.literals(&rule.when, &[], 0);
            reader.changes(rule);
            // While an action runs, its condition is looked at even for leavers.
            reader.by_everybody(&rule.while_holds);
        }
        let mut reader = Reader {
            script,
            rule: None,
            readers: &mut readers,
        };
        for hold in &script.holds {
            reader.by_everybody(&hold.condition);
        }
        for fact in script.facts.iter().filter(|fact| fact.claim) {
            // Whoever wants a claim looks who has it.
            reader.note(fact.id, 0);
        }
        readers
    }

    /// The person without whom nobody ever looks at a fact again.
    pub(crate) fn only_reader(&self, atom: &Atom) -> Option<Value> {
        let (_, reading) = self.facts.iter().find(|(fact, _)| *fact == atom.fact)?;
        let own = atom.arguments.iter().enumerate().find(|(index, value)| {
            let bit = 1_u32.checked_shl(*index as u32).unwrap_or(0);
            reading.own & bit != 0 && matches!(value, Value::Character(_))
        });
        own.map(|(_, value)| *value)
    }

    /// Whether somebody can try any of the rules that read a fact about them.
    pub(crate) fn may_read(
        &self,
        module: &Module,
        fact: FactId,
        person: &Participant,
        may_be_tried: &dyn Fn(RuleId) -> bool,
    ) -> bool {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        let rules = found.map_or(&[][..], |(_, reading)| &reading.rules);
        rules.iter().any(|(rule, roles)| {
            let fits = roles.is_empty() || roles.iter().any(|r| module.is_a(person.role, *r));
            fits && may_be_tried(*rule)
        })
    }
}

/// Reads one rule, or what is nobody's own.
struct Reader<'a> {
    script: &'a Script,
    rule: Option<&'a Rule>,
    readers: &'a mut Readers,
}

impl Reader<'_> {
    fn note(&mut self, fact: FactId, own: u32) {
        let rule = self.rule.map(|rule| (rule.id, rule.roles.clone()));
        let facts = &mut self.readers.facts;
        let index = facts.iter().position(|(other, _)| *other == fact);
        let index = index.unwrap_or_else(|| {
            let rules = vec![];
            facts.push((
                fact,
                Reading {
                    own: u32::MAX,
                    rules,
                },
            ));
            facts.len() - 1
        });
        if let Some((_, reading)) = facts.get_mut(index) {
            reading.own &= own;
            reading.rules.extend(rule);
        }
    }

    /// Literals in which some variables stand for `.me`.
    fn literals(&mut self, literals: &[Literal], me: &[VarId], depth: usize) {
        for literal in literals {
            self.literal(literal, me, depth);
        }
    }

    fn literal(&mut self, literal: &Literal, me: &[VarId], depth: usize) {
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => self.note(*fact, own_arguments(arguments, me)),
            Literal::Define {
                define, arguments, ..
            } => {
                let script = self.script;
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for clause in clauses {
                    if depth >= DEPTH_MAX {
                        self.by_everybody(&clause.body);
                        continue;
                    }
                    let pairs = clause.parameters.iter().zip(arguments);
                    let inner: Vec<VarId> = pairs
                        .filter_map(|(parameter, argument)| match parameter {
                            Expr::Variable(v) if is_me(argument, me) => Some(*v),
                            _ => None,
                        })
                        .collect();
                    self.literals(&clause.body, &inner, depth + 1);
                }
            }
            _ => {}
        }
        for expr in literal.expressions() {
            self.counted(expr, me, depth);
        }
    }

    fn counted(&mut self, expr: &Expr, me: &[VarId], depth: usize) {
        let mut inside = vec![];
        expr.walk(&mut |inner| {
            if let Expr::Count(literal) = inner {
                inside.push(literal.clone());
            }
        });
        for literal in inside {
            self.literal(&literal, me, depth);
        }
    }

    /// What a rule looks at beside its condition.
    fn changes(&mut self, rule: &Rule) {
        if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
            self.counted(expr, &[], 0);
        }
        for effects in [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop] {
            let patterns = effects.remove.iter().chain(&effects.add);
            for argument in patterns.flat_map(|pattern| &pattern.arguments) {
                self.counted_by_everybody(argument);
            }
        }
        let call = rule.action.iter();
        for argument in call.flat_map(|c| c.arguments.iter().chain(c.named.iter().map(|n| &n.1))) {
            self.counted(argument, &[], 0);
        }
        if rule.action.is_none() {
            // It fires only if it changes something, so it looks at what it changes.
            let written = |effects: &Effects| {
                let patterns = effects.remove.iter().chain(&effects.add);
                let written = patterns.map(|p| (p.fact, own_arguments(&p.arguments, &[])));
                written.collect::<Vec<_>>()
            };
            for (fact, own) in written(&rule.now).into_iter().chain(written(&rule.then)) {
                self.note(fact, own);
            }
        }
    }

    /// Whatever these literals read is read by others than those it is about.
    fn by_everybody(&mut self, literals: &[Literal]) {
        let mut facts = vec![];
        let mut seen = vec![];
        for literal in literals {
            crate::attention::facts_in(self.script, literal, &mut facts, &mut seen);
        }
        for fact in facts {
            self.note(fact, 0);
        }
    }

    fn counted_by_everybody(&mut self, expr: &Expr) {
        let mut inside = vec![];
        expr.walk(&mut |inner| {
            if let Expr::Count(literal) = inner {
                inside.push(Literal::clone(literal));
            }
        });
        self.by_everybody(&inside);
    }
}

/// The arguments that are `.me`, as bits.
fn own_arguments(arguments: &[Expr], me: &[VarId]) -> u32 {
    let mut own = 0;
    for (index, argument) in arguments.iter().enumerate() {
        if is_me(argument, me) {
            own |= 1_u32.checked_shl(index as u32).unwrap_or(0);
        }
    }
    own
}

fn is_me(expr: &Expr, me: &[VarId]) -> bool {
    match expr {
        Expr::Me => true,
        Expr::Variable(variable) => me.contains(variable),
        _ => false,
    }
}
