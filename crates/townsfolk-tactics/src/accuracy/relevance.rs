//! Which shooter matters most to the player.

use super::{Build, Shooter, Target};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};

/// Distance at which nearness is nothing.
const FAR_MM: i64 = 40_000;

/// Time after which an attack by the player is forgotten.
const ATTACK: Duration = Duration::seconds(3);

/// Time after which the last hit of a shooter counts no longer.
const HISTORY: Duration = Duration::seconds(10);

/// Weights of what makes a shooter matter, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// Nearness to the player.
    pub nearness: i64,
    /// How much of the player it sees.
    pub exposure: i64,
    /// How tough it is.
    pub build: i64,
    /// Being attacked by the player.
    pub attacked: i64,
    /// Not having hit for a while.
    pub history: i64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            nearness: 1000,
            exposure: 1200,
            build: 600,
            attacked: 800,
            history: 500,
        }
    }
}

impl Weights {
    /// How much a shooter matters, in millionths.
    pub fn relevance(
        &self,
        target: &Target,
        shooter: &Shooter,
        last_hit: Option<Tick>,
        now: Tick,
    ) -> i64 {
        let away = target.at.distance_mm(shooter.at);
        let nearness = 1000 - (away * 1000 / FAR_MM).min(1000);
        let exposure = i64::from(shooter.exposure.min(1000));
        let build = match shooter.build {
            Build::Regular => 300,
            Build::Elite => 600,
            Build::Heavy => 1000,
        };
        let attacked = shooter
            .attacked
            .map_or(0, |at| 1000 - share(at, now, ATTACK));
        let history = last_hit.map_or(1000, |at| share(at, now, HISTORY));
        let weigh = |weight: i64, value: i64| weight.clamp(0, 1_000_000).saturating_mul(value);
        weigh(self.nearness, nearness)
            + weigh(self.exposure, exposure)
            + weigh(self.build, build)
            + weigh(self.attacked, attacked)
            + weigh(self.history, history)
    }
}

/// How much of a time has passed, in thousandths.
fn share(since: Tick, now: Tick, whole: Duration) -> i64 {
    let age = now.0.saturating_sub(since.0).max(0);
    (age.saturating_mul(1000) / whole.0.max(1)).min(1000)
}

/// Ticks in a number of thousandths of a second, rounded up.
pub(super) fn ticks(thousandths: i64) -> Duration {
    Duration((thousandths * TICKS_PER_SECOND + 999) / 1000)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use townsfolk_core::place::Place;
    use townsfolk_core::{Angle, CharacterId};

    /// A player who stands at the origin and looks east.
    pub(crate) fn player() -> Target {
        Target {
            at: Place::metres(0, 0),
            eye_mm: 1_600,
            facing: Angle::EAST,
            velocity: (0, 0),
            crouches: false,
            cover: None,
        }
    }

    /// A regular shooter who sees all of the player.
    pub(crate) fn shooter(id: u32, x_mm: i32, y_mm: i32) -> Shooter {
        Shooter {
            who: CharacterId(id),
            at: Place::metres(0, 0).offset((x_mm, y_mm)),
            build: Build::Regular,
            weapon: None,
            can_shoot: true,
            exposure: 1000,
            is_covered_against: true,
            attacked: None,
        }
    }

    #[test]
    fn done_14_an_attacked_shooter_matters_at_once_and_for_three_seconds() {
        let weights = Weights::default();
        let now = Tick(600);
        let calm = weights.relevance(&player(), &shooter(1, 10_000, 0), None, now);
        let after = |ticks: i64| {
            let attacked = Shooter {
                attacked: Some(Tick(now.0 - ticks)),
                ..shooter(1, 10_000, 0)
            };
            weights.relevance(&player(), &attacked, None, now) - calm
        };
        assert_eq!(after(0), 800_000);
        assert_eq!(after(90), 400_000);
        assert_eq!(after(180), 0);
    }

    #[test]
    fn done_11_a_shooter_behind_a_covered_player_matters_more() {
        let weights = Weights::default();
        let front = Shooter {
            exposure: 200,
            ..shooter(1, 10_000, 0)
        };
        let behind = Shooter {
            exposure: 1000,
            is_covered_against: false,
            ..shooter(2, -10_000, 0)
        };
        let of = |shooter: &Shooter| weights.relevance(&player(), shooter, None, Tick(0));
        assert!(of(&behind) > of(&front));
    }
}
