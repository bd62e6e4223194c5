//! To and from the reference evaluator's scene: the form of saves and of inspection.

use super::fact_store::History;
use super::packed_value::{NONE, PackedValue, decode, encode};
use super::program::{NO_RULE, Program};
use super::running_action::{RecentStarts, RunningAction};
use super::scene::{CompactParticipant, Property, RareParticipantState, Scene};
use crate::Phase;
use crate::reference::{
    Fact, Participant, PushedProperty, Running, Scene as Reference, TupleSpace,
};
use townsfolk_core::{Atom, Duration, StartId, Tick, Value};

impl Scene {
    /// The scene as a plain value of the reference evaluator.
    pub fn to_reference(&self) -> Reference {
        let mut facts = TupleSpace::default();
        for (_, fact, row) in self.facts.by_age() {
            facts.facts.push(self.fact(fact, row));
        }
        let properties = self.rare().properties.iter().map(|p| PushedProperty {
            name: p.name,
            arguments: values(&p.arguments),
            value: p.value,
        });
        let people = self.people.iter().enumerate();
        let mut running: Vec<Running> = people
            .filter_map(|(index, p)| p.run.as_ref().map(|run| self.run(index, run)))
            .collect();
        running.sort_by_key(|run| run.id);
        Reference {
            id: self.id,
            script: self.script,
            now: self.now,
            facts,
            participants: self.people.iter().map(|p| self.participant(p)).collect(),
            running,
            properties: properties.collect(),
            vacancies: self.rare().vacancies.clone(),
            gone: values(&self.rare().gone),
            passed_over: self.rare().passed_over.clone(),
            phase: self.phase,
            end_asked: self.end_asked,
            next_start: self.next_start,
            stirred: self.due == self.now.after(Duration(1)).0,
        }
    }

    fn fact(&self, fact: usize, row: usize) -> Fact {
        let history = self.facts.history(fact, row);
        let shape = self.shape.facts[fact];
        Fact {
            atom: Atom {
                fact: shape.id,
                arguments: values(self.facts.row(fact, row)),
            },
            since: Tick(history.since),
            expires: shape.lifetime.map(|_| Tick(history.expires)),
            claim: shape.claim,
            taken_by: (history.taken_by != 0).then_some(StartId(history.taken_by)),
        }
    }

    fn participant(&self, p: &CompactParticipant) -> Participant {
        let rare = p.rare.as_deref();
        Participant {
            who: p.who,
            role: p.role,
            state: self.shape.states[usize::from(p.state)],
            standing: p.standing,
            free_since: Tick(p.free_since),
            rests: rare.map_or(vec![], |r| r.rests.clone()),
            fired_once: rare.map_or(vec![], |r| r.fired_once.clone()),
            starts: p.starts.moments(),
            rest_until: rare.and_then(|r| r.rest_until),
            coins: rare.map_or(vec![], |r| r.coins.clone()),
            recall: rare.and_then(|r| r.recall),
            away_until: rare.and_then(|r| r.away_until),
            leaving: p.leaving,
            owes_farewell: p.owes_farewell,
            wake_at: vec![],
        }
    }

    fn run(&self, index: usize, run: &RunningAction) -> Running {
        let bindings = self.bound(index).iter().take(usize::from(run.bindings));
        Running {
            id: run.id,
            who: run.who,
            partner: run.partner,
            rule: self.shape.rules.get(usize::from(run.rule)).copied(),
            bindings: bindings.map(|word| decode(*word)).collect(),
            action: run.action,
            started: run.started,
            limit: run.limit,
            interruptible: run.interruptible,
            stop_asked: run.stop_asked,
        }
    }

    /// A scene that goes on where another stood; everyone is awake. `None` if the program is not
    /// that of its script, or the scene holds what no update could have made.
    pub fn from_reference(reference: &Reference, program: &Program) -> Option<Scene> {
        let code = &*program.0;
        if reference.script != code.script || reference.next_start == 0 {
            return None;
        }
        let mut scene = Scene::empty(reference.id, program, reference.now);
        for fact in &reference.facts.facts {
            scene.take_fact(fact)?;
        }
        for p in &reference.participants {
            let person = scene.person_of(code, p)?;
            scene.admit(person);
        }
        let running = &reference.running;
        if running.windows(2).any(|two| two[0].id >= two[1].id) {
            return None;
        }
        for run in running {
            scene.take_run(code, run)?;
        }
        if !scene.claims_are_taken_by_running(code) {
            return None;
        }
        scene.take_rare(reference);
        scene.phase = reference.phase;
        scene.end_asked = reference.end_asked;
        scene.next_start = reference.next_start;
        if scene.phase == Phase::Over && !scene.people.is_empty() {
            return None;
        }
        Some(scene)
    }

    fn take_rare(&mut self, reference: &Reference) {
        if reference.properties.is_empty()
            && reference.vacancies.is_empty()
            && reference.gone.is_empty()
            && reference.passed_over.is_empty()
        {
            return;
        }
        let rare = self.rare_mut();
        let properties = reference.properties.iter().map(|p| Property {
            name: p.name,
            arguments: words(&p.arguments),
            value: p.value,
        });
        rare.properties.extend(properties);
        rare.vacancies.clone_from(&reference.vacancies);
        rare.gone = words(&reference.gone);
        rare.passed_over.clone_from(&reference.passed_over);
    }

    fn take_fact(&mut self, fact: &Fact) -> Option<()> {
        let facts = &self.shape.facts;
        let index = facts.binary_search_by_key(&fact.atom.fact, |f| f.id).ok()?;
        let shape = facts[index];
        let fits = shape.arity == fact.atom.arguments.len()
            && shape.claim == fact.claim
            && shape.lifetime.is_some() == fact.expires.is_some()
            && (fact.claim || fact.taken_by.is_none())
            && fact.taken_by != Some(StartId(0));
        let words = words(&fact.atom.arguments);
        if !fits || self.facts.find(index, &words).is_some() {
            return None;
        }
        let history = History {
            sequence: self.facts.next_sequence(),
            since: fact.since.0,
            expires: fact.expires.map_or(0, |at| at.0),
            taken_by: fact.taken_by.map_or(0, |id| id.0),
        };
        self.facts.push(index, &words, history);
        Some(())
    }

    /// Whether every claim that belongs to an action belongs to one that could have taken it.
    fn claims_are_taken_by_running(&self, code: &super::program::Code) -> bool {
        let takes = |id: u64| {
            let run = self.runs().find(|run| run.id.0 == id);
            let rule = run.and_then(|run| code.rules.get(usize::from(run.rule)));
            rule.is_some_and(|rule| rule.takes_claims)
        };
        let all = self.facts.by_age();
        let mut owners = all
            .iter()
            .map(|(_, f, row)| self.facts.history(*f, *row).taken_by);
        owners.all(|id| id == 0 || takes(id))
    }

    fn person_of(
        &self,
        code: &super::program::Code,
        p: &Participant,
    ) -> Option<CompactParticipant> {
        if self.has(p.who) {
            return None;
        }
        let mut person = CompactParticipant::new(code, p.who, p.role, p.free_since);
        let states = &self.shape.states;
        person.state = states.iter().position(|s| *s == p.state)? as u16;
        person.standing = p.standing;
        person.leaving = p.leaving;
        person.owes_farewell = p.owes_farewell;
        person.starts = RecentStarts::of(&p.starts)?;
        let rare = RareParticipantState {
            rests: p.rests.clone(),
            fired_once: p.fired_once.clone(),
            rest_until: p.rest_until,
            coins: p.coins.clone(),
            recall: p.recall,
            away_until: p.away_until,
        };
        let plain = rare.rests.is_empty()
            && rare.fired_once.is_empty()
            && rare.coins.is_empty()
            && rare.rest_until.is_none()
            && rare.recall.is_none()
            && rare.away_until.is_none();
        person.rare = (!plain).then(|| Box::new(rare));
        Some(person)
    }

    fn take_run(&mut self, code: &super::program::Code, run: &Running) -> Option<()> {
        let rule = match run.rule {
            Some(id) => self.shape.rules.iter().position(|r| *r == id)?,
            None => usize::from(NO_RULE),
        };
        let variables = code.rules.get(rule).map_or(0, |r| r.variables);
        if run.bindings.len() != usize::from(variables)
            || run.partner == Some(run.who)
            || run.id.0 == 0
        {
            return None;
        }
        for who in [Some(run.who), run.partner].into_iter().flatten() {
            let index = self.index_of(who)?;
            if std::mem::replace(&mut self.people[index].busy_with, run.id.0) != 0 {
                return None;
            }
        }
        let index = self.index_of(run.who)?;
        for (place, value) in self.bound_mut(index).iter_mut().zip(&run.bindings) {
            *place = value.map_or(NONE, encode);
        }
        self.people[index].run = Some(RunningAction {
            id: run.id,
            who: run.who,
            partner: run.partner,
            rule: rule as u16,
            bindings: variables,
            action: run.action,
            started: run.started,
            limit: run.limit,
            interruptible: run.interruptible,
            stop_asked: run.stop_asked,
        });
        Some(())
    }
}

pub(super) fn values(words: &[PackedValue]) -> Vec<Value> {
    words.iter().filter_map(|word| decode(*word)).collect()
}

fn words(values: &[Value]) -> Vec<PackedValue> {
    values.iter().map(|value| encode(*value)).collect()
}
