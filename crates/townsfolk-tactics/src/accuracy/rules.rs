//! The delay between two hits: a base, multiplied by rules.

use super::{Build, Shooter, Target};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, SymbolId, TICKS_PER_SECOND};

/// One as a factor.
pub const ONE: i64 = 1000;

/// Maximum number of rules that count. Further ones are ignored.
const RULES_MAX: usize = 32;

/// A factor by an input: points by rising input, in thousandths, linear between, constant beyond.
pub type Points = Vec<(i64, i64)>;

/// A time between two hits, in millionths of a second. It is finer than a tick, so that factors
/// multiply exactly.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Delay(pub i64);

impl Delay {
    /// A delay in thousandths of a second.
    pub const fn thousandths(thousandths: i64) -> Delay {
        Delay(thousandths.saturating_mul(1000))
    }

    /// Whether it has passed after a number of ticks.
    pub fn has_passed(self, elapsed: Duration) -> bool {
        let ticks = i128::from(elapsed.0) * 1_000_000;
        ticks >= i128::from(self.0) * i128::from(TICKS_PER_SECOND)
    }
}

/// A rule about the delay. Factors are in thousandths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rule {
    /// By the distance in millimetres.
    Distance(Points),
    /// For a player who crouches.
    Crouching(i64),
    /// For a player in cover that protects against the shooter.
    Cover(i64),
    /// For a player who looks away: further than an angle in thousandths of a degree.
    LooksAway {
        /// The angle.
        beyond: u32,
        /// The factor.
        factor: i64,
    },
    /// By the angle between the player's movement and the way to the shooter, in thousandths of a
    /// degree.
    Movement {
        /// The factors.
        factors: Points,
        /// A slower player stands still, in millimetres a second.
        slowest: i64,
    },
    /// By the build of the shooter: regular, elite, heavy.
    Builds([i64; 3]),
    /// By the weapon of the shooter. Others have a factor of one.
    Weapons(Vec<(SymbolId, i64)>),
    /// Always: a setting of the game.
    Always(i64),
}

/// The usual rules.
pub fn usual() -> Vec<Rule> {
    vec![
        Rule::Distance(vec![(5_000, 500), (15_000, ONE)]),
        Rule::Crouching(2 * ONE),
        Rule::Cover(2 * ONE),
        Rule::LooksAway {
            beyond: 170_000,
            factor: 2 * ONE,
        },
        Rule::Movement {
            factors: vec![
                (30_000, 500),
                (45_000, ONE),
                (90_000, ONE),
                (160_000, 2 * ONE),
            ],
            slowest: 300,
        },
        Rule::Builds([ONE, 850, 750]),
    ]
}

impl Rule {
    /// Its factor for one shooter, in thousandths.
    pub fn factor(&self, target: &Target, shooter: &Shooter) -> i64 {
        let toward = || Angle::from_to(target.at, shooter.at);
        let protected = target.cover.is_some() && shooter.is_covered_against;
        match self {
            Rule::Distance(points) => {
                let from = target.at;
                let level = townsfolk_core::place::Place {
                    z_mm: from.z_mm,
                    ..shooter.at
                };
                at(points, from.distance_mm(level))
            }
            Rule::Crouching(factor) if target.crouches => *factor,
            Rule::Cover(factor) if protected => *factor,
            // A player in cover does not move, and where it looks means nothing.
            Rule::LooksAway { beyond, factor } if target.cover.is_none() => {
                match target.facing.between(toward()) > *beyond {
                    true => *factor,
                    false => ONE,
                }
            }
            Rule::Movement { factors, slowest }
                if target.cover.is_none() && target.speed() >= *slowest =>
            {
                let (x, y) = target.velocity;
                let moves = Angle::of(i64::from(x), i64::from(y));
                at(factors, i64::from(moves.between(toward())))
            }
            Rule::Builds(factors) => match shooter.build {
                Build::Regular => factors[0],
                Build::Elite => factors[1],
                Build::Heavy => factors[2],
            },
            Rule::Weapons(factors) => {
                let mut known = factors.iter();
                let known = known.find(|(weapon, _)| Some(*weapon) == shooter.weapon);
                known.map_or(ONE, |(_, factor)| *factor)
            }
            Rule::Always(factor) => *factor,
            _ => ONE,
        }
    }
}

/// The delay for one shooter: the base, multiplied by all rules.
pub fn delay(base: Delay, rules: &[Rule], target: &Target, shooter: &Shooter) -> Delay {
    let factors = rules.iter().take(RULES_MAX);
    let mut product = i128::from(base.0.max(0));
    for rule in factors {
        let factor = rule.factor(target, shooter).clamp(0, 1000 * ONE);
        product = (product * i128::from(factor)) / i128::from(ONE);
        product = product.min(i128::from(i64::MAX / 1000));
    }
    Delay(i64::try_from(product).unwrap_or(i64::MAX / 1000))
}

/// The value of a curve.
pub fn at(points: &[(i64, i64)], input: i64) -> i64 {
    let above = points.partition_point(|(x, _)| *x <= input);
    let (before, after) = (
        above.checked_sub(1).and_then(|i| points.get(i)),
        points.get(above),
    );
    match (before, after) {
        (None, None) => ONE,
        (Some((_, y)), None) | (None, Some((_, y))) => *y,
        (Some((x0, y0)), Some((x1, y1))) => {
            let span = i128::from(x1 - x0).max(1);
            let rise = i128::from(y1 - y0) * i128::from(input - x0);
            y0 + i64::try_from(rise.div_euclid(span)).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::CoverUse;
    use crate::accuracy::relevance::tests::{player, shooter};

    fn factor_of(index: usize, target: &Target, shooter: &Shooter) -> i64 {
        usual()[index].factor(target, shooter)
    }

    fn moves(degrees: i32) -> Target {
        let (x, y) = Angle::degrees(degrees).offset(100_000);
        Target {
            velocity: (x, y),
            ..player()
        }
    }

    #[test]
    fn done_01_the_distance_multiplier_has_the_values_of_the_table() {
        let at = |metres: i32| factor_of(0, &player(), &shooter(1, metres * 500, 0));
        assert_eq!(
            [6, 10, 20, 25, 30, 60].map(at),
            [500, 500, 750, 875, 1000, 1000]
        );
    }

    #[test]
    fn done_02_stance_cover_and_facing_double_the_delay() {
        let crouched = Target {
            crouches: true,
            ..player()
        };
        let far = shooter(1, 30_000, 0);
        assert_eq!(factor_of(1, &player(), &far), 1000);
        assert_eq!(factor_of(1, &crouched, &far), 2000);
        let covered = in_cover();
        assert_eq!(factor_of(2, &player(), &far), 1000);
        assert_eq!(factor_of(2, &covered, &far), 2000);
        let behind = Shooter {
            is_covered_against: false,
            ..far.clone()
        };
        assert_eq!(factor_of(2, &covered, &behind), 1000);
        let looks = |degrees| {
            let target = Target {
                facing: Angle::degrees(degrees),
                ..player()
            };
            factor_of(3, &target, &far)
        };
        assert_eq!([169, 170, 171].map(looks), [1000, 1000, 2000]);
    }

    fn in_cover() -> Target {
        Target {
            crouches: true,
            facing: Angle::degrees(180),
            velocity: (5_000, 0),
            cover: Some(CoverUse {
                is_half: true,
                middle: player().at,
                half_width_mm: 500,
                height_mm: 1_100,
                normal: Angle::degrees(180),
                peeks: [true, true, true],
                is_peeking: false,
            }),
            ..player()
        }
    }

    #[test]
    fn done_03_the_movement_multiplier_has_the_values_of_the_table() {
        let far = shooter(1, 30_000, 0);
        let by = |degrees| factor_of(4, &moves(degrees), &far);
        assert_eq!(
            [0, 29, 45, 90, 160, 180].map(by),
            [500, 500, 1000, 1000, 2000, 2000]
        );
        // Directions are exact to two thousandths of a degree, so factors to a thousandth.
        let near = |is: i64, should: i64| assert!((is - should).abs() <= 1, "{is} {should}");
        near(by(125), 1500);
        let (x, y) = Angle::thousandths(37_500).offset(100_000);
        let target = Target {
            velocity: (x, y),
            ..player()
        };
        near(factor_of(4, &target, &far), 750);
        let slow = Target {
            velocity: (299, 0),
            ..player()
        };
        assert_eq!(factor_of(4, &slow, &far), 1000);
    }

    #[test]
    fn done_04_the_worked_examples_are_exact() {
        let base = Delay::thousandths(500);
        let crouched = delay(base, &usual(), &in_cover(), &shooter(1, 30_000, 0));
        assert_eq!(crouched, Delay(2_000_000));
        let running = delay(base, &usual(), &moves(0), &shooter(1, 10_000, 0));
        assert_eq!(running, Delay(187_500));
    }

    #[test]
    fn done_05_in_cover_facing_and_movement_do_not_count() {
        let base = Delay::thousandths(500);
        let far = shooter(1, 30_000, 0);
        let mut turned = in_cover();
        turned.facing = Angle::degrees(0);
        turned.velocity = (-5_000, 0);
        let delays = [in_cover(), turned].map(|target| delay(base, &usual(), &target, &far));
        assert_eq!(delays[0], delays[1]);
    }

    #[test]
    fn a_delay_is_finer_than_a_tick() {
        let delay = Delay(187_500);
        assert!(!delay.has_passed(Duration(11)));
        assert!(delay.has_passed(Duration(12)));
    }
}
