//! How people come to like, dislike and love each other.

use crate::calendar::Day;
use crate::person::{Person, Sex, Traits};
use serde::{Deserialize, Serialize};

/// Charge above which somebody is a friend; below its negative, an enemy.
pub const FRIEND: f32 = 15.0;

/// Mutual spark from which one proposes.
pub const PROPOSES: f32 = 5.0;

/// What remains of the increment of a spark after a meeting.
const SPARK_FADES: f32 = 0.8;

/// Factor of all sparks. The published increments are added once for each simulated step, of which
/// there are few: with less, half of the people who are born here never marry.
const SPARK: f32 = 20.0;

/// What one person feels for another.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Feeling {
    /// Liking.
    pub charge: f32,
    /// Love.
    pub spark: f32,
    /// What is left of the increment of the spark: one at the first meeting.
    pub fresh: f32,
}

impl Feeling {
    /// Two people meet, after so many steps without a simulated one.
    pub(crate) fn grow(&mut self, liking: f32, love: f32, steps: f32) {
        self.charge = (self.charge + liking * steps).clamp(-1.0e6, 1.0e6);
        self.spark += love * self.fresh;
        self.fresh *= SPARK_FADES;
    }

    pub(crate) fn new() -> Feeling {
        Feeling {
            fresh: 1.0,
            ..Feeling::default()
        }
    }
}

fn unit(trait_: i16) -> f32 {
    f32::from(trait_) / 1000.0
}

fn root_gap(a: i32, b: i32) -> f32 {
    ((a.max(0) as f32).sqrt() - (b.max(0) as f32).sqrt()).abs()
}

/// What one meeting adds to the charge of an owner toward a subject.
pub(crate) fn liking(owner: &Person, subject: &Person, today: Day, levels: [u8; 2]) -> f32 {
    let [a, b]: [&Traits; 2] = [&owner.traits, &subject.traits];
    let apart = |x: i16, y: i16| (unit(x) - unit(y)).abs();
    let compatible = (3.0
        - apart(a.openness, b.openness)
        - apart(a.extroversion, b.extroversion)
        - apart(a.agreeableness, b.agreeableness))
        / 3.0;
    let charge = compatible + 0.25 * unit(a.extroversion) + 0.25 * unit(b.agreeableness);
    let sexes = if owner.sex == subject.sex { 1.0 } else { 0.5 };
    let ages = (1.0 - root_gap(owner.age(today), subject.age(today)) / 4.5).max(0.05);
    let root = |level: u8| {
        if level == 0 {
            0.1f32.sqrt()
        } else {
            f32::from(level).sqrt()
        }
    };
    let jobs = (1.0 - (root(levels[0]) - root(levels[1])).abs()).max(0.05);
    charge * sexes * ages * jobs
}

/// What the first meeting adds to the spark of an owner for a subject. The caller rules out kin.
pub(crate) fn love(owner: &Person, subject: &Person, today: Day) -> f32 {
    let [mine, theirs] = [owner.age(today), subject.age(today)];
    let loved = owner.loves[usize::from(subject.sex == Sex::Female)];
    if mine < 18 || theirs < 18 || !loved {
        return 0.0;
    }
    let weights = match owner.sex {
        Sex::Male => [-0.39, 0.5, 0.5, 0.52, -0.36],
        Sex::Female => [-0.37, 0.38, 0.49, 0.31, -0.63],
    };
    let traits = subject.traits;
    let traits = [
        traits.openness,
        traits.conscientiousness,
        traits.extroversion,
        traits.agreeableness,
        traits.neuroticism,
    ];
    let sum: f32 = weights.iter().zip(traits).map(|(w, t)| w * unit(t)).sum();
    SPARK * sum / (1.0 + 1.5 * root_gap(mine, theirs))
}
