//! What disturbs a sleeper.

use crate::strength::Strength;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};

/// The excitement of a sleeper, apart from that of a listener that is awake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sleeper {
    level: Strength,
    at: Tick,
    woken_at: Option<Tick>,
}

/// How a sound disturbs a sleeper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Disturbance {
    /// It moves and settles again: a warning.
    Stirs,
    /// It gets up, looks for the source, and lies down again.
    Wakes,
    /// It is awake for good, and hunts the source.
    Enraged,
}

/// When a sleeper stirs, wakes and is enraged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SleepRules {
    /// Loss of excitement in a second, in thousandths.
    pub decay: u32,
    /// The most that a soft sound, as a step or a breath, adds.
    pub soft_most: Strength,
    /// It stirs at this level.
    pub stirs: Strength,
    /// A sound that is not soft and at least so strong wakes it.
    pub wakes: Strength,
    /// It is enraged at this level, or by one sound of this strength.
    pub enrages: Strength,
    /// Waking twice within this time enrages it.
    pub twice_within: Duration,
}

impl Default for SleepRules {
    fn default() -> SleepRules {
        SleepRules {
            decay: 100,
            soft_most: Strength::thousandths(350),
            stirs: Strength::thousandths(150),
            wakes: Strength::thousandths(400),
            enrages: Strength::thousandths(1000),
            twice_within: Duration::seconds(20),
        }
    }
}

impl Sleeper {
    /// Its level at a tick.
    pub fn level(&self, now: Tick, rules: &SleepRules) -> Strength {
        let ticks = now.since(self.at).0.max(0).unsigned_abs();
        let lost = u128::from(rules.decay) * 1000 * u128::from(ticks);
        let lost = lost / u128::from(TICKS_PER_SECOND.unsigned_abs());
        let left = u128::from(self.level.in_millionths()).saturating_sub(lost);
        Strength::millionths(u64::try_from(left).unwrap_or(0))
    }

    /// It hears something. `None` if it sleeps on.
    pub fn disturb(
        &mut self,
        now: Tick,
        strength: Strength,
        soft: bool,
        rules: &SleepRules,
    ) -> Option<Disturbance> {
        let added = match soft {
            true => strength.min(rules.soft_most),
            false => strength,
        };
        self.level = self.level(now, rules).plus(added);
        self.at = now;
        let wakes = !soft && strength >= rules.wakes;
        let again = wakes
            && self
                .woken_at
                .is_some_and(|at| now.since(at) <= rules.twice_within);
        if self.level >= rules.enrages || again {
            Some(Disturbance::Enraged)
        } else if wakes {
            self.woken_at = Some(now);
            Some(Disturbance::Wakes)
        } else {
            (self.level >= rules.stirs).then_some(Disturbance::Stirs)
        }
    }

    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.at = later(self.at);
        self.woken_at = self.woken_at.map(later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: fn() -> SleepRules = SleepRules::default;

    fn of(thousandths: u32) -> Strength {
        Strength::thousandths(thousandths)
    }

    #[test]
    fn a_creep_does_nothing_and_a_quick_step_stirs() {
        let mut sleeper = Sleeper::default();
        assert_eq!(sleeper.disturb(Tick(0), of(50), true, &RULES()), None);
        assert_eq!(
            sleeper.disturb(Tick(60), of(200), true, &RULES()),
            Some(Disturbance::Stirs)
        );
    }

    #[test]
    fn one_loud_noise_wakes_and_the_second_enrages() {
        let mut sleeper = Sleeper::default();
        let noise = |sleeper: &mut Sleeper, at| sleeper.disturb(Tick(at), of(450), false, &RULES());
        assert_eq!(noise(&mut sleeper, 0), Some(Disturbance::Wakes));
        assert_eq!(noise(&mut sleeper, 1_200), Some(Disturbance::Enraged));
        let mut sleeper = Sleeper::default();
        assert_eq!(noise(&mut sleeper, 0), Some(Disturbance::Wakes));
        assert_eq!(
            noise(&mut sleeper, 1_201),
            Some(Disturbance::Wakes),
            "much later"
        );
    }

    #[test]
    fn steps_without_end_and_one_bang_enrage() {
        let mut sleeper = Sleeper::default();
        assert_eq!(
            sleeper.disturb(Tick(0), of(1_000), false, &RULES()),
            Some(Disturbance::Enraged)
        );
        let mut sleeper = Sleeper::default();
        let mut last = None;
        for step in 0..4 {
            last = sleeper.disturb(Tick(step * 10), of(900), true, &RULES());
        }
        assert_eq!(last, Some(Disturbance::Enraged));
    }
}
