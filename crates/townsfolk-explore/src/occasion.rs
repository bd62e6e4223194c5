//! Rules that never fired because there was no occasion for them within the bounds: of these nothing
//! is said.

use crate::bounds::Bounds;
use crate::event::World;
use townsfolk_core::{Duration, FactId, RoleId};
use townsfolk_module::{Literal, Rule, Script, Visit};

/// Whether there were as many people as the script is for. With fewer, a rule may simply not have
/// had its turn.
pub(crate) fn is_wide_enough(world: &World<'_>) -> bool {
    let cast = world.script.cast.iter();
    let cast: u32 = cast.map(|line| u32::from(line.max)).sum();
    let usual = u32::from(Bounds::USUAL.people_max);
    u32::from(world.bounds.people_max) >= cast.min(usual)
}

/// Whether a rule is for a place that lacks something, for times when something has gone wrong or
/// people have been called away, which was left out, or a pastime for an occasion that a coarse look
/// does not keep.
pub(crate) fn is_for_other_times(world: &World<'_>, rule: &Rule) -> bool {
    let condition = Condition::of(world.script, &rule.when);
    let mut found = condition.found.iter();
    let mut missed = condition.missed.iter();
    world.survey.attention.is_left_out(rule.id)
        || is_for_other_places(world, rule)
        || missed.any(|role| !absence_is_played(world, *role))
        || (world.bounds.failures == 0 && found.any(|fact| only_after_failure(world.script, *fact)))
}

/// Whether it was played that nobody is there in a role (or nobody at all). Somebody may be missing
/// from the beginning, or vanish while others wait for a successor. But of a role that must be filled,
/// people are otherwise missing only while they are on the way out or away, and nobody is called away
/// in an exploration. A proxy never is.
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

/// Whether some fact that only a location can write must be missing, or how many there are is asked
/// for. No such place may have been looked at.
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

/// Whether nothing but a failure brings a fact.
fn only_after_failure(script: &Script, fact: FactId) -> bool {
    let added = |of: fn(&Rule) -> &townsfolk_module::Effects| {
        let mut patterns = script.rules.iter().flat_map(move |rule| &of(rule).add);
        patterns.any(|pattern| pattern.fact == fact)
    };
    added(|r| &r.on_failure) && !(added(|r| &r.now) || added(|r| &r.then) || added(|r| &r.on_stop))
}

/// What a condition asks for, into defines.
#[derive(Default)]
struct Condition {
    /// Facts of which one must be there.
    found: Vec<FactId>,
    /// The roles in which people must not be there or are counted; `None` is anybody.
    missed: Vec<Option<RoleId>>,
}

/// Defines are followed so far.
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
