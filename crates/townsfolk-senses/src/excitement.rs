//! How excited a listener is by what it hears, and what it does about it.

use crate::strength::Strength;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, SymbolId, TICKS_PER_SECOND, Tick};
use townsfolk_module::senses::{Response, SenseProfile};

/// The excitement of a listener: it rises with each sound and falls steadily.
///
/// It is kept as the level at some tick, so it costs nothing while it falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Excitement {
    level: Strength,
    at: Tick,
    /// Since when it has been uneasy without a break.
    uneasy_since: Option<Tick>,
    /// Whether the last sound startled it.
    startled: bool,
}

/// How a listener reacts to its excitement.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Reaction {
    /// Not at all.
    #[default]
    Calm,
    /// It is visibly uneasy.
    Uneasy,
    /// It turns to the sound.
    Turning,
    /// It knows that somebody is there.
    Knows,
}

impl Reaction {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Reaction::Calm => "calm",
            Reaction::Uneasy => "uneasy",
            Reaction::Turning => "turning",
            Reaction::Knows => "knows",
        }
    }
}

/// The numbers of a profile that excitement depends on, at one difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nerves {
    /// The levels.
    pub response: Response,
    /// Excitement for a strength of one, in thousandths.
    pub gain: u32,
    /// Loss in a second, in thousandths.
    pub decay: u32,
    /// Least time of unease before it knows.
    pub warning: Duration,
    /// Strength that is noticed without a warning.
    pub startle: Strength,
}

impl Nerves {
    /// Those of a profile at a difficulty. Without levels for it, the first ones count.
    pub fn of(profile: &SenseProfile, difficulty: Option<SymbolId>) -> Option<Nerves> {
        let mut responses = profile.responses.iter();
        let own = responses.find(|r| difficulty.is_some() && r.difficulty == difficulty);
        Some(Nerves {
            response: *own.or(profile.responses.first())?,
            gain: profile.gain,
            decay: profile.decay,
            warning: profile.warning,
            startle: Strength::thousandths(profile.startle),
        })
    }

    fn agitate(&self) -> Strength {
        Strength::thousandths(self.response.agitate)
    }

    fn chase(&self) -> Strength {
        Strength::thousandths(self.response.chase)
    }
}

impl Excitement {
    /// Its level at a tick.
    pub fn level(&self, now: Tick, nerves: &Nerves) -> Strength {
        let ticks = now.since(self.at).0.max(0).unsigned_abs();
        let lost = u128::from(nerves.decay) * 1000 * u128::from(ticks);
        let lost = lost / TICKS_PER_SECOND.unsigned_abs() as u128;
        let left = u128::from(self.level.in_millionths()).saturating_sub(lost);
        Strength::millionths(u64::try_from(left).unwrap_or(0))
    }

    /// How long it has been uneasy without a break.
    pub fn uneasy_for(&self, now: Tick, nerves: &Nerves) -> Option<Duration> {
        let since = self.uneasy_since?;
        (self.level(now, nerves) >= nerves.agitate()).then(|| now.since(since))
    }

    /// The reaction at a tick. A listener that is alert already needs no warning.
    pub fn reaction(&self, now: Tick, nerves: &Nerves, alert: bool) -> Reaction {
        let level = self.level(now, nerves);
        let warned = alert || self.uneasy_for(now, nerves) >= Some(nerves.warning);
        let startled = self.startled && now == self.at;
        if startled || (level >= nerves.chase() && warned) {
            Reaction::Knows
        } else if level >= Strength::thousandths(nerves.response.react) {
            Reaction::Turning
        } else if level >= nerves.agitate() {
            Reaction::Uneasy
        } else {
            Reaction::Calm
        }
    }

    /// It hears something. Returns the reaction.
    pub fn rise(&mut self, now: Tick, by: Strength, nerves: &Nerves, alert: bool) -> Reaction {
        if self.uneasy_for(now, nerves).is_none() {
            self.uneasy_since = None;
        }
        let before = self.level(now, nerves);
        self.startled = by > nerves.startle || (self.startled && self.at == now);
        self.level = before.plus(by.scaled(u64::from(nerves.gain), 1000));
        self.at = now;
        if self.level >= nerves.agitate() && self.uneasy_since.is_none() {
            self.uneasy_since = Some(now);
        }
        self.reaction(now, nerves, alert)
    }

    /// The tick at which the warning is over, if the listener knows then. `None` if it does not, or
    /// knows already.
    pub fn knows_at(&self, now: Tick, nerves: &Nerves) -> Option<Tick> {
        let warned = self.uneasy_since?.after(nerves.warning);
        let knows = warned > now && self.level(warned, nerves) >= nerves.chase();
        knows.then_some(warned)
    }

    /// The first tick at which it is calm again, if it is uneasy now and falls at all.
    pub fn calm_at(&self, now: Tick, nerves: &Nerves) -> Option<Tick> {
        self.uneasy_for(now, nerves)?;
        let above = self.level.in_millionths() - nerves.agitate().in_millionths();
        let fall = u64::from(nerves.decay) * 1000;
        let second = TICKS_PER_SECOND.unsigned_abs();
        // Calm once more than `above` is lost, where the loss is rounded down.
        let ticks = ((u64::from(above) + 1) * second).checked_div(fall)?;
        let ticks = ticks + u64::from(!((u64::from(above) + 1) * second).is_multiple_of(fall));
        let at = self.at.after(Duration(i64::try_from(ticks).ok()?));
        Some(at)
    }

    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.at = later(self.at);
        self.uneasy_since = self.uneasy_since.map(later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nerves() -> Nerves {
        Nerves {
            response: Response {
                difficulty: None,
                agitate: 150,
                react: 350,
                chase: 900,
            },
            gain: 1000,
            decay: 250,
            warning: Duration(42),
            startle: Strength::thousandths(1000),
        }
    }

    fn of(thousandths: u32) -> Strength {
        Strength::thousandths(thousandths)
    }

    #[test]
    fn excitement_rises_and_falls_as_a_function_of_time() {
        let nerves = nerves();
        let mut looked_at = Excitement::default();
        looked_at.rise(Tick(0), of(500), &nerves, false);
        assert_eq!(looked_at.level(Tick(60), &nerves), of(250));
        assert_eq!(looked_at.level(Tick(120), &nerves), Strength::ZERO);
        assert_eq!(
            looked_at.reaction(Tick(0), &nerves, false),
            Reaction::Turning
        );
        let calm = looked_at.calm_at(Tick(0), &nerves).unwrap();
        let reaction = |tick| looked_at.reaction(Tick(tick), &nerves, false);
        assert_eq!(reaction(calm.0), Reaction::Calm);
        assert_eq!(reaction(calm.0 - 1), Reaction::Uneasy);
    }

    #[test]
    fn nobody_knows_before_the_warning_is_over() {
        let nerves = nerves();
        let mut excitement = Excitement::default();
        assert_eq!(
            excitement.rise(Tick(0), of(600), &nerves, false),
            Reaction::Turning
        );
        assert_eq!(
            excitement.rise(Tick(6), of(900), &nerves, false),
            Reaction::Turning
        );
        let knows = excitement.knows_at(Tick(6), &nerves).unwrap();
        assert_eq!(knows, Tick(42));
        assert_eq!(
            excitement.reaction(Tick(41), &nerves, false),
            Reaction::Turning
        );
        assert_eq!(excitement.reaction(knows, &nerves, false), Reaction::Knows);
        assert_eq!(
            excitement.reaction(Tick(6), &nerves, true),
            Reaction::Knows,
            "alert"
        );
    }

    #[test]
    fn a_loud_bang_needs_no_warning() {
        let nerves = nerves();
        let mut excitement = Excitement::default();
        assert_eq!(
            excitement.rise(Tick(9), of(1_001), &nerves, false),
            Reaction::Knows
        );
        // Not louder than the limit: the usual warning.
        let mut excitement = Excitement::default();
        assert_eq!(
            excitement.rise(Tick(9), of(1_000), &nerves, false),
            Reaction::Turning
        );
    }

    #[test]
    fn a_break_in_unease_begins_the_warning_again() {
        let nerves = nerves();
        let mut excitement = Excitement::default();
        excitement.rise(Tick(0), of(200), &nerves, false);
        assert_eq!(
            excitement.rise(Tick(600), of(950), &nerves, false),
            Reaction::Turning
        );
        assert_eq!(excitement.uneasy_for(Tick(600), &nerves), Some(Duration(0)));
    }

    #[test]
    fn nothing_overflows() {
        let mut nerves = nerves();
        (nerves.decay, nerves.gain) = (u32::MAX, u32::MAX);
        let mut excitement = Excitement::default();
        excitement.rise(Tick(0), Strength::MAX, &nerves, false);
        excitement.rise(Tick(i64::MAX), Strength::MAX, &nerves, false);
        excitement.calm_at(Tick(i64::MAX), &nerves);
        nerves.decay = 0;
        assert_eq!(excitement.calm_at(Tick(i64::MAX), &nerves), None);
        excitement.reaction(Tick(i64::MIN), &nerves, false);
    }
}
