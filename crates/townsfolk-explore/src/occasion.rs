//! Rules that never fired because the bounds gave no occasion: nothing is reported for these.

use crate::bounds::Bounds;
use crate::event::World;
use townsfolk_core::{Duration, FactId, RoleId};
use townsfolk_module::{Literal, Rule, Script, Visit};

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
        || missed.any(|role| !absence_is_played(world, *role))
        || (world.bounds.failures == 0 && found.any(|fact| only_after_failure(world.script, *fact)))
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

/// What a condition requires, including its defines.
#[derive(Default)]
struct Condition {
    /// Facts that must exist.
    found: Vec<FactId>,
    /// Roles in which people must be absent or are counted; `None` is anybody.
    missed: Vec<Option<RoleId>>,
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
            Literal::Define { define, .. } if depth < DEPTH_MAX => {
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for inner in clauses.iter().flat_map(|clause| &clause.body) {
                    self.read(script, inner, missed, depth + 1);
                }
            }
            _ => {}
        }
        for inside in literal.counted() {
            self.read(script, inside, true, depth + 1);
        }
    }
}
