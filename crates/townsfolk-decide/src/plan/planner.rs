//! The planner of one domain: cache, then search.

use super::bits::{Bits, PropIndex};
use super::cache::{FailureCache, Plan, PlanCache};
use super::domain::{Rule, Target};
use super::search::{Found, Search};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Tick};
use townsfolk_module::decide::Planners;

/// Maximum number of states that one search expands.
pub const EXPANSIONS_MAX: usize = 4096;

/// A way to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Planned {
    /// The goal is reached already.
    Satisfied,
    /// These operators, by index.
    Steps(Vec<u16>),
    /// No plan was found.
    NoPlan(Unplanned),
}

/// The reason why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Unplanned {
    /// No sequence of operators leads to the goal.
    Impossible,
    /// The search was given up at its limit.
    BudgetSpent,
    /// A search from the same state failed not long ago.
    FailedBefore,
}

/// Counts of one planner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlannerCounts {
    /// Number of searches.
    pub searches: u64,
    /// Number of plans taken from the cache.
    pub reused: u64,
}

/// A planner for any number of propositions: the narrowest [`WidePlanner`] that holds them.
#[derive(Clone, Debug)]
pub enum Planner {
    /// At most 64 propositions.
    One(Box<WidePlanner<1>>),
    /// At most 128 propositions.
    Two(Box<WidePlanner<2>>),
    /// At most 1,024 propositions.
    Sixteen(Box<WidePlanner<16>>),
    /// At most 65,536 propositions.
    Widest(Box<WidePlanner<1024>>),
}

macro_rules! each_width {
    ($planner:expr, $inner:ident => $result:expr) => {
        match $planner {
            Planner::One($inner) => $result,
            Planner::Two($inner) => $result,
            Planner::Sixteen($inner) => $result,
            Planner::Widest($inner) => $result,
        }
    };
}

impl Planner {
    /// A planner for some content, with empty caches.
    pub fn new(content: &Planners) -> Planner {
        match content.propositions.len() {
            0..=64 => Planner::One(Box::new(WidePlanner::new(content))),
            65..=128 => Planner::Two(Box::new(WidePlanner::new(content))),
            129..=1024 => Planner::Sixteen(Box::new(WidePlanner::new(content))),
            _ => Planner::Widest(Box::new(WidePlanner::new(content))),
        }
    }

    /// A plan for a goal from the state in which the given propositions hold.
    pub fn plan(
        &mut self,
        goal: usize,
        holds: impl IntoIterator<Item = PropIndex>,
        now: Tick,
        failures_last: Duration,
    ) -> Planned {
        each_width!(self, planner => {
            planner.failures_last = failures_last;
            planner.plan(goal, Bits::of(holds), now)
        })
    }

    /// Counts of searches and of reused plans.
    pub fn counts(&self) -> PlannerCounts {
        each_width!(self, planner => planner.counts)
    }

    /// The caches as plain data.
    pub fn save(&self) -> SavedPlans {
        each_width!(self, planner => planner.save())
    }

    /// Puts caches back. What does not fit the operators is left out.
    pub fn load(&mut self, saved: &SavedPlans) {
        each_width!(self, planner => planner.load(saved))
    }
}

/// The caches of a planner as plain data. Masks are computed again when they are loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedPlans {
    plans: Vec<(u16, Vec<u16>, u64)>,
    failures: Vec<(u16, Vec<PropIndex>, Tick)>,
    uses: u64,
    counts: PlannerCounts,
}

/// The planner of one domain with at most `64 * W` propositions.
#[derive(Clone, Debug)]
pub struct WidePlanner<const W: usize> {
    rules: Vec<Rule<W>>,
    goals: Vec<Target<W>>,
    /// For each goal, the propositions that any operator or the goal mentions.
    mentioned: Vec<Bits<W>>,
    search: Search<W>,
    /// The cached plans.
    pub cache: PlanCache<W>,
    failures: FailureCache<W>,
    /// For how long a failed search is not repeated.
    pub failures_last: Duration,
    /// Maximum number of states that one search expands.
    pub expansions_max: usize,
    /// Counts of searches and of reused plans.
    pub counts: PlannerCounts,
}

impl<const W: usize> WidePlanner<W> {
    /// A planner with empty caches.
    pub fn new(content: &Planners) -> WidePlanner<W> {
        let operators = content.operators.iter();
        let rules = operators.map(|operator| Rule::of(operator, &content.effects(operator)));
        let rules: Vec<Rule<W>> = rules.collect();
        let goals: Vec<Target<W>> = content.goals.iter().map(Target::of).collect();
        let of_rules = rules.iter().map(Rule::mentions);
        let of_rules = of_rules.fold(Bits::EMPTY, |all, one| all.or(&one));
        let mentioned = goals.iter().map(|goal| goal.mentions().or(&of_rules));
        WidePlanner {
            mentioned: mentioned.collect(),
            rules,
            goals,
            search: Search::default(),
            cache: PlanCache::default(),
            failures: FailureCache::default(),
            failures_last: Duration::minutes(10),
            expansions_max: EXPANSIONS_MAX,
            counts: PlannerCounts::default(),
        }
    }

    /// The operators as bit masks.
    pub fn rules(&self) -> &[Rule<W>] {
        &self.rules
    }

    /// The goals as bit masks.
    pub fn goals(&self) -> &[Target<W>] {
        &self.goals
    }

    /// Number of states that the last search expanded.
    pub fn expanded(&self) -> usize {
        self.search.expanded
    }

    /// A plan for a goal: nothing to do, a cached plan, or the result of a search.
    pub fn plan(&mut self, goal: usize, state: Bits<W>, now: Tick) -> Planned {
        let Some(target) = self.goals.get(goal).copied() else {
            return Planned::NoPlan(Unplanned::Impossible);
        };
        if target.is_satisfied(&state) {
            return Planned::Satisfied;
        }
        if let Some(plan) = self.cache.find(goal, &state) {
            self.counts.reused += 1;
            return Planned::Steps(plan.steps.clone());
        }
        let key = state.and(&self.mentioned[goal]);
        if self.failures.knows(goal, &key, now) {
            return Planned::NoPlan(Unplanned::FailedBefore);
        }
        self.counts.searches += 1;
        let found = self
            .search
            .run(&self.rules, &target, state, self.expansions_max);
        let failure = match found {
            Found::Steps(steps, cost) => {
                if let Some(plan) = Plan::of(steps.clone(), cost, &self.rules, &target) {
                    self.cache.keep(goal, plan);
                }
                return Planned::Steps(steps);
            }
            Found::Impossible => Unplanned::Impossible,
            Found::BudgetSpent => Unplanned::BudgetSpent,
        };
        self.failures.keep(goal, key, now, self.failures_last);
        Planned::NoPlan(failure)
    }

    fn save(&self) -> SavedPlans {
        let plans = self
            .cache
            .plans
            .iter()
            .enumerate()
            .flat_map(|(goal, plans)| {
                plans
                    .iter()
                    .map(move |plan| (goal as u16, plan.steps.clone(), plan.used))
            });
        let failures = self.failures.failures.iter().map(|((goal, state), until)| {
            let all = (0..(W * 64).min(65_536)).map(|index| PropIndex(index as u16));
            let holds = all.filter(|index| state.has(*index)).collect();
            (*goal as u16, holds, *until)
        });
        SavedPlans {
            plans: plans.collect(),
            failures: failures.collect(),
            uses: self.cache.uses,
            counts: self.counts,
        }
    }

    fn load(&mut self, saved: &SavedPlans) {
        self.cache = PlanCache::default();
        self.failures = FailureCache::default();
        for (goal, steps, used) in &saved.plans {
            let goal = usize::from(*goal);
            let Some(target) = self.goals.get(goal) else {
                continue;
            };
            let cost_of = |step: &u16| self.rules.get(usize::from(*step)).map(|rule| rule.cost);
            let costs: Option<Vec<u32>> = steps.iter().map(cost_of).collect();
            let cost = costs.map(|costs| costs.iter().fold(0u32, |sum, c| sum.saturating_add(*c)));
            let plan = cost.and_then(|cost| Plan::of(steps.clone(), cost, &self.rules, target));
            if let Some(mut plan) = plan {
                plan.used = *used;
                self.cache.restore(goal, plan);
            }
        }
        for (goal, holds, until) in saved.failures.iter().take(super::cache::FAILURES_MAX) {
            let state = Bits::of(holds.iter().copied());
            let key = (usize::from(*goal), state);
            self.failures.failures.insert(key, *until);
        }
        self.cache.uses = saved.uses;
        self.counts = saved.counts;
    }
}
