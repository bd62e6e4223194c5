//! The consequences of the end of an action.

use super::effects::RemovalReason;
use super::firing::rest_of;
use super::packed_value::NONE;
use super::program::topic;
use super::running_action::RunningAction;
use super::scratch::Mutation;
use super::update::Updating;
use super::witness::Witness;
use crate::{Fault, Happening, Report, StopReason};
use townsfolk_core::{Duration, Outcome, StartId, Tick};
use townsfolk_module::Finish;

/// The longest rest of a rule that keeps failing is 2³ seconds.
const DOUBLINGS_MAX: u32 = 3;

impl<W: Witness> Updating<'_, W> {
    /// Outcomes in order of action start, whatever the order of reporting.
    pub(super) fn take_outcomes(&mut self, reports: &[Report]) {
        if self.scratch.forfeited.is_empty() && self.scene.limit > self.now {
            match reports {
                [Report::Outcome(a, _), Report::Outcome(b, _)] if a > b => {
                    return self.conclude_all(reports.iter().rev());
                }
                _ if in_order(reports) => return self.conclude_all(reports.iter()),
                _ => {}
            }
        }
        let mut outcomes = std::mem::take(&mut self.scratch.outcomes);
        outcomes.clear();
        for id in &self.scratch.forfeited {
            outcomes.push((*id, outcomes.len() as u32, Outcome::Failed, false));
        }
        for report in reports {
            if let Report::Outcome(id, outcome) = report {
                outcomes.push((id.0, outcomes.len() as u32, *outcome, false));
            }
        }
        if self.scene.limit <= self.now {
            for run in self.scene.runs() {
                if run.limit.0 <= self.now && !outcomes.iter().any(|(id, ..)| *id == run.id.0) {
                    outcomes.push((run.id.0, outcomes.len() as u32, Outcome::Failed, true));
                }
            }
        }
        if self.scene.limit <= self.now {
            // It was that of one of these, or of an action that has ended since.
            self.scene.limit = i64::MIN;
        }
        if outcomes.len() > 1 {
            outcomes.sort_unstable_by_key(|(id, place, ..)| (*id, *place));
        }
        for (id, _, outcome, out_of_time) in &outcomes {
            let id = StartId(*id);
            if *out_of_time {
                self.ask_to_stop(id, StopReason::OutOfTime);
            }
            self.conclude(id, *outcome, *out_of_time);
        }
        self.scratch.outcomes = outcomes;
    }

    /// Takes outcomes one after the other.
    #[inline]
    fn conclude_all<'r>(&mut self, reports: impl Iterator<Item = &'r Report>) {
        for report in reports {
            if let Report::Outcome(id, outcome) = report {
                self.conclude(*id, *outcome, false);
            }
        }
    }

    /// Ends an action that was running.
    #[inline(never)]
    fn conclude(&mut self, id: StartId, outcome: Outcome, out_of_time: bool) {
        let Some(index) = self.scene.performer_of(id) else {
            return self.report_missing(id, outcome);
        };
        let Some(run) = self.scene.people.get_mut(index).and_then(|p| p.run.take()) else {
            return self.report_missing(id, outcome);
        };
        if W::ON {
            let rule = self.rule_id(run.rule);
            self.happen(Happening::Ended {
                id,
                who: run.who,
                rule,
                outcome,
                out_of_time,
            });
        }
        self.set_free(Some(index), &run);
        self.follow(index, &run, outcome);
    }

    /// There is no such action, or none any more.
    #[cold]
    fn report_missing(&mut self, id: StartId, outcome: Outcome) {
        self.fault(if id.0 >= 1 && id.0 < self.scene.next_start {
            Fault::LateOutcome(id, outcome)
        } else {
            Fault::UnknownAction(id)
        });
    }

    /// Binds the variables of an action as they were at firing.
    pub(super) fn load_bound(&mut self, index: usize, run: &RunningAction) {
        for slot in 0..run.bindings {
            match self.scene.bound(index).get(usize::from(slot)) {
                None | Some(&NONE) => {}
                Some(word) => self.bind(slot, *word),
            }
        }
    }

    /// The performer of an action, if still there, and the partner are free again.
    #[inline(always)]
    fn set_free(&mut self, performer: Option<usize>, run: &RunningAction) {
        if let Some(index) = performer {
            self.set_one_free(index, run.stop_asked);
        }
        if let Some(index) = run.partner.and_then(|who| self.scene.index_of(who)) {
            self.set_one_free(index, run.stop_asked);
        }
        if self.code.has_together && !self.scratch.has_mutation(Mutation::DropFree) {
            self.touch(topic::FREE);
        }
    }

    #[inline(always)]
    fn set_one_free(&mut self, index: usize, stop_asked: Option<StopReason>) {
        let now = self.now;
        let Some(p) = self.scene.people.get_mut(index) else {
            return;
        };
        p.busy_with = 0;
        let coins = match &mut p.rare {
            Some(rare) => std::mem::take(&mut rare.coins),
            None => return p.become_free(now),
        };
        p.become_free(now);
        // The coins that let an urgent rule interrupt must still lie when its turn comes.
        let rare = p.rare_mut();
        rare.coins = coins;
        match stop_asked {
            Some(StopReason::Urgent(rule)) => rare.coins.retain(|coin| coin.rule == rule),
            _ => rare.coins.clear(),
        }
    }

    fn follow(&mut self, index: usize, run: &RunningAction, outcome: Outcome) {
        let Some(rule) = self.code.rules.get(usize::from(run.rule)) else {
            return;
        };
        self.set_me(index);
        self.load_bound(index, run);
        match outcome {
            Outcome::Done => {
                if rule.takes_claims {
                    self.settle(run.id);
                }
                self.apply_effects(&rule.then, 0);
                if rule.goto != 0 {
                    self.go_to(index, rule.goto);
                }
                let p = self.scene.people.get_mut(index);
                if let Some(rare) = p.and_then(|p| p.rare.as_mut()) {
                    let rests = rare.rests.iter_mut();
                    for rest in rests.filter(|rest| rest.rule == rule.id) {
                        rest.failures = 0;
                    }
                }
            }
            Outcome::Failed => {
                if rule.takes_claims && !self.scratch.has_mutation(Mutation::LoseRelease) {
                    self.release_taken_by(run.id);
                }
                self.apply_effects(&rule.on_failure, 0);
                let now = Tick(self.now);
                let rest = rest_of(&mut self.scene.people[index], rule.id);
                let seconds = 1 << rest.failures.min(DOUBLINGS_MAX);
                rest.failures = rest.failures.saturating_add(1);
                rest.until = rest.until.max(now.after(Duration::seconds(seconds)));
            }
            Outcome::Stopped => {
                if rule.takes_claims {
                    self.release_taken_by(run.id);
                }
                self.apply_effects(&rule.on_stop, 0);
            }
        }
        self.undo(0);
        // `leave` took effect when the rule fired; `end` takes effect only now.
        if rule.finish == Finish::End {
            self.finish(index, rule.finish);
        }
    }

    fn settle(&mut self, id: StartId) {
        let code = self.code;
        for fact in &code.claims {
            let fact = usize::from(*fact);
            for row in 0..self.scene.facts.rows(fact) {
                if self.scene.facts.history(fact, row).taken_by == id.0 {
                    self.scene.facts.settle(fact, row);
                }
            }
        }
    }

    fn release_taken_by(&mut self, id: StartId) {
        self.plan_rows(|shape, _, history| shape.claim && history.taken_by == id.0);
        self.remove_planned(RemovalReason::Released);
    }

    /// An action whose performer is gone has no outcome: nothing follows from it.
    pub(super) fn drop_action(&mut self, run: &RunningAction) {
        if run.partner.is_some() {
            self.out.stop(self.scene.id, run.id);
        }
        self.scene.limit = i64::MIN;
        self.release_taken_by(run.id);
        self.set_free(None, run);
    }

    pub(super) fn ask_to_stop(&mut self, id: StartId, why: StopReason) {
        let mut running = self.scene.people.iter_mut().flat_map(|p| &mut p.run);
        let Some(run) = running.find(|r| r.id == id && r.stop_asked.is_none()) else {
            return;
        };
        run.stop_asked = Some(why);
        let who = run.who;
        self.out.stop(self.scene.id, id);
        if W::ON {
            self.happen(Happening::AskedToStop { id, who, why });
        }
    }
}

/// Whether outcomes are reported in order of action start.
#[inline]
fn in_order(reports: &[Report]) -> bool {
    let mut last = 0;
    reports.iter().all(|report| match report {
        Report::Outcome(id, _) => std::mem::replace(&mut last, id.0) <= id.0,
        _ => true,
    })
}
