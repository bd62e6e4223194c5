//! The chance of a host, which is none of the engine's business.

/// Numbers from a seed, one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    seed: u64,
    rolled: u64,
}

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, rolled: 0 }
    }

    /// A number below `count` (nought, if that is nought).
    pub fn below(&mut self, count: usize) -> usize {
        self.rolled += 1;
        let bits = townsfolk_core::digest::fold(self.seed, self.rolled);
        ((u128::from(bits) * count as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).unwrap_or(1);
        low + self.below(width) as i64
    }

    /// A coin with this probability in thousandths.
    pub fn falls(&mut self, thousandths: usize) -> bool {
        self.below(1000) < thousandths
    }

    /// One of several things.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        things.get(self.below(things.len())).copied()
    }
}
