//! Rules whose search ran out of steps are passed over until the facts they read have changed.
//! Section "Matching".

use super::scene::{Scene, fold_values};
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{DefineId, FactId, RuleId};
use townsfolk_module::{Choose, Expr, Literal, Rule, Script};

/// A rule whose search ran out of steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PassedOver {
    /// Which rule.
    pub rule: RuleId,
    /// The digest of the facts it reads, as they were.
    pub facts: u64,
}

impl Scene {
    /// Whether a rule's search ran out of steps over the same facts. If they have changed, that is
    /// forgotten.
    pub(super) fn is_passed_over(&mut self, script: &Script, rule: &Rule) -> bool {
        let mut known = self.passed_over.iter();
        let Some(index) = known.position(|passed| passed.rule == rule.id) else {
            return false;
        };
        let same = self.passed_over[index].facts == self.facts_read_by(script, rule);
        if !same {
            self.passed_over.remove(index);
        }
        same
    }

    pub(super) fn pass_over(&mut self, script: &Script, rule: &Rule) {
        let facts = self.facts_read_by(script, rule);
        let rule = rule.id;
        self.passed_over.push(PassedOver { rule, facts });
    }

    fn facts_read_by(&self, script: &Script, rule: &Rule) -> u64 {
        facts_read(script, rule).into_iter().fold(0, |sum, id| {
            let sum = fold(sum, u64::from(id.0));
            let facts = self.facts.facts.iter().filter(|f| f.atom.fact == id);
            facts.fold(sum, |sum, f| fold_values(sum, &f.atom.arguments))
        })
    }
}

/// The facts that the search for a rule's solution can look at, sorted.
pub fn facts_read(script: &Script, rule: &Rule) -> Vec<FactId> {
    let mut reads = Reads {
        script,
        facts: vec![],
        seen: vec![],
    };
    reads.literals(&rule.when);
    if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
        reads.expression(expr);
    }
    if let Some(call) = &rule.action {
        call.arguments.iter().for_each(|a| reads.expression(a));
        call.named.iter().for_each(|(_, a)| reads.expression(a));
    }
    for effects in [&rule.now, &rule.then] {
        for pattern in effects.remove.iter().chain(&effects.add) {
            pattern.arguments.iter().for_each(|a| reads.expression(a));
        }
    }
    reads.facts.sort();
    reads.facts.dedup();
    reads.facts
}

struct Reads<'a> {
    script: &'a Script,
    facts: Vec<FactId>,
    seen: Vec<DefineId>,
}

impl Reads<'_> {
    fn literals(&mut self, literals: &[Literal]) {
        for literal in literals {
            self.literal(literal);
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Fact { fact, .. } => self.facts.push(*fact),
            Literal::Define { define, .. } if !self.seen.contains(define) => {
                self.seen.push(*define);
                let script = self.script;
                for clause in script.define(*define).into_iter().flat_map(|d| &d.clauses) {
                    self.literals(&clause.body);
                }
            }
            _ => {}
        }
        for expr in literal.expressions() {
            self.expression(expr);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        // `walk` goes into what is counted, but does not say that it is a fact.
        let mut counted = vec![];
        expr.walk(&mut |inner| {
            if let Expr::Count(literal) = inner {
                counted.push(literal.as_ref());
            }
        });
        for literal in counted {
            match literal {
                Literal::Fact { fact, .. } => self.facts.push(*fact),
                Literal::Define { .. } => self.literal(literal),
                _ => {}
            }
        }
    }
}
