//! Sets of propositions as bit vectors of a fixed number of words.

pub use townsfolk_module::decide::PropIndex;

/// A set of propositions, or a state: the propositions that hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No proposition.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of some propositions. Indexes beyond the last word are left out.
    pub fn of(indexes: impl IntoIterator<Item = PropIndex>) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for index in indexes {
            bits.set(index, true);
        }
        bits
    }

    /// Adds a proposition or takes it out.
    pub fn set(&mut self, index: PropIndex, holds: bool) {
        if let Some(word) = self.0.get_mut(usize::from(index.0) / 64) {
            let bit = 1 << (index.0 % 64);
            *word = if holds { *word | bit } else { *word & !bit };
        }
    }

    /// Whether a proposition is in the set.
    pub fn has(&self, index: PropIndex) -> bool {
        let word = self.0.get(usize::from(index.0) / 64);
        word.is_some_and(|word| word >> (index.0 % 64) & 1 == 1)
    }

    /// The first proposition in the set.
    pub fn first(&self) -> Option<PropIndex> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        u16::try_from(word * 64 + bit).ok().map(PropIndex)
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The propositions in both sets.
    #[inline]
    pub fn and(&self, other: &Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a & b)
    }

    /// The propositions in either set.
    #[inline]
    pub fn or(&self, other: &Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a | b)
    }

    /// The propositions of this set that are not in the other.
    #[inline]
    pub fn minus(&self, other: &Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether this state has, of the propositions in `care`, exactly those in `value`.
    #[inline]
    pub fn agrees(&self, care: &Bits<W>, value: &Bits<W>) -> bool {
        let mut differ = 0;
        for word in 0..W {
            differ |= (self.0[word] & care.0[word]) ^ value.0[word];
        }
        differ == 0
    }

    #[inline]
    fn zip(&self, other: &Bits<W>, with: impl Fn(u64, u64) -> u64) -> Bits<W> {
        Bits(std::array::from_fn(|word| {
            with(self.0[word], other.0[word])
        }))
    }
}
