//! What scripts can ask of the stage at once: who sees whom, whether it rains, who has how much money.

use super::{TownStage, Weather};
use townsfolk_core::{CharacterId, HostId, Number, Tick, Value};

/// The stage at a tick, as scripts see it.
#[derive(Debug)]
pub(super) struct Readings<'a> {
    stage: &'a TownStage,
    tick: Tick,
    sees: HostId,
    coins: HostId,
}

impl TownStage {
    pub(super) fn readings(&self, tick: Tick) -> Readings<'_> {
        Readings {
            stage: self,
            tick,
            sees: HostId::named("sees"),
            coins: HostId::named("coins"),
        }
    }
}

impl townsfolk::Stage for Readings<'_> {
    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        let who = character(arguments.first()?)?;
        let body = self
            .stage
            .body(who)
            .filter(|_| name == self.coins && !self.stage.is_open())?;
        Some(Value::Number(Number::whole(body.coins)))
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
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
