//! Powers and falling exponentials in whole numbers.

/// One, in millionths.
const ONE: u64 = 1_000_000;

/// A number in millionths, raised to an exponent in thousandths: whole factors by multiplication, the
/// rest by square roots. The exponent is cut to 8.
pub(crate) fn power(base: u64, exponent: u32) -> u64 {
    let exponent = exponent.min(8_000);
    let base = base.min(1_000 * ONE);
    let mut result = ONE;
    for _ in 0..exponent / 1000 {
        result = times(result, base);
    }
    // The rest of the exponent in binary: each digit stands for half of the root before it.
    let (mut rest, mut root) = (u64::from(exponent % 1000) << 16, base);
    let (mut digit, whole) = (1_000_u64 << 15, 1_000_u64 << 8);
    while digit >= whole / 64 && rest > 0 {
        root = (root * ONE).isqrt();
        if rest >= digit {
            result = times(result, root);
            rest -= digit;
        }
        digit /= 2;
    }
    result
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) / u128::from(ONE);
    u64::try_from(product).unwrap_or(u64::MAX).min(ONE * ONE)
}

/// exp(-1/4), in millionths.
const QUARTER: u64 = 778_801;

/// Seconds after which [`fading`] is zero.
const FADED_S: i64 = 60;

/// exp(-age / 4 s) for an age in ticks, in millionths; straight between whole seconds.
pub(crate) fn fading(age: i64) -> u64 {
    let age = age.max(0);
    let (seconds, rest) = (age / 60, (age % 60).unsigned_abs());
    if seconds >= FADED_S {
        return 0;
    }
    let mut share = ONE;
    for _ in 0..seconds {
        share = share * QUARTER / ONE;
    }
    share - (share - share * QUARTER / ONE) * rest / 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_near_the_true_ones() {
        for (base, exponent, true_value) in [
            (500_000, 1000, 500_000_u64),
            (500_000, 2000, 250_000),
            (250_000, 500, 500_000),
            (500_000, 1500, 353_553),
            (2 * ONE, 3000, 8 * ONE),
            (810_000, 250, 948_683),
            (0, 700, 0),
        ] {
            let off = power(base, exponent).abs_diff(true_value);
            assert!(off <= true_value / 2_000 + 2, "{base} {exponent}: {off}");
        }
    }

    #[test]
    fn fading_falls_by_the_factor_e_in_four_seconds() {
        assert_eq!(fading(0), ONE);
        assert!(fading(240).abs_diff(367_879) < 10);
        assert!(fading(-5) == ONE && fading(i64::MAX) == 0);
        assert!((0..4_000).all(|age| fading(age) >= fading(age + 1)));
    }
}
