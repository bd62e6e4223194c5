//! Weights from scores of the situation, in integers.

use super::weights::{ONE, Weights};
use super::{Grammar, WeightShape};

/// The default of the least weight, in millionths: an alternative is never fully excluded.
pub const LEAST_WEIGHT: u64 = ONE / 1000;

/// The greatest weight that a score gives, in millionths.
const WEIGHT_MAX: u64 = ONE * ONE;

/// Weights of alternatives from their scores in thousandths.
pub fn shaped(scores: &[i64], shape: WeightShape, least: u64) -> Vec<u64> {
    let best = scores.iter().copied().max().unwrap_or(0);
    scores
        .iter()
        .map(|score| weight_of(*score, best, shape).clamp(least, WEIGHT_MAX))
        .collect()
}

/// Sets the weights of a choice from scores. Without a score for every alternative, the authored
/// weights count.
pub fn set_from_scores(
    weights: &mut Weights,
    grammar: &Grammar,
    choice: u16,
    scores: Option<&[i64]>,
    (shape, least): (WeightShape, u64),
) {
    let Some(point) = grammar.choices.get(usize::from(choice)) else {
        return;
    };
    let scores = scores.filter(|scores| scores.len() == usize::from(point.count));
    let authored = || {
        let first = point.first as usize;
        let own = grammar
            .alternatives
            .get(first..first + usize::from(point.count));
        own.unwrap_or(&[])
            .iter()
            .map(|weight| u64::from(*weight) * 1000)
            .collect()
    };
    let new: Vec<u64> = scores.map_or_else(authored, |scores| shaped(scores, shape, least));
    if weights.of_choice(grammar, choice) == new.as_slice() {
        return;
    }
    for (alternative, weight) in new.into_iter().enumerate() {
        weights.set(grammar, choice, alternative as u16, weight);
    }
}

fn weight_of(score: i64, best: i64, shape: WeightShape) -> u64 {
    let positive = score.max(0) as u64;
    match shape {
        WeightShape::Linear => positive.saturating_mul(1000),
        WeightShape::Power(power) => {
            // In millionths, so that squares of small scores do not vanish.
            let base = u128::from(positive) * 1000;
            let times =
                |so_far: u128, _| (so_far * base / u128::from(ONE)).min(u128::from(WEIGHT_MAX));
            (0..power).fold(u128::from(ONE), times) as u64
        }
        WeightShape::Softmax(temperature) => {
            let below = best.saturating_sub(score).max(0) as u128;
            exp_of_minus(below * u128::from(ONE) / u128::from(temperature.max(1)))
        }
    }
}

/// e⁻ˣ in millionths, for x in millionths.
fn exp_of_minus(x: u128) -> u64 {
    // 2⁻ʸ with y = x · log₂ e: whole halvings, then the fraction bit by bit.
    let y = x * 1_442_695 / u128::from(ONE);
    let halvings = y / u128::from(ONE);
    if halvings >= 40 {
        return 0;
    }
    let mut fraction = y % u128::from(ONE);
    let mut value = 1u128 << 40;
    for root in ROOTS {
        fraction *= 2;
        if fraction >= u128::from(ONE) {
            fraction -= u128::from(ONE);
            value = (value * root) >> 40;
        }
    }
    (((value >> halvings) * u128::from(ONE)) >> 40) as u64
}

/// 2 to the power of -1/2, -1/4, -1/8 …, times 2⁴⁰.
const ROOTS: [u128; 16] = [
    777_472_127_994,
    924_575_386_327,
    1_008_256_608_221,
    1_052_895_941_925,
    1_075_951_360_882,
    1_087_667_703_029,
    1_093_573_631_100,
    1_096_538_610_001,
    1_098_024_112_669,
    1_098_767_618_497,
    1_099_139_560_184,
    1_099_325_578_239,
    1_099_418_599_072,
    1_099_465_112_440,
    1_099_488_369_862,
    1_099_499_998_758,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_squared_unless_the_author_says_otherwise() {
        assert_eq!(
            shaped(&[500, 100], WeightShape::default(), 0),
            [250_000, 10_000]
        );
        assert_eq!(
            shaped(&[500, 100], WeightShape::Linear, 0),
            [500_000, 100_000]
        );
        assert_eq!(
            shaped(&[500, -3], WeightShape::Power(3), LEAST_WEIGHT),
            [125_000, 1000]
        );
    }

    #[test]
    fn the_integer_exponential_is_within_one_in_ten_thousand() {
        for score in 0..200 {
            let weight = shaped(&[1000, 1000 - score * 10], WeightShape::Softmax(200), 0)[1];
            #[allow(clippy::disallowed_methods, reason = "the definition to compare with")]
            let exact = (-(score as f64) / 20.0).exp() * 1e6;
            assert!(
                (weight as f64 - exact).abs() <= 2.0 + exact * 1e-4,
                "{score}: {weight} {exact}"
            );
        }
    }

    #[test]
    fn no_score_is_too_large() {
        let all = [
            WeightShape::Linear,
            WeightShape::Power(200),
            WeightShape::Softmax(0),
        ];
        for shape in all {
            let weights = shaped(&[i64::MAX, i64::MIN, 0], shape, LEAST_WEIGHT);
            assert!(
                weights
                    .iter()
                    .all(|weight| (LEAST_WEIGHT..=WEIGHT_MAX).contains(weight))
            );
        }
    }
}
