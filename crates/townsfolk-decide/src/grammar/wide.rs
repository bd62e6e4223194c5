//! Probabilities of long sequences: floats with a wide exponent.
//!
//! The probability of a thousand symbols is below the smallest float. A [`Wide`] keeps the exponent
//! apart, so that products never vanish and powers of two stay exact.

/// A number without a sign: a mantissa, and a power of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wide {
    /// Zero, or from 2⁻¹⁶ to 2¹⁶ or so after a few products; brought back when it leaves the range.
    mantissa: f64,
    exponent: i64,
}

/// The mantissa is brought back when it is outside `1/RANGE..RANGE`.
const RANGE: f64 = (1u64 << 40) as f64;

impl Wide {
    /// Nothing.
    pub const ZERO: Wide = Wide {
        mantissa: 0.0,
        exponent: 0,
    };

    /// Certainty.
    pub const ONE: Wide = Wide {
        mantissa: 1.0,
        exponent: 0,
    };

    /// A float.
    pub fn of(value: f64) -> Wide {
        Wide {
            mantissa: value,
            exponent: 0,
        }
        .normal()
    }

    /// Whether it is nothing.
    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    /// The float nearest to it; zero if it is too small.
    pub fn to_f64(self) -> f64 {
        let mut value = self;
        while value.exponent < 0 && value.mantissa != 0.0 {
            let step = value.exponent.max(-512);
            value.mantissa *= f64::from_bits(((1023 + step) as u64) << 52);
            value.exponent -= step;
        }
        while value.exponent > 0 && value.mantissa.is_finite() {
            let step = value.exponent.min(512);
            value.mantissa *= f64::from_bits(((1023 + step) as u64) << 52);
            value.exponent -= step;
        }
        value.mantissa
    }

    /// Its binary logarithm.
    #[allow(
        clippy::disallowed_methods,
        reason = "a figure for a report, not simulated"
    )]
    pub fn log2(self) -> f64 {
        self.mantissa.log2() + self.exponent as f64
    }

    /// The quotient of two.
    pub fn over(self, other: Wide) -> Wide {
        Wide {
            mantissa: self.mantissa / other.mantissa,
            exponent: self.exponent - other.exponent,
        }
        .normal()
    }

    /// The same number with a mantissa of a middle size.
    fn normal(self) -> Wide {
        if self.mantissa == 0.0 || !self.mantissa.is_finite() {
            return Wide {
                exponent: 0,
                ..self
            };
        }
        let mut normal = self;
        while normal.mantissa >= RANGE {
            normal.mantissa /= RANGE;
            normal.exponent += 40;
        }
        while normal.mantissa < 1.0 / RANGE {
            normal.mantissa *= RANGE;
            normal.exponent -= 40;
        }
        normal
    }
}

impl std::ops::Mul for Wide {
    type Output = Wide;

    fn mul(self, other: Wide) -> Wide {
        Wide {
            mantissa: self.mantissa * other.mantissa,
            exponent: self.exponent + other.exponent,
        }
        .normal()
    }
}

impl std::ops::Add for Wide {
    type Output = Wide;

    fn add(self, other: Wide) -> Wide {
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        let (large, small) = match self.exponent >= other.exponent {
            true => (self, other),
            false => (other, self),
        };
        let apart = large.exponent - small.exponent;
        let small = match apart {
            0 => small.mantissa,
            // The mantissas differ by at most 2⁸⁰, so a gap of 200 leaves nothing to add.
            1..=200 => small.mantissa * f64::from_bits(((1023 - apart) as u64) << 52),
            _ => 0.0,
        };
        Wide {
            mantissa: large.mantissa + small,
            exponent: large.exponent,
        }
        .normal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_thousands_of_halves_stays_exact() {
        let half = Wide::of(0.5);
        let product = (0..5000).fold(Wide::ONE, |product, _| product * half);
        assert_eq!(product.log2(), -5000.0);
        assert_eq!((product + product).log2(), -4999.0);
        assert_eq!(product.over(product).to_f64(), 1.0);
        assert_eq!(product.to_f64(), 0.0);
        assert_eq!((Wide::of(3.0) + Wide::of(0.25)).to_f64(), 3.25);
        assert!((product + Wide::ZERO).log2() == -5000.0 && Wide::ZERO.is_zero());
    }
}
