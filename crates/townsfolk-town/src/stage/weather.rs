//! Rain by the day.
//!
//! Weather is drawn, not simulated: each day has a tendency, which decides whether each spell of
//! three hours is wet or dry. So the weather of any hour can be looked up.

use super::{Happens, News, TownStage};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk::{Folk, Report};
use townsfolk_core::{CharacterId, Draw, Duration, HostId, Pushed, Seed, SiteId, Tick, Value};
use townsfolk_mind::Moment;
use townsfolk_module::Module;
use townsfolk_module::mind::{Daytime, NodeKind, Test};

/// Length of a spell, in calendar seconds.
const SPELL_S: i64 = 3 * 3600;

/// Minimum and maximum probability that a spell is wet, in thousandths.
const WET: (i64, i64) = (0, 500);

/// The weather.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Weather {
    /// It is dry.
    Dry,
    /// It rains.
    Rain,
}

impl Weather {
    /// The weather at a moment of the calendar.
    pub fn at(seed: Seed, moment: Moment) -> Weather {
        let draw = |owner: i64, what| Draw::at(seed, owner as u64, Tick(0), SiteId::named(what));
        let tendency = draw(moment.day(), "tendency of a day").between(0, WET.0, WET.1);
        let spell = moment.0.div_euclid(SPELL_S);
        match draw(spell, "spell of weather").coin(0, tendency) {
            true => Weather::Rain,
            false => Weather::Dry,
        }
    }

    /// The host property for rain: `raining`, of the world or of a character.
    pub fn raining() -> HostId {
        HostId::named("raining")
    }
}

impl TownStage {
    /// The weather now.
    pub fn weather(&self) -> Weather {
        self.state.weather.unwrap_or(Weather::Dry)
    }

    /// Reports changes of the weather, and plans the next check.
    pub(super) fn look_at_the_sky(&mut self, folk: &mut Folk, now: Tick) {
        let moment = folk.moment();
        let weather = Weather::at(self.state.seed, moment);
        if self.state.weather != Some(weather) {
            self.state.weather = Some(weather);
            self.news.push(News::Weather(weather));
            self.tell_weather(folk, weather);
        }
        // At the next spell; within a minute anyway, because the calendar may be set.
        let day = i64::from(Daytime::DAY);
        let left = SPELL_S - moment.0.rem_euclid(SPELL_S);
        let rate = folk.calendar_rate().max(1);
        let ticks = left.min(day).saturating_mul(60_000) / rate + 1;
        self.plan(
            now.after(Duration(ticks.min(Duration::minutes(1).0))),
            Happens::Sky,
        );
    }

    fn tell_weather(&mut self, folk: &mut Folk, weather: Weather) {
        let declared = folk.module().host_name(Weather::raining());
        if declared.is_some_and(|declared| declared.parameters.is_empty()) {
            tell(folk, vec![], weather);
        }
        if self.felt.is_by(folk.module()) {
            for who in self.state.bodies.keys() {
                tell(folk, vec![Value::Character(*who)], weather);
            }
        }
    }

    /// Reports the weather to one character.
    pub(super) fn tell_weather_to(&mut self, folk: &mut Folk, who: CharacterId) {
        if self.weather() == Weather::Rain && self.felt.is_by(folk.module()) {
            tell(folk, vec![Value::Character(who)], Weather::Rain);
        }
    }

    /// Resets the weather of a character that is no longer told: it is dry until the next report.
    pub(super) fn shelter(&mut self, folk: &mut Folk, who: CharacterId) {
        if self.weather() == Weather::Rain && self.felt.is_by(folk.module()) {
            tell(folk, vec![Value::Character(who)], Weather::Dry);
        }
    }
}

/// Whether content reads the rain of a character, stored for one module. A cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Felt {
    known: Option<(Arc<Module>, bool)>,
}

impl Felt {
    fn is_by(&mut self, module: &Arc<Module>) -> bool {
        match &self.known {
            Some((known, felt)) if Arc::ptr_eq(known, module) => *felt,
            _ => {
                let felt = is_felt(module);
                self.known = Some((module.clone(), felt));
                felt
            }
        }
    }
}

/// Whether content reads the rain of a character: in a script, or in a mind.
fn is_felt(module: &Module) -> bool {
    let name = Weather::raining();
    let declared = module.host_name(name);
    let mut nodes = module.minds.layers.iter().flat_map(|layer| &layer.nodes);
    declared.is_some_and(|declared| {
        declared.parameters.len() == 1
            || nodes.any(|node| node.kind == NodeKind::Test(Test::Reading(name)))
    })
}

fn tell(folk: &mut Folk, arguments: Vec<Value>, weather: Weather) {
    let value = match weather {
        Weather::Rain => Pushed::Holds,
        Weather::Dry => Pushed::HoldsNot,
    };
    folk.report(Report::Property {
        name: Weather::raining(),
        arguments,
        value,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_time_it_rains_and_some_days_are_dry() {
        let day = i64::from(Daytime::DAY);
        let spells = day / SPELL_S;
        let mut wet_days = [0; 9];
        let mut wet = 0;
        for n in 0..1000 {
            let rains = |spell: &i64| {
                let moment = Moment(n * day + spell * SPELL_S + 60);
                Weather::at(Seed(3), moment) == Weather::Rain
            };
            let spells = (0..spells).filter(rains).count();
            wet += spells;
            wet_days[spells] += 1;
        }
        assert!((1_800..2_200).contains(&wet), "{wet} of 8000 spells");
        assert!(
            wet_days[0] > 100 && wet_days[5..].iter().sum::<i32>() > 30,
            "{wet_days:?}"
        );
    }
}
