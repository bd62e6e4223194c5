//! Joining, being away, leaving, being out; and the end of a scene. Section "Standing".

use super::bindings::Bindings;
use super::scene::{LeavingWhy, Participant, Recall, Vacancy};
use super::update::Updating;
use crate::{Command, EndReason, Fault, Happening, Phase, StopReason};
use townsfolk_core::{Atom, CharacterId, Duration, RoleId, Standing, Urgency, Value};
use townsfolk_module::{CastRole, Script};

impl<'u> Updating<'u> {
    pub(super) fn join(&mut self, who: CharacterId, role: RoleId) {
        let in_role = |p: &&Participant| p.role == role;
        let taken = self.scene.participants.iter().filter(in_role).count();
        let room = self
            .line(role)
            .is_some_and(|line| taken < usize::from(line.max));
        let there = self.scene.participant(who).is_some();
        if self.scene.phase != Phase::Running || there || !room {
            self.happen(Happening::Fault(Fault::CannotJoin(who)));
            return;
        }
        self.scene
            .gone
            .retain(|gone| *gone != Value::Character(who));
        let newcomer = Participant::new(self.script, who, role, self.now);
        self.scene.participants.push(newcomer);
        self.happen(Happening::Joined { who, role });
    }

    /// Someone is gone from the world: out at once, with every fact that names them.
    pub(super) fn lose(&mut self, who: CharacterId) {
        let run = self.scene.doing(who).cloned();
        let there = self.scene.participant(who).is_some();
        self.scene.participants.retain(|p| p.who != who);
        self.lose_thing(Value::Character(who));
        match run {
            Some(run) if run.who == who => self.drop_action(&run),
            Some(run) => {
                self.ask_to_stop(run.id, StopReason::PartnerGone);
                self.forfeited.push(run.id);
            }
            None => {}
        }
        if there {
            let standing = Standing::Out;
            self.happen(Happening::Stands { who, standing });
        }
    }

    /// A character or prop is gone: so is every fact that names it, and none may come.
    pub(super) fn lose_thing(&mut self, thing: Value) {
        let removed = self.scene.facts.remove_naming(thing);
        self.out
            .happenings
            .extend(removed.into_iter().map(Happening::Removed));
        if !self.scene.gone.contains(&thing) {
            self.scene.gone.push(thing);
        }
    }

    pub(super) fn recall(
        &mut self,
        who: CharacterId,
        urgency: Urgency,
        duration: Option<Duration>,
    ) {
        let since = self.now;
        let Some(p) = self.scene.participant_mut(who) else {
            self.happen(Happening::Fault(Fault::NotThere(who)));
            return;
        };
        if p.standing == Standing::Leaving {
            // A leaving participant can give up only its last action.
            if urgency > Urgency::Need {
                self.happen(Happening::Recalled { who, urgency });
                self.break_off(who);
            }
            return;
        }
        // A second call is no reason to wait longer, and never makes the first one weaker.
        let since = p.recall.map_or(since, |earlier| earlier.since);
        let urgency = p
            .recall
            .map_or(urgency, |earlier| earlier.urgency.max(urgency));
        let out_of_steps = p.recall.is_some_and(|earlier| earlier.out_of_steps);
        p.recall = Some(Recall {
            urgency,
            duration,
            since,
            out_of_steps,
        });
        self.happen(Happening::Recalled { who, urgency });
    }

    pub(super) fn come_back(&mut self, who: CharacterId) {
        let now = self.now;
        let Some(p) = self.scene.participant_mut(who) else {
            self.happen(Happening::Fault(Fault::NotThere(who)));
            return;
        };
        p.recall = None;
        if p.standing == Standing::Away {
            p.standing = Standing::Present;
            p.away_until = None;
            p.begin_free_spell(now);
            let standing = Standing::Present;
            self.happen(Happening::Stands { who, standing });
        }
    }

    /// Recalls that can take effect now do, and who was away too long leaves.
    pub(super) fn heed_recalls(&mut self) {
        for who in self.order.clone() {
            let Some(p) = self.scene.participant(who) else {
                continue;
            };
            let too_long = p.away_until.is_some_and(|until| until <= self.now);
            match (p.standing, p.recall) {
                (Standing::Away, _) if too_long => self.begin_to_leave(who, LeavingWhy::Recalled),
                (Standing::Away, Some(recall)) => {
                    if recall.urgency > Urgency::Need || recall.duration.is_none() {
                        self.begin_to_leave(who, LeavingWhy::Recalled);
                    } else if let Some(p) = self.scene.participant_mut(who) {
                        p.recall = None;
                    }
                }
                (Standing::Present, Some(recall)) => self.heed(who, recall),
                _ => {}
            }
        }
    }

    fn heed(&mut self, who: CharacterId, recall: Recall) {
        if recall.urgency > Urgency::Need {
            self.begin_to_leave(who, LeavingWhy::Recalled);
            return self.break_off(who);
        }
        if self.is_held(who, recall) || self.scene.doing(who).is_some() {
            return;
        }
        let role = self.scene.participant(who).map(|p| p.role);
        let allowed = role
            .and_then(|role| self.line(role))
            .and_then(|line| line.away);
        match (recall.duration, allowed) {
            (Some(span), Some(limit)) if span <= limit => {
                let until = self.now.after(limit);
                if let Some(p) = self.scene.participant_mut(who) {
                    p.recall = None;
                    p.standing = Standing::Away;
                    p.away_until = Some(until);
                }
                let standing = Standing::Away;
                self.happen(Happening::Stands { who, standing });
            }
            _ => self.begin_to_leave(who, LeavingWhy::Recalled),
        }
    }

    /// A participant that is recalled at once does not finish an action that can be stopped.
    fn break_off(&mut self, who: CharacterId) {
        let doing = self.scene.doing(who).filter(|run| run.interruptible);
        if let Some(id) = doing.map(|run| run.id) {
            self.ask_to_stop(id, StopReason::Recalled);
        }
    }

    fn is_held(&mut self, who: CharacterId, recall: Recall) -> bool {
        let script: &'u Script = self.script;
        let Some(role) = self.scene.participant(who).map(|p| p.role) else {
            return false;
        };
        if recall.out_of_steps {
            return false;
        }
        for hold in &script.holds {
            let until = recall.since.after(hold.limit);
            let for_all = hold.roles.is_empty();
            let concerned = for_all || hold.roles.iter().any(|r| self.module.is_a(role, *r));
            if !concerned || until <= self.now {
                continue;
            }
            let mut matcher = self.matcher(Some(who), None);
            let start = Bindings::new(hold.variables);
            let holds = matcher.first(&hold.condition, &start).is_some();
            let notes = matcher.into_notes();
            let exhausted = notes.exhausted;
            self.remember(notes, who, None);
            if exhausted {
                let waiting = self.scene.participant_mut(who);
                if let Some(recall) = waiting.and_then(|p| p.recall.as_mut()) {
                    recall.out_of_steps = true;
                }
                return false;
            }
            if holds {
                if let Some(p) = self.scene.participant_mut(who) {
                    p.wake_at.push(until);
                }
                return true;
            }
        }
        false
    }

    pub(super) fn begin_to_leave(&mut self, who: CharacterId, why: LeavingWhy) {
        let Some(p) = self.scene.participant_mut(who) else {
            return;
        };
        if p.standing == Standing::Leaving {
            return;
        }
        p.standing = Standing::Leaving;
        p.leaving = Some(why);
        p.recall = None;
        p.away_until = None;
        let standing = Standing::Leaving;
        self.happen(Happening::Stands { who, standing });
    }

    /// Leavers who do nothing any more say farewell, if they owe it, or are out.
    pub(super) fn see_leavers_out(&mut self) {
        for who in self.order.clone() {
            let Some(p) = self.scene.participant_mut(who) else {
                continue;
            };
            let owes = std::mem::take(&mut p.owes_farewell);
            let (leaves, role) = (p.standing == Standing::Leaving, p.role);
            if !leaves {
                continue;
            }
            if self.scene.doing(who).is_some() {
                if let Some(p) = self.scene.participant_mut(who) {
                    p.owes_farewell = owes;
                }
                continue;
            }
            if !(owes && self.say_farewell(who, role)) {
                self.go_out(who);
            }
        }
    }

    fn say_farewell(&mut self, who: CharacterId, role: RoleId) -> bool {
        let call = self.line(role).and_then(|line| line.on_leaving.as_ref());
        let nothing = Bindings::new(0);
        let ready = call.and_then(|call| self.prepare(call, who, &nothing));
        match ready {
            Some(ready) => {
                self.start(who, None, None, vec![], ready);
                true
            }
            None => false,
        }
    }

    fn go_out(&mut self, who: CharacterId) {
        let leaving = self.scene.participant(who).and_then(|p| p.leaving);
        self.scene.participants.retain(|p| p.who != who);
        let released = self.scene.facts.release_held_by(who);
        self.say_released(released);
        if leaving != Some(LeavingWhy::Rule) {
            self.lose_thing(Value::Character(who));
        }
        self.out.commands.push(Command::Leave { who });
        let standing = Standing::Out;
        self.happen(Happening::Stands { who, standing });
    }

    /// Ends the scene if a rule said so, a role is vacant too long, or no participant is left.
    pub(super) fn end_if_at_end(&mut self) {
        if self.scene.phase == Phase::Running
            && let Some(why) = self.reason_to_end()
        {
            self.scene.phase = Phase::Ending;
            self.happen(Happening::Ending(why));
            self.send_everyone_home();
            self.see_leavers_out();
        }
        if self.scene.phase == Phase::Ending && self.scene.participants.is_empty() {
            self.scene.phase = Phase::Over;
            let all = self.scene.facts.remove_if(|fact| fact.claim);
            self.say_released(all);
            self.scene.facts.facts.clear();
            self.happen(Happening::Over);
        }
    }

    fn reason_to_end(&mut self) -> Option<EndReason> {
        if let Some(why) = self.scene.end_asked {
            return Some(why);
        }
        let script: &'u Script = self.script;
        let mut vacancies = vec![];
        for line in &script.cast {
            let in_role = |p: &&Participant| p.role == line.role;
            let count = self.scene.participants.iter().filter(in_role).count();
            if count < usize::from(line.min) {
                let mut known = self.scene.vacancies.iter();
                let since = known.find(|v| v.role == line.role).copied();
                vacancies.push(since.unwrap_or(Vacancy {
                    role: line.role,
                    until: self.now.after(line.vacant),
                }));
            }
        }
        self.scene.vacancies = vacancies;
        let mut over = self.scene.vacancies.iter();
        if let Some(vacancy) = over.find(|v| v.until <= self.now) {
            return Some(EndReason::Vacant(vacancy.role));
        }
        let stays = |p: &Participant| p.standing != Standing::Leaving;
        let nobody = !self.scene.participants.iter().any(stays);
        nobody.then_some(EndReason::NobodyThere)
    }

    fn send_everyone_home(&mut self) {
        for who in self.order.clone() {
            let standing = self.scene.standing(who);
            if !matches!(standing, Standing::Present | Standing::Away) {
                continue;
            }
            self.begin_to_leave(who, LeavingWhy::SceneEnds);
            if standing == Standing::Present {
                if let Some(p) = self.scene.participant_mut(who) {
                    p.owes_farewell = true;
                }
                if let Some(run) = self.scene.doing(who)
                    && run.interruptible
                {
                    self.ask_to_stop(run.id, StopReason::SceneEnds);
                }
            }
        }
    }

    fn say_released(&mut self, claims: Vec<Atom>) {
        let released = claims.into_iter().map(Happening::Released);
        self.out.happenings.extend(released);
    }

    fn line(&self, role: RoleId) -> Option<&'u CastRole> {
        let script: &'u Script = self.script;
        script.cast.iter().find(|line| line.role == role)
    }
}
