//! Curves and exponents of criteria, in whole thousandths.

use townsfolk_core::Number;

/// One, in thousandths.
pub const ONE: i64 = 1000;

/// The value of a curve at an input: straight between its points, and constant outside. Without points
/// the input is the value. The value is between zero and one, in thousandths.
pub fn value_at(points: &[(Number, Number)], input: i64) -> i64 {
    let after = points.partition_point(|(x, _)| x.0 <= input);
    let value = match (after.checked_sub(1), points.get(after)) {
        (None, None) => input,
        (None, Some((_, first))) => first.0,
        (Some(last), None) => points.get(last).map_or(input, |(_, y)| y.0),
        (Some(before), Some((x2, y2))) => match points.get(before) {
            Some((x1, y1)) => between((x1.0, y1.0), (x2.0, y2.0), input),
            None => y2.0,
        },
    };
    value.clamp(0, ONE)
}

fn between((x1, y1): (i64, i64), (x2, y2): (i64, i64), x: i64) -> i64 {
    // Nothing in a story is farther than this, and products stay small.
    let near = |n: i64| i128::from(n.clamp(-(1 << 60), 1 << 60));
    let [x1, y1, x2, y2, x] = [x1, y1, x2, y2, x].map(near);
    if x2 <= x1 {
        return y2 as i64;
    }
    let value = y1 + ((y2 - y1) * (x - x1) * 2 + (x2 - x1)).div_euclid(2 * (x2 - x1));
    value as i64
}

/// A value between zero and one to the power of an exponent, all in thousandths. An exponent of a
/// thousand leaves it; zero becomes zero unless the exponent is zero.
pub fn to_the_power(value: i64, exponent: u32) -> i64 {
    let value = value.clamp(0, ONE);
    match exponent {
        0 => ONE,
        1000 => value,
        _ if value == 0 || value == ONE => value,
        _ => powered(value, exponent),
    }
}

/// The power by its binary digits: squares for the whole part, roots for the rest.
fn powered(value: i64, exponent: u32) -> i64 {
    /// One, in 2⁻³².
    const UNIT: u128 = 1 << 32;
    let product = |a: u128, b: u128| (a * b) >> 32;
    let base = (value as u128 * UNIT) / ONE as u128;
    let mut result = UNIT;
    let (mut square, mut whole) = (base, exponent / 1000);
    while whole > 0 {
        if whole & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        whole >>= 1;
    }
    let (mut root, mut rest) = (base, exponent % 1000);
    for _ in 0..16 {
        root = (root << 32).isqrt();
        rest *= 2;
        if rest >= 1000 {
            rest -= 1000;
            result = product(result, root);
        }
    }
    // A value above zero stays above zero.
    (((result * ONE as u128 + UNIT / 2) >> 32) as i64).clamp(1, ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(i64, i64)]) -> Vec<(Number, Number)> {
        points
            .iter()
            .map(|(x, y)| (Number(*x), Number(*y)))
            .collect()
    }

    #[test]
    fn curves_are_straight_between_points_and_constant_outside() {
        let rising = curve(&[(3000, 0), (5000, 1000)]);
        for (input, value) in [
            (0, 0),
            (3000, 0),
            (3500, 250),
            (4000, 500),
            (5000, 1000),
            (9000, 1000),
        ] {
            assert_eq!(value_at(&rising, input), value, "{input}");
        }
        assert_eq!(
            value_at(&curve(&[(4000, 0), (8000, 1000), (20_000, 500)]), 14_000),
            750
        );
        assert_eq!(value_at(&[], 300), 300);
        assert_eq!(value_at(&[], 3000), 1000);
        assert_eq!(value_at(&curve(&[(1, 5), (1, 700)]), 1), 700);
        value_at(&curve(&[(i64::MIN, i64::MIN), (i64::MAX, i64::MAX)]), 0);
    }

    #[test]
    fn exponents_bend_without_losing_the_ends() {
        for exponent in [1, 500, 1000, 2000, 3700] {
            assert_eq!(to_the_power(0, exponent), 0);
            assert_eq!(to_the_power(1000, exponent), 1000);
        }
        assert_eq!(to_the_power(500, 2000), 250);
        assert_eq!(to_the_power(250, 500), 500);
        assert_eq!(to_the_power(300, 0), 1000);
        assert_eq!(to_the_power(1, 9000), 1);
        let bent = |exponent| to_the_power(400, exponent);
        assert!(bent(1500) < bent(1400) && bent(700) > bent(1000));
    }
}
