//! Whom the facts of a script can speak of: a baker who serves is never the one who is served.

use super::analysis::Analysis;
use super::body::Body;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind, RoleId, VarId};
use townsfolk_module::{Expr, Literal};

/// For each fact and argument, the cast lines whose participants may stand there. An
/// over-approximation: what is not known may be anybody.
pub(super) struct People<'a, 's> {
    analysis: &'s Analysis<'a>,
    found: BTreeMap<(FactId, usize), BTreeSet<usize>>,
}

impl<'a, 's> People<'a, 's> {
    pub(super) fn of(analysis: &'s Analysis<'a>) -> People<'a, 's> {
        let mut people = People {
            analysis,
            found: BTreeMap::new(),
        };
        people.find_told();
        loop {
            let before: usize = people.found.values().map(BTreeSet::len).sum();
            for rule in 0..analysis.rules().len() {
                people.find_added(rule);
            }
            if people.found.values().map(BTreeSet::len).sum::<usize>() == before {
                return people;
            }
        }
    }

    /// Whether a fact can speak of somebody who may fire this rule.
    pub(super) fn may_concern(&self, fact: FactId, rule: usize) -> bool {
        let who = &self.analysis.casts[rule];
        let found = self.found.range((fact, 0)..=(fact, usize::MAX));
        found.into_iter().any(|(_, lines)| !lines.is_disjoint(who))
    }

    /// What comes from outside, or from broken text, may speak of anybody its kinds allow.
    fn find_told(&mut self) {
        for fact in &self.analysis.unit.script.facts {
            if !fact.told && !self.analysis.unit.places.unsure.contains(&fact.id) {
                continue;
            }
            for (at, kind) in fact.kinds.iter().enumerate() {
                let lines = self.of_kind(*kind);
                self.found.insert((fact.id, at), lines);
            }
        }
    }

    fn find_added(&mut self, rule: usize) {
        let analysis = self.analysis;
        for added in Analysis::additions(&analysis.rules()[rule]) {
            let Some(fact) = analysis.unit.script.fact(added.fact) else {
                continue;
            };
            for (at, (argument, kind)) in added.arguments.iter().zip(&fact.kinds).enumerate() {
                let who = match argument {
                    Expr::Me => analysis.casts[rule].clone(),
                    Expr::Variable(id) => self.bound_in(rule, *id),
                    _ => self.everybody(),
                };
                let fitting = &who & &self.of_kind(*kind);
                self.found
                    .entry((added.fact, at))
                    .or_default()
                    .extend(fitting);
            }
        }
    }

    /// Whom a variable of a rule can be bound to.
    fn bound_in(&self, rule: usize, id: VarId) -> BTreeSet<usize> {
        let condition = &self.analysis.conditions[rule];
        if condition.cut || self.analysis.unit.places.rules[rule].when_broken {
            return self.everybody();
        }
        let bodies = condition.bodies.iter();
        bodies
            .flat_map(|body| self.bound_in_body(body, id))
            .collect()
    }

    fn bound_in_body(&self, body: &Body, id: VarId) -> BTreeSet<usize> {
        let wanted = Expr::Variable(id);
        let mut who = self.everybody();
        for (fact, arguments) in body.facts() {
            for (at, _) in arguments.iter().enumerate().filter(|(_, a)| **a == wanted) {
                let there = self.found.get(&(fact, at)).cloned();
                who = &who & &there.unwrap_or_default();
            }
        }
        for literal in &body.literals {
            if let Literal::Any {
                negated: false,
                who: found,
                role: Some(role),
            } = literal
                && *found == wanted
            {
                who = &who & &self.in_role(*role);
            }
        }
        who
    }

    fn everybody(&self) -> BTreeSet<usize> {
        (0..self.analysis.unit.script.cast.len()).collect()
    }

    fn in_role(&self, role: RoleId) -> BTreeSet<usize> {
        let cast = &self.analysis.unit.script.cast;
        self.everybody()
            .into_iter()
            .filter(|line| self.analysis.globals.module.is_a(cast[*line].role, role))
            .collect()
    }

    /// The cast lines whose participants can be of a kind. Somebody cast in a wide role may be of
    /// a narrower one too.
    fn of_kind(&self, kind: Kind) -> BTreeSet<usize> {
        match kind {
            Kind::CharacterIn(role) => {
                let module = &self.analysis.globals.module;
                let cast = self.analysis.unit.script.cast.iter().enumerate();
                let fitting = cast.filter(|(_, line)| {
                    module.is_a(line.role, role) || module.is_a(role, line.role)
                });
                fitting.map(|(line, _)| line).collect()
            }
            Kind::Character | Kind::Thing => self.everybody(),
            _ => BTreeSet::new(),
        }
    }
}
