//! When a scene could change by itself, and how its times can be moved. Section "Moments".

use super::scene::Scene;
use crate::Phase;
use townsfolk_core::{Duration, Tick, Value};

impl Scene {
    /// The future moments at which an update without reports could find something to do, sorted.
    /// Between them, nothing can happen unless the host reports something.
    pub fn next_moments(&self) -> Vec<Tick> {
        let mut moments = vec![];
        if self.phase == Phase::Over {
            return moments;
        }
        if self.stirred {
            moments.push(self.now.after(Duration(1)));
        }
        moments.extend(self.facts.facts.iter().filter_map(|fact| fact.expires));
        moments.extend(self.running.iter().map(|run| run.limit));
        moments.extend(self.vacancies.iter().map(|vacancy| vacancy.until));
        for p in &self.participants {
            moments.push(p.free_since);
            moments.extend(p.away_until);
            moments.extend(p.rests.iter().map(|rest| rest.until));
            moments.extend(&p.wake_at);
        }
        moments.retain(|moment| *moment > self.now);
        moments.sort();
        moments.dedup();
        moments
    }

    /// Rewrites every moment that the scene stores, in facts and bindings too. Exploration uses
    /// this to see that two scenes differ only in when they take place.
    pub fn shift_times(&mut self, shift: &mut dyn FnMut(Tick) -> Tick) {
        let mut change = |tick: &mut Tick| *tick = shift(*tick);
        change(&mut self.now);
        for fact in &mut self.facts.facts {
            change(&mut fact.since);
            fact.expires.iter_mut().for_each(&mut change);
            times(fact.atom.arguments.iter_mut()).for_each(&mut change);
        }
        for p in &mut self.participants {
            change(&mut p.free_since);
            p.rests.iter_mut().for_each(|rest| change(&mut rest.until));
            p.starts.iter_mut().for_each(&mut change);
            p.rest_until.iter_mut().for_each(&mut change);
            p.away_until.iter_mut().for_each(&mut change);
            p.wake_at.iter_mut().for_each(&mut change);
            if let Some(recall) = &mut p.recall {
                change(&mut recall.since);
            }
        }
        for run in &mut self.running {
            change(&mut run.started);
            change(&mut run.limit);
            times(run.bindings.iter_mut().flatten()).for_each(&mut change);
        }
        for vacancy in &mut self.vacancies {
            change(&mut vacancy.until);
        }
        for property in &mut self.properties {
            times(property.arguments.iter_mut()).for_each(&mut change);
            if let townsfolk_core::Pushed::Is(Value::Time(tick)) = &mut property.value {
                change(tick);
            }
        }
    }
}

fn times<'a>(values: impl Iterator<Item = &'a mut Value>) -> impl Iterator<Item = &'a mut Tick> {
    values.filter_map(|value| match value {
        Value::Time(tick) => Some(tick),
        _ => None,
    })
}
