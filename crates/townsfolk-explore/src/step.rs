//! One step: an event, the update that takes it in, and the ticks until the scene is quiet.

use crate::clock::{NOW, each_time};
use crate::event::{Event, World, latest};
use crate::play::{BranchCollector, PlayRequest};
use crate::situation::Situation;
use crate::tape::Question;
use std::collections::BTreeSet;
use std::rc::Rc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{CharacterId, Outcome, RoleId, RuleId, Standing, Tick, Urgency};
use townsfolk_module::Rule;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::{Happening, Report, Update};

/// Maximum number of ticks in a chain of firings; a longer chain is a state of its own.
const TICKS_MAX: usize = 3;

/// The world's answers.
pub(crate) type Answers = Vec<(Question, usize)>;

pub(crate) fn answers_code(answers: &Answers) -> u64 {
    let mut bytes = vec![];
    for (question, answer) in answers {
        question.write(&mut bytes);
        bytes.push(*answer as u8);
    }
    hash64(&bytes)
}

/// One branch of a step.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) situation: Situation,
    /// Everything that happened, update by update.
    pub(crate) updates: Vec<Update>,
    /// Situations on the way that are not states.
    pub(crate) between: Vec<Situation>,
    /// The world's answers so far.
    pub(crate) said: Answers,
    /// The digest of the situation it leads to.
    pub(crate) digest: u64,
}

impl Branch {
    /// Result and fired rules of a branch: branches that share both are the same.
    pub(crate) fn code(&self) -> u64 {
        let fired = self.fired();
        fired.fold(self.digest, |code, (who, rule)| {
            fold(fold(code, u64::from(who.0)), u64::from(rule.0))
        })
    }

    /// The participants that fired a rule on the way, with the rules.
    pub(crate) fn fired(&self) -> impl Iterator<Item = (CharacterId, RuleId)> {
        let happenings = self.updates.iter().flat_map(|update| &update.happenings);
        happenings
            .flat_map(|happening| match happening {
                Happening::Fired {
                    who, rule, partner, ..
                } => {
                    let both = [Some(*who), *partner];
                    both.map(|who| who.map(|who| (who, *rule)))
                }
                _ => [None, None],
            })
            .flatten()
    }
}

/// All branches of a step, and whether some were left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branches {
    pub(crate) branches: Vec<Branch>,
    pub(crate) cut_short: bool,
    /// Whether a turn may pass without any effect. That is not among the branches.
    pub(crate) may_wait: bool,
}

impl World<'_> {
    /// All branches of an event.
    pub(crate) fn step(&self, situation: &Situation, event: &Event) -> Branches {
        let mut all = Branches::default();
        if self.survey.turn_by_turn() && matches!(event, Event::Turn(_) | Event::UpdateEnds) {
            // No time passes, and nothing is reported.
            let look = |situation: &Situation| self.step_in_parts(situation, event, &[]);
            let mut branches = look(situation);
            if let Event::Turn(who) = event {
                self.notice(situation, *who, &mut branches, &look);
            }
            return branches;
        }
        let Some((prepared, reports)) = self.prepare(situation, event) else {
            return all;
        };
        if self.survey.turn_by_turn() {
            return self.step_in_parts(&prepared, event, &reports);
        }
        let mut seen = BTreeSet::new();
        let mut open = self.update(&prepared, &reports, &[], &mut all.cut_short);
        for tick in 0..=TICKS_MAX {
            let mut stirred = vec![];
            for branch in open {
                let code = branch.code();
                let stirs = branch.situation.scene.stirred && tick < TICKS_MAX;
                let said = if stirs { answers_code(&branch.said) } else { 0 };
                if !seen.insert((tick, code, said)) {
                    continue;
                }
                if stirs {
                    stirred.push(branch);
                } else {
                    all.branches.push(branch);
                }
            }
            open = vec![];
            for before in stirred {
                for after in self.tick(&before, &mut all.cut_short).iter() {
                    let mut branch = Branch {
                        situation: after.situation.clone(),
                        updates: before.updates.clone(),
                        between: before.between.clone(),
                        said: after.said.clone(),
                        digest: after.digest,
                    };
                    branch.situation.left = before.situation.left;
                    if after.updates.iter().any(|u| !u.happenings.is_empty()) {
                        branch.between.push(before.situation.clone());
                        branch.updates.extend(after.updates.iter().cloned());
                    }
                    open.push(branch);
                }
            }
        }
        all
    }

    /// The next tick, without reports.
    fn tick(&self, before: &Branch, cut_short: &mut bool) -> Rc<Vec<Branch>> {
        let moment = (before.digest, answers_code(&before.said));
        if let Some(branches) = self.memory.updates.recall(moment) {
            return branches;
        }
        let mut cut_here = false;
        let branches = self.update(&before.situation, &[], &before.said, &mut cut_here);
        let branches = Rc::new(branches);
        if !cut_here {
            self.memory.updates.keep(moment, Rc::clone(&branches));
        }
        *cut_short |= cut_here;
        branches
    }

    /// The situation at the moment of an event, and what the host reports.
    fn prepare(&self, situation: &Situation, event: &Event) -> Option<(Situation, Vec<Report>)> {
        let mut after = situation.clone();
        let elapsed = latest(situation);
        let elapsed = if elapsed == i64::MAX { 0 } else { elapsed };
        after.clocks.pass(elapsed, self.bounds.time_steps);
        let mut reports = vec![];
        let clocks = &mut after.clocks;
        match event {
            Event::Tick | Event::Beat | Event::Turn(_) | Event::UpdateEnds => {}
            Event::Outcome(id, outcome) => {
                if *outcome == Outcome::Failed && !self.survey.merging.faults {
                    after.left.failures = after.left.failures.checked_sub(1)?;
                }
                if !self.survey.merging.waits {
                    clocks.actions.retain(|(other, _)| other != id);
                }
                reports.push(Report::Outcome(*id, *outcome));
            }
            Event::Crossing(tick) => {
                let offsets = self.survey.offsets_in(&after.scene);
                let to = clocks.cross(*tick, &offsets)?;
                let shift = &mut |other: &mut Tick| {
                    if other == tick {
                        *other = to;
                    }
                };
                each_time(&mut after.scene, shift);
            }
            Event::RestEnds(who, rule) => {
                clocks.rests.retain(|(key, _)| *key != (*who, *rule));
                let mut people = after.scene.participants.iter_mut();
                let p = people.find(|p| p.who == *who)?;
                p.rests.retain(|rest| rest.rule != *rule);
            }
            Event::Passes(atom) => {
                clocks.lifetimes.retain(|(other, _)| other != atom);
                let mut facts = after.scene.facts.facts.iter_mut();
                facts.find(|fact| fact.atom == *atom)?.expires = Some(NOW);
            }
            Event::VacancyEnds(role) => {
                clocks.vacancies.retain(|(other, _)| other != role);
                let mut vacancies = after.scene.vacancies.iter_mut();
                vacancies.find(|vacancy| vacancy.role == *role)?.until = NOW;
            }
            Event::Vanishes(who) => {
                if !self.survey.merging.faults {
                    after.left.disappearances = after.left.disappearances.checked_sub(1)?;
                }
                reports.push(Report::Gone(*who));
            }
            Event::Arrives(who, role) => {
                after.left.arrivals = after.left.arrivals.checked_sub(1)?;
                reports.push(Report::Joined {
                    who: *who,
                    role: *role,
                });
            }
            Event::PlayerLeaves(who) => reports.push(Report::Recalled {
                who: *who,
                urgency: Urgency::Command,
                duration: None,
            }),
            Event::Told(atom) => reports.push(Report::Told(atom.clone())),
        }
        Some((after, reports))
    }

    /// One update, in every order and with every answer of chance and the world.
    pub(crate) fn update(
        &self,
        before: &Situation,
        reports: &[Report],
        said: &[(Question, usize)],
        cut_short: &mut bool,
    ) -> Vec<Branch> {
        let people = self.who_matters(before, reports);
        let mut branches = vec![];
        let mut seen = BTreeSet::new();
        let mut gathering = BranchCollector::default();
        gathering.in_orders = people.len() > 1;
        let mut actors = BTreeSet::new();
        let mut play = |order: &[CharacterId], actors: &mut BTreeSet<CharacterId>| {
            let played = PlayRequest::whole(reports, order, said);
            let found = self.play(before, &played, &mut gathering);
            *cut_short |= gathering.cut_short;
            for branch in found {
                for happening in branch.updates.iter().flat_map(|update| &update.happenings) {
                    if let Happening::Fired { who, .. } | Happening::AskedToStop { who, .. } =
                        happening
                    {
                        actors.insert(*who);
                    }
                }
                // A thrown coin also leaves a trace.
                for p in &branch.situation.scene.participants {
                    let then = before.scene.participant(p.who).map(|then| &then.coins);
                    if then.is_some_and(|then| *then != p.coins) && people.contains(&p.who) {
                        actors.insert(p.who);
                    }
                }
                let code = branch.code();
                if seen.insert((code, answers_code(&branch.said))) {
                    branches.push(branch);
                }
            }
        };
        play(&people, &mut actors);
        if actors.is_empty() || people.len() < 2 {
            // If no participant acts, all have seen the same situation, in any order.
            return branches;
        }
        // An idle turn changes nothing. So it is enough to play the actors in every order, with all
        // the others before, between or after them. If another participant acts then, it counts as
        // an actor too.
        let mut known = BTreeSet::new();
        while !self.survey.finds_people && actors.len() + 1 < people.len() && known != actors {
            known = actors.clone();
            let others = people.iter().filter(|who| !known.contains(who));
            let others: Vec<CharacterId> = others.copied().collect();
            let mut in_order: Vec<CharacterId> = known.iter().copied().collect();
            loop {
                for gap in 0..=in_order.len() {
                    let mut order = in_order[..gap].to_vec();
                    order.extend(&others);
                    order.extend(&in_order[gap..]);
                    play(&order, &mut actors);
                }
                if !next_permutation(&mut in_order) {
                    break;
                }
            }
            if known == actors {
                return branches;
            }
        }
        let mut order = people.clone();
        while next_permutation(&mut order) {
            play(&order, &mut actors);
        }
        branches
    }

    /// The participants whose position in the order can matter.
    fn who_matters(&self, before: &Situation, reports: &[Report]) -> Vec<CharacterId> {
        let scene = &before.scene;
        let next = Tick(NOW.0 + 1);
        let freed = |who: CharacterId| {
            let run = scene.doing(who).map(|run| run.id);
            reports.iter().any(|report| match report {
                Report::Outcome(id, _) => Some(*id) == run,
                Report::Gone(gone) => run.is_some() && scene.doing(*gone).map(|run| run.id) == run,
                _ => false,
            })
        };
        let mut people: Vec<CharacterId> = scene
            .participants
            .iter()
            .filter(|p| p.standing == Standing::Present)
            .map(|p| p.who)
            .filter(|who| {
                self.survey.finds_people
                    || self.is_watched(scene, *who)
                    || scene.is_free(*who, next)
                    || freed(*who)
            })
            .collect();
        people.extend(reports.iter().filter_map(|report| match report {
            Report::Joined { who, .. } => Some(*who),
            _ => None,
        }));
        people.retain(|who| !reports.contains(&Report::Gone(*who)));
        people.sort_unstable();
        people
    }

    /// Whether a turn can interrupt what a participant is doing.
    pub(crate) fn is_watched(&self, scene: &Scene, who: CharacterId) -> bool {
        if !self.survey.watches {
            return false;
        }
        let Some(run) = scene.doing(who) else {
            return true;
        };
        let rules = &self.script.rules;
        let Some(index) = rules.iter().position(|rule| Some(rule.id) == run.rule) else {
            return false;
        };
        let state = scene.participant(who).and_then(|p| p.state);
        let role = scene.participant(who).map(|p| p.role);
        let tried = |rule: &Rule| {
            let fits = |wanted: &RoleId| role.is_some_and(|r| self.module.is_a(r, *wanted));
            rule.urgent
                && (rule.state.is_none() || rule.state == state)
                && (rule.roles.is_empty() || rule.roles.iter().any(fits))
        };
        let watched = !rules[index].while_holds.is_empty() && run.who == who;
        run.interruptible
            && run.stop_asked.is_none()
            && (watched || rules[..index].iter().any(tried))
    }

    /// Whether the budget of updates is used up.
    pub(crate) fn is_out_of_work(&self) -> bool {
        self.played.get() >= self.bounds.updates_max
    }
}

/// The next permutation in lexical order; false after the last.
pub(crate) fn next_permutation(order: &mut [CharacterId]) -> bool {
    let Some(pivot) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let swap = order.iter().rposition(|who| *who > order[pivot]);
    order.swap(pivot, swap.unwrap_or(pivot));
    order[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_six_orders_of_three() {
        let mut order = [1, 2, 3].map(CharacterId);
        let mut count = 1;
        while next_permutation(&mut order) {
            count += 1;
        }
        assert_eq!(count, 6);
    }
}
