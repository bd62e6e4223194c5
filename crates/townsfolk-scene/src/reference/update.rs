//! One update of a scene, in order. Section "An update".

use super::beat::{beat_of, reads_to_fire};
use super::bindings::Bindings;
use super::choice::choose;
use super::effects::{apply, can_fire, plan, writes};
use super::fate::{DrawKey, Fate};
use super::matching::{Chance, Matcher, Notes, View};
use super::scene::{LeavingWhy, PushedProperty, Running, Scene};
use crate::{Command, EndReason, Fault, Happening, Phase, Report, Stage, StopReason, Update};
use townsfolk_core::{
    ActionId, CharacterId, Duration, HostId, Pushed, RuleId, Standing, StartId, SymbolId, Tick,
    Value,
};
use townsfolk_module::{Call, Effects, Finish, Literal, Module, Rule, Script};

/// More starts than this within a second make a participant restless.
pub const STARTS_A_SECOND_MAX: usize = 8;

/// How long a restless participant rests.
pub const RESTLESS_REST: Duration = Duration::seconds(1);

/// A part of an update. An exploration plays an update part by part, a game always as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'r> {
    /// All of it, with what is reported.
    Whole(&'r [Report]),
    /// Reports, and their consequences before the first turn.
    Reports(&'r [Report]),
    /// The turn of one participant.
    Turn(CharacterId),
    /// After the last turn: leavers are seen out, and the scene ends if it is at its end.
    End,
}

impl Scene {
    /// Takes in reports, lets everyone take a turn, sees leavers out, and ends what is at its end.
    ///
    /// `now` must be later than the last update; an earlier moment is reported and taken as the
    /// one right after it.
    pub fn update(
        &mut self,
        module: &Module,
        stage: &dyn Stage,
        fate: &mut dyn Fate,
        now: Tick,
        reports: &[Report],
    ) -> Update {
        let mut late = None;
        if now <= self.now {
            late = Some(Happening::Fault(Fault::NotLater));
        }
        let now = now.max(self.now.after(Duration(1)));
        let mut out = self.play_part(module, stage, fate, now, Part::Whole(reports));
        out.happenings.splice(0..0, late);
        out
    }

    /// Plays a part of the update at a moment.
    pub fn play_part(
        &mut self,
        module: &Module,
        stage: &dyn Stage,
        fate: &mut dyn Fate,
        now: Tick,
        part: Part<'_>,
    ) -> Update {
        let mut out = Update::default();
        let previous = self.now;
        self.now = now;
        let Some(script) = module.script(self.script) else {
            self.close(&mut out, EndReason::NoScript);
            return out;
        };
        let now = self.now;
        let mut updating = Updating {
            scene: self,
            module,
            script,
            stage,
            fate,
            order: vec![],
            now,
            previous,
            forfeited: vec![],
            out,
        };
        updating.run(part);
        let out = updating.out;
        let quiet = |h: &Happening| matches!(h, Happening::Fault(_));
        self.stirred = !out.happenings.iter().all(quiet);
        out
    }

    /// Drops everything at once: there is no script any more that could say how to leave.
    fn close(&mut self, out: &mut Update, why: EndReason) {
        if self.phase == Phase::Over {
            return;
        }
        out.happenings.push(Happening::Ending(why));
        for run in self.running.drain(..) {
            out.commands.push(Command::Stop { id: run.id });
        }
        for leaver in self.participants.drain(..) {
            out.commands.push(Command::Leave { who: leaver.who });
        }
        self.facts.facts.clear();
        self.phase = Phase::Over;
        self.stirred = false;
        out.happenings.push(Happening::Over);
    }
}

/// An update in progress. The other files of this folder add their part of it.
pub(super) struct Updating<'u> {
    pub(super) scene: &'u mut Scene,
    pub(super) module: &'u Module,
    pub(super) script: &'u Script,
    pub(super) stage: &'u dyn Stage,
    pub(super) fate: &'u mut dyn Fate,
    /// Participants in the order of this update.
    pub(super) order: Vec<CharacterId>,
    pub(super) now: Tick,
    /// The moment of the update before.
    pub(super) previous: Tick,
    /// Joint actions whose partner is gone.
    pub(super) forfeited: Vec<StartId>,
    pub(super) out: Update,
}

impl<'u> Updating<'u> {
    fn run(&mut self, part: Part<'_>) {
        match part {
            Part::Whole(reports) => {
                self.take_in_all(reports);
                for who in self.order.clone() {
                    self.take_turn_before_the_end(who);
                }
                self.see_out();
            }
            Part::Reports(reports) => self.take_in_all(reports),
            Part::Turn(who) => {
                self.put_in_order();
                self.take_turn_before_the_end(who);
            }
            Part::End => {
                self.put_in_order();
                self.see_out();
            }
        }
    }

    fn take_in_all(&mut self, reports: &[Report]) {
        for atom in self.scene.facts.remove_passed(self.now) {
            self.happen(Happening::Passed(atom));
        }
        for p in &mut self.scene.participants {
            p.wake_at.clear();
        }
        self.take_in(reports);
        self.put_in_order();
        self.take_outcomes(reports);
        self.heed_recalls();
    }

    /// No participant begins an action after `end`.
    fn take_turn_before_the_end(&mut self, who: CharacterId) {
        if self.scene.end_asked.is_none() {
            self.take_turn(who);
        }
    }

    fn see_out(&mut self) {
        self.see_leavers_out();
        self.end_if_at_end();
    }

    /// Everything reported except outcomes, in the order of reporting.
    fn take_in(&mut self, reports: &[Report]) {
        for report in reports {
            match report {
                Report::Outcome(..) => {}
                Report::Gone(who) => self.lose(*who),
                Report::PropGone(prop) => self.lose_thing(Value::Prop(*prop)),
                Report::Joined { who, role } => self.join(*who, *role),
                Report::Told(atom) => {
                    let change = super::effects::Change {
                        add: vec![atom.clamped()],
                        ..Default::default()
                    };
                    self.carry_out(change, None);
                }
                Report::Property {
                    name,
                    arguments,
                    value,
                } => self.push_property(*name, arguments, *value),
                Report::Recalled {
                    who,
                    urgency,
                    duration,
                } => self.recall(*who, *urgency, *duration),
                Report::Returned(who) => self.come_back(*who),
                Report::Ended => self.scene.end_asked = Some(EndReason::Report),
            }
        }
    }

    fn push_property(&mut self, name: HostId, arguments: &[Value], value: Pushed) {
        let arguments: Vec<Value> = arguments.iter().map(|a| a.clamped()).collect();
        let value = match value {
            Pushed::Is(value) => Pushed::Is(value.clamped()),
            other => other,
        };
        let told = self.scene.told_property(name, &arguments);
        if told.unwrap_or(Pushed::HoldsNot) == value {
            return;
        }
        let mut known = self.scene.properties.iter_mut();
        match known.find(|p| p.name == name && p.arguments == arguments) {
            Some(there) => there.value = value,
            None => self.scene.properties.push(PushedProperty {
                name,
                arguments: arguments.clone(),
                value,
            }),
        }
        self.happen(Happening::Property {
            name,
            arguments,
            value,
        });
    }

    fn put_in_order(&mut self) {
        self.order = self.scene.participants.iter().map(|p| p.who).collect();
        if self.order.len() > 1 {
            self.fate.order(self.scene, self.now, &mut self.order);
        }
    }

    /// A free participant's rules are tried; of a busy one, the `while` and the urgent rules.
    fn take_turn(&mut self, who: CharacterId) {
        if let Some(run) = self.scene.doing(who).cloned() {
            self.look_at_action(who, &run);
        } else if self.scene.is_free(who, self.now) {
            let script: &'u Script = self.script;
            for rule in &script.rules {
                if self.may_try(who, rule, true)
                    && let Some(solution) = self.solution(who, rule)
                {
                    self.fire(who, rule, &solution);
                    return;
                }
            }
        }
    }

    fn look_at_action(&mut self, who: CharacterId, run: &Running) {
        let script: &'u Script = self.script;
        let index = script.rules.iter().position(|r| Some(r.id) == run.rule);
        let (Some(index), true, None) = (index, run.interruptible, run.stop_asked) else {
            return;
        };
        let rule = &script.rules[index];
        if run.who == who && !self.still_holds(run, rule) {
            self.ask_to_stop(run.id, StopReason::While);
            return;
        }
        if self.scene.standing(who) != Standing::Present {
            return;
        }
        for urgent in script.rules[..index].iter().filter(|r| r.urgent) {
            if self.may_try(who, urgent, false) && self.solution(who, urgent).is_some() {
                self.ask_to_stop(run.id, StopReason::Urgent(urgent.id));
                return;
            }
        }
    }

    fn still_holds(&mut self, run: &Running, rule: &Rule) -> bool {
        if rule.while_holds.is_empty() || !self.is_on_beat(run.who, rule, &rule.while_holds) {
            return true;
        }
        let mut matcher = self.matcher(Some(run.who), Some(rule.id));
        let start = Bindings::of(&run.bindings);
        let holds = matcher.first(&rule.while_holds, &start).is_some();
        let notes = matcher.into_notes();
        self.remember(notes, run.who, Some(rule.id));
        holds
    }

    /// Whether a rule stands in someone's list and does not rest.
    fn may_try(&mut self, who: CharacterId, rule: &Rule, free: bool) -> bool {
        let Some(p) = self.scene.participant_mut(who) else {
            return false;
        };
        let state_fits = rule.state.is_none() || rule.state == p.state;
        let is_a = |role| self.module.is_a(p.role, role);
        let role_fits = rule.roles.is_empty() || rule.roles.iter().copied().any(is_a);
        let spent = rule.once && p.fired_once.contains(&rule.id);
        if !state_fits || !role_fits || spent {
            return false;
        }
        if p.rests_until(rule.id).is_some_and(|until| until > self.now) {
            return false;
        }
        let just_free = free && p.free_since > self.previous;
        // The beat is asked for in any case, so that the next one is noted.
        let on_beat = self.is_on_beat(who, rule, &rule.when);
        just_free || on_beat
    }

    /// Whether a condition is to be looked at now. Without a reading, it always is.
    fn is_on_beat(&mut self, who: CharacterId, rule: &Rule, condition: &[Literal]) -> bool {
        if self.fate.is_always_on_beat() {
            return true;
        }
        let Some(beat) = beat_of(self.module, self.script, condition) else {
            return true;
        };
        let key = DrawKey::of(who, rule.site, Tick(0)).part(2);
        let now = self.now;
        let next = self.fate.next_beat(key, now.after(Duration(1)), beat);
        if let Some(p) = self.scene.participant_mut(who) {
            p.wake_at.push(next);
        }
        self.fate.next_beat(key, now, beat) == now
    }

    /// The solution with which a rule would fire.
    fn solution(&mut self, who: CharacterId, rule: &Rule) -> Option<Bindings> {
        if let Some(call) = &rule.action
            && self.module.action(call.action).is_none()
        {
            let fault = Fault::NoSuchAction(rule.id, call.action);
            self.happen(Happening::Fault(fault));
            return None;
        }
        if self.scene.is_passed_over(self.script, rule) {
            return None;
        }
        let mut refused = false;
        let mut matcher = self.matcher(Some(who), Some(rule.id));
        let solution = choose(&mut matcher, rule, &mut |matcher, bindings| {
            let can = partner_is_free(matcher, rule, bindings) && can_fire(matcher, rule, bindings);
            refused |= !can;
            can
        });
        let mut notes = matcher.into_notes();
        if refused && solution.is_none() && reads_to_fire(rule) {
            notes.wake_at.push(self.now.after(Duration(1)));
        }
        let exhausted = notes.exhausted;
        if exhausted {
            self.scene.pass_over(self.script, rule);
        }
        self.remember(notes, who, Some(rule.id));
        solution.filter(|_| !exhausted)
    }

    fn fire(&mut self, who: CharacterId, rule: &Rule, bindings: &Bindings) {
        let partner = rule.together.and_then(|v| bindings.get(v));
        let partner = partner.and_then(|value| match value {
            Value::Character(partner) => Some(partner),
            _ => None,
        });
        let call = rule.action.as_ref();
        let ready = call.and_then(|call| self.prepare(call, who, bindings));
        let start = ready.as_ref().map(|_| StartId(self.scene.next_start));
        self.happen(Happening::Fired {
            who,
            rule: rule.id,
            bindings: bindings.values(),
            partner,
            start,
        });
        self.note_firing(who, rule);
        self.bring_about(&rule.now, who, Some(rule.id), bindings, start);
        match ready {
            Some(ready) => {
                self.start(who, partner, Some(rule.id), bindings.values(), ready);
                if rule.finish == Finish::Leave {
                    self.begin_to_leave(who, LeavingWhy::Rule);
                }
            }
            None => {
                self.bring_about(&rule.then, who, Some(rule.id), bindings, None);
                self.go_to(who, rule.goto);
                self.finish(who, rule.finish);
                for someone in [Some(who), partner].into_iter().flatten() {
                    if let Some(p) = self.scene.participant_mut(someone) {
                        p.begin_free_spell(self.now.after(Duration(1)));
                    }
                }
            }
        }
    }

    fn note_firing(&mut self, who: CharacterId, rule: &Rule) {
        let rest = rule.again_after.map(|(low, high)| {
            let key = DrawKey::of(who, rule.site, self.now).part(1);
            Duration(self.fate.number(key, low.0, high.0).max(0))
        });
        let now = self.now;
        let Some(p) = self.scene.participant_mut(who) else {
            return;
        };
        if rule.once {
            p.fired_once.push(rule.id);
        }
        if let Some(rest) = rest {
            let resting = p.rest_of(rule.id);
            resting.until = resting.until.max(now.after(rest));
        }
    }

    /// Evaluates a call; `None` if the action is unknown or an argument has no value.
    pub(super) fn prepare(
        &mut self,
        call: &Call,
        who: CharacterId,
        bindings: &Bindings,
    ) -> Option<Ready> {
        let action = self.module.action(call.action)?;
        let mut matcher = self.matcher(Some(who), None);
        matcher.chance = Chance::Drawn;
        let mut named = vec![];
        for parameter in &action.named {
            let given = call.named.iter().find(|(name, _)| *name == parameter.name);
            match given {
                Some((name, expr)) => named.push((*name, matcher.value(expr, bindings)?)),
                None => named.extend(parameter.default.map(|value| (parameter.name, value))),
            }
        }
        let arguments = call.arguments.iter();
        let arguments: Option<Vec<Value>> = arguments.map(|a| matcher.value(a, bindings)).collect();
        Some(Ready {
            action: action.id,
            arguments: arguments?,
            named,
            limit: Duration(action.limit.0.max(1)),
            interruptible: action.interruptible,
        })
    }

    pub(super) fn start(
        &mut self,
        who: CharacterId,
        partner: Option<CharacterId>,
        rule: Option<RuleId>,
        bindings: Vec<Option<Value>>,
        ready: Ready,
    ) {
        let id = StartId(self.scene.next_start);
        self.scene.next_start += 1;
        self.scene.running.push(Running {
            id,
            who,
            partner,
            rule,
            bindings,
            action: ready.action,
            started: self.now,
            limit: self.now.after(ready.limit),
            interruptible: ready.interruptible,
            stop_asked: None,
        });
        let is_thing = |v: &&Value| matches!(v, Value::Character(_) | Value::Prop(_));
        self.out.commands.push(Command::Start {
            id,
            who,
            partner,
            action: ready.action,
            target: ready.arguments.iter().find(is_thing).copied(),
            arguments: ready.arguments,
            named: ready.named,
        });
        self.count_start(who);
    }

    fn count_start(&mut self, who: CharacterId) {
        let now = self.now;
        let Some(p) = self.scene.participant_mut(who) else {
            return;
        };
        p.starts.push(now);
        p.starts
            .retain(|start| now.since(*start) < Duration::seconds(1));
        if p.starts.len() > STARTS_A_SECOND_MAX {
            p.rest_until = Some(now.after(RESTLESS_REST));
            self.happen(Happening::Fault(Fault::Restless(who)));
        }
    }

    pub(super) fn ask_to_stop(&mut self, id: StartId, why: StopReason) {
        let mut running = self.scene.running.iter_mut();
        let Some(run) = running.find(|r| r.id == id && r.stop_asked.is_none()) else {
            return;
        };
        run.stop_asked = Some(why);
        let who = run.who;
        self.out.commands.push(Command::Stop { id });
        self.happen(Happening::AskedToStop { id, who, why });
    }

    /// Evaluates effects now, carries them out, and says so.
    pub(super) fn bring_about(
        &mut self,
        effects: &Effects,
        who: CharacterId,
        rule: Option<RuleId>,
        bindings: &Bindings,
        taken_by: Option<StartId>,
    ) {
        if effects.is_empty() {
            return;
        }
        let mut matcher = self.matcher(Some(who), rule);
        matcher.chance = Chance::Drawn;
        let change = plan(&mut matcher, effects, bindings);
        let writes = writes(&mut matcher, effects, bindings);
        self.carry_out(change, taken_by);
        for (name, arguments, value) in writes {
            self.push_property(name, &arguments, value);
            self.out.commands.push(Command::Set {
                name,
                arguments,
                value,
            });
        }
    }

    fn carry_out(&mut self, change: super::effects::Change, taken_by: Option<StartId>) {
        let Scene { facts, gone, .. } = &mut *self.scene;
        let happened = apply(facts, self.script, gone, change, self.now, taken_by);
        self.out.happenings.extend(happened);
    }

    pub(super) fn go_to(&mut self, who: CharacterId, state: Option<townsfolk_core::StateId>) {
        let (Some(state), Some(p)) = (state, self.scene.participant_mut(who)) else {
            return;
        };
        if p.state != Some(state) {
            p.state = Some(state);
            self.happen(Happening::Went { who, state });
        }
    }

    pub(super) fn finish(&mut self, who: CharacterId, finish: Finish) {
        match finish {
            Finish::Stay => {}
            Finish::Leave => self.begin_to_leave(who, LeavingWhy::Rule),
            Finish::End => self.scene.end_asked = Some(EndReason::Rule),
        }
    }

    pub(super) fn matcher(&mut self, me: Option<CharacterId>, rule: Option<RuleId>) -> Matcher<'_> {
        let view = View {
            module: self.module,
            script: self.script,
            scene: &*self.scene,
            order: &self.order,
            stage: self.stage,
            now: self.now,
        };
        Matcher::new(view, &self.scene.facts, &mut *self.fate, me, rule)
    }

    pub(super) fn remember(&mut self, notes: Notes, who: CharacterId, rule: Option<RuleId>) {
        if let Some(p) = self.scene.participant_mut(who) {
            p.coins = notes.coins;
            p.wake_at.extend(notes.wake_at);
        }
        if notes.exhausted {
            self.happen(Happening::Fault(Fault::OutOfSteps { who, rule }));
        }
    }

    pub(super) fn happen(&mut self, happening: Happening) {
        self.out.happenings.push(happening);
    }
}

/// An action with every argument evaluated.
pub(super) struct Ready {
    action: ActionId,
    arguments: Vec<Value>,
    named: Vec<(SymbolId, Value)>,
    limit: Duration,
    interruptible: bool,
}

pub(super) fn partner_is_free(matcher: &Matcher<'_>, rule: &Rule, bindings: &Bindings) -> bool {
    let Some(variable) = rule.together else {
        return true;
    };
    match bindings.get(variable) {
        Some(Value::Character(partner)) => {
            Some(partner) != matcher.me && matcher.view.scene.is_free(partner, matcher.view.now)
        }
        _ => false,
    }
}
