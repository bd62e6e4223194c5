//! A short list that needs no heap memory.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// A list that reads like a slice. Up to `N` items are stored inline; more of them in a [`Vec`].
///
/// Its file format is that of any list.
#[derive(Clone)]
pub struct InlineVec<T, const N: usize>(KeptMind<T, N>);

#[derive(Clone)]
enum KeptMind<T, const N: usize> {
    Nothing,
    /// The items, and how many of them are used.
    Here([T; N], usize),
    Elsewhere(Vec<T>),
}

impl<T: Copy, const N: usize> InlineVec<T, N> {
    /// A list with the items of a slice.
    pub fn of(things: &[T]) -> InlineVec<T, N> {
        InlineVec(match things.first() {
            None => KeptMind::Nothing,
            Some(first) if things.len() <= N => {
                let mut here = [*first; N];
                here[..things.len()].copy_from_slice(things);
                KeptMind::Here(here, things.len())
            }
            Some(_) => KeptMind::Elsewhere(things.to_vec()),
        })
    }
}

impl<T, const N: usize> Default for InlineVec<T, N> {
    fn default() -> InlineVec<T, N> {
        InlineVec(KeptMind::Nothing)
    }
}

impl<T, const N: usize> Deref for InlineVec<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            KeptMind::Nothing => &[],
            KeptMind::Here(things, count) => &things[..*count],
            KeptMind::Elsewhere(things) => things,
        }
    }
}

impl<T: PartialEq, const N: usize> PartialEq for InlineVec<T, N> {
    fn eq(&self, other: &InlineVec<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for InlineVec<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for InlineVec<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for InlineVec<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Copy, const N: usize> Deserialize<'de> for InlineVec<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<InlineVec<T, N>, D::Error> {
        Vec::deserialize(deserializer).map(|things| InlineVec::of(&things))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_read_alike() {
        for count in 0..6 {
            let things: Vec<u8> = (0..count).collect();
            let few: InlineVec<u8, 3> = InlineVec::of(&things);
            assert_eq!(*few, *things);
            assert_eq!(few.clone(), few);
            let bytes = postcard::to_allocvec(&few).unwrap_or_default();
            assert_eq!(Ok(&bytes), postcard::to_allocvec(&things).as_ref());
            assert_eq!(postcard::from_bytes(&bytes), Ok(few));
        }
    }
}
