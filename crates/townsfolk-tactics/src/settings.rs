//! Values of settings: of the skill, else of its set, else from the catalogue.

use crate::catalogue::{Default, SET_SETTINGS, SettingEntry, SkillEntry};
use townsfolk_core::{CourseId, DeciderId, Duration, MotionSetId, Number, StimulusId, SymbolId};
use townsfolk_module::senses::{SkillSet, SkillSpec, Tuning};

/// The settings of one skill of a set.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    set: &'a SkillSet,
    spec: Option<&'a SkillSpec>,
    entry: Option<&'static SkillEntry>,
}

impl<'a> Settings<'a> {
    /// The settings of a skill; those of the whole set without one.
    pub fn of(
        set: &'a SkillSet,
        spec: Option<&'a SkillSpec>,
        entry: Option<&'static SkillEntry>,
    ) -> Settings<'a> {
        Settings { set, spec, entry }
    }

    /// What content says, if it says something.
    pub fn given(&self, name: &str) -> Option<Tuning> {
        let name = SymbolId::named(name);
        let find = |list: &[(SymbolId, Tuning)]| {
            let found = list.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| *value)
        };
        let own = self.spec.and_then(|spec| find(&spec.tuning));
        own.or_else(|| find(&self.set.tuning))
    }

    /// The value if content says nothing.
    fn default(&self, name: &str) -> Default {
        let by_name = |list: &'static [SettingEntry]| list.iter().find(|entry| entry.name == name);
        let own = self.entry.and_then(|entry| by_name(entry.settings));
        let entry = own.or_else(|| by_name(SET_SETTINGS));
        debug_assert!(entry.is_some(), "no setting {name} in the catalogue");
        entry.map_or(Default::Nothing, |entry| entry.default)
    }

    /// A number in thousandths: millimetres of a length, millimetres a second of a speed.
    pub fn number(&self, name: &str) -> i64 {
        match self.given(name) {
            Some(Tuning::Number(Number(given))) => given,
            Some(Tuning::Numbers(Number(from), _)) => from,
            _ => match self.default(name) {
                Default::Number(value) | Default::Numbers(value, _) => value,
                _ => 0,
            },
        }
    }

    /// A whole number.
    pub fn count(&self, name: &str) -> i64 {
        self.number(name) / 1000
    }

    /// A length in millimetres, or a speed in millimetres a second.
    pub fn mm(&self, name: &str) -> u32 {
        u32::try_from(self.number(name).max(0)).unwrap_or(u32::MAX)
    }

    /// A range of numbers in thousandths.
    pub fn numbers(&self, name: &str) -> (i64, i64) {
        match self.given(name) {
            Some(Tuning::Numbers(Number(from), Number(to))) => (from, to),
            Some(Tuning::Number(Number(given))) => (given, given),
            _ => match self.default(name) {
                Default::Numbers(from, to) => (from, to),
                Default::Number(value) => (value, value),
                _ => (0, 0),
            },
        }
    }

    /// A time.
    pub fn time(&self, name: &str) -> Duration {
        self.times(name).0
    }

    /// A range of times.
    pub fn times(&self, name: &str) -> (Duration, Duration) {
        let ms = Duration::from_milliseconds;
        match self.given(name) {
            Some(Tuning::Times(from, to)) => (from, to),
            Some(Tuning::Time(given)) => (given, given),
            _ => match self.default(name) {
                Default::Times(from, to) => (ms(from), ms(to)),
                Default::Time(value) => (ms(value), ms(value)),
                _ => (Duration::ZERO, Duration::ZERO),
            },
        }
    }

    /// A word.
    pub fn word(&self, name: &str) -> Option<SymbolId> {
        match self.given(name) {
            Some(Tuning::Word(word)) => Some(word),
            _ => match self.default(name) {
                Default::Word(word) => Some(SymbolId::named(word)),
                _ => None,
            },
        }
    }

    /// A course.
    pub fn course(&self, name: &str) -> Option<CourseId> {
        match self.given(name) {
            Some(Tuning::Course(course)) => Some(course),
            _ => None,
        }
    }

    /// A query for posts.
    pub fn posts(&self, name: &str) -> Option<DeciderId> {
        match self.given(name) {
            Some(Tuning::Posts(query)) => Some(query),
            _ => None,
        }
    }

    /// Motions.
    pub fn motions(&self, name: &str) -> Option<MotionSetId> {
        match self.given(name) {
            Some(Tuning::Motions(set)) => Some(set),
            _ => None,
        }
    }

    /// A stimulus.
    pub fn stimulus(&self, name: &str) -> Option<StimulusId> {
        match self.given(name) {
            Some(Tuning::Stimulus(stimulus)) => Some(stimulus),
            _ => None,
        }
    }
}
