//! Senses as conditions read them.

use crate::folk::Folk;
use townsfolk_core::{CharacterId, HostId, Value};
use townsfolk_module::Module;
use townsfolk_module::senses::{MindState, SenseReading};
use townsfolk_senses::{Certainty, Sensed};

/// The readings of senses that conditions of a module ask for, by id.
pub(crate) fn sense_readings_of(module: &Module) -> Vec<(HostId, SenseReading)> {
    let all = SenseReading::ALL.map(|reading| (reading.id(), reading));
    let asked = all
        .into_iter()
        .filter(|(id, _)| module.host_name(*id).is_some());
    let mut asked: Vec<(HostId, SenseReading)> = asked.collect();
    asked.sort_unstable_by_key(|(id, _)| *id);
    asked
}

impl Folk {
    pub(crate) fn sense_reading(&self, name: HostId) -> Option<SenseReading> {
        let readings = &self.content.sense_readings;
        let place = readings.binary_search_by_key(&name, |(id, _)| *id).ok()?;
        readings.get(place).map(|(_, reading)| *reading)
    }

    /// Whether a reading of senses holds. Of those without senses none does.
    pub(crate) fn senses_hold(&self, reading: SenseReading, arguments: &[Value]) -> bool {
        let person = |index: usize| match arguments.get(index) {
            Some(Value::Character(who)) => Some(*who),
            _ => None,
        };
        let Some(who) = person(0) else {
            return false;
        };
        if reading == SenseReading::Alert {
            let awareness = self.awareness(who);
            return awareness.is_some_and(|awareness| awareness.state > MindState::Unaware);
        }
        person(1).is_some_and(|other| self.senses_hold_of(reading, who, other))
    }

    fn senses_hold_of(&self, reading: SenseReading, who: CharacterId, other: CharacterId) -> bool {
        let record = self.record_by(who, Sensed::Character(other));
        let is_lost = record.is_some_and(|record| record.certainty == Certainty::Lost);
        match reading {
            SenseReading::Seen => {
                let mut timers = self.sight_timers(who).iter();
                timers.any(|timer| timer.target == other && timer.is_perceived())
            }
            SenseReading::Heard => record.is_some_and(|r| r.heard.is_some()) && !is_lost,
            SenseReading::Lost => is_lost,
            SenseReading::Alert => false,
        }
    }

    /// Lets conditions that ask for senses be looked at again, for those whose senses have changed.
    pub(super) fn note_sense_readings(&mut self) {
        let restated = std::mem::take(&mut self.senses.restated);
        if !self.content.sense_readings.is_empty() {
            self.news.beliefs.extend(restated);
            self.news.beliefs.extend(self.news.sensed.iter().copied());
        }
    }
}
