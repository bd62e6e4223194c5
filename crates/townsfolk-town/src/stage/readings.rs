//! Readings for scripts: sight, rain, money.

use super::{TownStage, Weather};
use serde::{Deserialize, Serialize};
use townsfolk::{Answer, Question};
use townsfolk_core::{CharacterId, HostId, Number, Pushed, Tick, Value};

/// Readings set from outside, the last first. A missing argument matches any value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct SetReadings(Vec<(HostId, Vec<Option<Value>>, Pushed)>);

impl SetReadings {
    fn get(&self, name: HostId, arguments: &[Value]) -> Option<Pushed> {
        let fits = |wanted: &[Option<Value>]| {
            let mut pairs = wanted.iter().zip(arguments);
            wanted.len() == arguments.len()
                && pairs.all(|(wanted, given)| wanted.is_none_or(|wanted| wanted == *given))
        };
        let mut set = self.0.iter();
        let found = set.find(|(known, wanted, _)| *known == name && fits(wanted));
        found.map(|(.., value)| *value)
    }
}

/// The stage at a tick, as scripts read it.
#[derive(Debug)]
pub struct Readings<'a> {
    stage: &'a TownStage,
    tick: Tick,
    sees: HostId,
    coins: HostId,
}

impl TownStage {
    /// The readings at a tick.
    pub fn readings(&self, tick: Tick) -> Readings<'_> {
        Readings {
            stage: self,
            tick,
            sees: HostId::named("sees"),
            coins: HostId::named("coins"),
        }
    }

    /// Sets a reading, overriding the stage. `None` among the arguments matches any value.
    pub fn set_reading(&mut self, name: HostId, arguments: Vec<Option<Value>>, value: Pushed) {
        let set = &mut self.state.later.rest.readings.0;
        set.retain(|(known, of, _)| *known != name || *of != arguments);
        set.insert(0, (name, arguments, value));
    }

    /// Whether the stage has a value for a reading: its own, or one that was set.
    pub fn answers(&self, name: HostId) -> bool {
        let own = [
            Weather::raining(),
            HostId::named("sees"),
            HostId::named("coins"),
        ];
        let mut set = self.state.later.rest.readings.0.iter();
        (!self.is_open() && own.contains(&name)) || set.any(|(known, ..)| *known == name)
    }
}

impl Readings<'_> {
    fn set(&self, name: HostId, arguments: &[Value]) -> Option<Pushed> {
        self.stage.state.later.rest.readings.get(name, arguments)
    }
}

impl townsfolk::Stage for Readings<'_> {
    fn answer(&self, question: &Question) -> Option<Answer> {
        let Question::Sees(from, to) = question else {
            return None;
        };
        let stage = self.stage;
        let seen = stage.is_open() || stage.atlas.sees(*from, *to, &|way| !stage.is_shut(way));
        Some(if seen { Answer::Yes } else { Answer::No })
    }

    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        match self.set(name, arguments) {
            Some(Pushed::Is(value)) => return Some(value),
            Some(_) => return None,
            None => {}
        }
        let who = character(arguments.first()?)?;
        let body = self
            .stage
            .body(who)
            .filter(|_| name == self.coins && !self.stage.is_open())?;
        Some(Value::Number(Number::whole(body.coins)))
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        if let Some(set) = self.set(name, arguments) {
            return set == Pushed::Holds;
        }
        if name == Weather::raining() {
            return self.stage.weather() == Weather::Rain;
        }
        let both = arguments.first().zip(arguments.get(1));
        let both = both.and_then(|(who, whom)| Some((character(who)?, character(whom)?)));
        name == self.sees && both.is_some_and(|(who, whom)| self.stage.sees(who, whom, self.tick))
    }
}

fn character(value: &Value) -> Option<CharacterId> {
    match value {
        Value::Character(who) => Some(*who),
        _ => None,
    }
}
