//! What follows when an action has ended.

use super::effects::Going;
use super::firing::rest_of;
use super::program::{EffectsCode, topic};
use super::scene::Run;
use super::scratch::Mutation;
use super::update::Updating;
use super::witness::Witness;
use crate::reference::{Fault, Happening, Outcome, Report, StartId, StopReason};
use townsfolk_core::{Duration, Tick};
use townsfolk_module::Finish;

/// The longest rest of a rule that keeps failing is 2³ seconds.
const DOUBLINGS_MAX: u32 = 3;

impl<W: Witness> Updating<'_, W> {
    /// Outcomes in order of action start, whatever the order of reporting.
    pub(super) fn take_outcomes(&mut self, reports: &[Report]) {
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
        for run in &self.scene.running {
            if run.limit.0 <= self.now && !outcomes.iter().any(|(id, ..)| *id == run.id.0) {
                outcomes.push((run.id.0, outcomes.len() as u32, Outcome::Failed, true));
            }
        }
        outcomes.sort_unstable_by_key(|(id, place, ..)| (*id, *place));
        for (id, _, outcome, out_of_time) in &outcomes {
            let id = StartId(*id);
            if *out_of_time {
                self.ask_to_stop(id, StopReason::OutOfTime);
            }
            self.conclude(id, *outcome, *out_of_time);
        }
        self.scratch.outcomes = outcomes;
    }

    /// Ends an action that was running.
    fn conclude(&mut self, id: StartId, outcome: Outcome, out_of_time: bool) {
        let Some(place) = self.scene.running.iter().position(|run| run.id == id) else {
            self.fault(if id.0 >= 1 && id.0 < self.scene.next_start {
                Fault::LateOutcome(id, outcome)
            } else {
                Fault::UnknownAction(id)
            });
            return;
        };
        let run = self.scene.running[place];
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
        self.set_free(&run);
        // Its variables are still needed, so it is taken out last.
        self.load_bound(&run);
        self.take_out(place);
        self.follow(&run, outcome);
        self.undo(0);
    }

    /// Binds the variables of an action as they were at firing.
    fn load_bound(&mut self, run: &Run) {
        for slot in 0..run.bindings {
            let word = self.scene.bound[run.bound as usize + usize::from(slot)];
            self.bind(slot, word);
        }
    }

    /// An action no longer runs.
    fn take_out(&mut self, place: usize) {
        let run = self.scene.running.remove(place);
        let (from, count) = (run.bound as usize, usize::from(run.bindings));
        self.scene.bound.drain(from..from + count);
        for later in &mut self.scene.running[place..] {
            later.bound -= count as u32;
        }
    }

    fn set_free(&mut self, run: &Run) {
        for who in [Some(run.who), run.partner].into_iter().flatten() {
            let Some(index) = self.scene.index_of(who) else {
                continue;
            };
            let now = self.now;
            let p = &mut self.scene.people[index];
            p.busy = false;
            let coins = p.rare.as_mut().map(|rare| std::mem::take(&mut rare.coins));
            p.begin_free_spell(now);
            if let (Some(mut coins), Some(rare)) = (coins, &mut p.rare) {
                // The coins that let an urgent rule interrupt must still lie when its turn comes.
                match run.stop_asked {
                    Some(StopReason::Urgent(rule)) => coins.retain(|coin| coin.rule == rule),
                    _ => coins.clear(),
                }
                rare.coins = coins;
            }
        }
        if self.code.has_together && !self.scratch.commits(Mutation::DropFree) {
            self.touch(topic::FREE);
        }
    }

    fn follow(&mut self, run: &Run, outcome: Outcome) {
        let Some(rule) = self.code.rules.get(usize::from(run.rule)) else {
            return;
        };
        let Some(index) = self.scene.index_of(run.who) else {
            return;
        };
        self.speak_for(index);
        match outcome {
            Outcome::Done => {
                if rule.takes_claims {
                    self.settle(run.id);
                }
                self.bring_about_late(&rule.then);
                self.go_to(index, rule.goto);
                let p = &mut self.scene.people[index];
                let rests = p.rare.iter_mut().flat_map(|rare| &mut rare.rests);
                for rest in rests.filter(|rest| rest.rule == rule.id) {
                    rest.failures = 0;
                }
            }
            Outcome::Failed => {
                if rule.takes_claims && !self.scratch.commits(Mutation::LoseRelease) {
                    self.release_taken_by(run.id);
                }
                self.bring_about_late(&rule.on_failure);
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
                self.bring_about_late(&rule.on_stop);
            }
        }
        // Who said `leave` is leaving since the rule fired; the scene itself ends only now.
        if rule.finish == Finish::End {
            self.finish(index, rule.finish);
        }
    }

    fn bring_about_late(&mut self, effects: &EffectsCode) {
        self.bring_about(effects, 0);
    }

    fn settle(&mut self, id: StartId) {
        let code = self.code;
        let facts = code.shape.facts.iter().enumerate();
        for (fact, _) in facts.filter(|(_, shape)| shape.claim) {
            for row in 0..self.scene.space.rows(fact) {
                if self.scene.space.history(fact, row).taken_by == id.0 {
                    self.scene.space.settle(fact, row);
                }
            }
        }
    }

    fn release_taken_by(&mut self, id: StartId) {
        self.note_rows(|shape, _, history| shape.claim && history.taken_by == id.0);
        self.let_go(Going::Released);
    }

    /// An action whose performer is gone has no outcome: nothing follows from it.
    pub(super) fn drop_action(&mut self, id: StartId) {
        let Some(place) = self.scene.running.iter().position(|run| run.id == id) else {
            return;
        };
        let run = self.scene.running[place];
        self.take_out(place);
        if run.partner.is_some() {
            self.out.stop(self.scene.id, id);
        }
        self.release_taken_by(id);
        self.set_free(&run);
    }

    pub(super) fn ask_to_stop(&mut self, id: StartId, why: StopReason) {
        let mut running = self.scene.running.iter_mut();
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
