//! A state of the exploration: a scene, its pending events, and the remaining allowance of faults.

use crate::attention::Attention;
use crate::clock::{AFTER_STOPS, Clocks, FAR, NOW, PendingTime, Span, each_time, place_times};
use crate::survey::ScriptSurvey;
use crate::unread_arguments::is_placeholder;
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    Atom, CharacterId, Outcome, Pushed, RoleId, RuleId, Standing, StartId, Tick, Value,
};
use townsfolk_module::Module;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::{Fact, LeavingWhy, Participant, Rest, Running};
use townsfolk_scene::{Happening, Phase, Update};

/// The shortest and longest rest of a rule whose action failed, in ticks.
const FAILURE_REST: (i64, i64) = (60, 8 * 60);

/// A stopped action has its outcome within this many ticks.
pub(crate) const STOPPED_WITHIN: i64 = 2 * 60;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Situation {
    pub(crate) scene: Scene,
    pub(crate) clocks: Clocks,
    /// Whether the update is unfinished: others have their turns before leavers are out.
    pub(crate) open: bool,
    pub(crate) left: Allowance,
}

/// The remaining allowance within the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Allowance {
    pub(crate) failures: u8,
    pub(crate) disappearances: u8,
    pub(crate) arrivals: u8,
}

impl Allowance {
    /// Whether at least as much is allowed as in another.
    pub(crate) fn covers(self, other: Allowance) -> bool {
        self.failures >= other.failures
            && self.disappearances >= other.disappearances
            && self.arrivals >= other.arrivals
    }
}

impl ScriptSurvey {
    /// The offsets from a time at which something may change.
    pub(crate) fn offsets_in(&self, scene: &Scene) -> Vec<i64> {
        let mut offsets = self.offsets.clone();
        if self.open_offsets {
            let values = scene.facts.facts.iter().flat_map(|f| &f.atom.arguments);
            offsets.extend(values.filter_map(|value| match value {
                Value::Duration(span) => Some(span.0),
                _ => None,
            }));
            offsets.sort_unstable();
            offsets.dedup();
        }
        offsets
    }
}

impl Situation {
    /// The situation after an update, from the situation before it and the resulting scenes with
    /// every random number at its low and at its high end. `None` if the two differ in more than
    /// times.
    pub(crate) fn after(
        before: &Situation,
        low: Scene,
        high: Option<&Scene>,
        update: &Update,
        module: &Module,
        survey: &ScriptSurvey,
    ) -> Option<Situation> {
        let high_scene = high;
        let now = low.now;
        let mut scene = low;
        if scene.phase != Phase::Running {
            // An end that has begun is not waited for.
            scene.vacancies.clear();
        }
        let mut clocks = Clocks::default();
        if scene.phase != Phase::Running {
            // No rule is tried any more and no vacancy matters: only leavers still go.
            scene.vacancies.clear();
            scene.participants.iter_mut().for_each(|p| p.rests.clear());
        }
        for run in &scene.running {
            let known = before.clocks.actions.iter().find(|(id, _)| *id == run.id);
            let takes = module.action(run.action).map(|action| action.takes);
            let mut span = known.map_or_else(
                || takes.map_or(Span::new(1, 60), |t| Span::new(t.0.0.max(1), t.1.0)),
                |(_, span)| *span,
            );
            if run.stop_asked.is_some() {
                span = span.soon(STOPPED_WITHIN);
            }
            clocks.actions.push((run.id, span));
        }
        Self::rests(before, &mut scene, high_scene, update, &mut clocks)?;
        let fresh = |tick: Tick| {
            let wait = tick.since(now).0;
            Span::new(wait, wait)
        };
        for fact in &scene.facts.facts {
            if let Some(expires) = fact.expires {
                let mut known = before.clocks.lifetimes.iter();
                let old = known.find(|(atom, _)| expires == FAR && *atom == fact.atom);
                let span = old.map_or_else(|| fresh(expires), |(_, span)| *span);
                clocks.lifetimes.push((fact.atom.clone(), span));
            }
        }
        for vacancy in &scene.vacancies {
            let mut known = before.clocks.vacancies.iter();
            let old = known.find(|(role, _)| vacancy.until == FAR && *role == vacancy.role);
            let span = old.map_or_else(|| fresh(vacancy.until), |(_, span)| *span);
            clocks.vacancies.push((vacancy.role, span));
        }
        Self::times(before, &mut scene, high_scene, &mut clocks, survey)?;
        let mut after = Situation {
            scene,
            clocks,
            open: before.open,
            left: before.left,
        };
        if survey.merging.waits {
            after.order_stops(before, module);
        }
        if survey.merging.leftovers {
            after.forget_leftovers(survey);
        }
        if survey.merging.leavers {
            after.forget_leavers(survey);
        }
        if survey.merging.waits && survey.merging.rests {
            after.rest_after_stops(before, update, survey);
        }
        after.tidy(survey);
        Some(after)
    }

    fn rests(
        before: &Situation,
        scene: &mut Scene,
        high: Option<&Scene>,
        update: &Update,
        clocks: &mut Clocks,
    ) -> Option<()> {
        let now = scene.now;
        for (index, p) in scene.participants.iter_mut().enumerate() {
            let who = p.who;
            p.rests.retain(|rest| rest.until > now);
            for rest in &mut p.rests {
                rest.failures = 0;
                let key = (who, rest.rule);
                let known = before.clocks.rests.iter().find(|(other, _)| *other == key);
                let span = match known {
                    Some((_, span)) if rest.until == FAR => *span,
                    _ => {
                        let other = match high {
                            Some(high) => high.participants.get(index)?.rests_until(rest.rule)?,
                            None => rest.until,
                        };
                        let failed = update.happenings.iter().any(|h| {
                            matches!(h, Happening::Ended { who: w, rule: r, outcome: Outcome::Failed, .. }
                                if *w == who && *r == Some(rest.rule))
                        });
                        let (low, high) = (rest.until.since(now).0, other.since(now).0);
                        // The minimum of a rest is not kept: it would multiply the situations by
                        // ten, and a rule that returns early does no harm.
                        let most = if failed {
                            high.max(FAILURE_REST.1)
                        } else {
                            high.max(low)
                        };
                        Span::new(0, most)
                    }
                };
                clocks.rests.push((key, span));
            }
        }
        Some(())
    }

    fn times(
        before: &Situation,
        scene: &mut Scene,
        high: Option<&Scene>,
        clocks: &mut Clocks,
        survey: &ScriptSurvey,
    ) -> Option<()> {
        let now = scene.now;
        let mut lows = vec![];
        each_time(scene, &mut |tick| lows.push(*tick));
        let mut highs = lows.clone();
        if let Some(high) = high {
            let mut high = high.clone();
            highs.clear();
            each_time(&mut high, &mut |tick| highs.push(*tick));
            if !same_but_for_times(scene, &high) || highs.len() != lows.len() {
                return None;
            }
        }
        let offsets = survey.offsets_in(scene);
        for (low, high) in lows.into_iter().zip(highs) {
            if clocks.time(low).is_none() {
                let fresh = PendingTime::new(low.since(now).0, high.since(now).0, &offsets);
                let moment = before.clocks.time(low).unwrap_or(fresh);
                clocks.times.push((low, moment));
            }
        }
        Some(())
    }

    /// Brings a situation into the canonical form of all equal situations, except for names.
    pub(crate) fn tidy(&mut self, survey: &ScriptSurvey) {
        let scene = &mut self.scene;
        let now = std::mem::replace(&mut scene.now, NOW);
        if survey.turn_by_turn() {
            scene.stirred = false;
        }
        scene.participants.sort_by_key(|p| p.who);
        for p in &mut scene.participants {
            let later = p.free_since > now && !survey.turn_by_turn();
            p.free_since = Tick(if later { NOW.0 + 1 } else { NOW.0 - 1 });
            p.rests.sort_by_key(|rest| rest.rule);
            p.rests.iter_mut().for_each(|rest| rest.until = FAR);
            p.fired_once.sort_unstable();
            p.coins.sort_by_key(|coin| (coin.rule, coin.site));
            p.starts.clear();
            p.wake_at.clear();
            p.rest_until = None;
        }
        scene
            .facts
            .facts
            .sort_by(|a, b| survey.by_place(&a.atom, &b.atom));
        for fact in &mut scene.facts.facts {
            fact.since = Tick(0);
            fact.expires = fact.expires.map(|_| FAR);
        }
        scene.vacancies.iter_mut().for_each(|v| v.until = FAR);
        scene.properties.retain(|p| p.value != Pushed::HoldsNot);
        scene
            .properties
            .sort_by(|a, b| (a.name, &a.arguments).cmp(&(b.name, &b.arguments)));
        self.renumber_actions();
        self.forget_the_gone();
        place_times(&mut self.scene, &mut self.clocks, survey.orders_times);
        drop_repeats(&mut self.scene.facts.facts);
        self.clocks.rests.sort_unstable();
        self.clocks.lifetimes.sort_unstable();
        self.clocks.lifetimes.dedup_by(|a, b| a.0 == b.0);
        self.clocks.vacancies.sort_unstable();
    }

    /// Whether all pending stops that others wait for are still pending.
    fn all_are_still_to_stop(&self, before: &Situation) -> bool {
        let running = &self.scene.running;
        let mut asked = before.scene.running.iter().filter(|run| {
            let known = before.clocks.action(run.id);
            run.stop_asked.is_some() && !known.is_some_and(Span::is_late_stop)
        });
        asked.all(|old| running.iter().any(|run| run.id == old.id))
    }

    /// Rules that rest longer than a stop takes, and have fired since a stop was requested, rest
    /// until that stop has come.
    fn rest_after_stops(&mut self, before: &Situation, update: &Update, survey: &ScriptSurvey) {
        let attention = &survey.attention;
        let asked = self.scene.running.iter().any(|r| r.stop_asked.is_some());
        let all_wait = self.all_are_still_to_stop(before);
        for p in &mut self.scene.participants {
            p.rests.retain(|rest| !attention.is_rested(rest.rule));
            let old = before
                .scene
                .participant(p.who)
                .map_or(&[][..], |p| &p.rests);
            let old = old.iter().map(|rest| rest.rule).filter(|_| all_wait);
            let fired = update
                .happenings
                .iter()
                .filter_map(|happening| match happening {
                    Happening::Fired { who, rule, .. } if *who == p.who => Some(*rule),
                    _ => None,
                });
            // A pastime leaves no trace, however often it fires.
            let counts = |rule: &RuleId| {
                asked && attention.rests_long(*rule) && !attention.idle.contains(rule)
            };
            for rule in old.chain(fired).filter(counts) {
                if p.rests_until(rule).is_none() {
                    p.rests.push(Rest {
                        rule,
                        until: FAR,
                        failures: 0,
                    });
                }
            }
        }
        let rests = &mut self.clocks.rests;
        rests.retain(|((_, rule), _)| !attention.is_rested(*rule));
        for p in &self.scene.participants {
            let long = p
                .rests
                .iter()
                .filter(|rest| attention.rests_long(rest.rule));
            rests.extend(long.map(|rest| ((p.who, rest.rule), AFTER_STOPS)));
        }
    }

    /// The actions that cannot be done before the pending stops: they began after the requests, and
    /// take longer. As soon as one has stopped, the order of the others is unknown, except for
    /// those requested while others were pending.
    fn order_stops(&mut self, before: &Situation, module: &Module) {
        let running = &self.scene.running;
        let all_wait = self.all_are_still_to_stop(before);
        let takes_longer = |run: &Running| {
            let action = module.action(run.action);
            action.is_some_and(|action| action.takes.0.0 > STOPPED_WITHIN)
        };
        let waits = |run: &&Running| {
            let others = |other: &Running| other.id != run.id && other.stop_asked.is_some();
            run.stop_asked.is_none()
                && running.iter().any(others)
                && match before.clocks.actions.iter().find(|(id, _)| *id == run.id) {
                    Some((_, span)) => all_wait && span.is_after_stops(),
                    None => takes_longer(run),
                }
        };
        let later: Vec<StartId> = running.iter().filter(waits).map(|run| run.id).collect();
        let asked_before = |run: &Running| {
            let mut known = before.scene.running.iter();
            known.any(|old| old.id == run.id && old.stop_asked.is_some())
        };
        let is_late = |run: &&Running| {
            let was_late = before.clocks.action(run.id).is_some_and(Span::is_late_stop);
            let others = running
                .iter()
                .any(|other| other.id != run.id && asked_before(other));
            run.stop_asked.is_some() && all_wait && others && (was_late || !asked_before(run))
        };
        let late: Vec<StartId> = running.iter().filter(is_late).map(|run| run.id).collect();
        self.clocks.forget_waits(&later, &late);
    }

    /// Removes leavers that can have no further effect.
    fn forget_leavers(&mut self, survey: &ScriptSurvey) {
        let attention = &survey.attention;
        let scene = &self.scene;
        let ends = scene.phase == Phase::Ending;
        let staying = |role: RoleId| {
            let stays = |p: &&Participant| p.role == role && p.standing != Standing::Leaving;
            scene.participants.iter().filter(stays).count()
        };
        let is_done = |p: &Participant| {
            let value = Value::Character(p.who);
            let own = scene.doing(p.who);
            // Their claims are released when they are out. Unless they left by a rule, every fact
            // about them goes as well.
            let by_rule = p.leaving == Some(LeavingWhy::Rule);
            let comes_free = |fact: &Fact| {
                let held = fact.claim && fact.atom.holder() == Some(value);
                let taken = own.is_some_and(|run| fact.taken_by == Some(run.id));
                held || taken || (!by_rule && fact.atom.names(value))
            };
            let named_by = |run: &Running| {
                let named = run.who != p.who && run.bindings.contains(&Some(value));
                (run.partner.is_some() && [Some(run.who), run.partner].contains(&Some(p.who)))
                    || (!by_rule && named)
            };
            let changes = own.is_some_and(|run| match attention.changed_later(run.rule) {
                Some(facts) if ends => facts.iter().any(|fact| attention.judged.contains(fact)),
                Some(facts) => !facts.is_empty(),
                None => true,
            });
            let leaves = ends
                || (by_rule
                    && staying(p.role) >= attention.least(p.role)
                    && scene.end_asked.is_none());
            let judged = |state| attention.judged_states.contains(&state);
            p.standing == Standing::Leaving
                && leaves
                && !p.state.is_some_and(judged)
                && !changes
                && !scene.facts.facts.iter().any(comes_free)
                && !scene.running.iter().any(named_by)
        };
        let done = scene.participants.iter().filter(|p| is_done(p));
        let done: Vec<CharacterId> = done.map(|p| p.who).collect();
        if done.is_empty() {
            return;
        }
        let scene = &mut self.scene;
        scene.participants.retain(|p| !done.contains(&p.who));
        scene.running.retain(|run| !done.contains(&run.who));
        let left = |id: &StartId| scene.running.iter().any(|run| run.id == *id);
        self.clocks.actions.retain(|(id, _)| left(id));
        self.clocks
            .rests
            .retain(|((who, _), _)| !done.contains(who));
        if ends && scene.participants.is_empty() {
            scene.phase = Phase::Over;
            scene.facts.facts.clear();
            scene.stirred = false;
            self.clocks = Clocks::default();
        }
    }

    /// Drops state that is never read again.
    fn forget_leftovers(&mut self, survey: &ScriptSurvey) {
        let attention = &survey.attention;
        let scene = &mut self.scene;
        for run in &mut scene.running {
            if let Some((rule, action)) = attention.pastime(run.rule) {
                (run.rule, run.action) = (Some(rule), action);
                run.bindings.clear();
            }
            if let Some((rule, action)) = attention.stand_in(run.rule) {
                (run.rule, run.action) = (Some(rule), action);
            }
            for (index, value) in run.bindings.iter_mut().enumerate() {
                if !attention.reads(run.rule, index) {
                    *value = None;
                }
            }
        }
        let busy: Vec<CharacterId> = (scene.running.iter())
            .flat_map(|run| [Some(run.who), run.partner])
            .flatten()
            .collect();
        let running = scene.phase == Phase::Running;
        for p in &mut scene.participants {
            if !running || p.standing == Standing::Leaving {
                // No rule is tried for them any more.
                p.coins.clear();
                p.fired_once.clear();
                p.rests.clear();
                self.clocks.rests.retain(|((who, _), _)| *who != p.who);
            } else {
                let (who, state) = (p.who, p.state);
                let again = |rule| attention.may_be_tried(rule, state);
                p.fired_once.retain(|rule| again(*rule));
                let once = &p.fired_once;
                let rests_on = |rule: RuleId| again(rule) && attention.rest_matters(rule, once);
                p.rests.retain(|rest| rests_on(rest.rule));
                let rests = &mut self.clocks.rests;
                rests.retain(|((other, rule), _)| *other != who || rests_on(*rule));
            }
            if busy.contains(&p.who) {
                // When they are free, a new free period begins.
                p.coins.retain(|coin| attention.urgent.contains(&coin.rule));
            }
        }
        if !running {
            let judged = |atom: &Atom| attention.judged.contains(&atom.fact);
            scene.facts.facts.retain(|fact| judged(&fact.atom));
            self.clocks.lifetimes.retain(|(atom, _)| judged(atom));
        } else if survey.merging.unread {
            self.forget_unread(attention);
        }
    }

    /// Drops facts that no participant can read any more.
    fn forget_unread(&mut self, attention: &Attention) {
        let scene = &mut self.scene;
        let lifetimes = &mut self.clocks.lifetimes;
        let people = &scene.participants;
        let dead = |atom: &Atom| attention.is_dead(atom, people);
        scene.facts.facts.retain(|fact| !dead(&fact.atom));
        lifetimes.retain(|(atom, _)| !dead(atom));
        for fact in &mut scene.facts.facts {
            attention.unread.forget(&mut fact.atom);
        }
        for (atom, _) in lifetimes {
            attention.unread.forget(atom);
        }
        for run in &mut scene.running {
            attention.unread.forget_bindings(run);
        }
    }

    fn renumber_actions(&mut self) {
        let scene = &mut self.scene;
        scene.running.sort_by_key(|run| run.who);
        let mut numbers: Vec<(StartId, StartId)> = vec![];
        for (index, run) in scene.running.iter_mut().enumerate() {
            let new = StartId(index as u64 + 1);
            numbers.push((run.id, new));
            run.id = new;
            run.started = Tick(0);
            run.limit = FAR;
        }
        let number = |old: StartId| numbers.iter().find(|(id, _)| *id == old).map(|n| n.1);
        scene.next_start = numbers.len() as u64 + 1;
        for fact in &mut scene.facts.facts {
            fact.taken_by = fact.taken_by.and_then(number);
        }
        for (id, _) in &mut self.clocks.actions {
            *id = number(*id).unwrap_or(*id);
        }
        self.clocks.actions.sort_unstable();
    }

    /// Departed people matter only while something running names them.
    fn forget_the_gone(&mut self) {
        let scene = &mut self.scene;
        let mut gone = std::mem::take(&mut scene.gone);
        let spoken_of = |value: &Value| {
            let mut bound = scene.running.iter().flat_map(|run| &run.bindings);
            bound.any(|b| *b == Some(*value))
        };
        gone.retain(spoken_of);
        gone.sort_unstable();
        scene.gone = gone;
    }

    /// People that are no participants, but are still named.
    pub(crate) fn absent(&self) -> Vec<CharacterId> {
        let mut absent = vec![];
        for value in self.spoken_of() {
            if let Value::Character(who) = value
                && self.scene.participant(who).is_none()
                && !absent.contains(&who)
            {
                absent.push(who);
            }
        }
        absent.sort_unstable();
        absent
    }

    /// Every value in facts, bindings and properties.
    pub(crate) fn spoken_of(&self) -> impl Iterator<Item = Value> {
        let scene = &self.scene;
        let facts = scene.facts.facts.iter().flat_map(|f| &f.atom.arguments);
        let bound = scene.running.iter().flat_map(|run| &run.bindings).flatten();
        let partners = scene.running.iter().filter_map(|run| run.partner);
        let properties = scene.properties.iter().flat_map(|p| &p.arguments);
        let values = facts.chain(bound).chain(properties).copied();
        values.chain(partners.map(Value::Character))
    }

    /// All present participants, and all props.
    pub(crate) fn things(&self) -> Vec<Value> {
        let people = self
            .scene
            .participants
            .iter()
            .map(|p| Value::Character(p.who));
        let mut things: Vec<Value> = people.collect();
        for value in self.spoken_of() {
            let is_thing = matches!(value, Value::Prop(_)) && !is_placeholder(value);
            if is_thing && !things.contains(&value) {
                things.push(value);
            }
        }
        things
    }
}

fn drop_repeats(facts: &mut Vec<Fact>) {
    let mut index = 0;
    while index < facts.len() {
        let repeated = facts[..index].iter().any(|f| f.atom == facts[index].atom);
        if repeated {
            facts.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Whether two scenes differ only in times.
fn same_but_for_times(a: &Scene, b: &Scene) -> bool {
    let same = |a: &Value, b: &Value| a == b || matches!((a, b), (Value::Time(_), Value::Time(_)));
    let all_same =
        |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    let facts = a.facts.facts.len() == b.facts.facts.len()
        && a.facts.facts.iter().zip(&b.facts.facts).all(|(a, b)| {
            a.atom.fact == b.atom.fact && all_same(&a.atom.arguments, &b.atom.arguments)
        });
    let running = a.running.len() == b.running.len()
        && a.running.iter().zip(&b.running).all(|(a, b)| {
            let bindings = a.bindings.iter().zip(&b.bindings);
            a.who == b.who
                && a.rule == b.rule
                && bindings.into_iter().all(|(a, b)| match (a, b) {
                    (Some(a), Some(b)) => same(a, b),
                    (a, b) => a == b,
                })
        });
    let people = a.participants.len() == b.participants.len()
        && a.participants.iter().zip(&b.participants).all(|(a, b)| {
            (a.who, a.state, a.standing, a.free_since) == (b.who, b.state, b.standing, b.free_since)
                && a.coins == b.coins
                && a.rests.len() == b.rests.len()
        });
    facts && running && people && a.phase == b.phase
}
