//! Which solution is taken, whether a rule can fire with it, and what firing does.

use super::commands::CallValues;
use super::expression::order;
use super::packed_value::{NONE, PackedValue, SAME, character, decode, encode, kind, payload};
use super::program::{CallCode, Check, ChooseCode, EffectsCode, Named, RuleCode, topic};
use super::running_action::RunningAction;
use super::scratch::Mutation;
use super::update::{Chance, Updating};
use super::witness::Witness;
use crate::reference::update::{RESTLESS_REST, STARTS_A_SECOND_MAX};
use crate::reference::{LeavingWhy, Rest};
use crate::{Fault, Happening};
use std::cmp::Ordering;
use townsfolk_core::{CharacterId, Duration, RuleId, Standing, StartId, Tick};
use townsfolk_module::Finish;

impl<W: Witness> Updating<'_, W> {
    /// Finds the solution that is taken and leaves it bound.
    pub(super) fn choose(&mut self, rule: &RuleCode) -> bool {
        self.solutions = 0;
        if rule.choose == ChooseCode::First {
            self.solve(rule.when as usize);
            if self.solutions == 0 {
                self.undo(0);
            }
            return self.solutions > 0;
        }
        self.scratch.solutions.clear();
        self.solve(rule.when as usize);
        self.undo(0);
        if self.solutions == 0 || self.is_exhausted() {
            return false;
        }
        let chosen = match rule.choose {
            ChooseCode::First => 0,
            ChooseCode::Any(variable) => self.any(rule, variable),
            ChooseCode::Nearest(variable) => self.nearest(rule, variable),
            ChooseCode::Least(worth) => self.best(rule, worth, Ordering::Less),
            ChooseCode::Most(worth) => self.best(rule, worth, Ordering::Greater),
        };
        self.load(rule, chosen);
        true
    }

    /// A solution of the condition: whether it counts, and whether that is enough.
    pub(super) fn found(&mut self) -> bool {
        let rule = &self.code.rules[self.rule];
        if rule.fires_at_once {
            self.solutions = 1;
            return true;
        }
        if !self.partner_is_free(rule) || !self.can_fire(rule) {
            return false;
        }
        self.solutions += 1;
        if rule.choose == ChooseCode::First {
            return true;
        }
        let slots = &self.scratch.slots[..usize::from(rule.variables)];
        self.scratch.solutions.extend_from_slice(slots);
        false
    }

    fn any(&mut self, rule: &RuleCode, variable: Option<u16>) -> usize {
        let mut distinct = std::mem::take(&mut self.scratch.distinct);
        distinct.clear();
        for index in 0..self.solutions {
            let known = variable.is_some_and(|variable| {
                let value = self.value_in(rule, index, variable);
                let same = |other: &u32| self.value_in(rule, *other as usize, variable) == value;
                distinct.iter().any(same)
            });
            if !known {
                distinct.push(index as u32);
            }
        }
        let last = distinct.len() as i64 - 1;
        let picked = self.draw(Tick(self.now), rule.site, 0, 0, last);
        let picked = distinct.get(picked as usize).copied().unwrap_or(0);
        self.scratch.distinct = distinct;
        picked as usize
    }

    fn nearest(&mut self, rule: &RuleCode, variable: u16) -> usize {
        let mut best: Option<(usize, i64)> = None;
        for index in 0..self.solutions {
            let there = decode(self.value_in(rule, index, variable));
            let (Some(me), Some(there)) = (decode(self.me), there) else {
                continue;
            };
            if let Some(mm) = self.stage.distance_mm(me, there)
                && best.is_none_or(|(_, so_far)| mm < so_far)
            {
                best = Some((index, mm));
            }
        }
        best.map_or(0, |(index, _)| index)
    }

    fn best(&mut self, rule: &RuleCode, worth: u32, better: Ordering) -> usize {
        let mut best: Option<(usize, PackedValue)> = None;
        for index in 0..self.solutions {
            self.load(rule, index);
            let value = self.evaluate(worth);
            self.undo(0);
            if value != NONE && best.is_none_or(|(_, so_far)| order(value, so_far) == Some(better))
            {
                best = Some((index, value));
            }
        }
        best.map_or(0, |(index, _)| index)
    }

    /// Binds a solution that was kept.
    fn load(&mut self, rule: &RuleCode, index: usize) {
        let from = index * usize::from(rule.variables);
        for slot in 0..rule.variables {
            match self.scratch.solutions[from + usize::from(slot)] {
                NONE => {}
                word => self.bind(slot, word),
            }
        }
    }

    /// The value of a variable in a solution that was kept.
    fn value_in(&self, rule: &RuleCode, index: usize, variable: u16) -> PackedValue {
        let count = usize::from(rule.variables);
        let kept = &self.scratch.solutions[index * count..(index + 1) * count];
        let mut word = kept.get(usize::from(variable)).copied().unwrap_or(NONE);
        while kind(word) == SAME {
            word = kept[payload(word) as usize];
        }
        word
    }

    fn partner_of(&self, rule: &RuleCode) -> Option<CharacterId> {
        let variable = rule.together.filter(|v| *v < rule.variables)?;
        character(self.slot(variable))
    }

    fn partner_is_free(&self, rule: &RuleCode) -> bool {
        if rule.together.is_none() {
            return true;
        }
        let partner = self
            .partner_of(rule)
            .and_then(|who| self.scene.index_of(who));
        partner.is_some_and(|index| {
            let p = &self.scene.people[index];
            let present = p.standing == Standing::Present;
            index != self.me_index && present && !p.is_busy() && p.free_since <= self.now
        })
    }

    /// Whether the action's arguments have values, no claim is taken from another participant, and
    /// without an action something changes.
    fn can_fire(&mut self, rule: &RuleCode) -> bool {
        let before = std::mem::replace(&mut self.chance, Chance::Least);
        let can = self.has_arguments(rule)
            && match rule.check {
                Check::None => true,
                Check::OneClaim => self.claim_is_free(&rule.now),
                Check::OneChange => {
                    self.goes_elsewhere(rule)
                        || self.changes(&rule.now)
                        || self.changes(&rule.then)
                        || self.sets_something(rule)
                }
                Check::Copy => self.can_fire_on_copy(rule),
            };
        self.chance = before;
        can
    }

    fn has_arguments(&mut self, rule: &RuleCode) -> bool {
        let code = self.code;
        let Some(call) = &rule.action else {
            return true;
        };
        let mut needed = call.needed.of(&code.arguments).iter();
        needed.all(|argument| self.value_of(*argument) != NONE)
    }

    fn goes_elsewhere(&self, rule: &RuleCode) -> bool {
        rule.goto != 0 && self.scene.people[self.me_index].state != rule.goto
    }

    fn claim_is_free(&mut self, effects: &EffectsCode) -> bool {
        if self.scratch.has_mutation(Mutation::IgnoreClaims) {
            return true;
        }
        let code = self.code;
        for pattern in effects.add.of(&code.patterns) {
            let fact = usize::from(pattern.fact);
            let shape = code.shape.facts.get(fact);
            let Some(shape) = shape.filter(|shape| shape.claim) else {
                continue;
            };
            self.scratch.words.clear();
            if !self.push_values(pattern.arguments) {
                continue;
            }
            let words = &self.scratch.words;
            // Most claims are free, so the holder is looked up first.
            if self.scene.facts.holder(fact, shape, words).is_some()
                && !self.names_gone(words)
                && self.scene.facts.find(fact, words).is_none()
            {
                return false;
            }
        }
        true
    }

    /// Whether effects without claims would change the set of facts.
    fn changes(&mut self, effects: &EffectsCode) -> bool {
        let code = self.code;
        for pattern in effects.add.of(&code.patterns) {
            let fact = usize::from(pattern.fact);
            if fact >= code.shape.facts.len() {
                continue;
            }
            self.scratch.words.clear();
            if self.push_values(pattern.arguments) {
                let words = &self.scratch.words;
                if self.scene.facts.find(fact, words).is_none() && !self.names_gone(words) {
                    return true;
                }
            }
        }
        // Whatever comes is there already. Does anything go that does not come again?
        self.scratch.removals.clear();
        for pattern in effects.remove.of(&code.patterns) {
            self.plan_removal(pattern);
        }
        for index in 0..self.scratch.removals.len() {
            let (_, fact, row) = self.scratch.removals[index];
            let mut again = false;
            for pattern in effects.add.of(&code.patterns) {
                if pattern.fact != fact {
                    continue;
                }
                self.scratch.words.clear();
                if self.push_values(pattern.arguments) {
                    let there = self.scene.facts.row(usize::from(fact), row as usize);
                    again |= *there == self.scratch.words[..];
                }
            }
            if !again {
                return true;
            }
        }
        false
    }

    /// The general case: carries the effects out on a copy of the facts, and compares.
    fn can_fire_on_copy(&mut self, rule: &RuleCode) -> bool {
        self.scratch.ahead.copy_from(&self.scene.facts);
        self.plan(&rule.now);
        let lost = self.apply_silently();
        let must_change = !lost && rule.action.is_none();
        if must_change {
            let steps = std::mem::replace(&mut self.steps, 0);
            self.plan(&rule.then);
            self.apply_silently();
            self.steps = steps;
        }
        std::mem::swap(&mut self.scene.facts, &mut self.scratch.ahead);
        match must_change && !rule.always_changes && !self.goes_elsewhere(rule) {
            true => self.sets_something(rule) || !self.is_same_set_as_ahead(),
            false => !lost,
        }
    }

    /// Whether an attribute would have another value than the scene knows.
    fn sets_something(&mut self, rule: &RuleCode) -> bool {
        if rule.now.set.length + rule.then.set.length == 0 {
            return false;
        }
        self.scratch.forget_writes();
        self.plan_writes(&rule.now);
        self.plan_writes(&rule.then);
        let (writes, written) = (&self.scratch.writes, &self.scratch.written);
        writes.iter().any(|write| {
            let arguments = written[write.from..write.to].iter();
            let arguments: Vec<PackedValue> = arguments.map(|value| encode(*value)).collect();
            self.property(write.name, &arguments) != write.value
        })
    }

    fn is_same_set_as_ahead(&self) -> bool {
        let (here, ahead) = (&self.scene.facts, &self.scratch.ahead);
        let facts = self.code.shape.facts.len();
        here.len() == ahead.len()
            && (0..facts).all(|fact| {
                let rows = here.rows(fact);
                let there = |row| ahead.find(fact, here.row(fact, row));
                (0..rows).all(|row| there(row).is_some())
            })
    }

    /// Fires a rule with the solution that is bound.
    #[inline]
    pub(super) fn fire(&mut self, index: usize, rule: usize) {
        let code = self.code;
        match code.rules.get(rule) {
            Some(simple) if simple.fires_simply && !W::ON => {
                self.fire_simply(index, rule as u16, simple);
            }
            _ => self.fire_in_full(index, rule),
        }
    }

    /// The same for a rule that is only effects and an action, without a witness.
    #[inline(always)]
    fn fire_simply(&mut self, index: usize, number: u16, rule: &RuleCode) {
        match self.ready(rule) {
            Some((call, values)) => {
                self.apply_effects(&rule.now, self.scene.next_start);
                self.start(index, None, number, call, values);
            }
            None => {
                self.apply_effects(&rule.now, 0);
                self.apply_effects(&rule.then, 0);
                let next = self.now.saturating_add(1);
                if let Some(p) = self.scene.people.get_mut(index) {
                    p.become_free(next);
                }
            }
        }
    }

    #[inline(never)]
    fn fire_in_full(&mut self, index: usize, rule: usize) {
        self.stirred = true;
        let number = rule as u16;
        let rule = &self.code.rules[rule];
        let who = self.scene.people[index].who;
        let partner = self.partner_of(rule);
        let ready = self.ready(rule);
        let start = ready.map(|_| StartId(self.scene.next_start));
        if W::ON {
            let slots = 0..rule.variables;
            let bindings = slots.map(|slot| decode(self.slot(slot))).collect();
            self.happen(Happening::Fired {
                who,
                rule: rule.id,
                bindings,
                partner,
                start,
            });
        }
        if rule.once || rule.again_after.is_some() {
            self.note_firing(index, rule);
        }
        self.apply_effects(&rule.now, start.map_or(0, |id| id.0));
        match ready {
            Some((call, values)) => {
                self.start(index, partner, number, call, values);
                if rule.finish == Finish::Leave {
                    self.begin_to_leave(index, LeavingWhy::Rule);
                }
            }
            None => {
                self.apply_effects(&rule.then, 0);
                self.go_to(index, rule.goto);
                self.finish(index, rule.finish);
                let next = self.now.saturating_add(1);
                self.scene.people[index].become_free(next);
                if let Some(partner) = partner.and_then(|who| self.scene.index_of(who)) {
                    self.scene.people[partner].become_free(next);
                }
            }
        }
    }

    fn note_firing(&mut self, index: usize, rule: &RuleCode) {
        let rest = rule.again_after.map(|(low, high)| {
            let drawn = self.draw(Tick(self.now), rule.site, 1, low.0, high.0);
            Duration(drawn.max(0))
        });
        let now = Tick(self.now);
        let p = &mut self.scene.people[index];
        if rule.once {
            p.rare_mut().fired_once.push(rule.id);
        }
        if let Some(rest) = rest {
            let resting = rest_of(p, rule.id);
            resting.until = resting.until.max(now.after(rest));
        }
    }

    /// The action of a rule, evaluated, if it has one whose arguments all have values.
    #[inline(always)]
    fn ready<'r>(&mut self, rule: &'r RuleCode) -> Option<(&'r CallCode, CallValues)> {
        let call = rule.action.as_ref()?;
        Some((call, self.prepare(call)?))
    }

    /// Evaluates a call into the commands; `None` if an argument has no value.
    #[inline(always)]
    pub(super) fn prepare(&mut self, call: &CallCode) -> Option<CallValues> {
        if !call.plain {
            return self.prepare_in_general(call);
        }
        let code = self.code;
        let mark = self.out.mark();
        for argument in call.arguments.of(&code.arguments) {
            match decode(self.value_of(*argument)) {
                Some(value) => self.out.argument(value),
                None => {
                    self.out.forget(mark);
                    return None;
                }
            }
        }
        Some(self.out.since(mark))
    }

    #[inline(never)]
    fn prepare_in_general(&mut self, call: &CallCode) -> Option<CallValues> {
        let code = self.code;
        let mark = self.out.mark();
        self.steps = 0;
        self.chance = Chance::Drawn;
        let mut complete = true;
        for (name, named) in &call.named {
            let value = match named {
                Named::Default(value) => Some(*value),
                Named::Given(argument) => decode(self.value_of(*argument)),
            };
            match value {
                Some(value) => self.out.parameter(*name, value),
                None => complete = false,
            }
        }
        for argument in call.arguments.of(&code.arguments) {
            match decode(self.value_of(*argument)) {
                Some(value) => self.out.argument(value),
                None => complete = false,
            }
        }
        self.chance = Chance::Forbidden;
        if !complete {
            self.out.forget(mark);
            return None;
        }
        Some(self.out.since(mark))
    }

    /// Starts an action whose arguments have been prepared.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        index: usize,
        partner: Option<CharacterId>,
        rule: u16,
        call: &CallCode,
        values: CallValues,
    ) {
        let id = StartId(self.scene.next_start);
        self.scene.next_start = id.0.saturating_add(1);
        let now = Tick(self.now);
        let code = self.code.rules.get(usize::from(rule));
        let bindings = code.map_or(0, |rule| rule.variables);
        if let Some(rule) = code {
            self.keep_bound(index, rule);
        }
        let limit = now.after(call.limit);
        self.scene.limit = self.scene.limit.min(limit.0);
        let watched = call.interruptible && code.is_some_and(|rule| !rule.never_watched);
        let Some(p) = self.scene.people.get_mut(index) else {
            return;
        };
        let who = p.who;
        p.run = Some(RunningAction {
            id,
            who,
            partner,
            rule,
            bindings,
            action: call.action,
            started: now,
            limit,
            interruptible: call.interruptible,
            stop_asked: None,
        });
        p.begin_action(id);
        p.starts.note(now.0);
        if p.starts.are_more_than(STARTS_A_SECOND_MAX) {
            self.rest_the_restless(index);
        }
        let scene = self.scene.id;
        self.out
            .start(scene, id, (who, partner), call.action, values);
        if watched && self.is_watched(index, rule, true) {
            self.scene.people[index].look_again();
        }
        if let Some(partner) = partner.and_then(|who| self.scene.index_of(who)) {
            self.scene.people[partner].begin_action(id);
            if watched && self.is_watched(partner, rule, false) {
                self.scene.people[partner].look_again();
            }
        }
    }

    /// Keeps the values of a rule's variables with the action that someone starts.
    #[inline(always)]
    fn keep_bound(&mut self, index: usize, rule: &RuleCode) {
        for slot in 0..rule.variables {
            // A variable can be the same as another.
            let word = self.slot(slot);
            if let Some(place) = self.scene.bound_mut(index).get_mut(usize::from(slot)) {
                *place = word;
            }
        }
    }

    /// Someone has started too many actions within a second.
    #[cold]
    fn rest_the_restless(&mut self, index: usize) {
        let p = &mut self.scene.people[index];
        p.rare_mut().rest_until = Some(Tick(self.now).after(RESTLESS_REST));
        let who = p.who;
        self.fault(Fault::Restless(who));
    }

    /// Whether a value stands among the things that no fact may name.
    pub(super) fn names_gone(&self, words: &[PackedValue]) -> bool {
        let gone = &self.scene.rare().gone;
        !gone.is_empty() && words.iter().any(|word| gone.contains(word))
    }

    pub(super) fn finish(&mut self, index: usize, finish: Finish) {
        match finish {
            Finish::Stay => {}
            Finish::Leave => self.begin_to_leave(index, LeavingWhy::Rule),
            Finish::End => self.scene.end_asked = Some(crate::EndReason::Rule),
        }
    }

    pub(super) fn go_to(&mut self, index: usize, state: u16) {
        let p = &mut self.scene.people[index];
        if state == 0 || p.state == state {
            return;
        }
        p.state = state;
        p.tried = 0;
        let who = p.who;
        self.touch(topic::STATE);
        if W::ON
            && let Some(state) = self.code.shape.states[usize::from(state)]
        {
            self.happen(Happening::Went { who, state });
        }
    }
}

pub(super) fn rest_of(person: &mut super::scene::CompactParticipant, rule: RuleId) -> &mut Rest {
    let rests = &mut person.rare_mut().rests;
    let index = match rests.iter().position(|rest| rest.rule == rule) {
        Some(index) => index,
        None => {
            rests.push(Rest {
                rule,
                until: Tick(i64::MIN),
                failures: 0,
            });
            rests.len() - 1
        }
    };
    &mut rests[index]
}
