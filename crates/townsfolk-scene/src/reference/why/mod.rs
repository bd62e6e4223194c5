//! Explains why a participant acts or does not act now. Section "Why".
//!
//! A pure look at a scene: for each rule in someone's list, whether it could fire at this moment,
//! and if not, the first literal that fails where the search gets furthest, or why its solutions do
//! not count, and one fact that would make the difference.

mod answer;
mod failing;
mod fix;
mod refusal;

pub use answer::{Cause, Doing, Failing, Fix, Refusal, RefusalCause, RuleWhy, Verdict, Why};

use super::beat::beat_of;
use super::bindings::Bindings;
use super::choice::choose;
use super::effects::can_fire;
use super::fate::{DrawKey, Fate};
use super::matching::{Matcher, View};
use super::scene::Scene;
use super::tuple_space::TupleSpace;
use super::update::partner_is_free;
use crate::Stage;
use std::ops::ControlFlow;
use townsfolk_core::{CharacterId, Duration, RuleId, Tick};
use townsfolk_module::{Literal, Module, Rule};

/// Maximum number of partial matches that are searched for a completing fact.
const PARTIALS_MAX: usize = 16;

/// Looks at someone's rules at a moment. `None` if they do not take part, or there is no script.
///
/// Busy people are looked at as if they were free: what would they do now?
pub fn why(
    scene: &Scene,
    module: &Module,
    stage: &dyn Stage,
    fate: &mut dyn Fate,
    now: Tick,
    who: CharacterId,
) -> Option<Why> {
    let p = scene.participant(who)?;
    let script = module.script(scene.script)?;
    let now = now.max(scene.now);
    let mut order: Vec<CharacterId> = scene.participants.iter().map(|p| p.who).collect();
    if order.len() > 1 {
        fate.order(scene, now, &mut order);
    }
    let doing = scene.doing(who);
    let mut asking = Asking {
        view: View {
            module,
            script,
            scene,
            order: &order,
            stage,
            now,
        },
        fate,
        who,
        tries: 0,
        steps: 0,
    };
    let in_list = |rule: &&Rule| rule.state.is_none() || rule.state == p.state;
    let rules = script.rules.iter().filter(in_list);
    let rules = rules.map(|rule| {
        asking.steps = 0;
        RuleWhy {
            rule: rule.id,
            verdict: match doing {
                Some(run) if run.who == who && run.rule == Some(rule.id) => Verdict::Acting,
                _ => asking.verdict(rule),
            },
            steps: asking.steps,
        }
    });
    let rules = rules.collect();
    Some(Why {
        who,
        role: p.role,
        state: p.state,
        standing: p.standing,
        now,
        doing: doing.map(|run| Doing {
            start: run.id,
            action: run.action,
            whose: run.who,
            partner: run.partner,
            rule: run.rule,
            bindings: run.bindings.clone(),
            since: run.started,
            limit: run.limit,
            stop_asked: run.stop_asked,
        }),
        free_since: p.free_since,
        recall: p.recall,
        phase: scene.phase,
        rules,
    })
}

struct Asking<'a> {
    view: View<'a>,
    fate: &'a mut dyn Fate,
    who: CharacterId,
    /// How many facts have been tried for the rule that is looked at.
    tries: usize,
    /// How many steps the search for its solution took.
    steps: u32,
}

/// Where a list of literals fails: which one, and with which partial matches before it.
struct Deepest {
    literal: usize,
    partials: Vec<Bindings>,
}

impl<'a> Asking<'a> {
    fn verdict(&mut self, rule: &'a Rule) -> Verdict {
        let View { module, scene, .. } = self.view;
        let Some(p) = scene.participant(self.who) else {
            return Verdict::Spent;
        };
        let is_a = |role| module.is_a(p.role, role);
        if !rule.roles.is_empty() && !rule.roles.iter().copied().any(is_a) {
            return Verdict::NotInRole(rule.roles.clone());
        }
        if rule.once && p.fired_once.contains(&rule.id) {
            return Verdict::Spent;
        }
        if let Some(until) = p.rests_until(rule.id).filter(|t| *t > self.view.now) {
            return Verdict::Rests(until);
        }
        if let Some(call) = &rule.action
            && module.action(call.action).is_none()
        {
            return Verdict::NoSuchAction(call.action);
        }
        match self.solution(rule, &scene.facts) {
            Err(()) => Verdict::OutOfSteps,
            Ok(Some(solution)) => match self.next_beat(rule) {
                Some(beat) => Verdict::WaitsForBeat(beat),
                None => Verdict::Solved(solution.values()),
            },
            Ok(None) => self.no_solution(rule),
        }
    }

    fn matcher<'m>(&'m mut self, rule: Option<RuleId>, facts: &'m TupleSpace) -> Matcher<'m> {
        Matcher::new(self.view, facts, &mut *self.fate, Some(self.who), rule)
    }

    /// The solution a rule would fire with; an error if the search is too long.
    fn solution(&mut self, rule: &Rule, facts: &TupleSpace) -> Result<Option<Bindings>, ()> {
        let mut matcher = self.matcher(Some(rule.id), facts);
        let solution = choose(&mut matcher, rule, &mut |matcher, bindings| {
            partner_is_free(matcher, rule, bindings) && can_fire(matcher, rule, bindings)
        });
        let (steps, exhausted) = (matcher.steps(), matcher.exhausted);
        // Attempts at an explanation do not count towards the cost of the rule.
        if self.steps == 0 {
            self.steps = steps;
        }
        match exhausted {
            true => Err(()),
            false => Ok(solution),
        }
    }

    /// When a rule with a reading is looked at next; `None` if it reads nothing.
    fn next_beat(&mut self, rule: &Rule) -> Option<Tick> {
        let beat = beat_of(self.view.module, self.view.script, &rule.when)?;
        let key = DrawKey::of(self.who, rule.site, Tick(0)).part(2);
        let next = self.view.now.after(Duration(1));
        Some(self.fate.next_beat(key, next, beat))
    }

    fn no_solution(&mut self, rule: &'a Rule) -> Verdict {
        self.tries = 0;
        let start = Bindings::new(rule.variables);
        match self.deepest(Some(rule.id), &rule.when, &start) {
            Some(deepest) => Verdict::Fails(self.failing(rule, deepest)),
            None => Verdict::Refused(self.refusal(rule)),
        }
    }

    /// The first literals that hold together, as many as possible, and in which ways. `None` if
    /// all of them do.
    fn deepest(
        &mut self,
        rule: Option<RuleId>,
        literals: &[Literal],
        start: &Bindings,
    ) -> Option<Deepest> {
        let mut partials = vec![start.clone()];
        for count in 1..=literals.len() {
            let longer = self.solutions(rule, &literals[..count], start);
            if longer.is_empty() {
                let literal = count - 1;
                return Some(Deepest { literal, partials });
            }
            partials = longer;
        }
        None
    }

    fn solutions(
        &mut self,
        rule: Option<RuleId>,
        literals: &[Literal],
        start: &Bindings,
    ) -> Vec<Bindings> {
        let mut found = vec![];
        let scene = self.view.scene;
        let mut matcher = self.matcher(rule, &scene.facts);
        matcher.solve(literals, start, &mut |_, solution| {
            found.push(solution.clone());
            match found.len() < PARTIALS_MAX {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        found
    }
}
