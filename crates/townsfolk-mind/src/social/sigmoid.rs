//! The sigmoid in integers, with the same bits on every machine.

use townsfolk_module::mind::Degree;

/// Table steps per unit of the argument.
const STEPS: usize = 32;
/// The sigmoid counts as flat beyond this argument.
const REACH: usize = 12;
/// e^(−1/32) in 2⁻⁶².
const DECAY: u128 = 4_469_799_356_029_710_115;

/// 1/(1 + e^(−k/32)) for k from 0 to 384, in 1/65,536.
const TABLE: [i32; REACH * STEPS + 1] = table();

const fn table() -> [i32; REACH * STEPS + 1] {
    let mut table = [0; REACH * STEPS + 1];
    let one: u128 = 1 << 62;
    let mut power = one;
    let mut step = 0;
    while step < table.len() {
        let sum = one + power;
        table[step] = ((one * 65_536 + sum / 2) / sum) as i32;
        power = (power * DECAY) >> 62;
        step += 1;
    }
    table
}

/// The sigmoid of an argument in 1/65,536, linearly interpolated between 32 points per unit.
pub fn sigmoid(argument: i64) -> Degree {
    let size = argument.unsigned_abs();
    let scaled = size.saturating_mul(STEPS as u64);
    let step = (scaled >> 16) as usize;
    let rest = (scaled & 0xffff) as i64;
    let value = match (TABLE.get(step), TABLE.get(step + 1)) {
        (Some(low), Some(high)) => i64::from(*low) + ((i64::from(high - low) * rest) >> 16),
        _ => i64::from(TABLE[REACH * STEPS]),
    };
    Degree::saturated(if argument < 0 {
        (1 << 16) - value
    } else {
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from a table of the logistic function.
    #[test]
    fn the_sigmoid_is_the_sigmoid() {
        for (argument, expected) in [
            (0.0, 0.5),
            (0.5, 0.622_459),
            (1.0, 0.731_059),
            (-1.0, 0.268_941),
            (2.3, 0.908_877),
            (-4.0, 0.017_986),
            (8.0, 0.999_665),
            (30.0, 1.0),
            (-30.0, 0.0),
        ] {
            let found = sigmoid((argument * 65_536.0) as i64);
            let off = f64::from(found.0) / 65_536.0 - expected;
            assert!(off * off < 1e-8, "{argument}: {found}");
        }
        sigmoid(i64::MAX);
        sigmoid(i64::MIN);
    }

    #[test]
    fn it_never_falls() {
        let all: Vec<Degree> = (-900_000..900_000).step_by(37).map(sigmoid).collect();
        assert!(all.is_sorted());
    }
}
