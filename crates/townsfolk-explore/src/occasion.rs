//! Rules that never fired because the bounds gave no occasion. These are not reported.

use crate::bounds::Bounds;
use crate::event::World;
use std::collections::BTreeSet;
use townsfolk_core::{Duration, FactId, Kind, RoleId, RuleId};
use townsfolk_module::{Expr, Literal, Rule, Script, Visit};

/// Whether the full cast was explored. With fewer people, a rule may not have had a chance.
pub(crate) fn is_wide_enough(world: &World<'_>) -> bool {
    let cast = world.script.cast.iter();
    let cast: u32 = cast.map(|line| u32::from(line.max)).sum();
    let usual = u32::from(Bounds::USUAL.people_max);
    u32::from(world.bounds.people_max) >= cast.min(usual)
}

/// Whether a rule needs something that was not explored: a location that lacks something, a fault,
/// a recall, or a fact that a coarse pass does not keep for pastimes.
pub(crate) fn is_for_other_times(world: &World<'_>, rule: &Rule) -> bool {
    let condition = Condition::of(world.script, &rule.when);
    let mut found = condition.found.iter();
    let mut missed = condition.missed.iter();
    world.survey.attention.is_left_out(rule.id)
        || is_for_other_places(world, rule)
        || condition
            .found
            .iter()
            .any(|fact| cannot_be_told(world, *fact))
        || missed.any(|role| !absence_is_played(world, *role))
        || misses_somebody_named(rule)
        || (world.bounds.failures == 0 && found.any(|fact| only_after_failure(world.script, *fact)))
}

/// The rules that may need more people than were explored: they count, or ask for as many people as
/// were there; or only such rules lead to them. `fired` are the rules that have fired.
pub(crate) fn for_more_people(world: &World<'_>, fired: &BTreeSet<RuleId>) -> BTreeSet<RuleId> {
    let script = world.script;
    let most: u32 = script.cast.iter().map(|line| u32::from(line.max)).sum();
    let mut found = BTreeSet::new();
    if most <= u32::from(world.bounds.people_max) {
        return found;
    }
    let rules = || script.rules.iter().filter(|rule| !fired.contains(&rule.id));
    loop {
        let known = found.len();
        for rule in rules() {
            let condition = Condition::of(script, &rule.when);
            let adds = |rule: &Rule, fact: FactId| {
                let mut added = rule.effects().into_iter().flat_map(|effects| &effects.add);
                added.any(|pattern| pattern.fact == fact)
            };
            // Whether there are such rules, and all of them need more people.
            let needs = |leads: &dyn Fn(&Rule) -> bool| {
                let mut leading = script.rules.iter().filter(|rule| leads(rule)).peekable();
                leading.peek().is_some() && leading.all(|rule| found.contains(&rule.id))
            };
            let begins = |line: &townsfolk_module::CastRole| {
                line.starts_in.or(script.states.first().copied()) == rule.state
            };
            let entered = rule.state.is_none() || script.cast.iter().any(begins);
            if condition.counts
                || condition.people >= usize::from(world.bounds.people_max)
                || condition
                    .found
                    .iter()
                    .any(|fact| needs(&|rule| adds(rule, *fact)))
                || (!entered && needs(&|other| other.goto == rule.state))
            {
                found.insert(rule.id);
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

/// Whether the host would have to tell a fact of which exploration knows no values.
fn cannot_be_told(world: &World<'_>, fact: FactId) -> bool {
    let kinds = world.script.fact(fact).map_or(&[][..], |fact| &fact.kinds);
    world.survey.told.contains(&fact)
        && kinds.iter().any(|kind| match kind {
            Kind::Time => true,
            Kind::Text => world.survey.values_of(world.module, *kind, &[]).is_empty(),
            _ => false,
        })
}

/// Whether the absence of everybody in a role (or of everybody) was explored. Participants may be
/// missing from the beginning, or vanish while the role is vacant. Otherwise a required role is
/// empty only while people leave or are away, and exploration has no recalls. A proxy is never
/// recalled.
fn absence_is_played(world: &World<'_>, role: Option<RoleId>) -> bool {
    let module = world.module;
    let is_proxy = |role: RoleId| module.role(role).is_some_and(|role| role.proxy);
    let lines = world.script.cast.iter().filter(|line| match role {
        Some(role) => module.is_a(line.role, role),
        None => !is_proxy(line.role),
    });
    let mut needed = lines.filter(|line| line.min > 0 && !is_proxy(line.role));
    let least: u32 = needed.clone().map(|line| u32::from(line.min)).sum();
    world.bounds.disappearances > 0
        && least <= u32::from(world.bounds.disappearances)
        && needed.all(|line| line.vacant > Duration::ZERO)
}

/// Whether a rule asks for the absence of a person that a fact names: `wants(P), not .any(P)`. Such
/// a rule is a precaution against people who are called away, and exploration has no recalls.
fn misses_somebody_named(rule: &Rule) -> bool {
    let named = |who: &Expr| {
        rule.when.iter().any(|literal| {
            matches!(literal, Literal::Fact { negated: false, arguments, .. }
                if arguments.contains(who))
        })
    };
    rule.when.iter().any(|literal| {
        matches!(literal, Literal::Any { negated: true, who: who @ Expr::Variable(_), .. }
            if named(who))
    })
}

/// Whether a fact that only a location can write must be missing, or is counted. Such a location
/// may not have been explored.
fn is_for_other_places(world: &World<'_>, rule: &Rule) -> bool {
    let located = |literal: &Literal| match literal {
        Literal::Fact { fact, .. } => world.survey.located.contains(fact),
        _ => false,
    };
    rule.when.iter().any(|literal| {
        let counted = literal.counted().into_iter().any(located);
        counted || (literal.is_negated() && located(literal))
    })
}

/// Whether only a failure adds a fact.
fn only_after_failure(script: &Script, fact: FactId) -> bool {
    let added = |of: fn(&Rule) -> &townsfolk_module::Effects| {
        let mut patterns = script.rules.iter().flat_map(move |rule| &of(rule).add);
        patterns.any(|pattern| pattern.fact == fact)
    };
    added(|r| &r.on_failure) && !(added(|r| &r.now) || added(|r| &r.then) || added(|r| &r.on_stop))
}

/// The requirements of a condition, including its defines.
#[derive(Default)]
struct Condition {
    /// Facts that must exist.
    found: Vec<FactId>,
    /// Roles in which people must be absent or are counted; `None` is any role.
    missed: Vec<Option<RoleId>>,
    /// The number of participants that must be present.
    people: usize,
    /// Whether anything is counted.
    counts: bool,
}

/// Maximum depth of defines.
const DEPTH_MAX: usize = 8;

impl Condition {
    fn of(script: &Script, literals: &[Literal]) -> Condition {
        let mut condition = Condition::default();
        let all = literals.iter();
        all.for_each(|literal| condition.read(script, literal, false, 0));
        condition
    }

    fn read(&mut self, script: &Script, literal: &Literal, missed: bool, depth: usize) {
        let missed = missed || literal.is_negated();
        match literal {
            Literal::Fact { fact, .. } if !missed => self.found.push(*fact),
            Literal::Any { role, .. } if missed => self.missed.push(*role),
            Literal::Any { .. } => self.people += 1,
            Literal::Define { define, .. } if depth < DEPTH_MAX => {
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for inner in clauses.iter().flat_map(|clause| &clause.body) {
                    self.read(script, inner, missed, depth + 1);
                }
            }
            _ => {}
        }
        for inside in literal.counted() {
            self.counts = true;
            self.read(script, inside, true, depth + 1);
        }
    }
}
