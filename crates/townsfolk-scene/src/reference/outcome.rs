//! The consequences of the end of an action. Section "Outcomes".

use super::bindings::Bindings;
use super::scene::Running;
use super::update::Updating;
use crate::{Command, Fault, Happening, Report, StopReason};
use townsfolk_core::{Duration, Outcome, RuleId, StartId};
use townsfolk_module::{Effects, Finish, Script};

/// The longest rest of a rule that keeps failing is 2³ seconds.
const DOUBLINGS_MAX: u32 = 3;

impl<'u> Updating<'u> {
    /// Outcomes in order of action start, whatever the order of reporting.
    pub(super) fn take_outcomes(&mut self, reports: &[Report]) {
        let forfeited = self.forfeited.iter();
        let mut outcomes: Vec<(StartId, Outcome, bool)> =
            forfeited.map(|id| (*id, Outcome::Failed, false)).collect();
        for report in reports {
            if let Report::Outcome(id, outcome) = report {
                outcomes.push((*id, *outcome, false));
            }
        }
        for run in &self.scene.running {
            let reported = outcomes.iter().any(|(id, ..)| *id == run.id);
            if run.limit <= self.now && !reported {
                outcomes.push((run.id, Outcome::Failed, true));
            }
        }
        outcomes.sort_by_key(|(id, ..)| *id);
        for (id, outcome, out_of_time) in outcomes {
            if out_of_time {
                self.ask_to_stop(id, StopReason::OutOfTime);
            }
            self.conclude(id, outcome, out_of_time);
        }
    }

    /// Ends an action that was running.
    fn conclude(&mut self, id: StartId, outcome: Outcome, out_of_time: bool) {
        let Some(index) = self.scene.running.iter().position(|run| run.id == id) else {
            self.happen(Happening::Fault(
                if id.0 >= 1 && id.0 < self.scene.next_start {
                    Fault::LateOutcome(id, outcome)
                } else {
                    Fault::UnknownAction(id)
                },
            ));
            return;
        };
        let run = self.scene.running.remove(index);
        self.happen(Happening::Ended {
            id,
            who: run.who,
            rule: run.rule,
            outcome,
            out_of_time,
        });
        self.set_free(&run);
        self.follow(&run, outcome);
    }

    fn set_free(&mut self, run: &Running) {
        for who in [Some(run.who), run.partner].into_iter().flatten() {
            let Some(p) = self.scene.participant_mut(who) else {
                continue;
            };
            let coins = std::mem::take(&mut p.coins);
            p.begin_free_spell(self.now);
            // The coins that let an urgent rule interrupt must still lie when its turn comes.
            if let Some(StopReason::Urgent(rule)) = run.stop_asked {
                p.coins = coins.into_iter().filter(|c| c.rule == rule).collect();
            }
        }
    }

    fn follow(&mut self, run: &Running, outcome: Outcome) {
        let script: &'u Script = self.script;
        let Some(rule) = run.rule.and_then(|id| script.rule(id)) else {
            return;
        };
        match outcome {
            Outcome::Done => {
                self.scene.facts.settle(run.id);
                self.bring_about_late(&rule.then, run);
                self.go_to(run.who, rule.goto);
                self.forget_failures(run, rule.id);
            }
            Outcome::Failed => {
                self.release_taken_by(run.id);
                self.bring_about_late(&rule.on_failure, run);
                self.rest_after_failure(run, rule.id);
            }
            Outcome::Stopped => {
                self.release_taken_by(run.id);
                self.bring_about_late(&rule.on_stop, run);
            }
        }
        // A participant with `leave` is leaving since the rule fired; the scene itself ends only now.
        if rule.finish == Finish::End {
            self.finish(run.who, rule.finish);
        }
    }

    fn bring_about_late(&mut self, effects: &Effects, run: &Running) {
        let bindings = Bindings::of(&run.bindings);
        self.bring_about(effects, run.who, run.rule, &bindings, None);
    }

    pub(super) fn release_taken_by(&mut self, id: StartId) {
        for claim in self.scene.facts.release_taken_by(id) {
            self.happen(Happening::Released(claim));
        }
    }

    fn forget_failures(&mut self, run: &Running, rule: RuleId) {
        if let Some(p) = self.scene.participant_mut(run.who)
            && p.rests.iter().any(|r| r.rule == rule)
        {
            p.rest_of(rule).failures = 0;
        }
    }

    fn rest_after_failure(&mut self, run: &Running, rule: RuleId) {
        let now = self.now;
        if let Some(p) = self.scene.participant_mut(run.who) {
            let rest = p.rest_of(rule);
            let seconds = 1 << rest.failures.min(DOUBLINGS_MAX);
            rest.failures = rest.failures.saturating_add(1);
            rest.until = rest.until.max(now.after(Duration::seconds(seconds)));
        }
    }

    /// An action whose performer is gone has no outcome: nothing follows from it.
    pub(super) fn drop_action(&mut self, run: &Running) {
        self.scene.running.retain(|r| r.id != run.id);
        if run.partner.is_some() {
            self.out.commands.push(Command::Stop { id: run.id });
        }
        self.release_taken_by(run.id);
        self.set_free(run);
    }
}
