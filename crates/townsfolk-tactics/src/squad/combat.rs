//! The combat vector: from where the fight comes, as the enemy sees it.

use crate::posts::flat::{flat, flat_distance};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, CharacterId, Duration, Place, Tick};

/// How long a shot counts: after this time it counts a third (one part in e).
const SHOT_LASTS: Duration = Duration::seconds(4);

/// A centre of the squad that is nearer to the enemy than this gives no direction.
const NEAR_MM: i64 = 500;

/// The vector turns at most so far in a tick: sixty degrees a second, in thousandths of a degree.
const TURN_PER_TICK: i32 = 1_000;

/// The greatest weight of shots of one member, in thousandths.
const HEAT_MAX: i64 = 1_000_000;

/// Where the squad shoots from, and the direction that follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CombatVector {
    /// From the enemy to the squad. None before the first fight.
    pub direction: Option<Angle>,
    /// How much members shot lately, in thousandths, as of a moment.
    heat: Vec<(CharacterId, i64, Tick)>,
}

impl CombatVector {
    /// Notes a shot of a member.
    pub fn shot(&mut self, who: CharacterId, now: Tick) {
        let heat = (self.heat_of(who, now) + 1000).min(HEAT_MAX);
        self.heat.retain(|(other, ..)| *other != who);
        self.heat.push((who, heat, now));
        self.heat.sort_by_key(|(who, ..)| *who);
    }

    /// How much a member counts, in thousandths: one, and more if it shot lately.
    pub fn weight_of(&self, who: CharacterId, now: Tick) -> i64 {
        1000 + self.heat_of(who, now)
    }

    fn heat_of(&self, who: CharacterId, now: Tick) -> i64 {
        let known = self.heat.iter().find(|(other, ..)| *other == who);
        known.map_or(0, |(_, heat, at)| {
            let share = faded(now.since(*at), SHOT_LASTS);
            (i128::from(*heat) * i128::from(share) / 1_000_000) as i64
        })
    }

    /// Turns the vector to where the squad stands now. Called once in a tick.
    pub fn turn(&mut self, enemy: Place, members: &[(CharacterId, Place)], now: Tick) {
        self.heat
            .retain(|(_, _, at)| now.since(*at) < Duration(SHOT_LASTS.0 * 8));
        let Some(centre) = self.centre(members, now) else {
            return;
        };
        if flat_distance(enemy, centre) < NEAR_MM {
            return;
        }
        let (x, y) = flat(enemy, centre);
        let wanted = Angle::of(x, y);
        self.direction = Some(match self.direction {
            None => wanted,
            Some(before) => {
                let turn = before.to(wanted).in_thousandths();
                let turn = turn.clamp(-TURN_PER_TICK, TURN_PER_TICK);
                before.turned(Angle::thousandths(i64::from(turn)))
            }
        });
    }

    fn centre(&self, members: &[(CharacterId, Place)], now: Tick) -> Option<Place> {
        let (mut x, mut y, mut weights) = (0_i128, 0_i128, 0_i128);
        for (who, at) in members {
            let weight = i128::from(self.weight_of(*who, now));
            x += i128::from(at.x_mm) * weight;
            y += i128::from(at.y_mm) * weight;
            weights += weight;
        }
        (weights > 0).then(|| Place {
            x_mm: (x / weights) as i32,
            y_mm: (y / weights) as i32,
            z_mm: 0,
        })
    }

    /// Forgets a member that left.
    pub fn leave(&mut self, who: CharacterId) {
        self.heat.retain(|(other, ..)| *other != who);
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        for (_, _, at) in &mut self.heat {
            *at = at.after(later);
        }
    }
}

/// The share that is left of something after a time, in millionths: one part in e after `scale`.
fn faded(age: Duration, scale: Duration) -> i64 {
    const ONE: i64 = 1_000_000;
    /// One part in e, in millionths.
    const THIRD: i64 = 367_879;
    let scale = scale.0.max(1);
    let (whole, rest) = (age.0.max(0) / scale, age.0.max(0) % scale);
    if whole > 20 {
        return 0;
    }
    let x = rest * ONE / scale;
    // The series of the exponential function, to a part in a hundred thousand below one.
    let mut term = ONE;
    let mut sum = ONE;
    for n in 1..9 {
        term = -(term * x / ONE) / n;
        sum += term;
    }
    (0..whole).fold(sum, |share, _| share * THIRD / ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: CharacterId = CharacterId(1);
    const BOB: CharacterId = CharacterId(2);

    #[test]
    fn the_one_who_shoots_pulls_the_vector_to_its_side() {
        let mut fight = CombatVector::default();
        let squad = [(ANN, Place::metres(10, 10)), (BOB, Place::metres(10, -10))];
        fight.turn(Place::metres(0, 0), &squad, Tick(0));
        assert_eq!(fight.direction, Some(Angle::EAST));
        fight.shot(ANN, Tick(0));
        fight.turn(Place::metres(0, 0), &squad, Tick(1));
        assert_eq!(
            fight.direction.map(Angle::in_thousandths),
            Some(1_000),
            "a degree a tick"
        );
        for tick in 2..60 {
            fight.turn(Place::metres(0, 0), &squad, Tick(tick));
        }
        let turned = fight.direction.map(Angle::in_thousandths);
        assert!(turned > Some(15_000) && turned < Some(20_000), "{turned:?}");
        for tick in 60..3_000 {
            fight.turn(Place::metres(0, 0), &squad, Tick(tick));
        }
        assert_eq!(fight.direction, Some(Angle::EAST), "the shot is long ago");
    }

    #[test]
    fn too_near_a_centre_keeps_the_direction() {
        let mut fight = CombatVector::default();
        fight.turn(Place::metres(0, 0), &[(ANN, Place::metres(0, 9))], Tick(0));
        fight.turn(
            Place::metres(0, 0),
            &[(
                ANN,
                Place {
                    x_mm: 400,
                    y_mm: 0,
                    z_mm: 0,
                },
            )],
            Tick(1),
        );
        assert_eq!(fight.direction, Some(Angle::degrees(90)));
        fight.turn(Place::metres(0, 0), &[], Tick(2));
        assert_eq!(fight.direction, Some(Angle::degrees(90)));
    }

    #[test]
    fn shots_fade_by_the_exponential_law() {
        for (ticks, share) in [
            (0, 1_000_000),
            (120, 606_531),
            (240, 367_879),
            (480, 135_335),
        ] {
            assert!(
                (faded(Duration(ticks), SHOT_LASTS) - share).abs() < 30,
                "{ticks}"
            );
        }
        assert_eq!(faded(Duration(100_000), SHOT_LASTS), 0);
    }
}
