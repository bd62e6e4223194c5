//! Joining, being away, leaving, being out; and the end of a scene.

use super::effects::RemovalReason;
use super::packed_value::{PackedValue, of_character};
use super::program::{NO_RULE, topic};
use super::scene::CompactParticipant;
use super::update::Updating;
use super::witness::Witness;
use crate::reference::{LeavingWhy, Recall, Vacancy};
use crate::{EndReason, Fault, Happening, Phase, StopReason};
use townsfolk_core::{CharacterId, Duration, RoleId, RuleId, Standing, Tick, Urgency};

impl<W: Witness> Updating<'_, W> {
    pub(super) fn join(&mut self, who: CharacterId, role: RoleId) {
        let people = self.scene.people.iter();
        let taken = people.filter(|p| p.role == role).count();
        let line = self.code.line(role);
        let room = line.is_some_and(|line| taken < usize::from(line.max));
        if self.scene.phase != Phase::Running || self.scene.has(who) || !room {
            self.fault(Fault::CannotJoin(who));
            return;
        }
        let word = of_character(who);
        if let Some(rare) = &mut self.scene.rare {
            rare.gone.retain(|gone| *gone != word);
        }
        let newcomer = CompactParticipant::new(self.code, who, role, Tick(self.now));
        self.scene.admit(newcomer);
        self.scene.census = true;
        self.touch(topic::PEOPLE | topic::STATE | topic::GONE | topic::FREE);
        if W::ON {
            self.happen(Happening::Joined { who, role });
        }
    }

    /// Someone is gone from the world: out at once, with every fact that names them.
    pub(super) fn lose(&mut self, who: CharacterId) {
        let index = self.scene.index_of(who);
        let run = index.and_then(|index| self.scene.doing(&self.scene.people[index]).copied());
        if let Some(index) = index {
            self.scene.dismiss(index);
            self.scene.census = true;
            self.touch(topic::PEOPLE | topic::STATE);
        }
        self.lose_thing(of_character(who));
        match run {
            Some(run) if run.who == who => self.drop_action(&run),
            Some(run) => {
                self.ask_to_stop(run.id, StopReason::PartnerGone);
                self.scratch.forfeited.push(run.id.0);
            }
            None => {}
        }
        if index.is_some() {
            self.say_standing(who, Standing::Out);
        }
    }

    fn say_standing(&mut self, who: CharacterId, standing: Standing) {
        if W::NOTICES {
            self.happen(Happening::Stands { who, standing });
        }
    }

    /// A character or prop is gone: so is every fact that names it, and none may come.
    pub(super) fn lose_thing(&mut self, thing: PackedValue) {
        self.plan_rows(|_, words, _| words.contains(&thing));
        self.remove_planned(RemovalReason::Removed);
        if !self.scene.rare().gone.contains(&thing) {
            self.scene.rare_mut().gone.push(thing);
            self.touch(topic::GONE);
        }
    }

    pub(super) fn recall(
        &mut self,
        who: CharacterId,
        urgency: Urgency,
        duration: Option<Duration>,
    ) {
        let now = Tick(self.now);
        let Some(index) = self.scene.index_of(who) else {
            self.fault(Fault::NotThere(who));
            return;
        };
        self.scene.recalls = true;
        let p = &mut self.scene.people[index];
        if p.standing == Standing::Leaving {
            // A leaver has only the last action left to give up.
            if urgency > Urgency::Need {
                if W::ON {
                    self.happen(Happening::Recalled { who, urgency });
                }
                self.break_off(index);
            }
            return;
        }
        // A second call is no reason to wait longer, and never makes the first one weaker.
        let earlier = p.recall();
        let urgency = earlier.map_or(urgency, |earlier| earlier.urgency.max(urgency));
        p.rare_mut().recall = Some(Recall {
            urgency,
            duration,
            since: earlier.map_or(now, |earlier| earlier.since),
            out_of_steps: earlier.is_some_and(|earlier| earlier.out_of_steps),
        });
        if W::ON {
            self.happen(Happening::Recalled { who, urgency });
        }
    }

    pub(super) fn come_back(&mut self, who: CharacterId) {
        let Some(index) = self.scene.index_of(who) else {
            self.fault(Fault::NotThere(who));
            return;
        };
        let now = self.now;
        let p = &mut self.scene.people[index];
        if let Some(rare) = &mut p.rare {
            rare.recall = None;
        }
        if p.standing == Standing::Away {
            p.standing = Standing::Present;
            p.rare_mut().away_until = None;
            p.become_free(now);
            self.scene.census = true;
            self.touch(topic::PEOPLE | topic::FREE);
            self.say_standing(who, Standing::Present);
        }
    }

    /// Recalls that can take effect now do, and who was away too long leaves.
    pub(super) fn heed_recalls(&mut self) {
        if !self.scene.recalls {
            return;
        }
        let waits = |p: &CompactParticipant| p.recall().is_some() || p.away_until().is_some();
        match self.scene.people.iter().filter(|p| waits(p)).count() {
            0 => {}
            1 => {
                if let Some(index) = self.scene.people.iter().position(waits) {
                    self.heed_one(index);
                }
            }
            _ => {
                self.put_in_order();
                for place in 0..self.scratch.order.len() {
                    let index = usize::from(self.scratch.order[place]);
                    self.heed_one(index);
                }
            }
        }
        self.scene.recalls = self.scene.people.iter().any(waits);
    }

    fn heed_one(&mut self, index: usize) {
        let p = &mut self.scene.people[index];
        let too_long = p.away_until().is_some_and(|until| until.0 <= self.now);
        match (p.standing, p.recall()) {
            (Standing::Away, _) if too_long => self.begin_to_leave(index, LeavingWhy::Recalled),
            (Standing::Away, Some(recall)) => {
                if recall.urgency > Urgency::Need || recall.duration.is_none() {
                    self.begin_to_leave(index, LeavingWhy::Recalled);
                } else {
                    p.rare_mut().recall = None;
                }
            }
            (Standing::Present, Some(recall)) => self.heed(index, recall),
            _ => {}
        }
    }

    fn heed(&mut self, index: usize, recall: Recall) {
        if recall.urgency > Urgency::Need {
            self.begin_to_leave(index, LeavingWhy::Recalled);
            return self.break_off(index);
        }
        let doing = self.scene.doing(&self.scene.people[index]);
        let is_busy = doing.is_some();
        if self.is_held(index, recall) || is_busy {
            return;
        }
        let role = self.scene.people[index].role;
        let allowed = self.code.line(role).and_then(|line| line.away);
        match (recall.duration, allowed) {
            (Some(span), Some(limit)) if span <= limit => {
                let until = Tick(self.now).after(limit);
                let p = &mut self.scene.people[index];
                p.standing = Standing::Away;
                let rare = p.rare_mut();
                rare.recall = None;
                rare.away_until = Some(until);
                let who = p.who;
                self.scene.census = true;
                self.touch(topic::PEOPLE);
                self.say_standing(who, Standing::Away);
            }
            _ => self.begin_to_leave(index, LeavingWhy::Recalled),
        }
    }

    /// A participant who is recalled at once has the running action stopped, if it can be.
    fn break_off(&mut self, index: usize) {
        let doing = self.scene.doing(&self.scene.people[index]);
        if let Some(id) = doing.filter(|run| run.interruptible).map(|run| run.id) {
            self.ask_to_stop(id, StopReason::Recalled);
        }
    }

    fn is_held(&mut self, index: usize, recall: Recall) -> bool {
        if recall.out_of_steps {
            return false;
        }
        let code = self.code;
        let class = self.scene.people[index].class;
        for hold in &code.holds {
            let until = recall.since.after(hold.limit);
            if hold.classes >> class & 1 == 0 || until.0 <= self.now {
                continue;
            }
            self.set_me(index);
            (self.coin_rule, self.coins_kept) = (RuleId(0), false);
            let holds = self.exists(hold.condition);
            if self.is_exhausted() {
                let p = &mut self.scene.people[index];
                let who = p.who;
                if let Some(recall) = &mut p.rare_mut().recall {
                    recall.out_of_steps = true;
                }
                self.fault(Fault::OutOfSteps { who, rule: None });
                return false;
            }
            if holds {
                return true;
            }
        }
        false
    }

    pub(super) fn begin_to_leave(&mut self, index: usize, why: LeavingWhy) {
        let p = &mut self.scene.people[index];
        if p.standing == Standing::Leaving {
            return;
        }
        self.scene.leavers = true;
        p.standing = Standing::Leaving;
        p.leaving = Some(why);
        if let Some(rare) = &mut p.rare {
            rare.recall = None;
            rare.away_until = None;
        }
        let who = p.who;
        self.scene.census = true;
        self.touch(topic::PEOPLE);
        self.say_standing(who, Standing::Leaving);
    }

    /// Leavers who do nothing any more say farewell, if they owe it, or are out.
    pub(super) fn see_leavers_out(&mut self) {
        if !self.scene.leavers {
            return;
        }
        let ready = |p: &CompactParticipant| p.standing == Standing::Leaving && !p.is_busy();
        match self.scene.people.iter().filter(|p| ready(p)).count() {
            0 => {}
            1 => {
                if let Some(index) = self.scene.people.iter().position(ready) {
                    self.see_out(index);
                }
            }
            _ => {
                self.put_in_order();
                let mut place = 0;
                while place < self.scratch.order.len() {
                    let index = usize::from(self.scratch.order[place]);
                    let stays = !ready(&self.scene.people[index]) || !self.see_out(index);
                    place += usize::from(stays);
                }
            }
        }
        let leaves = |p: &CompactParticipant| p.standing == Standing::Leaving;
        self.scene.leavers = self.scene.people.iter().any(leaves);
    }

    /// Says whether someone is out now.
    fn see_out(&mut self, index: usize) -> bool {
        let p = &mut self.scene.people[index];
        let owes = std::mem::take(&mut p.owes_farewell);
        let role = p.role;
        let code = self.code;
        let call = code.line(role).and_then(|line| line.on_leaving.as_ref());
        if owes && let Some(call) = call {
            self.set_me(index);
            if let Some(values) = self.prepare(call) {
                self.start(index, None, NO_RULE, call, values);
                return false;
            }
        }
        self.go_out(index);
        true
    }

    fn go_out(&mut self, index: usize) {
        // Someone may still look for people in this update's order.
        let p = self.scene.dismiss(index);
        self.forget_place(index);
        self.scene.census = true;
        self.touch(topic::PEOPLE | topic::STATE);
        let holder = of_character(p.who);
        self.plan_rows(|shape, words, _| shape.claim && words.last() == Some(&holder));
        self.remove_planned(RemovalReason::Released);
        if p.leaving != Some(LeavingWhy::Rule) {
            self.lose_thing(holder);
        }
        self.out.leave(self.scene.id, p.who);
        self.say_standing(p.who, Standing::Out);
    }

    /// Ends the scene if it is asked to, a role is vacant too long, or no participant is left.
    pub(super) fn end_if_at_end(&mut self) {
        if self.scene.phase == Phase::Running
            && let Some(why) = self.reason_to_end()
        {
            self.scene.phase = Phase::Ending;
            if W::NOTICES {
                self.happen(Happening::Ending(why));
            }
            self.send_everyone_home();
            self.see_leavers_out();
        }
        if self.scene.phase == Phase::Ending && self.scene.people.is_empty() {
            self.scene.phase = Phase::Over;
            self.plan_rows(|shape, _, _| shape.claim);
            self.remove_planned(RemovalReason::Released);
            self.scene.facts.clear();
            if W::NOTICES {
                self.happen(Happening::Over);
            }
        }
    }

    fn reason_to_end(&mut self) -> Option<EndReason> {
        if let Some(why) = self.scene.end_asked {
            return Some(why);
        }
        if std::mem::take(&mut self.scene.census) {
            self.count_heads();
            let stays = |p: &CompactParticipant| p.standing != Standing::Leaving;
            let nobody = !self.scene.people.iter().any(stays);
            // If it is not for a vacancy, it is for this.
            if nobody {
                return Some(self.vacant_too_long().unwrap_or(EndReason::NobodyThere));
            }
        }
        self.vacant_too_long()
    }

    fn vacant_too_long(&self) -> Option<EndReason> {
        let mut over = self.scene.rare().vacancies.iter();
        let over = over.find(|vacancy| vacancy.until.0 <= self.now);
        over.map(|vacancy| EndReason::Vacant(vacancy.role))
    }

    /// Finds the roles below their minimum; those known to be so keep their time.
    fn count_heads(&mut self) {
        let code = self.code;
        let known = match &mut self.scene.rare {
            Some(rare) => std::mem::take(&mut rare.vacancies),
            None => vec![],
        };
        for line in &code.cast {
            let people = self.scene.people.iter();
            let count = people.filter(|p| p.role == line.role).count();
            if count < usize::from(line.min) {
                let since = known.iter().find(|v| v.role == line.role).copied();
                self.scene
                    .rare_mut()
                    .vacancies
                    .push(since.unwrap_or(Vacancy {
                        role: line.role,
                        until: Tick(self.now).after(line.vacant),
                    }));
            }
        }
    }

    fn send_everyone_home(&mut self) {
        self.put_in_order();
        for place in 0..self.scratch.order.len() {
            let index = usize::from(self.scratch.order[place]);
            let standing = self.scene.people[index].standing;
            if standing == Standing::Leaving {
                continue;
            }
            self.begin_to_leave(index, LeavingWhy::SceneEnds);
            if standing == Standing::Present {
                self.scene.people[index].owes_farewell = true;
                let doing = self.scene.doing(&self.scene.people[index]);
                if let Some(run) = doing
                    && run.interruptible
                {
                    let id = run.id;
                    self.ask_to_stop(id, StopReason::SceneEnds);
                }
            }
        }
    }
}
