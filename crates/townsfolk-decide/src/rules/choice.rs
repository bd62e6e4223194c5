//! The choice among satisfied rules, and among the alternatives of a rule.

use super::program::{Program, RuleRef};
use super::row::RuleRow;
use townsfolk_core::{CharacterId, Draw, Seed, SiteId, Tick};

/// A rule that fires, and which of its alternatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The rule.
    pub rule: RuleRef,
    /// The index of the alternative.
    pub alternative: u16,
}

/// The key of the draw between rules of equal priority.
const TIE: SiteId = SiteId::named("hot rules/tie");

/// Chooses at most one satisfied rule for each subset: of those with the highest priority, one by a
/// keyed draw. `may_fire` leaves out rules that rest.
pub fn choose(
    program: &Program,
    row: &RuleRow,
    (seed, who, now): (Seed, CharacterId, Tick),
    may_fire: impl Fn(RuleRef) -> bool,
) -> Vec<Chosen> {
    let satisfied: Vec<RuleRef> = (row.satisfied().into_iter())
        .filter(|rule| may_fire(*rule))
        .collect();
    let mut chosen = vec![];
    for subset in 0..program.subsets() {
        let of_subset = satisfied.iter().copied().filter(|rule| {
            let rule = program.rule(*rule);
            rule.is_some_and(|rule| usize::from(rule.subset) == subset)
        });
        let best = highest(program, of_subset);
        let draw = Draw::at(seed, u64::from(who.0), now, TIE);
        let last = best.len() as i64 - 1;
        let index = draw.between(subset as u64, 0, last);
        let Some(rule) = best.get(index as usize).copied() else {
            continue;
        };
        chosen.push(Chosen {
            rule,
            alternative: alternative(program, rule, (seed, who, now)),
        });
    }
    chosen
}

/// The rules with the highest priority.
fn highest(program: &Program, rules: impl Iterator<Item = RuleRef>) -> Vec<RuleRef> {
    let mut best: Vec<RuleRef> = vec![];
    let mut priority = i16::MIN;
    for index in rules {
        let Some(rule) = program.rule(index) else {
            continue;
        };
        if best.is_empty() || rule.rule.priority > priority {
            best.clear();
            priority = rule.rule.priority;
        }
        if rule.rule.priority == priority {
            best.push(index);
        }
    }
    best
}

/// Draws an alternative of a rule by weight.
fn alternative(
    program: &Program,
    rule: RuleRef,
    (seed, who, now): (Seed, CharacterId, Tick),
) -> u16 {
    let Some(rule) = program.rule(rule) else {
        return 0;
    };
    let deeds = &rule.rule.deeds;
    let total: i64 = deeds.iter().map(|deed| i64::from(deed.weight)).sum();
    let draw = Draw::at(seed, u64::from(who.0), now, rule.rule.site);
    let mut left = draw.between(0, 0, total.max(1) - 1);
    for (index, deed) in deeds.iter().enumerate() {
        left -= i64::from(deed.weight);
        if left < 0 {
            return index as u16;
        }
    }
    0
}
