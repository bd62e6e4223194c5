//! Turns: who is looked at, which rules are tried, and when there is a reason to look again.

use super::own_facts::FACTS_MAX;
use super::program::{NO_RULE, RuleCode, topic};
use super::scratch::Mutation;
use super::search::SearchGoal;
use super::update::Updating;
use super::witness::Witness;
use crate::{Fault, StopReason};
use townsfolk_core::digest::fold;
use townsfolk_core::{Duration, RuleId, SiteId, Standing, Tick};

impl<W: Witness> Updating<'_, W> {
    /// A participant who becomes free at this moment wakes those who need a partner.
    pub(super) fn notice_the_free(&mut self) {
        if !self.code.has_together || self.scratch.has_mutation(Mutation::DropFree) {
            return;
        }
        let (previous, now) = (self.previous, self.now);
        let mut people = self.scene.people.iter();
        if people.any(|p| !p.is_busy() && p.free_since > previous && p.free_since <= now) {
            self.touch(topic::FREE);
        }
    }

    /// The turn of someone who has a reason to look.
    pub(super) fn take_turn(&mut self, index: usize) {
        let p = &mut self.scene.people[index];
        if p.is_busy() {
            self.stirred = true;
            self.look_at_action(index);
        } else if p.standing != Standing::Present {
            p.sleep(0, i64::MAX);
        } else if p.free_since > self.now {
            p.sleep(0, p.free_since);
        } else {
            self.try_rules(index);
        }
    }

    /// The rules of a free participant. Rules that read nothing which has changed since they were
    /// last tried in vain are left out: they would give the same answer.
    fn try_rules(&mut self, index: usize) {
        self.set_me(index);
        let (code, now) = (self.code, self.now);
        let p = &mut self.scene.people[index];
        let list = code.list(p.class, p.state);
        let all = p.wake <= now;
        let changed = p.changed | p.dirty;
        let mut tried = if p.retry <= now { 0 } else { p.tried };
        // Without a new free spell, no other rule has another answer either.
        let settled = if all { tried } else { u64::MAX };
        self.wake = match all {
            true if tried == 0 => i64::MAX,
            true => p.retry,
            false => p.wake,
        };
        let mut retry = if tried == 0 { i64::MAX } else { p.retry };
        p.sleep(list.reads, self.wake);
        p.changed = 0;
        let mut fires = None;
        for (place, (rule, reads)) in list.rules.iter().enumerate() {
            // The last bit stands for all rules from there on, and is never set.
            let bit = 1 << place.min(63);
            if reads & changed == 0 && settled & bit != 0 {
                continue;
            }
            tried &= !bit;
            let rule = usize::from(*rule);
            let rule_code = &code.rules[rule];
            if self.is_ruled_out(rule_code) {
                if is_remembered(rule_code, place) {
                    tried |= bit;
                }
                continue;
            }
            let wake = std::mem::replace(&mut self.wake, i64::MAX);
            let may_try = self.may_try(index, rule_code, true);
            let found = may_try && self.solution(rule);
            let own_wake = self.wake;
            self.wake = wake.min(own_wake);
            if found {
                // The rules after it have not been tried, whatever has changed.
                tried &= bit - 1;
                fires = Some(rule);
                break;
            }
            let passed_over = &self.scene.rare().passed_over;
            if may_try && passed_over.is_empty() && is_remembered(rule_code, place) {
                tried |= bit;
                retry = retry.min(own_wake);
            }
        }
        let p = &mut self.scene.people[index];
        (p.tried, p.retry) = (tried, retry);
        match fires {
            Some(rule) => {
                self.fire(index, rule);
                self.undo(0);
            }
            None => p.wake = self.wake,
        }
    }

    /// Whether a guard of a rule tells without a search that it has no solution before facts change.
    #[inline]
    fn is_ruled_out(&self, rule: &RuleCode) -> bool {
        let facts = &self.scene.facts;
        // Searches that can run out of steps are left to the search, as are rules passed over for that.
        if facts.len() >= FACTS_MAX || !self.scene.rare().passed_over.is_empty() {
            return false;
        }
        rule.guards.iter().any(|guard| {
            let value = guard.value.unwrap_or(self.me);
            let fact = usize::from(guard.fact);
            let row = facts.next_with(fact, 0, Some((usize::from(guard.place), value)));
            (row < facts.rows(fact)) == guard.negated
        })
    }

    /// Of a busy participant, the `while` and the urgent rules.
    fn look_at_action(&mut self, index: usize) {
        let code = self.code;
        let p = &self.scene.people[index];
        let (who, standing) = (p.who, p.standing);
        let list = code.list(p.class, p.state);
        let Some(run) = self.scene.doing(p).copied() else {
            return self.scene.people[index].sleep(0, i64::MAX);
        };
        if run.rule == NO_RULE || !run.interruptible || run.stop_asked.is_some() {
            return self.scene.people[index].sleep(0, i64::MAX);
        }
        let rule = &code.rules[usize::from(run.rule)];
        self.wake = i64::MAX;
        let mut interest = 0;
        self.set_me(index);
        if run.who == who
            && let Some(condition) = rule.while_holds
        {
            interest |= rule.while_reads;
            if rule.while_restless {
                self.note(self.now.saturating_add(1));
            }
            if self.is_on_beat(rule.site, rule.while_beat) {
                self.load_bound(index, &run);
                (self.coin_rule, self.coins_kept) = (rule.id, rule.urgent);
                let holds = self.exists(condition);
                self.undo(0);
                if self.is_exhausted() {
                    let rule = Some(rule.id);
                    self.fault(Fault::OutOfSteps { who, rule });
                }
                if !holds {
                    self.ask_to_stop(run.id, StopReason::While);
                    return self.scene.people[index].sleep(0, i64::MAX);
                }
            }
        }
        if standing == Standing::Present {
            for urgent in list.urgent.iter().take_while(|other| **other < run.rule) {
                let other = usize::from(*urgent);
                let urgent = &code.rules[other];
                interest |= urgent.reads;
                if self.may_try(index, urgent, false) && self.solution(other) {
                    self.undo(0);
                    self.ask_to_stop(run.id, StopReason::Urgent(urgent.id));
                    return self.scene.people[index].sleep(0, i64::MAX);
                }
            }
        }
        let wake = self.wake;
        self.scene.people[index].sleep(interest, wake);
    }

    /// Whether anything about a running action is worth a look.
    pub(super) fn is_watched(&self, index: usize, rule: u16, own: bool) -> bool {
        let p = &self.scene.people[index];
        let list = self.code.list(p.class, p.state);
        let waits = own && self.code.rules[usize::from(rule)].while_holds.is_some();
        waits || list.urgent.first().is_some_and(|urgent| *urgent < rule)
    }

    /// Whether a rule of someone's list is not spent, does not rest, and is on its beat.
    #[inline(always)]
    fn may_try(&mut self, index: usize, rule: &RuleCode, free: bool) -> bool {
        let p = &self.scene.people[index];
        let just_free = free && p.free_since > self.previous;
        if let Some(rare) = &p.rare {
            if rule.once && rare.fired_once.contains(&rule.id) {
                return false;
            }
            let rest = rare.rests.iter().find(|rest| rest.rule == rule.id);
            if let Some(rest) = rest
                && rest.until.0 > self.now
            {
                self.wake = self.wake.min(rest.until.0);
                return false;
            }
        }
        if rule.restless {
            self.note(self.now.saturating_add(1));
        }
        let on_beat = self.is_on_beat(rule.site, rule.beat);
        just_free || on_beat
    }

    /// Whether a condition is to be looked at now. The next beat is noted in any case.
    #[inline]
    fn is_on_beat(&mut self, site: SiteId, beat: Option<Duration>) -> bool {
        let Some(beat) = beat else {
            return true;
        };
        let beat = beat.0.max(1);
        let phase = self.draw(Tick(0), site, 2, 0, beat - 1);
        let wait = |from: i64| {
            let past = i128::from(from) - i128::from(phase);
            (-past).rem_euclid(i128::from(beat)) as i64
        };
        let next = self.now.saturating_add(1);
        let next = next.saturating_add(wait(next));
        self.wake = self.wake.min(next);
        wait(self.now) == 0
    }

    /// Looks for the solution with which a rule would fire, and leaves it bound.
    #[inline(always)]
    pub(super) fn solution(&mut self, rule: usize) -> bool {
        let code = &self.code.rules[rule];
        if !self.scene.rare().passed_over.is_empty() && self.is_passed_over(code) {
            return false;
        }
        self.rule = rule;
        self.goal = SearchGoal::Fire;
        self.steps = 0;
        (self.coin_rule, self.coins_kept) = (code.id, code.urgent);
        let found = self.choose(code);
        self.coins_kept = false;
        if self.is_exhausted() {
            self.undo(0);
            self.pass_over(code);
            return false;
        }
        found
    }

    /// A search has taken too many steps: the rule is not tried again until its facts change.
    #[cold]
    fn pass_over(&mut self, code: &RuleCode) {
        let who = self.scene.people[self.me_index].who;
        let facts = self.facts_read_by(code);
        let rule = code.id;
        let passed = crate::reference::PassedOver { rule, facts };
        self.scene.rare_mut().passed_over.push(passed);
        let rule = Some(rule);
        self.fault(Fault::OutOfSteps { who, rule });
    }

    fn is_passed_over(&mut self, rule: &RuleCode) -> bool {
        let mut known = self.scene.rare().passed_over.iter();
        let Some(index) = known.position(|passed| passed.rule == rule.id) else {
            return false;
        };
        let same = self.scene.rare().passed_over[index].facts == self.facts_read_by(rule);
        if !same {
            self.scene.rare_mut().passed_over.remove(index);
        }
        same
    }

    fn facts_read_by(&self, rule: &RuleCode) -> u64 {
        let mut sum = 0;
        for (id, fact) in &rule.facts_read {
            sum = fold(sum, u64::from(id.0));
            let fact = usize::from(*fact);
            if fact < self.code.shape.facts.len() {
                for row in 0..self.scene.facts.rows(fact) {
                    let words = self.scene.facts.row(fact, row);
                    let values = super::conversion::values(words);
                    sum = crate::reference::scene::fold_values(sum, &values);
                }
            }
        }
        sum
    }

    pub(super) fn rule_id(&self, rule: u16) -> Option<RuleId> {
        self.code.shape.rules.get(usize::from(rule)).copied()
    }
}

/// Whether a search in vain for a rule at this place of its list is remembered.
#[inline]
fn is_remembered(rule: &RuleCode, place: usize) -> bool {
    rule.is_memorable && place < 63
}
