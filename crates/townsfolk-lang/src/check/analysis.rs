//! Results about a script that several checks share, computed once.

use super::body::{Alternatives, alternatives};
use crate::globals::Globals;
use crate::unit::ScriptUnit;
use std::collections::BTreeSet;
use townsfolk_core::{DefineId, FactId, StateId};
use townsfolk_module::{Expr, FactPattern, Finish, Literal, Rule, Visit};

pub(super) struct Analysis<'a> {
    pub(super) globals: &'a Globals,
    pub(super) unit: &'a ScriptUnit,
    /// For each rule, its condition with defines put in.
    pub(super) conditions: Vec<Alternatives>,
    /// For each rule, the cast lines whose participants may fire it.
    pub(super) casts: Vec<BTreeSet<usize>>,
    /// For each cast line, the states its participants can be in. `None` stands for a script
    /// without states.
    pub(super) reached: Vec<BTreeSet<Option<StateId>>>,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(globals: &'a Globals, unit: &'a ScriptUnit) -> Analysis<'a> {
        let script = &unit.script;
        let conditions = script
            .rules
            .iter()
            .map(|rule| alternatives(script, &rule.when, rule.variables))
            .collect();
        let casts = script
            .rules
            .iter()
            .map(|rule| cast_lines(globals, unit, rule))
            .collect();
        let mut analysis = Analysis {
            globals,
            unit,
            conditions,
            casts,
            reached: vec![],
        };
        analysis.reached = (0..script.cast.len())
            .map(|line| analysis.states_reached_by(line))
            .collect();
        analysis
    }

    pub(super) fn rules(&self) -> &'a [Rule] {
        &self.unit.script.rules
    }

    fn states_reached_by(&self, line: usize) -> BTreeSet<Option<StateId>> {
        let script = &self.unit.script;
        let starts_in = script.cast[line].starts_in;
        self.states_reached_from(line, starts_in.or(script.states.first().copied()))
    }

    /// The states that participants of a cast line can come to from a state, itself included.
    pub(super) fn states_reached_from(
        &self,
        line: usize,
        start: Option<StateId>,
    ) -> BTreeSet<Option<StateId>> {
        self.states_reached(line, start, &|_| false)
    }

    /// The same, without the rules that are skipped.
    pub(super) fn states_reached(
        &self,
        line: usize,
        start: Option<StateId>,
        skipped: &dyn Fn(usize) -> bool,
    ) -> BTreeSet<Option<StateId>> {
        let script = &self.unit.script;
        let mut reached = BTreeSet::from([start]);
        loop {
            let before = reached.len();
            for (index, rule) in script.rules.iter().enumerate() {
                let from = rule.state.is_none() || reached.contains(&rule.state);
                if from && self.casts[index].contains(&line) && !skipped(index) {
                    reached.extend(rule.goto.map(Some));
                    // A `goto` to an unknown state has been reported; any state may have been
                    // meant.
                    if rule.goto.is_none() && self.unit.places.rules[index].goto.is_some() {
                        reached.extend(script.states.iter().copied().map(Some));
                    }
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// Whether a participant of the rule's role can ever be in the rule's state.
    pub(super) fn is_live(&self, rule: usize) -> bool {
        self.lines_in_state(rule).next().is_some()
    }

    /// The cast lines of a rule whose participants can be in the rule's state.
    pub(super) fn lines_in_state(&self, rule: usize) -> impl Iterator<Item = usize> {
        let state = self.rules()[rule].state;
        let lines = self.casts[rule].iter().copied();
        lines.filter(move |line| state.is_none() || self.reached[*line].contains(&state))
    }

    /// Whether one participant in one state may reach both rules.
    pub(super) fn meet(&self, a: usize, b: usize) -> bool {
        let (first, second) = (&self.rules()[a], &self.rules()[b]);
        let states = first.state.is_none() || second.state.is_none() || first.state == second.state;
        states && !self.casts[a].is_disjoint(&self.casts[b])
    }

    /// Whether a define uses a fact, directly or through another define.
    pub(super) fn speaks_of(&self, define: DefineId, fact: FactId) -> bool {
        let mut found = false;
        if let Some(define) = self.unit.script.define(define) {
            define.each_literal(&mut |literal| {
                found |= match literal {
                    Literal::Fact { fact: asked, .. } => *asked == fact,
                    Literal::Define { define, .. } => self.speaks_of(*define, fact),
                    _ => false,
                };
            });
        }
        found
    }

    pub(super) fn additions(rule: &Rule) -> impl Iterator<Item = &FactPattern> {
        rule.effects()
            .into_iter()
            .flat_map(|effects| effects.add.iter())
    }

    pub(super) fn removals(rule: &Rule) -> impl Iterator<Item = &FactPattern> {
        rule.effects()
            .into_iter()
            .flat_map(|effects| effects.remove.iter())
    }

    /// Whether a rule ends its participant's part.
    pub(super) fn is_exit(rule: &Rule) -> bool {
        rule.finish != Finish::Stay
    }
}

fn cast_lines(globals: &Globals, unit: &ScriptUnit, rule: &Rule) -> BTreeSet<usize> {
    let fits = |role| {
        rule.roles
            .iter()
            .any(|wanted| globals.module.is_a(role, *wanted))
    };
    unit.script
        .cast
        .iter()
        .enumerate()
        .filter(|(_, line)| rule.roles.is_empty() || fits(line.role))
        .map(|(index, _)| index)
        .collect()
}

/// Whether two fact patterns can match the same fact: they have no different constants at one
/// position. `same_people` says whether `.me` of one can be `.me` of the other.
pub(super) fn may_match(a: &[Expr], b: &[Expr], same_people: bool) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Expr::Constant(a), Expr::Constant(b)) => a == b,
            (Expr::Me, Expr::Constant(_)) | (Expr::Constant(_), Expr::Me) => false,
            (Expr::Me, Expr::Me) => same_people,
            _ => true,
        })
}

/// Visits the facts that a part reads, including facts that are counted.
pub(super) fn facts_read(part: &impl Visit, visit: &mut dyn FnMut(FactId)) {
    part.each_literal(&mut |literal| {
        if let Literal::Fact { fact, .. } = literal {
            visit(*fact);
        }
    });
}
