//! Three hundred situations, and noisy copies of them.

use super::teacher::teacher;
use crate::social::Situation;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Degree, Interaction};

/// A situation, and what to do in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The situation.
    pub situation: Situation,
    /// What the teacher would do.
    pub right: Interaction,
    /// The hand-made case it is a copy of, or its own number.
    pub parent: usize,
}

/// Twelve people: neuroticism and extroversion, in percent.
const PEOPLE: [[i32; 2]; 12] = [
    [15, 15],
    [15, 60],
    [15, 90],
    [30, 30],
    [30, 75],
    [25, 85],
    [60, 15],
    [65, 60],
    [80, 80],
    [75, 30],
    [90, 65],
    [90, 20],
];

/// Five moods: valence and arousal, in percent.
const MOODS: [[i32; 2]; 5] = [[15, 80], [45, 25], [55, 55], [75, 40], [85, 80]];

/// Ten ways to feel for somebody, in words and in percent: like, attraction, dominance, intimacy,
/// interest.
const FEELINGS: [(&str, [i32; 5]); 10] = [
    ("enemy", [10, 20, 60, 30, 20]),
    ("rival", [20, 40, 40, 50, 60]),
    ("stranger", [50, 20, 50, 5, 15]),
    ("acquaintance with much to say", [60, 30, 50, 25, 70]),
    ("friend", [80, 30, 50, 80, 60]),
    ("respected superior", [70, 20, 10, 20, 35]),
    ("sweetheart", [90, 90, 50, 85, 60]),
    ("admired from afar", [80, 90, 45, 20, 50]),
    ("dull neighbour", [50, 30, 60, 40, 20]),
    ("new colleague", [65, 15, 40, 15, 75]),
];

/// The hand-made cases: every person in every mood towards five of the ten others, each value moved
/// a little so that no two cases are alike. Three hundred.
pub fn hand_made() -> Vec<Case> {
    let mut cases = vec![];
    for (p, person) in PEOPLE.iter().enumerate() {
        for (m, mood) in MOODS.iter().enumerate() {
            for f in 0..FEELINGS.len() / 2 {
                // Everybody meets all ten, in turns over their moods.
                let feelings = FEELINGS[(f * 2 + m + p) % FEELINGS.len()].1;
                let parent = cases.len();
                let draw = draw_of("hand-made", parent as i64);
                let percents = person.iter().chain(mood).chain(&feelings).enumerate();
                let mut inputs = [Degree::ZERO; 9];
                for (index, percent) in percents {
                    let moved = draw.between(index as u64, -120, 120) as i32;
                    inputs[index] = Degree::thousandths(percent * 10 + moved).clamped();
                }
                let situation = Situation::of(inputs);
                cases.push(Case {
                    situation,
                    right: teacher(&situation),
                    parent,
                });
            }
        }
    }
    cases
}

/// So many noisy copies of each case; sigma in thousandths. The right answer stays the parent's.
pub fn noisy_copies(cases: &[Case], copies: usize, sigma: i64, seed: Seed) -> Vec<Case> {
    let mut noisy = vec![];
    for case in cases {
        for copy in 0..copies {
            let owner = (case.parent * copies + copy) as u64;
            let draw = Draw::at(seed, owner, Tick(0), SiteId::named("noise"));
            let mut inputs = case.situation.inputs();
            for (index, input) in inputs.iter_mut().enumerate() {
                let noise = gaussian(draw, index as u64) * sigma / 1000;
                *input = input.plus(Degree::saturated(noise)).clamped();
            }
            noisy.push(Case {
                situation: Situation::of(inputs),
                ..*case
            });
        }
    }
    noisy
}

/// Situations drawn at random, as nobody would make them by hand: for an honest figure.
pub fn fresh(count: usize) -> Vec<Case> {
    let case = |parent: usize| {
        let draw = draw_of("fresh", parent as i64);
        let input = |index: usize| draw.between(index as u64, 0, 65_536);
        let situation = Situation::of(std::array::from_fn(|i| Degree::saturated(input(i))));
        Case {
            situation,
            right: teacher(&situation),
            parent,
        }
    };
    (0..count).map(case).collect()
}

/// The table of cases as text: one row per case, inputs in thousandths.
pub fn table(cases: &[Case]) -> String {
    let mut text = String::from(
        "neuroticism,extroversion,valence,arousal,like,attraction,dominance,intimacy,interest,right\n",
    );
    for case in cases {
        for input in case.situation.inputs() {
            text += &format!("{input},");
        }
        text += case.right.name();
        text.push('\n');
    }
    text
}

fn draw_of(site: &str, tick: i64) -> Draw {
    Draw::at(Seed(0), 0, Tick(tick), SiteId::named(site))
}

/// A number of nearly normal distribution with a deviation of one, in 1/65,536: twelve even ones
/// added up.
fn gaussian(draw: Draw, index: u64) -> i64 {
    let even = (0..12).map(|part| draw.between(index * 12 + part, 0, 65_535));
    even.sum::<i64>() - 6 * 65_536
}
