//! Sounds as characters hear them, which are events of their own and no audio.

use crate::exponent::power;
use crate::strength::Strength;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Place, StimulusId};
use townsfolk_module::senses::Stimulus;

/// Below this speed, in millimetres a second, a mover makes no steps that could be heard.
const STILL_MM_S: u32 = 50;

/// Something that can be heard, at the moment at which it arises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sound {
    /// The kind.
    pub kind: StimulusId,
    /// Where it arises: on the ground.
    pub at: Place,
    /// The distance at which a listener with a factor of one hears it.
    pub reach_mm: u32,
    /// Its strength at its source.
    pub loudness: Strength,
    /// The character that the sound itself gives away.
    pub by: Option<CharacterId>,
    /// The character that caused it. No listener learns it.
    pub cause: Option<CharacterId>,
    /// Whether it stirs a sleeper and does not wake it.
    pub soft: bool,
    /// The number of the place, for records of sounds that give nobody away.
    pub spot: u32,
}

impl Sound {
    /// A sound of a kind, caused by a character or by nothing known.
    pub fn of(kind: &Stimulus, at: Place, cause: Option<CharacterId>) -> Sound {
        Sound {
            kind: kind.id,
            at,
            reach_mm: kind.reach_mm,
            loudness: Strength::thousandths(kind.loudness),
            by: cause.filter(|_| kind.reveals),
            cause,
            soft: kind.soft,
            spot: 0,
        }
    }

    /// Whether a character made it, or caused it.
    pub fn is_of(&self, who: CharacterId) -> bool {
        self.by == Some(who) || self.cause == Some(who)
    }
}

/// The reach of steps at a speed: full at the speed `full_mm_s`, and growing with the speed to the
/// power of `exponent` thousandths. `None` if nothing can be heard.
pub fn reach_of_steps(
    full_reach_mm: u32,
    speed_mm_s: u32,
    full_mm_s: u32,
    exponent: u32,
) -> Option<u32> {
    if speed_mm_s < STILL_MM_S {
        return None;
    }
    let share = u64::from(speed_mm_s) * 1_000_000 / u64::from(full_mm_s.max(1));
    let share = match exponent {
        1000 => share,
        _ => power(share, exponent),
    };
    let reach = u128::from(full_reach_mm) * u128::from(share) / 1_000_000;
    Some(u32::try_from(reach).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reach_of_steps_grows_with_speed() {
        let reach = |speed, exponent| reach_of_steps(2_500, speed, 5_000, exponent);
        assert_eq!(reach(5_000, 1000), Some(2_500));
        assert_eq!(reach(2_500, 1000), Some(1_250));
        assert_eq!(reach(10_000, 1000), Some(5_000));
        assert_eq!(reach(49, 1000), None, "standing still");
        let near = |found: Option<u32>, mm: u32| found.is_some_and(|f| f.abs_diff(mm) <= 2);
        assert!(near(reach(2_500, 2000), 625));
        assert!(near(reach(1_250, 500), 1_250));
        assert!(near(reach(2_500, 0), 2_500));
        assert_eq!(reach_of_steps(u32::MAX, u32::MAX, 0, 4_000), Some(u32::MAX));
    }
}
