//! Plans that are used again: each carries a mask of the states in which it is valid.

use super::bits::Bits;
use super::domain::{Rule, Target};
use std::collections::BTreeMap;
use townsfolk_core::{Duration, Tick};

/// Maximum number of plans that are kept for one goal.
pub const PLANS_PER_GOAL: usize = 64;

/// Maximum number of failed searches that are remembered.
pub const FAILURES_MAX: usize = 256;

/// A finished plan, and the states from which it can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan<const W: usize> {
    /// The operators, by index.
    pub steps: Vec<u16>,
    /// The propositions that matter.
    pub care: Bits<W>,
    /// Those of them that must hold; the others must not.
    pub value: Bits<W>,
    /// The sum of the costs.
    pub cost: u32,
    /// A counter that orders plans by their last use.
    pub(super) used: u64,
}

impl<const W: usize> Plan<W> {
    /// Computes the mask of a sequence of operators, from the goal backwards. `None` if the sequence
    /// cannot reach the goal.
    pub fn of(steps: Vec<u16>, cost: u32, rules: &[Rule<W>], goal: &Target<W>) -> Option<Plan<W>> {
        let (mut need_true, mut need_false) = (goal.want_true, goal.want_false);
        for step in steps.iter().rev() {
            let rule = rules.get(usize::from(*step))?;
            let spoils = rule.add.and(&need_false).or(&rule.del.and(&need_true));
            if !spoils.is_empty() {
                return None;
            }
            need_true = need_true.minus(&rule.add).or(&rule.pre_true);
            need_false = need_false.minus(&rule.del).or(&rule.pre_false);
            if !need_true.and(&need_false).is_empty() {
                return None;
            }
        }
        Some(Plan {
            steps,
            care: need_true.or(&need_false),
            value: need_true,
            cost,
            used: 0,
        })
    }

    /// Whether the plan is executable from a state and reaches its goal.
    #[inline]
    pub fn is_valid_in(&self, state: &Bits<W>) -> bool {
        state.agrees(&self.care, &self.value)
    }
}

/// The plans of all goals, cheapest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlanCache<const W: usize> {
    pub(super) plans: Vec<Vec<Plan<W>>>,
    pub(super) uses: u64,
}

impl<const W: usize> PlanCache<W> {
    /// The cheapest cached plan for a goal that is valid in a state.
    pub fn find(&mut self, goal: usize, state: &Bits<W>) -> Option<&Plan<W>> {
        let plans = self.plans.get_mut(goal)?;
        let found = plans.iter_mut().find(|plan| plan.is_valid_in(state))?;
        self.uses += 1;
        found.used = self.uses;
        Some(found)
    }

    /// Keeps a plan. The least recently used one is dropped when there are too many.
    pub fn keep(&mut self, goal: usize, mut plan: Plan<W>) {
        self.uses += 1;
        plan.used = self.uses;
        self.restore(goal, plan);
    }

    /// Puts a plan in its place by cost, with the moment of its last use unchanged.
    pub(super) fn restore(&mut self, goal: usize, plan: Plan<W>) {
        if self.plans.len() <= goal {
            self.plans.resize_with(goal + 1, Vec::new);
        }
        let plans = &mut self.plans[goal];
        if plans.len() >= PLANS_PER_GOAL {
            let oldest = (0..plans.len()).min_by_key(|index| plans[*index].used);
            oldest.map(|index| plans.remove(index));
        }
        let place = plans.partition_point(|known| known.cost <= plan.cost);
        plans.insert(place, plan);
    }

    /// Number of cached plans of all goals.
    pub fn len(&self) -> usize {
        self.plans.iter().map(Vec::len).sum()
    }

    /// Whether no plan is cached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Searches that failed, each until a moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FailureCache<const W: usize> {
    pub(super) failures: BTreeMap<(usize, Bits<W>), Tick>,
}

impl<const W: usize> FailureCache<W> {
    /// Whether a search from this state has failed and would fail again.
    pub fn knows(&self, goal: usize, state: &Bits<W>, now: Tick) -> bool {
        let until = self.failures.get(&(goal, *state));
        until.is_some_and(|until| now < *until)
    }

    /// Remembers a failed search.
    pub fn keep(&mut self, goal: usize, state: Bits<W>, now: Tick, lifetime: Duration) {
        self.failures.retain(|_, until| now < *until);
        if self.failures.len() < FAILURES_MAX {
            self.failures.insert((goal, state), now.after(lifetime));
        }
    }
}
